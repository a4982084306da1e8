"""Objects that a power takes from afar: put on another square, or thrown (powers catalogue: Telekinesis).

user ── object ── square      each within so many squares of the others, and in sight of them
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import ClassVar

from companion.board.grid import GridBoard
from companion.board.spaces import Terrain, Verdict
from companion.board.squares import parse_square
from companion.core.ids import PieceId, SpaceId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroclix.attack.striking import make_attack, strike
from companion.games.heroclix.attack.targeting import aiming_violations, is_spared, may_aim
from companion.games.heroclix.attack.throwing import DAMAGE
from companion.games.heroclix.commands import ObjectId, UsePower, used
from companion.games.heroclix.events.attack import AttackDeclared, AttackShaped
from companion.games.heroclix.events.play import PiecePlaced
from companion.games.heroclix.events.powers import EffectBegan, PowerUsed
from companion.games.heroclix.events.tactics import ObjectPushed, ObjectUsed
from companion.games.heroclix.position.happening import happen, next_number
from companion.games.heroclix.position.holding import active_of, are_adjacent, is_active
from companion.games.heroclix.position.in_hand import PORTABLE, lying_object
from companion.games.heroclix.position.lines import (
    SeeThroughHindering,
    is_in_sight,
    line_to_space,
    seen_among,
    sees_space,
    sight_of,
    spaces_seen,
)
from companion.games.heroclix.position.reckoning import (
    defense_value,
    fighting_value,
    range_value,
    reckoned_events,
    within_of,
)
from companion.games.heroclix.position.verb import Slot, Verb
from companion.games.heroclix.state.attack import AttackKind, Target
from companion.games.heroclix.state.lasting import Lasting, LastingKind, Until
from companion.games.heroclix.state.state import Piece, State

THROW = "throw"  # what may be chosen besides putting it down


def levitation_violations(
    state: State, piece: Piece, item: PieceId, to: tuple[SpaceId, ...], within: int, option: str
) -> Iterator[Violation]:
    """Why the object may not be put on that square, or thrown at who stands there."""
    found, lying = state.table.tactics.object(item), lying_object(state, item)
    assert found is not None, item
    if found.weight not in PORTABLE:
        yield violation("HC-OBJ-18", item, waivable=False)
    if lying is None:
        is_held = any(holding.object == item for holding in state.tactics.held)
        yield violation("HC-OBJ-26" if is_held else "HC-VP-02", item, waivable=False, element=found.name)
        return
    board = state.table.board
    if len(to) != 1 or to[0] not in board:
        yield violation("HC-MAP-07", None, waivable=False, found=", ".join(to) or "-")
        return
    for space in (lying.space, to[0]):
        if not _reaches(state, piece, space, within):
            yield violation("HC-RNG-05", space, range=within)
    between = sight_of(state).between(lying.space, to[0])
    if between.verdict is Verdict.BLOCKED or between.range > within:
        yield violation("HC-RNG-05", to[0], range=within)
    if option == THROW:
        yield from _throw_violations(state, piece, to[0], within)
    elif board.has(to[0], Terrain.BLOCKING):
        yield violation("HC-VAL-10", to[0], waivable=False, piece=item)
    elif any(one.space == to[0] for one in state.tactics.lying):
        yield violation("HC-OBJ-09", to[0], waivable=False, piece=item)


def _reaches(state: State, piece: Piece, space: SpaceId, within: int) -> bool:
    line = line_to_space(state, piece, space, within)
    return line.verdict is not Verdict.BLOCKED and line.range <= within


def _throw_violations(state: State, piece: Piece, to: SpaceId, within: int) -> Iterator[Violation]:
    target = next((other for other in state.on_map() if to in other.spaces), None)
    if target is None:
        yield violation("HC-ATK-02", to, waivable=False)
        return
    yield from aiming_violations(state, piece, (target.id,), AttackKind.RANGED, within=within)


def levitations(state: State, piece: Piece, within: int) -> Iterator[tuple[PieceId, SpaceId, str]]:
    """Every object with every square where it may be put, and every opponent's at which it may be thrown."""
    for lying in state.tactics.lying:
        if not _reaches(state, piece, lying.space, within):
            continue
        for space in state.table.board.within(within, *piece.spaces):
            for option in ("", THROW) if state.occupancy().on(space) else ("",):
                if not any(levitation_violations(state, piece, lying.object, (space,), within, option)):
                    yield lying.object, space, option


def levitated_events(state: State, piece: Piece, item: PieceId, to: SpaceId, option: str) -> tuple[object, ...]:
    """The object on its square; or an attack with its damage, on which nothing on the way to the target bears."""
    if option != THROW:
        return (ObjectPushed(piece.id, ObjectId(item), to),)
    found = state.table.tactics.object(item)
    target = next((other for other in state.on_map() if to in other.spaces), None)
    if found is None or found.weight is None or target is None:
        return ()
    kind = AttackKind.RANGED
    attack = fighting_value(state, piece, "attack", kind)
    defense = defense_value(state, target, kind, None)
    aim = Target(target.id, piece.spaces[0], to, Verdict.CLEAR.value, defense.value)
    return (
        AttackDeclared(kind, piece.id, attack.value, DAMAGE[found.weight], (aim,)),
        ObjectUsed(piece.id, ObjectId(item), thrown=True),
        *reckoned_events(piece.id, "attack", attack),
        *reckoned_events(target.id, "defense", defense),
    )


@dataclass(frozen=True, slots=True)
class PlaceOther(Verb):
    """A friend is placed on another square; an opponent when an attack that deals no damage has hit it.

    User, piece and square are within so many squares and in sight of one another; only bases of one square, and no
    giants (HC-MULTI-14).
    """

    within: int
    objects: bool = False  # also an object, or one thrown at an opponent
    opponents: bool = True
    once: bool = False  # who was placed does not use the power itself this turn
    own: bool = False  # the user reaches as far as its own range, ``within`` at least; the rest goes so far
    is_action: ClassVar[bool] = True
    says: ClassVar[frozenset[str]] = frozenset(("to", "option"))
    aims: ClassVar[int | None] = 1
    offers_legal: ClassVar[bool] = True
    resolves: ClassVar[bool] = True

    def violations(self, state: State, use: UsePower) -> Iterator[Violation]:
        """Whether piece and square may be chosen."""
        board, piece = state.table.board, state.piece(use.piece)
        if self.objects and use.targets and state.table.tactics.object(use.targets[0]) is not None:
            item = use.targets[0]
            yield from levitation_violations(state, piece, item, use.to, self.within, use.option)
            return
        other = state.find(use.targets[0]) if use.targets else None
        if other is None or not other.spaces or other.id == piece.id:
            yield violation("TW-PIECE-01", use.piece, waivable=False)
            return
        if len(use.to) != 1 or use.to[0] not in board:
            yield violation("HC-MAP-07", None, waivable=False, found=", ".join(use.to) or "-")
            return
        to = use.to[0]
        if len(other.spaces) > 1 or state.abilities(other) & {"giant", "colossal"}:
            yield violation("HC-MULTI-14", other.id)
        if is_spared(state, other, use.power):
            yield violation("HC-VAL-01", other.id, waivable=False, attacker=piece.id)
        if board.has(to, Terrain.BLOCKING) or state.occupancy().on(to) is not None:
            yield violation("HC-VAL-10", to, waivable=False, piece=other.id)
        far = within_of(state, piece, self.within, minimum=self.own)
        if not is_in_sight(state, piece, other, far):
            yield violation("HC-RNG-05", other.id, range=far)
        if not (self._reaches(state, piece, to, far) and self._reaches(state, other, to, self.within)):
            yield violation("HC-RNG-05", to, range=self.within)
        if not state.is_friend(piece.seat, other.seat) and not self.opponents:
            yield violation("HC-VAL-01", other.id, waivable=False, attacker=piece.id)
        elif not state.is_friend(piece.seat, other.seat):
            kind = self._kind(state, piece, other)
            yield from aiming_violations(state, piece, (other.id,), kind, use.power)

    def _reaches(self, state: State, one: Piece, to: SpaceId, within: int) -> bool:
        near = min(state.table.board.distance(own, to) for own in one.spaces) <= within
        return near and sees_space(state, one, to)

    def _kind(self, state: State, piece: Piece, other: Piece) -> AttackKind:
        return AttackKind.CLOSE if are_adjacent(state, piece, other) else AttackKind.RANGED

    def offers(self, state: State, use: UsePower) -> Iterator[UsePower]:
        """Generate a use for each piece and each square."""
        piece, others = state.piece(use.piece), [*state.on_map()]
        others = [friend for friend in others if self._may_go(state, use, piece, friend)]
        far = within_of(state, piece, self.within, minimum=self.own)
        spaces = self._spaces(state, piece, far) if others else ()
        for other in others:
            near = frozenset(self._spaces(state, other, self.within))
            yield from (used(use, (other.id,), (space,)) for space in spaces if space in near)
        if self.objects:
            for item, space, option in levitations(state, piece, self.within):
                yield used(use, (item,), (space,), option)

    def _may_go(self, state: State, use: UsePower, piece: Piece, other: Piece) -> bool:
        """Whether the other piece may be placed somewhere, as ``violations`` says, wherever that is."""
        if other.id == piece.id or len(other.spaces) > 1 or state.abilities(other) & {"giant", "colossal"}:
            return False
        if not is_in_sight(state, piece, other, within_of(state, piece, self.within, minimum=self.own)):
            return False
        if state.is_friend(piece.seat, other.seat):
            return not is_spared(state, other, use.power)
        kind = self._kind(state, piece, other)
        return self.opponents and may_aim(state, piece, other, kind, use.power)

    def _spaces(self, state: State, one: Piece, reach: int) -> tuple[SpaceId, ...]:
        """The free squares within reach and in sight of the piece, in reading order."""
        board, seen, taken = state.table.board, spaces_seen(state, one), state.occupancy().by_space
        within = (space for space in board.within(reach, *one.spaces) if space in seen)
        return tuple(space for space in within if space not in taken and not board.has(space, Terrain.BLOCKING))

    def script(self, t: Teller[State], used: PowerUsed) -> Script[None]:
        """The friend goes; an opponent is attacked first, and goes when it is hit."""
        piece, first, to = t.state.piece(used.piece), used.targets[0], used.spaces
        if t.state.table.tactics.object(first) is not None:
            happen(t, *levitated_events(t.state, piece, first, to[0], used.option))
            if used.option == THROW:
                yield from strike(t)
            return
        other = t.state.piece(first)
        if not t.state.is_friend(piece.seat, other.seat):
            shape, kind = AttackShaped(used.power, harmless=True), self._kind(t.state, piece, other)
            yield from make_attack(t, piece, (other.id,), kind, shape)
            attack, there = t.state.attack, t.state.occupancy().on(to[0])
            is_hit = attack is not None and other.id in attack.hits and bool(t.state.piece(first).spaces)
            if t.state.piece(used.piece).ko or not is_hit or (there is not None and there.piece != other.id):
                return  # the square is taken by now: that part of it is ignored (HC-VAL-12)
        happen(t, PiecePlaced(other.id, to))
        if self.once and any(held.power == used.power for held in t.state.held(t.state.piece(other.id))):
            number, until = next_number(t.state), Until.TURN_END
            happen(t, EffectBegan(Lasting(number, LastingKind.TURNED_OFF, other.id, used.power, until)))


class Marker(StrEnum):
    """The kinds of markers."""

    SMOKE = "smoke"  # hindering; not on blocking terrain, nor where it is hindering already (HC-TERR-09, -31)
    BARRIER = "barrier"  # blocking; on clear terrain where nobody stands (HC-VAL-10)


@dataclass(frozen=True, slots=True)
class PlaceMarkers(Verb):
    """Up to so many markers on squares that hang together, all within range, at least one in sight.

    They lie there until the own next turn, and go with their power (HC-POW-13).
    """

    marker: Marker
    most: int
    least_range: int
    destructible: bool = False  # an attack may destroy the markers like blocking terrain
    attack: int = 0  # what it does to the attack of who stands in the markers, and cannot lay such ones
    among: str = "all"  # … or ``opponents`` alone
    kept: bool = False  # the markers stay though the power is lost
    is_action: ClassVar[bool] = True
    says: ClassVar[frozenset[str]] = frozenset(("to",))
    offers_legal: ClassVar[bool] = True
    resolves: ClassVar[bool] = True

    def violations(self, state: State, use: UsePower) -> Iterator[Violation]:
        """Whether the markers may lie there."""
        board, piece = state.table.board, state.piece(use.piece)
        strange = [space for space in use.to if space not in board]
        if strange or not 1 <= len(use.to) <= self.most or len(set(use.to)) < len(use.to):
            yield violation(
                "HC-MAP-07", strange[0] if strange else None, waivable=False, found=", ".join(use.to) or "-"
            )
            return
        reach = max(range_value(state, piece), self.least_range)
        for space in use.to:
            distance = min(board.distance(own, space) for own in piece.spaces)
            if distance > reach:
                yield violation("HC-RNG-02", space, range=reach, distance=distance)
            if not self._may_lie(state, space):
                yield violation("HC-VAL-10", space, waivable=False, piece=self.marker.value)
        if not _hang_together(board, use.to):
            yield violation("HC-ADJ-01", use.to[0])
        if not any(sees_space(state, piece, space) for space in use.to):
            yield violation("HC-RNG-05", use.to[0], range=reach)

    @property
    def stays(self) -> bool:
        return self.kept

    def burden(self, state: State, layer: Piece, piece: Piece, power: str, slot: str) -> int:
        """Return the penalty to attack in smoke; those who make smoke or see through it have none."""
        if not self.attack or slot != Slot.ATTACK.value:
            return 0
        if self.among == "opponents":
            return 0 if state.is_friend(layer.seat, piece.seat) else self.attack
        clear = is_active(state, piece, SeeThroughHindering) or next(active_of(state, piece, power), None) is not None
        return 0 if clear else self.attack

    def _may_lie(self, state: State, space: SpaceId) -> bool:
        board = state.table.board
        if self.marker is Marker.SMOKE:
            return not board.tile(space).terrain & {Terrain.BLOCKING, Terrain.HINDERING}
        return not board.tile(space).terrain and state.occupancy().on(space) is None

    def offers(self, state: State, use: UsePower) -> Iterator[UsePower]:
        """Single markers, and whole rows of them; other shapes are laid by hand."""
        board, piece = state.table.board, state.piece(use.piece)
        within = board.within(max(range_value(state, piece), self.least_range), *piece.spaces)
        free = {space for space in within if self._may_lie(state, space)}
        seen = seen_among(state, piece, free)
        for space in within:
            if space not in free:
                continue
            if space in seen:
                yield used(use, to=(space,))
            column, row = parse_square(space)
            for across, down in ((1, 0), (0, 1)):
                squares = (board.at(column + across * n, row + down * n) for n in range(self.most))
                line = tuple(square for square in squares if square in free)
                if (
                    len(line) == self.most
                    and not seen.isdisjoint(line)
                    and all(board.is_adjacent(*pair) for pair in pairwise(line))
                ):
                    yield used(use, to=line)

    def script(self, t: Teller[State], used: PowerUsed) -> Script[None]:
        seat, until = t.state.piece(used.piece).seat, Until.TURN_START
        effect = Lasting(
            next_number(t.state),
            LastingKind.MARKS,
            used.piece,
            self.marker.value,
            until,
            seat=seat,
            by=used.piece,
            power=used.power,
            spaces=used.spaces,
        )
        happen(t, EffectBegan(effect))
        yield from ()


def _hang_together(board: GridBoard, spaces: tuple[SpaceId, ...]) -> bool:
    """Whether every square is reached from the first by steps between adjacent ones of them."""
    reached, todo = {spaces[0]}, [spaces[0]]
    while todo:
        here = todo.pop()
        new = {space for space in spaces if space not in reached and board.is_adjacent(here, space)}
        reached |= new
        todo += sorted(new)
    return len(reached) == len(spaces)
