"""The complete core rulebook (rules HC-…), with the powers of the card of its years (ruleset 2010)."""

from __future__ import annotations

from companion.core.ids import EditionId
from companion.games.heroclix.edition import Edition
from companion.games.heroclix.editions.lines import CORE_SIGHT
from companion.games.heroclix.state import AttackKind

__all__ = ["CORE"]

# Powers that do nothing until an action is given for them: silent while they merely show.
_BY_ACTION = frozenset(
    {
        *("flurry", "charge", "mind_control", "force_blast", "hypersonic_speed", "running_shot"),
        *("energy_explosion", "pulse_wave", "quake", "incapacitate", "smoke_cloud", "telekinesis"),
        *("barrier", "regeneration", "support", "ranged_combat_expert", "close_combat_expert"),
    }
)

CORE = Edition(
    id=EditionId("core"),
    catalogue="rules-core.toml",
    sight=CORE_SIGHT,
    break_away_at=4,
    reducers={"toughness": 1, "invulnerability": 2},
    defenses={
        "combat_reflexes": (AttackKind.CLOSE, 2),
        "energy_shield_deflection": (AttackKind.RANGED, 2),
    },
    stands_firm=frozenset({"charge"}),
    asks_when_hit=frozenset({"impervious", "invincible", "super_senses", "mastermind"}),
    asks_when_pushed=frozenset({"willpower"}),
    passive=_BY_ACTION
    | {"toughness", "invulnerability", "combat_reflexes", "energy_shield_deflection", "leap_climb", "phasing_teleport"},
)
