"""The state of a game of HeroClix.

State
  table    what never changes: edition, build total, seats, figures, tactics; the board, but for objects lying on it
  flow     round, phase, turn, whose turn, what is waited for
  pieces   one per figure in the game: where, which click, tokens
  agenda   what the action in progress still has to do, first things first (HC-ACT-08)
  scores   victory points by seat
  tactics  what became of objects, feats, conditions …: tactics.py
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from companion.board.grid import GridBoard
from companion.board.occupancy import Occupancy, Occupant, Size
from companion.core.flow import Flow
from companion.core.ids import EditionId, FigureId, PieceId, Seat, SpaceId
from companion.games.heroclix.dial import powers_at, value_at
from companion.games.heroclix.figures import Figure
from companion.games.heroclix.forces import action_total
from companion.games.heroclix.steps import Step
from companion.games.heroclix.tactics import InPlay, Tactics

__all__ = [
    "MOST_TOKENS",
    "ActionKind",
    "Attack",
    "AttackKind",
    "Phase",
    "Piece",
    "State",
    "Table",
    "Target",
]


NO_TACTICS, NOTHING_YET = Tactics(), InPlay()
MOST_TOKENS = 2  # HC-VAL-14: golden rule 4, which no overruled refusal changes either


class Phase(StrEnum):
    """The parts of a game."""

    WAITING = "waiting"
    FIRST_PLAYER = "first_player"
    AREAS = "areas"
    CONDITIONS = "conditions"
    OBJECTS = "objects"
    DEPLOYMENT = "deployment"
    PLAY = "play"


class ActionKind(StrEnum):
    """The action types this slice gives (HC-ACT-10)."""

    MOVE = "move"
    CLOSE_COMBAT = "close_combat"
    RANGED_COMBAT = "ranged_combat"


class AttackKind(StrEnum):
    """Close or ranged (HC-ATK)."""

    CLOSE = "close"
    RANGED = "ranged"


@dataclass(frozen=True, slots=True)
class Target:
    """A target as it was when the attack was declared: the squares of the line, and the number to reach."""

    piece: PieceId
    start: SpaceId
    end: SpaceId
    verdict: str
    defense: int  # with its modifiers, for this attack only


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack in progress."""

    kind: AttackKind
    attacker: PieceId
    attack: int
    damage: int
    targets: tuple[Target, ...]
    faces: tuple[int, int] | None = None
    hits: tuple[PieceId, ...] = ()

    @property
    def is_double(self) -> bool:
        """Whether both dice show the same face (HC-VAL-19)."""
        return self.faces is not None and self.faces[0] == self.faces[1]

    @property
    def is_critical_hit(self) -> bool:
        """Whether the dice show 6-6 (HC-ATK-10)."""
        return self.faces == (6, 6)

    @property
    def is_critical_miss(self) -> bool:
        """Whether the dice show 1-1 (HC-ATK-08)."""
        return self.faces == (1, 1)

    def target(self, piece: PieceId) -> Target:
        """The target that is this piece."""
        return next(one for one in self.targets if one.piece == piece)


@dataclass(frozen=True, slots=True)
class Piece:
    """A figure in the game. ``spaces`` is empty while it is not on the map."""

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
    hurt_by: Seat | None = None  # the last opponent who made it take damage (HC-VP-06)


@dataclass(frozen=True, slots=True)
class Table:
    """What does not change in a game."""

    edition: EditionId
    build_total: int
    seats: tuple[Seat, ...]
    figures: tuple[Figure, ...]
    board: GridBoard
    round_limit: int | None
    tactics: Tactics = NO_TACTICS

    @property
    def actions(self) -> int:
        """The action total: one per full 100 points of the build total, all game long (HC-ACT-01, -02, AMB-05)."""
        return action_total(self.build_total)


@dataclass(frozen=True, slots=True)
class State:
    """Everything the rules know."""

    table: Table
    flow: Flow
    pieces: tuple[Piece, ...]
    agenda: tuple[Step, ...] = ()
    attack: Attack | None = None
    areas: tuple[tuple[Seat, str], ...] = ()
    first_player: Seat | None = None
    actions_given: int = 0
    scores: tuple[tuple[Seat, int], ...] = ()
    tactics: InPlay = NOTHING_YET  # what became of what ``table.tactics`` lists

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
        return next((one for one in self.pieces if one.id == piece), None)

    def piece(self, piece: PieceId) -> Piece:
        """The piece of that name; it exists."""
        found = self.find(piece)
        assert found is not None, piece
        return found

    def figure(self, piece: Piece) -> Figure:
        """What is printed on the piece."""
        return next(one for one in self.table.figures if one.id == piece.figure)

    def value(self, piece: Piece, slot: str) -> int:
        """The printed value in the window; 0 where the file gives no number."""
        return value_at(self.figure(piece), piece.click, slot).value or 0

    def powers(self, piece: Piece) -> dict[str, str]:
        """The powers in the window by slot."""
        return powers_at(self.figure(piece), piece.click)

    def on_map(self, seat: Seat | None = None) -> Iterator[Piece]:
        """The pieces on the map, of one seat or of all."""
        return (one for one in self.pieces if one.spaces and (seat is None or one.seat == seat))

    def is_friend(self, seat: Seat, other: Seat) -> bool:
        """Whether two seats are one player's or teammates' (HC-TEAM-08)."""
        return other in self.table.tactics.side_of(seat)

    def is_bystander(self, piece: Piece) -> bool:
        """Whether the piece is a bystander token (HC-BYST-01)."""
        return self.figure(piece).kind == "bystander"

    def is_immune(self, piece: Piece) -> bool:
        """Whether first-round immunity protects the piece (HC-TURN-11, -13)."""
        return self.flow.round == 1 and not piece.stirred

    def with_piece(self, changed: Piece) -> State:
        """The state with one piece exchanged."""
        return replace(self, pieces=tuple(changed if one.id == changed.id else one for one in self.pieces))

    def occupant(self, piece: Piece) -> Occupant:
        """The piece as the board sees it."""
        figure, powers = self.figure(piece), set(self.powers(piece).values())
        abilities = {_SPEED_ABILITY[symbol] for symbol in [figure.symbols.speed] if symbol in _SPEED_ABILITY}
        abilities |= powers & {"leap_climb", "phasing_teleport"}
        size = _SIZES.get(figure.symbols.damage, Size.STANDARD)
        speed = self.value(piece, "speed")
        side = self.table.tactics.side_of(piece.seat)[0]
        return Occupant(piece.id, side, piece.spaces, size, speed, frozenset(abilities))

    def occupancy(self) -> Occupancy:
        """Who stands where."""
        return Occupancy(tuple(self.occupant(one) for one in self.on_map()))


# HC-ABIL-06, -07: the wing flies, the dolphin swims; boots and transporters of the ground do neither.
_SPEED_ABILITY = {"wing": "flight", "dolphin": "swim", "transport_wing": "flight", "transport_dolphin": "swim"}
_SIZES = {"giant": Size.GIANT, "colossal": Size.COLOSSAL, "tiny": Size.TINY}
