"""The rules of an attack, from its declaration to the last click and the last square of knock back.

rules                what editions say about it, as values
declared             an attack, and what became of it so far
attack ── targeting  the command · who may be aimed at
striking             before, at and after the roll
damage ── taking ── turning    who is dealt what · what is taken of it, and how far · dials that turn
knockback            where it throws people
step_events ─> step_apply         the steps that the newer edition tells apart
events · power_events ─> apply    what happens in an attack · what powers make of it · the state after a blow
"""
