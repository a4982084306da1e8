"""Everything the rules know of one table.

table                      what does not change
state ── play              pieces, whose turn it is, what is in progress · what became of the tactics
attack · lasting           an attack so far, and damage on its way · effects that end by themselves
ground                     the board now: printed, less what fell, with what lies on it
"""
