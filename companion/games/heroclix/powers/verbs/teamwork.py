"""What team abilities do with the values of teammates and of those they shoot at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.heroclix.attack.declared import AttackKind
from companion.games.heroclix.moves.adjacency import adjacent_friends
from companion.games.heroclix.powers.holding import active, is_active
from companion.games.heroclix.powers.verbs.modify_value import Slot
from companion.games.heroclix.powers.verbs.verb import Verb
from companion.games.heroclix.state import Piece, State
from companion.games.heroclix.tactics.counting import partners_of
from companion.games.heroclix.values import Contribution, Operation

__all__ = ["BorrowValue", "CoverFire", "KeepValues", "SeeThroughHindering", "borrowed", "covering"]


@dataclass(frozen=True, slots=True)
class BorrowValue(Verb):
    """The piece uses the unmodified value of an adjacent friend with the same ability, when it is better."""

    value: Slot


@dataclass(frozen=True, slots=True)
class CoverFire(Verb):
    """Beside a friend that shoots at a target it sees, it modifies the target's defense."""

    amount: int


@dataclass(frozen=True, slots=True)
class KeepValues(Verb):
    """Opponents cannot modify its values."""


@dataclass(frozen=True, slots=True)
class SeeThroughHindering(Verb):
    """Hindering terrain is clear for its lines."""


def borrowed(state: State, piece: Piece, slot: str) -> Iterator[Contribution]:
    """The better value of a teammate that the piece uses instead of its own (HC-VAL-04), if there is one."""
    own = state.value(piece, slot)
    for power, verb in active(state, piece, BorrowValue):
        mates = partners_of(state, piece, power) if verb.value.value == slot else ()
        best = max(mates, key=lambda one: state.value(one, slot), default=None)
        if best is not None and state.value(best, slot) > own:
            yield Contribution(Operation.BECOMES, state.value(best, slot), power, best.id)


def covering(
    state: State, attacker: Piece, target: Piece, kind: AttackKind, sees: object
) -> Iterator[Contribution]:
    """What the friends beside the one who shoots do to the defense of its target; ``sees`` tells who sees it."""
    assert callable(sees)
    if kind is not AttackKind.RANGED or is_active(state, target, KeepValues):
        return
    for friend in adjacent_friends(state, attacker):
        for power, verb in active(state, friend, CoverFire):
            if sees(friend):
                yield Contribution(Operation.MODIFIED, verb.amount, power, friend.id)
