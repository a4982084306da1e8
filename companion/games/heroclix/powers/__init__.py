"""Powers: rows of data that name verbs; who has which in force, for how long.

rules · files ── verbs/    a power, read from data/powers-*.toml · what it does
holding              which verbs a piece has in force now
using · rerolling    a power used by command · rolls before they count
lasting · durations    effects that last, and when they end
events ─> apply      what powers did · the state after it
"""
