"""The rules of an attack on characters, from its declaration to the last click and the last square of knock back.

targeting ── declaring     who may be aimed at · what a power makes of it, the numbers that count
striking                   the attack as a script: rolled, hits and misses, divided, dealt, knocked back, concluded
answering                  verbs that turn it away, redirect it, or change what it deals
throwing                   the held object, thrown
"""
