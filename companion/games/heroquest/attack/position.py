"""Positions of figures that matter to an attack: behind, in pincer, submerged, cornered.

. e .        e on all four sides: submerged (HQ-COMBAT-SUBMERGE-01)
e a e        no square to step to, and a second enemy in reach: cornered (HQ-COMBAT-CORNER-01)
. e .        an attacker on one of the three squares at its back: from behind (HQ-AMB-22)

From behind or in pincer: one D20 for the whole attack (HQ-COMBAT-BACK-02..04, HQ-COMBAT-GROUP-06).
"""

from __future__ import annotations

from companion.board.facing import is_behind
from companion.core.ids import PieceId, RuleId, Seat
from companion.core.procedure import Script, Teller
from companion.games.heroquest import events as ev
from companion.games.heroquest import footing, reach
from companion.games.heroquest.characters import Character
from companion.games.heroquest.state import State

BACK, PINCER = "HQ-COMBAT-BACK-01", "HQ-COMBAT-PINCER-01"
WEAKER, NO_DEFENSE, PERFECT = "weaker", "none", "perfect"
NONE_FROM, PERFECT_AT = 16, 20  # faces of the D20: no defense, a perfect attack


def comes_from_behind(attacker: Character, target: Character) -> bool:
    """Whether it stands behind the target, aslant too."""
    return is_behind(target.square, target.facing, attacker.square)


def is_in_pincer(state: State, attacker: Character, target: Character) -> bool:
    """Whether the target is busy in melee with another of the attacker's side (HQ-COMBAT-PINCER-02);
    heroes' privilege (HQ-AMB-82).
    """
    if not attacker.is_hero and not state.content.options.pincer_monsters:
        return False
    others = (state.find(name) for name in reach.engaged_with(state, target.id) if name != attacker.id)
    return any(figure is not None and figure.side == attacker.side for figure in others)


def surprise_rule(state: State, attackers: tuple[Character, ...], target: Character, *, melee: bool) -> str | None:
    """The rule that gives the attack its D20, if one does (HQ-COMBAT-BACK-06, HQ-COMBAT-GROUP-06)."""
    if not melee and not state.content.options.back_attack_at_range:
        return None
    if any(comes_from_behind(figure, target) for figure in attackers):
        return BACK
    return PINCER if any(is_in_pincer(state, figure, target) for figure in attackers) else None


def is_submerged(state: State, target: Character) -> bool:
    """Whether enemies stand on all four sides of it (HQ-COMBAT-SUBMERGE-01, -05)."""
    if target.at is None:
        return False
    sides = state.dungeon.sides[target.at]
    around = [state.at(space) for space in sides if reach.are_adjacent(state, target.at, space)]
    return len(around) == 4 and all(figure is not None and figure.side != target.side for figure in around)


def is_cornered(state: State, attacker: Character, target: Character) -> bool:
    """Whether it has nowhere to step, and another enemy in reach (HQ-COMBAT-CORNER-02, -03, HQ-COMBAT-SUBMERGE-06)."""
    if any(state.at(space) is None for space in footing.steps_from(state, target)):
        return False
    return any(reach.reaches(state, other, target) for other in state.enemies(target) if other.id != attacker.id)


def surprise_of(face: int) -> str:
    """Return what the D20 of a surprise says (HQ-COMBAT-BACK-02..04)."""
    return PERFECT if face >= PERFECT_AT else NO_DEFENSE if face >= NONE_FROM else WEAKER


def surprised(t: Teller[State], target: PieceId, roller: Seat, rule: str | None) -> Script[str]:
    """Roll the D20 of a surprise and return its result: a die less, no defense, or a perfect
    attack; empty without a rule.
    """
    if rule is None:
        return ""
    (face,) = yield from t.roll(("d20",), roller, rule, target)
    result = surprise_of(int(face))
    t.tell(ev.SurpriseRolled(target, result, RuleId(rule)))
    return result
