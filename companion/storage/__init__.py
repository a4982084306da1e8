"""Keeps and returns events, interprets none: the codec and three recorders that sit one examination.

memory   rehearsals, tests          jsonl   the record that people exchange
sqlite   the store of a table       witness the length of each, in a second place
salvage  what is whole of a damaged one
"""
