"""HeroClix: figures with dials that click, on maps of squares.

setup · figures · dial                 what is put on the table
opening · turns · actions              who may do what, when
values · reckoning                     what a number is now, and what made it so
movement · carrying                    the rules of a move
attack · targeting · striking          the rules of an attack
damage · turning · knockback           what it does
using · verbs/ · data/powers-*.toml    powers: rows that name verbs; holding: who has which in force
lasting · durations · marking          effects that last, when they end, and what of them lies on the board
decide ─> agenda ─> events ─> apply    a command, what follows by itself, what happened, the state after it
edition · editions/                    what differs between printings, as values

force · forces · cards · themes        what a player may bring (force_files reads it, force_rules judges it)
enlisting ─> tactics                   what all forces brought to one table, and what became of it
revealing · placing · bystanders       conditions, objects and tokens, before and beside the figures
rerolls · team_abilities · feats       what they are good for in play: tactic_commands, tactic_events, tactic_decide
scoring · turns · agreements           victory points, and how a game ends
"""
