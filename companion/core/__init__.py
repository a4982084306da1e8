"""The parts of any game: dice, flow, commands, events, rules, the record, the session. Names no game and no device."""
