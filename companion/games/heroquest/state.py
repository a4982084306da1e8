"""The state of a quest, as its master knows it; what others see of it is ``face/view.py``.

State
  quest, content    what never changes
  flow              round, phase, whose turn, the stack of what is asked and interrupted
  characters        heroes and monsters
  doors, furniture, traps        what became of them
  seen, searched    what the heroes know of the dungeon
  work              the command in progress (core.procedure)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from companion.board.dungeon import Dungeon, Place
from companion.board.spaces import Edge, edge
from companion.core.flow import Flow
from companion.core.ids import PieceId, Seat, SpaceId, ZoneId
from companion.core.procedure import InProgress, Work
from companion.games.heroquest.characters import Character
from companion.games.heroquest.content.content import Content
from companion.games.heroquest.content.kinds import Furniture, TrapKind
from companion.games.heroquest.quest import Quest, Standing, TrapState


class Phase(StrEnum):
    WAITING = "waiting"
    HEROES = "heroes"
    MASTER = "master"


class DoorState(StrEnum):
    HIDDEN = "hidden"
    CLOSED = "closed"
    OPEN = "open"
    BARRICADED = "barricaded"


@dataclass(frozen=True, slots=True)
class Delayed:
    """An effect announced for a turn of the master: gas that ignites, a sphere that rolls on."""

    kind: str  # gas, sphere
    by: PieceId
    place: ZoneId | None = None
    at: SpaceId | None = None
    direction: str = ""
    fresh: bool = True  # begun since the master's turn began


@dataclass(frozen=True, slots=True)
class Commitment:
    """An attack that waits for others to join (HQ-AMB-48)."""

    piece: PieceId
    target: PieceId


@dataclass(frozen=True)
class Table:
    quest: Quest
    content: Content
    gm: Seat
    seats: tuple[Seat, ...]

    @cached_property
    def hero_seats(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if seat != self.gm)


@dataclass(frozen=True, slots=True)
class State(InProgress):
    """The state of a quest."""

    _table: Table
    flow: Flow
    characters: tuple[Character, ...]
    doors: tuple[tuple[PieceId, DoorState], ...]
    furniture: tuple[Standing, ...]
    traps: tuple[TrapState, ...]
    seen: tuple[SpaceId, ...] = ()  # by the heroes, in the order of the board
    searched: tuple[ZoneId, ...] = ()
    rubble: tuple[SpaceId, ...] = ()
    mist: tuple[ZoneId, ...] = ()
    engaged: tuple[tuple[PieceId, PieceId], ...] = ()
    delayed: tuple[Delayed, ...] = ()
    committed: tuple[Commitment, ...] = ()
    dead: tuple[Character, ...] = ()
    loot: tuple[PieceId, ...] = ()  # heroes who may take up the weapon of what they killed
    active: PieceId | None = None  # the hero whose turn it is
    trampled: tuple[tuple[PieceId, PieceId], ...] = ()  # furniture, the monster that walked on it this turn
    pulled: tuple[tuple[PieceId, PieceId], ...] = ()  # helped over a chasm, helper
    work: Work | None = None

    @property
    def table(self) -> Table:
        return self._table

    @property
    def quest(self) -> Quest:
        return self._table.quest

    @property
    def content(self) -> Content:
        return self._table.content

    @property
    def dungeon(self) -> Dungeon:
        return self._table.quest.dungeon

    def find(self, piece: PieceId | str) -> Character | None:
        """The living character of that name, or ``None``."""
        return next((figure for figure in self.characters if figure.id == piece), None)

    def who(self, piece: PieceId | str) -> Character:
        """The character of that name, dead or alive; it exists."""
        figure = self.find(piece) or next((figure for figure in self.dead if figure.id == piece), None)
        assert figure is not None, piece
        return figure

    def changed(self, piece: PieceId, **changes: object) -> State:
        figures = (replace(who, **changes) if who.id == piece else who for who in self.characters)  # type: ignore[arg-type]
        return replace(self, characters=tuple(figures))

    def at(self, space: SpaceId | None) -> Character | None:
        return next((figure for figure in self.characters if figure.at == space and space is not None), None)

    def side(self, side: str) -> Iterator[Character]:
        """Generate the characters of one side that are on the board."""
        return (figure for figure in self.characters if figure.side == side and figure.at is not None)

    def enemies(self, figure: Character) -> Iterator[Character]:
        return (other for other in self.characters if other.side != figure.side and other.at is not None)

    def door(self, piece: PieceId) -> DoorState | None:
        """Return the state of the door, or ``None`` when there is none of that name."""
        return dict(self.doors).get(piece)

    def door_edge(self, piece: PieceId) -> Edge:
        return next(door.at for door in self.dungeon.doors if door.id == piece)

    def doors_known(self, *, master: bool) -> tuple[PieceId, ...]:
        """Return the doors that a side knows: its master all, the heroes those of squares they have seen, but for
        hidden ones (HQ-GEN-03).
        """
        if master:
            return tuple(door for door, _ in self.doors)
        found = (door for door, now in self.doors if now is not DoorState.HIDDEN)
        return tuple(door for door in found if not set(self.seen).isdisjoint(self.door_edge(door)))

    def door_between(self, start: SpaceId, end: SpaceId) -> PieceId | None:
        border = edge(start, end)
        return next((door.id for door in self.dungeon.doors if door.at == border), None)

    def is_shut(self, start: SpaceId, end: SpaceId) -> bool:
        """Whether a wall or a door that is not open stands between two squares that share a side."""
        if edge(start, end) not in self.dungeon.board.walls:
            return False
        door = self.door_between(start, end)
        return door is None or self.door(door) is not DoorState.OPEN

    def piece_of(self, piece: PieceId) -> Standing | None:
        return next((standing for standing in self.furniture if standing.id == piece), None)

    def furniture_at(self, space: SpaceId) -> Standing | None:
        return next((piece for piece in self.furniture if space in piece.squares), None)

    def furniture_kind(self, piece: Standing) -> Furniture:
        return self.content.furniture[piece.type]

    def trap_kind(self, trap: TrapState) -> TrapKind:
        return self.content.traps[trap.type]

    def traps_at(self, space: SpaceId) -> Iterator[TrapState]:
        return (trap for trap in self.traps if space in trap.squares)

    def place_of(self, figure: Character) -> Place | None:
        """The room or corridor it stands in."""
        return self.dungeon.place_at.get(figure.at) if figure.at else None
