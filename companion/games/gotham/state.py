"""The state of a mission: everything the rules know. There are no secrets in it.

State
  table             board, content, tasks, ends: what never changes
  flow              round, part of it, whose turn, the stack of what is asked and interrupted
  figures · river   who is there; the tiles, the last one used on the right
  tokens · broken   what lies in the zones, broken walls
  moving            the Movement action going on;  commanding: the sub-turn of commanded figures
  shown             the last numbers with their terms
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from companion.board.areas.map import Border
from companion.core.flow import Flow
from companion.core.ids import PieceId, Seat, ZoneId
from companion.core.procedure import InProgress, Work
from companion.core.reckoning import Reckoning
from companion.games.gotham.board import Board, Zone
from companion.games.gotham.content.content import Content
from companion.games.gotham.content.names import FIRST, Names
from companion.games.gotham.content.settings import Settings
from companion.games.gotham.content.sheets import Card, Sheet
from companion.games.gotham.figures import HEROES, NOBODY, VILLAINS, Figure

SETUP, STATES, HERO_TURN, VILLAIN_TURN = "setup", "states", "heroes", "villains"


@dataclass(frozen=True, slots=True)
class Task:
    """A task that the mission offers figures: its form, its difficulty, the skills that may help."""

    id: str
    action: str  # manipulation, thought
    difficulty: int | None  # none: automatic
    zone: ZoneId | None = None
    skills: tuple[str, ...] = ()
    side: str = HEROES
    again: bool = False
    names: Names = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class End:
    """An end of the mission, and its winner: every word of ``when`` must hold."""

    winner: str
    when: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Table:
    names: Names
    board: Board
    content: Content
    seats: tuple[Seat, ...]
    villain_seat: Seat
    tasks: Mapping[str, Task] = field(default_factory=dict)
    ends: tuple[End, ...] = ()

    @property
    def name(self) -> str:
        return self.names.get(FIRST, "")


@dataclass(frozen=True, slots=True)
class Token:
    """A token in a zone; ``age``: turns it has lain there."""

    kind: str
    zone: ZoneId
    age: int = 0


@dataclass(frozen=True, slots=True)
class Moving:
    """A Movement action going on: who moves, the points left, whether it must be finished first (GO-TACTICIAN-01), and
    the cards declared for it.
    """

    piece: PieceId
    points: int
    at_once: bool = False
    cards: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether everybody else waits for it: it moves at once, and no Movement costs less than a point."""
        return self.at_once and self.points > 0


@dataclass(frozen=True, slots=True)
class Commanding:
    """The sub-turn of commanded figures: by whom, which tile (GO-COMMAND-05)."""

    piece: PieceId
    tile: str


@dataclass(frozen=True, slots=True)
class State(InProgress):
    _table: Table
    flow: Flow
    figures: tuple[Figure, ...]
    river: tuple[str, ...] = ()
    tokens: tuple[Token, ...] = ()
    broken: frozenset[Border] = frozenset()
    done: tuple[str, ...] = ()  # tasks
    moving: Moving | None = None
    commanding: Commanding | None = None
    activated: tuple[str, ...] = ()  # tiles, in this turn; the last one may be going on
    tile: str = ""  # the one whose activation is going on
    ended: tuple[Seat, ...] = ()  # seats that have ended this turn
    shown: tuple[tuple[str, PieceId, Reckoning], ...] = ()
    work: Work | None = None

    @property
    def table(self) -> Table:
        return self._table

    @property
    def board(self) -> Board:
        return self._table.board

    @property
    def content(self) -> Content:
        return self._table.content

    @property
    def settings(self) -> Settings:
        return self._table.content.settings

    def find(self, piece: PieceId | str) -> Figure | None:
        for figure in self.figures:  # asked for everything: a generator takes twice as long
            if figure.id == piece:
                return figure
        return None

    def who(self, piece: PieceId | str) -> Figure:
        figure = self.find(piece)
        assert figure is not None, piece
        return figure

    def changed(self, piece: PieceId, **changes: object) -> State:
        figures = (replace(who, **changes) if who.id == piece else who for who in self.figures)  # type: ignore[arg-type]
        return replace(self, figures=tuple(figures))

    def sheet(self, piece: PieceId | str) -> Sheet:
        """Return the sheet of a figure; of several the right-most tile in the River (GO-T-MULTIPERS-01, GO-AMB-49)."""
        sheets = self.who(piece).sheets
        if len(sheets) == 1:
            return self.content.sheets[sheets[0]]
        place = {tile: here for here, tile in enumerate(self.river)}
        return self.content.sheets[max(sheets, key=lambda name: (place.get(name, -1), -sheets.index(name)))]

    def card(self, card: str) -> Card:
        return self.content.cards[card]

    def zone_of(self, piece: PieceId | str) -> ZoneId:
        """The zone it stands in; it stands on the board."""
        zone = self.who(piece).zone
        assert zone is not None, piece
        return zone

    def declared(self, piece: PieceId | str) -> tuple[str, ...]:
        """The cards declared for the Movement action that the figure is making."""
        return self.moving.cards if self.moving is not None and self.moving.piece == piece else ()

    def zone(self, name: ZoneId) -> Zone:
        return self.board.zones[name]

    def standing(self) -> Iterator[Figure]:
        """Generate the figures on the board that count: not the Neutralised ones (GO-AMB-48)."""
        return (figure for figure in self.figures if figure.zone is not None and not figure.neutralised)

    def inside(self, zone: ZoneId | None) -> Iterator[Figure]:
        return (figure for figure in self.standing() if figure.zone == zone)

    def are_allies(self, one: Figure, other: Figure) -> bool:
        """Whether two different figures are of the same side (GO-BASE-FIG-11)."""
        return one.id != other.id and one.side == other.side != NOBODY

    def are_enemies(self, one: Figure, other: Figure) -> bool:
        return {one.side, other.side} == {HEROES, VILLAINS}

    def allies(self, figure: Figure, zone: ZoneId | None) -> Iterator[Figure]:
        return (other for other in self.inside(zone) if self.are_allies(figure, other))

    def enemies(self, figure: Figure, zone: ZoneId | None) -> Iterator[Figure]:
        return (other for other in self.inside(zone) if self.are_enemies(figure, other))

    def tokens_in(self, zone: ZoneId, kind: str) -> int:
        return sum(token.zone == zone and token.kind == kind for token in self.tokens)

    def seats_of(self, side: str) -> tuple[Seat, ...]:
        seats = self.table.seats
        return tuple(seat for seat in seats if (seat == self.table.villain_seat) == (side == VILLAINS))
