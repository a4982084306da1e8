"""The position at this moment, and what follows from an event at once.

verb                       what every verb of a power may be asked
holding ── team_abilities  powers in force, neighbours, cards that count · who has which team ability, and why
reckoning · lines          values and everything that made them · who sees whom
in_hand · scoring          objects in hands · victory points
happening · rolls          what an event brings by itself · rolls, and who may have them thrown again
"""
