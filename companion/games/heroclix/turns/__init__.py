"""Turns and actions: who may act, how the clock runs, how the game ends.

acting                     who may be given an action; its token and its end
ends                       who still plays, points, roll-offs, ends that are agreed on
clock                      the moments of turn and round, conditions, the event dial, giving up
"""
