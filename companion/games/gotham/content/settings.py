"""Settings for what the booklet leaves open, each with a default of ours and its rule or ruling.

[settings]
overhang = 1        a scenario or a case says what its table plays instead
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from companion.documents import Node

AVAILABLE, BOXES, FATIGUE, WOUNDS = "available", "boxes", "fatigue", "wounds"
MOVEMENT, MELEE, RANGED, DEFENSE = "movement", "melee", "ranged", "defense"
MANIPULATION, THOUGHT, REROLL = "manipulation", "thought", "reroll"
ACTION_BOXES = (MOVEMENT, MELEE, RANGED, MANIPULATION, THOUGHT, DEFENSE, REROLL)  # GO-BASE-FIG-03
ACTIVE = "active"
TOKENS = ("flame", "smoke", "gas", "frost")


@dataclass(frozen=True, slots=True)
class HeroState:
    """A state a hero may declare: the cubes it recovers then, and whether it may act (GO-BASE-TURN-02, GO-AMB-25)."""

    recovers: int
    acts: bool


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices of this table where no text decides."""

    hindrance_offset: int = 0  # taken off the enemies' total size (GO-AMB-29)
    hindrance_of: str = "none"  # besides: "own" size, or that of the "allies" there and one's own (GO-AMB-29)
    threat_offset: int = 0  # taken off the enemies' total threat (GO-BASE-ACT-04)
    overhang: int = 1  # dice for who shoots from a higher zone (GO-BASE-ATK-05)
    explosion_die: str = ""  # one a level for each figure there; without one the level is the wounds (GO-BASE-ACT-07)
    danger_die: str = ""  # one a level on entry; without one each level is a wound (GO-BASE-ZONE-08)
    token_turns: int = 2  # a token is removed at this age (GO-BASE-TURN-06)
    token_ages: str = "round"  # when it ages: at the end of a "round", or of each side's "turn" (GO-AMB-24)
    success_check: str = "before"  # "at least 1 success": "before" reductions, or "after" (GO-AMB-12)
    smoke_ends: bool = True  # whether smoke in the zones at both ends counts (GO-AMB-09)
    threshold_skills_use_best: bool = False  # levels that are thresholds: the easiest source, not the sum (GO-AMB-03)
    fury: str = "life"  # who may use it besides heroes: everybody with a "life" track, or "villains" (GO-AMB-15)
    wounds_from: str = "order"  # "order": available, boxes, fatigue; "ask": the hero's player says (GO-AMB-47)
    commanded_defense: str = "cube"  # one orange die a "cube", or "one" in all (GO-AMB-30)
    commanded_elsewhere: bool = False  # whether a commanded tile may be activated otherwise too (GO-AMB-28)
    first_side: str = "heroes"
    activations: int = 2  # tiles activated in a villains' turn (GO-BASE-TURN-04)
    tile_actions: int = 1  # actions of a figure in an activation besides a Movement action (GO-BASE-TURN-04)
    spent_cubes_tire: bool = True  # cubes on boxes go to Fatigue when a state is declared (GO-BASE-TURN-03)
    free_rerolls: str = "own"  # dice the symbol marks: of the characteristic's "own" kind, or "all" (GO-BASE-ACT-05)
    paid_dice: int = 1  # dice a cube in the Reroll box throws again (GO-BASE-ACT-05)
    stock: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys((*TOKENS, "broken_wall"), 12))
    states: Mapping[str, HeroState] = field(
        default_factory=lambda: {ACTIVE: HeroState(2, True), "resting": HeroState(5, False)}
    )


CHOICES: Mapping[str, tuple[str, ...]] = {
    "hindrance_of": ("none", "own", "allies"),
    "token_ages": ("round", "turn"),
    "success_check": ("before", "after"),
    "fury": ("life", "villains"),
    "wounds_from": ("order", "ask"),
    "commanded_defense": ("cube", "one"),
    "first_side": ("heroes", "villains"),
    "free_rerolls": ("own", "all"),
}


def parse_settings(node: Node, dice: Mapping[str, Any]) -> Settings:
    """The settings in a table; what it does not say is as usual."""
    usual = Settings()
    names = {entry.name for entry in fields(Settings)}
    node.table((), names)
    told: dict[str, Any] = {}
    for name, entry in node.entries():
        kind = type(getattr(usual, name))
        if name == "states":
            told[name] = {state: _state(row) for state, row in sorted(entry.entries(), key=lambda row: row[0])}
            if ACTIVE not in told[name]:
                entry.refuse(f"a state {ACTIVE!r} among them")
        elif name == "stock":
            told[name] = {**usual.stock, **{kind: row.number(0, 999) for kind, row in entry.entries()}}
            entry.table((), usual.stock)
        elif name.endswith("_die"):
            told[name] = entry.word({"", *dice})
        elif name in CHOICES:
            told[name] = entry.word(CHOICES[name])
        else:
            told[name] = entry.flag() if kind is bool else entry.number(0, 99)
    return Settings(**told)


def _state(node: Node) -> HeroState:
    node.table({"recovers", "acts"})
    return HeroState(node["recovers"].number(0, 99), node["acts"].flag())
