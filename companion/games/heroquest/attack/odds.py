"""Exact odds of an attack's plain roll: its skulls, and whether they get past the defense dice. Nothing is thrown.

dice, deadly die, cornered, points, critical D20 ──> skulls ── white shields ──> body points       no dodge, no answer
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from companion.core.ids import PieceId
from companion.core.pool import chances
from companion.games.heroquest.attack.pool import MELEE, Part
from companion.games.heroquest.attack.position import is_cornered
from companion.games.heroquest.attack.striking import may_finish
from companion.games.heroquest.content.dice import COMBAT, WHITE, count
from companion.games.heroquest.state import State


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances of one attacker's dice against one target's."""

    skulls: tuple[tuple[int, int, Fraction], ...]  # all of them, those nobody can defend against, how likely
    shields: tuple[tuple[int, Fraction], ...]

    @property
    def strikes(self) -> Fraction:
        """The chance of at least one skull (HQ-ATK-05)."""
        return sum((share for skulls, _, share in self.skulls if skulls), Fraction(0))

    @property
    def wounds(self) -> Fraction:
        """The chance that at least one body point is lost (HQ-ATK-07)."""
        return sum(
            (
                share * chance
                for skulls, free, share in self.skulls
                for white, chance in self.shields
                if free or skulls > white
            ),
            Fraction(0),
        )


def odds(state: State, part: Part, target: PieceId, defense: int) -> Odds:
    """The chances of that attack by one, against so many defense dice."""
    shields = chances([state.content.dice[COMBAT]] * defense, lambda face: count((face.label,), WHITE))
    skulls = (
        (number, number if may_finish(state, target, number, defense) else free, share)  # HQ-COMBAT-FINISH-05
        for number, free, share in _skulls(state, part, target)
    )
    return Odds(tuple(skulls), tuple(shields.items()))


def _skulls(state: State, part: Part, target: PieceId) -> Iterator[tuple[int, int, Fraction]]:
    """Each number of skulls with those that cannot be defended, as ``roll_part`` counts them."""
    dice, pool = state.content.dice, part.pool
    is_near = part.manner == MELEE and is_cornered(state, state.who(part.piece), state.who(target))
    plain = len(pool.dice) - pool.deadly
    counted = [
        chances([dice[die] for die in some], lambda face: count((face.label,), pool.hit))
        for some in (pool.dice[:plain], pool.dice[plain:])
    ]
    cornered, critical = int(is_near), _critical(state)  # HQ-COMBAT-CORNER-01
    for own, share in counted[0].items():
        for deadly, chance in counted[1].items():
            skulls = own + deadly
            points = pool.points if skulls + cornered else 0
            for more, likely in critical.items() if skulls else ((0, Fraction(1)),):
                yield skulls + more + cornered + points, deadly, share * chance * likely


def _critical(state: State) -> dict[int, Fraction]:
    """Return the chance of each number of skulls that the D20 adds (HQ-CRIT-02)."""
    table = state.content.tables.critical
    if not table:
        return {0: Fraction(1)}
    return chances(
        [state.content.dice["d20"]],
        lambda face: sum(more for least, most, more in table if least <= int(face.label) <= most),
    )
