"""Forces: figures, cards and themes that a player brings, and what all forces bring to one table.

force ── cards       what is chosen · feats, objects, conditions, event dials, and who may carry them
files · rules        a force file read · judged
setup ── enlisting   what a game is set up with · from forces to a table
"""
