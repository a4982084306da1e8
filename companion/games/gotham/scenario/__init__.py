"""Scenario documents, ``tablewright/gotham@1``: the board, who is there, what it is played with, how it ends."""
