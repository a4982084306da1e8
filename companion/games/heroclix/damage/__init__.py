"""Damage, from what is dealt to the last click.

blow ── taking ── dial     the script of a blow · what is taken of it · dials that turn, back and forth, to their end
knockback                  who stays, which way, how far, and what stops it
"""
