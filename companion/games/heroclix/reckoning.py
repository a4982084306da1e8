"""The values that count in a moment, with everything that made them (HC-VAL-02)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.board.lines import SightLine
from companion.core.ids import PieceId
from companion.games.heroclix.attack.declared import Attack, AttackKind
from companion.games.heroclix.attack.power_events import ValueReckoned
from companion.games.heroclix.moves.adjacency import adjacent_friends
from companion.games.heroclix.powers.holding import active
from companion.games.heroclix.powers.lasting import LastingKind
from companion.games.heroclix.powers.verbs.modify_value import ModifyValue, Whom
from companion.games.heroclix.powers.verbs.teamwork import borrowed
from companion.games.heroclix.state import Piece, State
from companion.games.heroclix.values import Contribution, Operation, Reckoning, reckon

__all__ = [
    "defense_value",
    "fighting_value",
    "lasting_parts",
    "lent_defense",
    "range_value",
    "reckoned_events",
    "standing_value",
]

HINDERED = "HC-LOS-08"


def printed_value(state: State, piece: Piece, slot: str) -> int:
    """The number on the dial or, for the range, on the base."""
    return state.figure(piece).range if slot == "range" else state.value(piece, slot)


def lasting_parts(state: State, piece: Piece, slot: str) -> Iterator[Contribution]:
    """What effects that last do to a value."""
    for one in state.lasting:
        if one.kind is LastingKind.MODIFIES and one.piece == piece.id and one.key == slot:
            yield Contribution(Operation.MODIFIED, one.amount, one.power, one.by)


def power_parts(state: State, piece: Piece, slot: str, kind: AttackKind) -> Iterator[Contribution]:
    """What powers do to a value in an attack of that kind: its own, and those of friends beside it."""
    givers = [(piece, Whom.SELF), *((friend, Whom.ADJACENT_FRIENDS) for friend in adjacent_friends(state, piece))]
    for giver, whom in givers:
        for power, verb in active(state, giver, ModifyValue):
            if verb.whom is whom and verb.value.value == slot and verb.attack.covers(kind):
                yield Contribution(Operation.MODIFIED, verb.amount, power, giver.id)
    for giver in state.on_map():
        if giver.id == piece.id or not state.is_friend(giver.seat, piece.seat):
            continue
        for power, verb in active(state, giver, ModifyValue):
            fits = verb.whom is Whom.FRIENDS_WITHIN and verb.value.value == slot and verb.attack.covers(kind)
            if fits and _distance(state, giver, piece) <= verb.within:  # HX-TERM-06, -08
                yield Contribution(Operation.MODIFIED, verb.amount, power, giver.id)


def _distance(state: State, one: Piece, other: Piece) -> int:
    return min(state.table.board.distance(a, b) for a in one.spaces for b in other.spaces)


def standing_value(state: State, piece: Piece, slot: str) -> Reckoning:
    """A value outside of attacks: printed, and what lasting effects make of it."""
    return reckon(printed_value(state, piece, slot), tuple(lasting_parts(state, piece, slot)))


def range_value(state: State, piece: Piece) -> int:
    """The range that counts now: computed like any value, though it stands on the base (HX-RNG-01)."""
    return standing_value(state, piece, "range").value


def fighting_value(
    state: State, piece: Piece, slot: str, kind: AttackKind, *more: Contribution
) -> Reckoning:
    """The attacker's attack or damage in an attack of that kind: the final value (HX-ATK-06); of damage, what is normal
    damage (HX-DMG-05)."""
    lent = borrowed(state, piece, slot)
    parts = (*lent, *lasting_parts(state, piece, slot), *power_parts(state, piece, slot, kind), *more)
    return reckon(printed_value(state, piece, slot), parts)


def defense_value(
    state: State, piece: Piece, kind: AttackKind, line: SightLine | None, *more: Contribution
) -> Reckoning:
    """The defense of a target; a hindered line adds one (HC-LOS-08)."""
    bonus = line.defense_modifier if line is not None else 0
    hindered = (Contribution(Operation.MODIFIED, bonus, HINDERED),) if bonus else ()
    return fighting_value(state, piece, "defense", kind, *hindered, *more)


def lent_defense(state: State, attack: Attack, piece: Piece, lender: Piece, power: str) -> Reckoning:
    """The defense of a target that uses a friend's: replaced, then modified as its own would be."""
    lent = Contribution(Operation.BECOMES, state.value(lender, "defense"), power, lender.id)
    target = attack.target(piece.id)
    hindered = target.verdict == "hindered"
    parts = [Contribution(Operation.MODIFIED, 1, HINDERED)] if hindered else []
    return fighting_value(state, piece, "defense", attack.kind, lent, *parts)


def reckoned_events(piece: PieceId, slot: str, found: Reckoning) -> Iterator[ValueReckoned]:
    """What is said about a value that is not just the printed one."""
    if found.parts:
        yield ValueReckoned(piece, slot, found.value, found.printed, found.parts)
