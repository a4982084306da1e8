"""The newer attack chapter (rules HX-…) over the core rulebook, with the powers of the card of its years (2022).

What the chapter says is here as values; what it leaves in force is the core rulebook's (``rules-core.toml``).
"""

from __future__ import annotations

from companion.core.ids import EditionId
from companion.games.heroclix.edition import (
    AttackRules,
    DamageRules,
    Edition,
    HitRules,
    KnockBackRules,
    RerollRules,
    TargetRules,
)
from companion.games.heroclix.editions.lines import NEWER_SIGHT
from companion.games.heroclix.powers.rows import load_powers

ATTACK = AttackRules(
    targets=TargetRules(in_order=True),  # HX-TGT-03
    rerolls=RerollRules(by_player=True, each_turn=True, most_dice=2),  # HX-ROLL-07, -08
    hits=HitRules(settled=True, critical_evadable=False, harmless_spares=False),  # HX-HIT-03, -09, -12
    damage=DamageRules(reducers=1, divided=False, clicked=True),  # HX-SEQ-04, HX-DMG-02, HX-SEQ-10
    knock_back=KnockBackRules(keyword=True),  # HX-KB-01, -03
)

# the rule that a refusal or a question names in the place of one that the chapter replaces
INSTEAD = {
    "HC-ATK-02": "HX-TGT-01",
    "HC-ATK-03": "HX-ATK-03",
    "HC-ATK-04": "HX-TGT-02",
    "HC-ATK-05": "HX-ROLL-01",
    "HC-DMG-01": "HX-DMG-01",
    "HC-DMG-02": "HX-SEQ-03",
    "HC-DMG-11": "HX-KO-07",
    "HC-LOS-04": "HX-TGT-03",
    "HC-RNG-01": "HX-TGT-03",
    "HC-RNG-02": "HX-TGT-03",
    "HC-RNG-05": "HX-TERM-05",
    "HC-RNG-06": "HX-TGT-04",
    "HC-RNG-07": "HX-TGT-01",
    "HC-RNG-10": "HX-DMG-02",
}

NEWER = Edition(
    id=EditionId("newer"),
    catalogues=("rules-newer.toml", "rules-core.toml"),
    sight=NEWER_SIGHT,
    break_away_at=4,
    powers=load_powers(
        *("powers-2022.toml", "powers-newer.toml", "powers-marks.toml"),
        *("team-abilities-2010.toml", "team-abilities-2022.toml"),
    ),
    team_card="2022",
    attack=ATTACK,
    attack_targets_terrain=False,  # HX-ATK-02
    breaks_terrain=True,  # with the numbers of the core rulebook
    turning_off=False,  # HC-POW-07 ended in May 2011
    instead=INSTEAD,
)
