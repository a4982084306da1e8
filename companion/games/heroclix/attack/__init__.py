"""The rules of an attack, from its declaration to the last click and the last square of knock back.

declared             an attack, and what became of it so far
attack ── targeting  the command · who may be aimed at
striking             before, at and after the roll
damage ── turning    who is dealt what · dials that turn
knockback            where it throws people
events · power_events ─> apply    what happens in an attack · what powers make of it · the state after a blow
"""
