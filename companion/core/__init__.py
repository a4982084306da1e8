"""What any game is: dice, flow, commands, events, rules, the record, the session. Names no game and no device."""
