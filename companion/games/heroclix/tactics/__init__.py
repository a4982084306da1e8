"""What forces bring beside figures, in play: objects put down, feats, conditions, event dials; points and ends.

tactics              what was brought, and what became of it
commands ─> decide ─> events ─> apply
revealing · placing · bystanders    conditions, objects and tokens, before and beside the figures
rerolls · team_abilities · feats · event_dial    what they are good for in play
scoring · agreements victory points, and ends the players agree on
view                 what everybody sees of it
"""
