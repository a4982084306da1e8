"""The rules of a move: how far, past whom, with what and with whom.

action                     the move action as a script, and every one there is
movement ── gaits          where a move leads, and the way there · what each ability ignores
fetching · carrying        objects on the way · passengers
"""
