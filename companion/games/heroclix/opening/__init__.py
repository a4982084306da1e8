"""Before the first turn: first player, areas, deployment.

opening ─> apply     who does what, in order · the state after it
areas · footing      starting areas, and how they grow · where a base may stand
sample               a game for a first evening
"""
