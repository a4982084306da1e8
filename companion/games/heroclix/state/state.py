"""The state of a game of HeroClix.

State
  table    what never changes: edition, build total, seats, figures, tactics; the board, but for objects lying on it
  flow     round, phase, turn, whose turn, what is waited for
  pieces   one per figure in the game: where, which click, tokens
  work     the command in progress, while people are asked (HC-ACT-08)
  scores   victory points by seat
  tactics  what became of objects, feats, conditions …: tactics.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, TypeVar

from companion.board.occupancy import Occupancy, Occupant, Size
from companion.core.flow import Flow
from companion.core.ids import FigureId, PieceId, Seat, SpaceId
from companion.core.keeping import Keeping
from companion.core.procedure import InProgress, Work
from companion.core.typed import plain
from companion.games.heroclix.edition import Edition
from companion.games.heroclix.figures.figure import Figure, powers_at, value_at
from companion.games.heroclix.figures.hand import (
    NONE_GONE,
    STANDARD,
    Gone,
    Hand,
    Held,
    Text,
    deal,
    follow,
    is_ability,
    texts_of,
)
from companion.games.heroclix.state.attack import Attack
from companion.games.heroclix.state.lasting import Lasting, LastingKind
from companion.games.heroclix.state.play import InPlay, brought_by
from companion.games.heroclix.state.table import Table

T = TypeVar("T")
NOTHING_YET = InPlay()
MOST_TOKENS = 2  # HC-VAL-14: golden rule 4, which no overruled refusal changes either


class Phase(StrEnum):
    """The parts of a game."""

    WAITING = "waiting"
    FIRST_PLAYER = "first_player"
    MAP = "map"
    AREAS = "areas"
    CONDITIONS = "conditions"
    OBJECTS = "objects"
    DEPLOYMENT = "deployment"
    PLAY = "play"


@dataclass(frozen=True, slots=True)
class Piece:
    """A figure in the game with its base and its dial, as one piece (HC-DIAL-01). ``spaces`` is empty off the map."""

    id: PieceId
    seat: Seat
    figure: FigureId
    points: int
    start_click: int
    click: int
    spaces: tuple[SpaceId, ...] = ()
    tokens: int = 0
    acted: bool = False  # was given an action from the total this turn (HC-ACT-04)
    got_token: bool = False  # received a token this turn (HC-TOKEN-03)
    stirred: bool = False  # was given an action or moved since the game began (HC-TURN-13)
    ko: bool = False
    owner: Seat | None = None  # whose it is, while ``seat`` controls it for one action (HC-TEAM-08)
    hurt_by: Seat | None = None  # the last opponent who made it take damage (HC-VP-06)
    # powers used this turn; ``…@3``: in round 3, in the turn of an opponent; ``…@3.blue``: in that of blue
    used: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class State(Keeping, InProgress):
    """The state of a game."""

    table: Table
    flow: Flow
    pieces: tuple[Piece, ...]
    attack: Attack | None = None
    areas: tuple[tuple[Seat, str], ...] = ()
    first_player: Seat | None = None
    actions_given: int = 0
    scores: tuple[tuple[Seat, int], ...] = ()
    extra_actions: int = 0  # of this turn, over the action total
    lasting: tuple[Lasting, ...] = ()
    tactics: InPlay = NOTHING_YET  # what became of what ``table.tactics`` lists
    work: Work | None = None  # the command in progress
    _occupancy: Occupancy | None = field(default=None, init=False, repr=False, compare=False)
    _hands: dict[PieceId, tuple[Piece, Hand]] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def edition(self) -> Edition:
        """The rules of this table: those of its edition, with what its cards say in rows besides."""
        return self.table.rules

    @property
    def actions_left(self) -> int:
        """The actions still to be given this turn (HC-ACT-03)."""
        return self.table.actions + self.extra_actions - self.actions_given

    @property
    def active_seat(self) -> Seat | None:
        """The player whose turn it is (HC-TURN-03)."""
        return next(iter(self.flow.active), None)

    @property
    def order(self) -> tuple[Seat, ...]:
        """The seats in turn order: clockwise from the first player (HC-TURN-01)."""
        seats = self.table.seats
        start = seats.index(self.first_player) if self.first_player else 0
        return seats[start:] + seats[:start]

    def find(self, piece: PieceId) -> Piece | None:
        """The piece of that name, or ``None``."""
        try:
            found: Piece | None = self._by_id.get(piece)
            return found
        except AttributeError:  # asked for the first time
            object.__setattr__(self, "_by_id", {other.id: other for other in self.pieces})
            return self.find(piece)

    def forget(self) -> None:
        """Drop what was worked out about the state."""
        super(State, self).forget()  # without arguments it looks for the class before the slots were made
        self._hands.clear()
        object.__setattr__(self, "_occupancy", None)

    def once(self, what: object, piece: Piece, find: Callable[[Piece], T]) -> T:
        """Return ``find(piece)``, worked out once for each state."""
        kept = self.kept
        known: tuple[Piece, T] | None = kept.get((what, piece.id))
        if known is None or known[0] is not piece:  # another click, or a piece as it might be
            known = kept[what, piece.id] = (piece, find(piece))
        return known[1]

    def piece(self, piece: PieceId) -> Piece:
        """The piece of that name; it exists."""
        found = self.find(piece)
        assert found is not None, piece
        return found

    def figure(self, piece: Piece) -> Figure:
        """Return the figure of the piece, as printed."""
        return self.table.figure(piece.figure)

    def value(self, piece: Piece, slot: str) -> int:
        """The printed value in the window; 0 where the file gives no number."""
        return value_at(self.figure(piece), piece.click, slot).value or 0

    def shown(self, piece: Piece) -> dict[str, str]:
        """The powers in the window by slot, whatever became of them (HC-POW-01)."""
        return powers_at(self.figure(piece), piece.click)

    def powers(self, piece: Piece) -> dict[str, str]:
        """The powers in force by slot: in the window, not countered, not turned off (HC-POW-07, -08, -18)."""
        return self.hand(piece).powers

    def abilities(self, piece: Piece) -> frozenset[str]:
        """The combat abilities in force: by the symbols on the base, or granted (HC-ABIL-02, -04, -06..10)."""
        return self.hand(piece).abilities

    def held(self, piece: Piece) -> tuple[Held, ...]:
        """All that the piece possesses or uses and that is in force, its team ability and cards too (HC-POW-07)."""
        return self.hand(piece).held

    def hand(self, piece: Piece) -> Hand:
        """Return the piece's hand now, worked out once for each state."""
        known = self._hands.get(piece.id)
        if known is None or known[0] is not piece:  # another click, or a piece as it might be
            known = self._hands[piece.id] = (piece, hand_of(self, piece))
        return known[1]

    def possesses(self, piece: Piece, power: str) -> bool:
        """Whether the piece has a power, or may use it, and it is not countered, turned off or not (HC-POW-13..15)."""
        if any(holding.power == power for holding in self.hand(piece).held):
            return True
        return any(holding.power == power for holding in hand_of(self, piece, (LastingKind.COUNTERS,)).held)

    def texts(self, piece: Piece) -> tuple[Text, ...]:
        """The special powers in the window and the traits that are in force (HC-POW-02, HC-ABIL-14)."""
        return self.once("texts", piece, self._texts)

    def _texts(self, piece: Piece) -> tuple[Text, ...]:
        found = texts_of(self.figure(piece), piece.click)
        held = {holding.power for holding in self.held(piece)} if found else ()
        return tuple(one for one in found if one.key in held)

    def on_map(self, seat: Seat | None = None) -> Iterator[Piece]:
        """The pieces on the map, of one seat or of all."""
        found: tuple[Piece, ...] | None = self.kept.get(("on_map", seat))
        if found is None:
            found = tuple(piece for piece in self.pieces if piece.spaces and (seat is None or piece.seat == seat))
            self.kept["on_map", seat] = found
        return iter(found)

    def is_friend(self, seat: Seat, other: Seat) -> bool:
        """Whether two seats are one player's or teammates' (HC-TEAM-08)."""
        return other in self.table.tactics.side_of(seat)

    def is_bystander(self, piece: Piece) -> bool:
        """Whether the piece is a bystander token (HC-BYST-01)."""
        return self.figure(piece).kind == "bystander"

    def is_immune(self, piece: Piece) -> bool:
        """Whether first-round immunity protects the piece (HC-TURN-11, -13)."""
        return self.table.parts.immunity and self.flow.round == 1 and not piece.stirred

    def with_piece(self, changed: Piece) -> State:
        """The state with one piece exchanged."""
        return replace(self, pieces=tuple(changed if piece.id == changed.id else piece for piece in self.pieces))

    def changed(self, name: PieceId, **changes: Any) -> State:
        return self.with_piece(replace(self.piece(name), **changes))

    def occupant(self, piece: Piece) -> Occupant:
        """The piece as the board sees it."""
        return self.once("occupant", piece, self._occupant)

    def _occupant(self, piece: Piece) -> Occupant:
        hand = self.hand(piece)
        powers, abilities = {holding.power for holding in hand.held}, hand.abilities
        moves = frozenset(given for power, given in self.table.grants if power in powers and given != STANDARD)
        size = next((size for mark, size in _SIZES.items() if mark in abilities), Size.STANDARD)
        speed = self.value(piece, "speed")
        side = self.table.tactics.side_of(piece.seat)[0]
        return Occupant(piece.id, side, piece.spaces, size, speed, (abilities & _GAITS) | moves)

    def occupancy(self) -> Occupancy:
        """Return the occupancy of the board, worked out once for each state."""
        if self._occupancy is None:
            object.__setattr__(self, "_occupancy", Occupancy(tuple(self.occupant(piece) for piece in self.on_map())))
        assert self._occupancy is not None
        return self._occupancy


_GAITS = frozenset({"flight", "swim"})
_SIZES = {"giant": Size.GIANT, "colossal": Size.COLOSSAL, "tiny": Size.TINY}
TAKING = (LastingKind.COUNTERS, LastingKind.TURNED_OFF)


def hand_of(state: State, piece: Piece, kinds: tuple[LastingKind, ...] = TAKING, *, borrows: bool = True) -> Hand:
    """Return the piece's hand now; ``kinds`` are the effects that take things away from it (HC-POW-07, -08, -18).

    What friends let it use is part of it, where it ``borrows``: what is borrowed is not lent on.
    """
    table, gone, more = state.table, NONE_GONE, list[Held]()
    own = [effect for effect in state.lasting if effect.piece == piece.id]
    if own:
        taken = [frozenset(one.key for one in own if one.kind is kind and kind in kinds) for kind in TAKING]
        barred = {one.key for one in own if one.kind is LastingKind.COUNTERS in kinds and one.amount}
        gone = Gone(taken[0], taken[1] | barred) if any(taken) else NONE_GONE
        given = (one for one in own if one.kind is LastingKind.GRANTS)
        more = [Held(one.key, "text", is_ability(one.key), one.power, False) for one in given]
    hand = _of_click(table, piece, gone)
    if table.rows or hand.teams:
        figure = state.figure(piece)
        more += brought_by(table.tactics, state.tactics, piece.id, piece.seat, figure, hand, table.rows)
    if table.lends and borrows and piece.spaces:
        more += _lent(state, piece)
    if not more:
        return hand
    more += follow(more, dict(table.lets_use))
    left = tuple(one for one in more if not gone.takes(one))
    abilities = hand.abilities | {one.power for one in left if one.is_ability and one.slot != "team"}
    return replace(hand, held=(*hand.held, *left), abilities=abilities)


def _lent(state: State, piece: Piece) -> Iterator[Held]:
    """Generate what friends let the piece use."""
    board, words = state.table.board, {plain(word) for word in state.figure(piece).keywords}
    for giver in state.on_map():
        if not state.is_friend(giver.seat, piece.seat):
            continue
        given = {one.power for one in hand_of(state, giver, borrows=False).held}
        for loan in state.table.lends:
            if loan.source not in given or (loan.keywords and words.isdisjoint(loan.keywords)):
                continue
            pairs = [(a, b) for a in giver.spaces for b in piece.spaces]
            if giver.id == piece.id:
                is_near = loan.own
            elif loan.within == 0:
                is_near = any(board.is_adjacent(a, b) for a, b in pairs)
            else:
                is_near = loan.within is None or min(board.distance(a, b) for a, b in pairs) <= loan.within
            if not is_near:
                continue
            yield from (Held(power, "text", is_ability(power), loan.source, False) for power in loan.powers)


def _of_click(table: Table, piece: Piece, gone: Gone) -> Hand:
    """Return the hand of the click, worked out once for each figure and click unless something of it is gone."""
    known = table.hands.setdefault(piece.figure, {})
    found = known.get(piece.click) if gone is NONE_GONE else None
    if found is None:
        standard = {power for power, given in table.grants if given == STANDARD}
        figure = next(one for one in table.figures if one.id == piece.figure)
        found = deal(figure, piece.click, gone, standard, dict(table.lets_use))
        if gone is NONE_GONE:
            known[piece.click] = found
    return found
