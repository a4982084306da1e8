"""The rules of a move: how far, past whom, with whom.

movement ── gaits    a move action · what each ability ignores
adjacency            who stands next to whom
carrying             passengers
"""
