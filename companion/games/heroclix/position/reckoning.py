"""The values that count in a moment, with everything that made them (HC-VAL-02), and the verbs that change values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from companion.board.lines import SightLine
from companion.core.ids import PieceId
from companion.core.reckoning import Contribution, Operation, Reckoning
from companion.core.typed import plain
from companion.games.heroclix.events.attack import ValueReckoned
from companion.games.heroclix.position.holding import active, adjacent_friends, are_adjacent, partners_of
from companion.games.heroclix.position.verb import During, HaveValue, ModifyFor, ModifyValue, Slot, Verb, Whom
from companion.games.heroclix.state.attack import AttackKind
from companion.games.heroclix.state.lasting import LastingKind
from companion.games.heroclix.state.state import Piece, State
from companion.games.heroclix.values import reckon


@dataclass(frozen=True, slots=True)
class BorrowValue(Verb):
    """The piece uses the unmodified value of an adjacent friend with the same ability, when it is better."""

    value: Slot


@dataclass(frozen=True, slots=True)
class CoverFire(Verb):
    """Beside a friend that shoots at a target it sees, it modifies the target's defense; with ``close``, beside one
    that strikes a target it stands next to itself.
    """

    amount: int
    close: bool = False


class Against(StrEnum):
    """A change of a value that something keeps off."""

    RAISED = "raised"
    LOWERED = "lowered"
    REPLACED = "replaced"  # HC-VAL-04: halved and doubled, too


@dataclass(frozen=True, slots=True)
class KeepValues(Verb):
    """Opponents cannot modify these values, or cannot replace them; or nobody can (HC-VAL-01)."""

    values: tuple[Slot, ...] = tuple(Slot)
    against: tuple[Against, ...] = (Against.RAISED, Against.LOWERED)
    opponents: bool = True  # only what they do

    def keeps_off(self, slot: str, part: Contribution) -> bool:
        """Whether such a change of the value is kept off, whoever makes it."""
        change = Against.RAISED if part.amount > 0 else Against.LOWERED
        return slot in self.values and (Against.REPLACED if part.replaces else change) in self.against


@dataclass(frozen=True, slots=True)
class RaiseTotal(Verb):
    """The attack total is raised by so much, once the roll is final."""

    amount: int
    attack: During = During.ANY


@dataclass(frozen=True, slots=True)
class RaiseDealt(Verb):
    """Damage dealt to each target hit is raised by so much, after it is divided."""

    amount: int
    attack: During = During.ANY


HINDERED = "HC-LOS-08"


def printed_value(state: State, piece: Piece, slot: str) -> int:
    """The number on the dial or, for the range, on the base."""
    return state.figure(piece).range if slot == "range" else state.value(piece, slot)


def lasting_parts(state: State, piece: Piece, slot: str) -> Iterator[Contribution]:
    """Generate the terms of lasting effects on a value."""
    for effect in state.lasting:
        if effect.kind is LastingKind.MODIFIES and effect.piece == piece.id and effect.key == slot:
            yield Contribution(Operation.MODIFIED, effect.amount, effect.power, effect.by)
        elif effect.kind is LastingKind.MARKS and not set(effect.spaces).isdisjoint(piece.spaces):
            rule, layer = state.edition.powers.get(effect.power), state.find(effect.piece)
            if rule is not None and layer is not None:
                amounts = (verb.burden(state, layer, piece, effect.power, slot) for verb in rule.verbs)
                yield from (Contribution(Operation.MODIFIED, one, effect.power, layer.id) for one in amounts if one)


def power_parts(state: State, piece: Piece, slot: str, kind: AttackKind | None) -> Iterator[Contribution]:
    """Generate the terms of powers on a value in an attack of that kind, or outside of attacks:
    its own, and those of others.
    """
    if not piece.spaces:
        return
    for power, have in active(state, piece, HaveValue):
        if have.value.value == slot:
            yield Contribution(Operation.BECOMES, have.amount, power, piece.id)
    own = ((piece, power, verb) for power, verb in active(state, piece, ModifyValue))
    others = (one for one in _modifiers(state) if one[0].id != piece.id)
    for giver, power, verb in (*own, *others):
        if verb.value.value == slot and verb.attack.covers(kind) and _is_meant(state, giver, piece, verb):
            yield Contribution(Operation.MODIFIED, verb.amount, power, giver.id)


def _modifiers(state: State) -> tuple[tuple[Piece, str, ModifyValue], ...]:
    """Return what modifies values of others on the map, those of adjacent friends first; worked out once a state."""
    known: tuple[tuple[Piece, str, ModifyValue], ...] | None = state.kept.get("modifiers")
    if known is None:
        found = [
            (giver, power, verb)
            for giver in state.on_map()
            for power, verb in active(state, giver, ModifyValue)
            if verb.whom is not Whom.SELF
        ]
        known = tuple(sorted(found, key=lambda one: one[2].whom is not Whom.ADJACENT_FRIENDS))
        state.kept["modifiers"] = known
    return known


def _is_meant(state: State, giver: Piece, piece: Piece, verb: ModifyValue) -> bool:
    """Whether the giver's power is about that piece: by its tokens, by side, by where it stands, by keyword."""
    if isinstance(verb, ModifyFor):
        words = {plain(word) for word in state.figure(piece).keywords} if verb.keywords else set()
        if verb.keywords and words.isdisjoint(map(plain, verb.keywords)):
            return False
        if verb.tokens and giver.tokens not in verb.tokens:
            return False
    if giver.id == piece.id:
        return verb.whom is Whom.SELF
    is_friend = state.is_friend(giver.seat, piece.seat)
    match verb.whom:
        case Whom.SELF:
            return False
        case Whom.ADJACENT_FRIENDS | Whom.ADJACENT_OPPONENTS:
            fits = are_adjacent(state, giver, piece)
        case Whom.FRIENDS_WITHIN | Whom.OPPONENTS_WITHIN:  # HX-TERM-06, -08
            fits = distance(state, giver, piece) <= verb.within
        case _:
            fits = True
    return fits and is_friend is (verb.whom in _FRIENDS)


_FRIENDS = (Whom.ADJACENT_FRIENDS, Whom.FRIENDS_WITHIN, Whom.FRIENDS)


def distance(state: State, one: Piece, other: Piece) -> int:
    """The squares between the two, by the nearest squares of their bases."""
    return min(state.table.board.distance(a, b) for a in one.spaces for b in other.spaces)


def is_kept_off(state: State, piece: Piece, slot: str, part: Contribution) -> bool:
    """Whether something keeps that change off the piece's value."""
    giver = state.find(part.piece) if part.piece is not None else None
    is_opposing = giver is not None and not state.is_friend(giver.seat, piece.seat)
    keepers = (verb for _, verb in active(state, piece, KeepValues) if is_opposing or not verb.opponents)
    return any(verb.keeps_off(slot, part) for verb in keepers)


def reckoned_value(state: State, piece: Piece, slot: str, printed: int, parts: Iterable[Contribution]) -> Reckoning:
    """A value of the piece with what changes it: whatever nothing keeps off (HC-VAL-01)."""
    return reckon(printed, [part for part in parts if not is_kept_off(state, piece, slot, part)])


def standing_value(state: State, piece: Piece, slot: str) -> Reckoning:
    """A value outside of attacks: printed, and what lasting effects make of it, and powers that count in any attack."""
    parts = (*power_parts(state, piece, slot, None), *lasting_parts(state, piece, slot))
    return reckoned_value(state, piece, slot, printed_value(state, piece, slot), parts)


def range_value(state: State, piece: Piece) -> int:
    """The range that counts now: computed like any value, though it stands on the base (HX-RNG-01)."""
    return standing_value(state, piece, "range").value


def within_of(state: State, piece: Piece, within: int, *, minimum: bool) -> int:
    """The squares that a power reaches: so many, or with a minimum range the own range where that is longer."""
    return max(within, range_value(state, piece)) if minimum else within


def borrowed(state: State, piece: Piece, slot: str) -> Iterator[Contribution]:
    """The better value of a teammate that the piece uses instead of its own (HC-VAL-04), if there is one."""
    own = state.value(piece, slot)
    for power, verb in active(state, piece, BorrowValue):
        mates = partners_of(state, piece, power) if verb.value.value == slot else ()
        best = max(mates, key=lambda one: state.value(one, slot), default=None)
        if best is not None and state.value(best, slot) > own:
            yield Contribution(Operation.BECOMES, state.value(best, slot), power, best.id)


def covering(state: State, attacker: Piece, target: Piece, kind: AttackKind, sees: object) -> Iterator[Contribution]:
    """Generate the terms of the attacker's adjacent friends on the target's defense; ``sees`` tells who sees it."""
    assert callable(sees)
    for friend in adjacent_friends(state, attacker):
        for power, verb in active(state, friend, CoverFire):
            if verb.close is not (kind is AttackKind.CLOSE):
                continue
            if are_adjacent(state, friend, target) if verb.close else sees(friend):
                yield Contribution(Operation.MODIFIED, verb.amount, power, friend.id)


def fighting_value(state: State, piece: Piece, slot: str, kind: AttackKind, *more: Contribution) -> Reckoning:
    """The attacker's attack or damage in an attack of that kind: the final value (HX-ATK-06); of damage, what is normal
    damage (HX-DMG-05)."""
    lent = borrowed(state, piece, slot)
    parts = (*lent, *lasting_parts(state, piece, slot), *power_parts(state, piece, slot, kind), *more)
    return reckoned_value(state, piece, slot, printed_value(state, piece, slot), parts)


def defense_value(
    state: State, piece: Piece, kind: AttackKind, line: SightLine | None, *more: Contribution
) -> Reckoning:
    """The defense of a target; a hindered line adds one (HC-LOS-08)."""
    bonus = line.defense_modifier if line is not None else 0
    hindered = (Contribution(Operation.MODIFIED, bonus, HINDERED),) if bonus else ()
    return fighting_value(state, piece, "defense", kind, *hindered, *more)


def reckoned_events(piece: PieceId, slot: str, found: Reckoning) -> Iterator[ValueReckoned]:
    """Generate the event that tells a value which is not just the printed one."""
    if found.parts:
        yield ValueReckoned(piece, slot, found.value, found.printed, found.parts)
