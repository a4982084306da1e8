"""Exact odds of an attack: its skulls, and the body points they take past the defense dice. Nothing is thrown.

surprise D20 ─> dice, deadly die, cornered, points, critical D20 ─> skulls ─┬─ finishing blow
                                                                           └─ shields, dodge, hide ─> body points
nobody answers, and nobody takes another's blow
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

from companion.core.ids import PieceId
from companion.core.pool import chances
from companion.games.heroquest.attack.defense import bonus, tiers_of
from companion.games.heroquest.attack.pool import MELEE, Part
from companion.games.heroquest.attack.position import (
    NO_DEFENSE,
    PERFECT,
    WEAKER,
    comes_from_behind,
    is_cornered,
    is_submerged,
    surprise_of,
    surprise_rule,
)
from companion.games.heroquest.attack.striking import may_finish
from companion.games.heroquest.characters import Character
from companion.games.heroquest.content.dice import BLACK, COMBAT, WHITE, count
from companion.games.heroquest.gear import has_technique
from companion.games.heroquest.state import State

Shares = Mapping[int, Fraction]  # of each amount, how likely it is
_D20 = range(1, 21)
_PAIR = 1000  # tells the two marks of one sum apart: more than any pool shows of one


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances of one attacker's dice against one target."""

    skulls: Shares
    losses: Shares  # body points; empty where the defense is not known

    @property
    def strikes(self) -> Fraction:
        """The chance of at least one skull (HQ-ATK-05)."""
        return sum((share for skulls, share in self.skulls.items() if skulls), Fraction(0))

    @property
    def wounds(self) -> Fraction:
        """The chance that at least one body point is lost (HQ-ATK-07)."""
        return sum((share for lost, share in self.losses.items() if lost), Fraction(0))

    @property
    def expected(self) -> Fraction:
        """The body points lost on average."""
        return sum((lost * share for lost, share in self.losses.items()), Fraction(0))


def odds(state: State, part: Part, target: PieceId, defense: int | None, surprise: str | None = None) -> Odds:
    """The chances of that attack by one, against so many defense dice; ``None``: nobody knows how many.

    ``surprise``: what its D20 has said already; ``None``: it is not thrown yet, where it is thrown at all.
    """
    skulls: dict[int, Fraction] = {}
    losses: dict[int, Fraction] = {}
    victim = state.who(target)
    is_near = part.manner == MELEE
    is_open = is_near and is_submerged(state, victim) and comes_from_behind(state.who(part.piece), victim)
    for said, likely in (_surprises(state, part, victim) if surprise is None else {surprise: Fraction(1)}).items():
        for number, free, share in _skulls(state, part, target, perfect=said == PERFECT):
            skulls[number] = skulls.get(number, Fraction(0)) + likely * share
            if defense is None:
                continue
            dice = max(0, defense - (said == WEAKER))
            undefended = number if is_open else free
            for lost, chance in losses_of(state, victim, number, undefended, dice, said, melee=is_near).items():
                losses[lost] = losses.get(lost, Fraction(0)) + likely * share * chance
    return Odds(skulls, losses)


def losses_of(
    state: State,
    victim: Character,
    skulls: int,
    free: int,
    dice: int,
    surprise: str = "",
    *,
    melee: bool,
    finishes: bool = True,
) -> Shares:
    """The body points that so many skulls take, ``free`` of them past any defense; only an attack ``finishes``."""
    if not skulls:
        return {0: Fraction(1)}
    if finishes and may_finish(state, victim.id, skulls, dice):  # HQ-COMBAT-FINISH-05
        return {victim.body: Fraction(1)}
    defends = surprise not in (NO_DEFENSE, PERFECT) and skulls > free
    found: dict[int, Fraction] = {}
    for (white, black), share in (_shields(state, victim, dice, melee=melee) if defends else _NONE).items():
        lost = min(victim.body, free + max(0, skulls - free - white))
        if black and has_technique(state, victim, "resistance"):  # HQ-MON-GARGOYLE-01
            lost = 0
        found[lost] = found.get(lost, Fraction(0)) + share
    return found


_NONE: Mapping[tuple[int, int], Fraction] = {(0, 0): Fraction(1)}


def _shields(state: State, victim: Character, dice: int, *, melee: bool) -> Mapping[tuple[int, int], Fraction]:
    """White and black shields of a defense roll, with what a dodge adds to those that lie there (HQ-DODGE-01..04)."""
    if dice <= 0:
        return _NONE
    own = chances(
        [state.content.dice[COMBAT]] * dice,
        lambda face: count((face.label,), WHITE) + _PAIR * count((face.label,), BLACK),
    )
    tiers = tiers_of(state, victim)
    dodge = _dodges(tiers, victim.delta) if tiers else {0: Fraction(1)}
    is_black = victim.hero == "elf" and melee
    found: dict[tuple[int, int], Fraction] = {}
    for (both, share), (more, likely) in product(own.items(), dodge.items()):
        black, white = divmod(both, _PAIR)
        lies = (white, black + more * bool(black)) if is_black else (white + more * bool(white), black)
        found[lies] = found.get(lies, Fraction(0)) + share * likely
    return found


@cache
def _dodges(tiers: tuple[str, ...], lucky: int) -> Shares:
    found: dict[int, Fraction] = {}
    for first, second in product(_D20, _D20):
        more = bonus(tiers, first, second, lucky)
        found[more] = found.get(more, Fraction(0)) + Fraction(1, len(_D20) ** 2)
    return found


def _surprises(state: State, part: Part, victim: Character) -> Mapping[str, Fraction]:
    """Each result of the D20 that a surprise brings; no surprise where none does (HQ-COMBAT-BACK-02..04)."""
    is_near = part.manner == MELEE
    submerged = is_near and is_submerged(state, victim)
    near = (state.who(part.piece),) if is_near else ()
    if submerged or surprise_rule(state, near, victim, melee=is_near) is None:
        return {"": Fraction(1)}
    found: dict[str, Fraction] = {}
    for face in _D20:
        found[surprise_of(face)] = found.get(surprise_of(face), Fraction(0)) + Fraction(1, len(_D20))
    return found


def _skulls(state: State, part: Part, target: PieceId, *, perfect: bool) -> Iterator[tuple[int, int, Fraction]]:
    """Each number of skulls with those that cannot be defended, as ``roll_part`` counts them."""
    dice, pool = state.content.dice, part.pool
    is_near = part.manner == MELEE and is_cornered(state, state.who(part.piece), state.who(target))
    plain = len(pool.dice) - pool.deadly
    least = int(perfect and state.content.options.perfect_attack)
    counted = [
        chances([dice[die] for die in some], lambda face: max(least, count((face.label,), pool.hit)))
        for some in (pool.dice[:plain], pool.dice[plain:])
    ]
    cornered, critical = int(is_near), _critical(state)  # HQ-COMBAT-CORNER-01
    for (own, share), (deadly, chance) in product(counted[0].items(), counted[1].items()):
        skulls = own + deadly
        points = pool.points if skulls + cornered else 0
        for more, likely in critical.items() if skulls else ((0, Fraction(1)),):
            yield skulls + more + cornered + points, deadly, share * chance * likely


def _critical(state: State) -> Shares:
    """Return the chance of each number of skulls that the D20 adds (HQ-CRIT-02)."""
    table = state.content.tables.critical
    if not table:
        return {0: Fraction(1)}
    return chances(
        [state.content.dice["d20"]],
        lambda face: sum(more for least, most, more in table if least <= int(face.label) <= most),
    )
