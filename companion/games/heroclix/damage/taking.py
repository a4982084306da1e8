"""Damage that a piece does not take: taken off (not from penetrating damage, HC-DMG-07), ignored, or somebody else's.

dealt ──reducers──> ──least, most──> taken      (HX-SEQ-01)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.core.ids import RuleId
from companion.games.heroclix.position.holding import active, adjacent_friends, is_active
from companion.games.heroclix.position.verb import During, Verb
from companion.games.heroclix.state.attack import Blow, DamageKind
from companion.games.heroclix.state.state import Piece, State


@dataclass(frozen=True, slots=True)
class Reduce(Verb):
    """Takes a fixed amount off, of damage of such attacks alone; where no limit is set, several add up (AMB-04)."""

    amount: int
    penetrating: bool = False  # penetrating damage too
    normal: bool = True  # damage that is not penetrating
    attack: During = During.ANY


@dataclass(frozen=True, slots=True)
class ReduceTo(Verb):
    """Takes off what is more than so much, of damage of such attacks alone."""

    amount: int
    penetrating: bool = False  # penetrating damage too
    normal: bool = True  # damage that is not penetrating
    attack: During = During.ANY


@dataclass(frozen=True, slots=True)
class ReducePenetrating(Verb):
    """Everything that reduces damage to the piece reduces penetrating damage too."""


@dataclass(frozen=True, slots=True)
class ReduceByRoll(Verb):
    """A die: on these faces all of the damage is taken off, else the amount."""

    faces: tuple[int, ...]
    amount: int
    attacks: bool = False  # the die is thrown for damage of attacks alone; else the amount comes off without it
    penetrating: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class IgnoreHalf(Verb):
    """Half of the damage is ignored, the half rounded up; penetrating damage too."""

    penetrating: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class IgnorePushing(Verb):
    """Takes no pushing damage; who wants it turns the power off before the action (HC-POW-07)."""


@dataclass(frozen=True, slots=True)
class Insist(Verb):
    """Attacks of the piece cannot be evaded; their damage is not reduced below so much, nor transferred."""

    least: int = 1
    sure: bool = True  # nobody evades them …
    roll: int = 0  # … or this is added to the die that evades them


@dataclass(frozen=True, slots=True)
class BoundDamage(Verb):
    """Of damage it is dealt the piece takes at least and at most so much; neither is a reduction."""

    least: int = 0
    most: int = 99


@dataclass(frozen=True, slots=True)
class NotDamaged(Verb):
    """The piece takes no damage, but for unavoidable and pushing damage (HX-DMG-11, -12); or none of such attacks."""

    attack: During = During.ANY

    def covers(self, state: State, blow: Blow) -> bool:
        """Whether it keeps that damage off."""
        return _is_of(state, blow, self.attack)


@dataclass(frozen=True, slots=True)
class Transfer(Verb):
    """All damage about to be dealt may go to one adjacent friend of fewer points."""

    def bearers(self, state: State, piece: Piece) -> Iterator[Piece]:
        """The friends that could take it."""
        return (
            other
            for other in adjacent_friends(state, piece)
            if other.points < piece.points and not state.is_immune(other)
        )


REDUCER = RuleId("HX-SEQ-04")
Reducer = Reduce | ReduceTo | ReduceByRoll | IgnoreHalf


def _is_of(state: State, blow: Blow, attack: During) -> bool:
    """Whether it is damage of an attack of that kind, or any will do."""
    is_of_attack = blow.kind is DamageKind.ATTACK and state.attack is not None
    return attack is During.ANY or (is_of_attack and attack.covers(state.attack.kind if state.attack else None))


def _is_reducible(state: State, piece: Piece, blow: Blow) -> bool:
    """Whether whatever reduces damage reduces this one: penetrating damage only where the piece says so."""
    return not blow.penetrating or is_active(state, piece, ReducePenetrating)


def reducers(state: State, piece: Piece, blow: Blow) -> Iterator[tuple[str, Reducer]]:
    """Every power of the piece that reduces this damage: not penetrating damage (HC-DMG-07, HX-DMG-10), but for
    those that ignore it or say so."""
    is_reducible = _is_reducible(state, piece, blow)
    for power, verb in active(state, piece, Verb):
        if isinstance(verb, Reduce | ReduceTo) and not (
            _is_of(state, blow, verb.attack) and (verb.normal or blow.penetrating)
        ):
            continue
        if isinstance(verb, Reduce | ReduceTo | ReduceByRoll | IgnoreHalf) and (verb.penetrating or is_reducible):
            yield power, verb


def reducer_options(state: State, piece: Piece, blow: Blow) -> tuple[str, ...]:
    """The powers among which the piece's player picks the one that reduces the damage (HX-SEQ-04, -05).

    None where there is no limit, and where it makes no difference which.
    """
    found = list(reducers(state, piece, blow))
    if state.edition.attack.damage.reducers is None or blow.reducer or len({verb for _, verb in found}) < 2:
        return ()
    return tuple(dict.fromkeys(power for power, _ in found))


def chosen_reducers(state: State, piece: Piece, blow: Blow) -> list[tuple[str, Reducer]]:
    """The powers that do reduce the damage: all of them, or the one that was picked, or the only one."""
    found = list(reducers(state, piece, blow))
    if state.edition.attack.damage.reducers is None:
        return found
    return [one for one in found if blow.reducer in ("", one[0])][: state.edition.attack.damage.reducers]


def is_unharmed(state: State, piece: Piece, blow: Blow) -> bool:
    """Whether something keeps that damage off the piece altogether."""
    return any(verb.covers(state, blow) for _, verb in active(state, piece, NotDamaged))


def taken_of(state: State, piece: Piece, blow: Blow) -> int:
    """Damage dealt less what the piece's powers take off, never below 0 (HX-SEQ-03, -07).

    Nothing comes off unavoidable damage, nor is it kept from being taken (HC-DMG-08, HX-DMG-11); of pushing damage only
    what names it counts (HC-TOKEN-06, HX-DMG-12).
    """
    if blow.kind is DamageKind.UNAVOIDABLE:
        return blow.amount
    if blow.kind is DamageKind.PUSHING:
        return 0 if is_active(state, piece, IgnorePushing) else blow.amount
    if is_unharmed(state, piece, blow):
        return 0
    chosen = chosen_reducers(state, piece, blow)
    off = sum(verb.amount for _, verb in chosen if isinstance(verb, Reduce))
    off += blow.less if _is_reducible(state, piece, blow) else 0
    reduced = min(blow.amount - off, *(verb.amount for _, verb in chosen if isinstance(verb, ReduceTo)), blow.amount)
    left = max(min(least_left(state, blow), blow.amount), reduced)
    if any(isinstance(verb, IgnoreHalf) for _, verb in chosen):
        left //= 2
    return _bounded(state, piece, left) if blow.amount else left


def sparing(state: State, piece: Piece, blow: Blow) -> Iterator[str]:
    """Generate the powers by which the piece takes less than it is dealt, but for those that told it themselves."""
    if blow.kind is DamageKind.PUSHING:
        yield from (power for power, _ in active(state, piece, IgnorePushing))
    elif blow.kind is not DamageKind.UNAVOIDABLE:
        unharmed = [power for power, verb in active(state, piece, NotDamaged) if verb.covers(state, blow)]
        lessened = (power for power, verb in chosen_reducers(state, piece, blow) if not isinstance(verb, ReduceByRoll))
        yield from unharmed or lessened


def _bounded(state: State, piece: Piece, left: int) -> int:
    """Return the damage within the least and the most that the piece takes: no reducers, and after them (HX-SEQ-06)."""
    for _, verb in active(state, piece, BoundDamage):
        left = max(left, verb.least)
    for _, verb in active(state, piece, BoundDamage):
        left = min(left, verb.most)
    return left


def least_left(state: State, blow: Blow) -> int:
    """Return the least that reductions must leave of the damage of this attack."""
    if state.attack is None or blow.kind is not DamageKind.ATTACK:
        return 0
    attacker = state.piece(state.attack.attacker)
    return max((verb.least for _, verb in active(state, attacker, Insist)), default=0)
