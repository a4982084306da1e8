"""The first game of the core rulebook: two figures each, moves and attacks, and nothing else (HC-BASIC).

What ``FIRST_GAME`` leaves out does not happen. The rest is the whole book's: the roll for first player (HC-BASIC-02),
moves past friends (HC-BASIC-05, HC-BASIC-06), damage and knock-outs (HC-BASIC-10, HC-BASIC-11), the end (HC-BASIC-12).
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.ids import EditionId
from companion.games.heroclix.edition import FIRST_GAME, AttackRules, HitRules
from companion.games.heroclix.editions.core import CORE

BASICS = replace(
    CORE,
    id=EditionId("basics"),
    attack=AttackRules(hits=HitRules(special_dice=False)),
    attack_targets_terrain=False,
    instead={"HX-ATK-02": "HC-BASIC-05"},  # the refusal is this book's
    turning_off=False,
    parts=FIRST_GAME,
)
