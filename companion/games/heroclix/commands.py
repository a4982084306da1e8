"""Commands of HeroClix, besides those of the core (dice, choices, placing, giving up)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NewType

from companion.board.spaces import Edge
from companion.core.by_hand import Adjust, MoveCard, Relocate
from companion.core.commands import CoreCommand
from companion.core.ids import PieceId, Seat, SpaceId
from companion.games.heroclix.state.attack import AttackKind

Targets = tuple[PieceId, ...]
Base = tuple[SpaceId, ...]


@dataclass(frozen=True, slots=True)
class BeginGame:
    """Starts the roll for first player (HC-SETUP-03)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MoveFigure:
    """Gives a move action (HC-ACT-12); ``to`` lists the squares of the base at the end: its own for a move of 0."""

    seat: Seat
    piece: PieceId
    to: tuple[SpaceId, ...]
    passenger: PieceId | None = None  # a friend next to it that is carried along …
    set_down: SpaceId | None = None  # … and put there, next to where the move ends
    pick_up: ObjectId | None = None  # an object that it takes along on the way (HC-OBJ-20) …
    pick_up_at: SpaceId | None = None  # … from there, when the shortest way to the end does not pass by it


@dataclass(frozen=True, slots=True)
class CloseAttack:
    """Gives a close combat action for a close attack (HC-ACT-13)."""

    seat: Seat
    attacker: PieceId
    target: PieceId
    power: str = ""  # the one power that the action activates (HC-ACT-07, HC-ACT-18, HC-POW-09)


@dataclass(frozen=True, slots=True)
class RangedAttack:
    """Gives a ranged combat action for a ranged attack on one or more targets (HC-ACT-13, HC-RNG-06)."""

    seat: Seat
    attacker: PieceId
    targets: tuple[PieceId, ...]
    power: str = ""


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Declares the end of the turn (HC-TURN-07)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class AdjustDial:
    """Turns a dial by hand, for effects the companion leaves to the players: positive clicks are damage."""

    seat: Seat
    piece: PieceId
    clicks: int
    reason: str


@dataclass(frozen=True, slots=True)
class UsePower:
    """Uses a power that has an action of its own, or a free one (HC-POW-09, HC-ACT-09, -11).

    ``to`` is where a move ends that belongs to it; ``option`` is what else the power lets choose: a value, a power.
    """

    seat: Seat
    piece: PieceId
    power: str
    targets: tuple[PieceId, ...] = ()
    to: tuple[SpaceId, ...] = ()
    option: str = ""
    pick_up: ObjectId | None = None  # an object taken along on the move that belongs to it


@dataclass(frozen=True, slots=True)
class TurnOff:
    """Turns one of the own optional powers or abilities off, until the next player's turn begins (HC-POW-07, -08)."""

    seat: Seat
    piece: PieceId
    power: str


ObjectId = NewType("ObjectId", PieceId)  # a piece on the table that is no character


@dataclass(frozen=True, slots=True)
class AttackTerrain:
    """Gives a close or ranged combat action for an attack on one thing that is no character (HC-TERR-25, HC-OBJ-13).

    It names a square of blocking terrain, a wall section, or an object that nobody holds.
    """

    seat: Seat
    attacker: PieceId
    kind: AttackKind
    square: SpaceId | None = None
    wall: Edge | None = None
    object: ObjectId | None = None


@dataclass(frozen=True, slots=True)
class DestroyTerrain(AttackTerrain):
    """The same action where attacks target characters only: it breaks the thing without attacking it (HX-ATK-02)."""


@dataclass(frozen=True, slots=True)
class ThrowObject:
    """Gives a ranged combat action for throwing the object it holds at an opponent (HC-OBJ-32)."""

    seat: Seat
    attacker: PieceId
    target: PieceId


ObjectCommand = AttackTerrain | DestroyTerrain | ThrowObject


class End(StrEnum):
    """Ways in which a game ends because the players say so."""

    TIME = "time"  # the clock the players agreed on (HC-END-02)
    DRAW = "draw"
    SCENARIO = "scenario"  # a scenario's or an event dial's condition (HC-END-03)


@dataclass(frozen=True, slots=True)
class ChooseTeamAbility:
    """A wild card uses this team ability from now on, or none with an empty one (HC-TA-10)."""

    seat: Seat
    piece: PieceId
    ability: str


@dataclass(frozen=True, slots=True)
class UseFeat:
    """Says that a piece uses a feat now; what it does is on its card (HC-FEAT-18)."""

    seat: Seat
    feat: str
    piece: PieceId


@dataclass(frozen=True, slots=True)
class UseText:
    """Says that a special power or trait holds now: the power it names under a condition counts for one action.

    Without a power it says that the piece uses the rest of the text, which the players see to (HC-POW-02).
    """

    seat: Seat
    piece: PieceId
    text: str  # special.speed, trait.1
    power: str = ""


@dataclass(frozen=True, slots=True)
class RemoveElement:
    """Takes an object or a feat out of the game, for what the companion leaves to the players (HC-VP-02, -11)."""

    seat: Seat
    element: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TurnEventDial:
    """Turns the event dial, clockwise for positive clicks (HC-EVENT-06..09)."""

    seat: Seat
    clicks: int


@dataclass(frozen=True, slots=True)
class ProposeEnd:
    """Proposes to end the game; it ends when the others agree. Without winners victory points decide (HC-END-06)."""

    seat: Seat
    how: End
    winners: tuple[Seat, ...] = ()


Correction = Adjust | Relocate | MoveCard
TacticCommand = ChooseTeamAbility | UseFeat | UseText | RemoveElement | TurnEventDial | ProposeEnd


@lru_cache(maxsize=16384)  # the same uses and moves are offered in one state after another
def _use_of(seat: Seat, piece: PieceId, power: str, targets: Targets, to: Base, option: str) -> UsePower:
    return UsePower(seat, piece, power, targets, to, option)


def used(use: UsePower, targets: Targets = (), to: Base = (), option: str = "") -> UsePower:
    """Return that use of the power with these targets, on these squares, with that option."""
    return _use_of(use.seat, use.piece, use.power, targets, to, option)


@lru_cache(maxsize=16384)
def move_to(seat: Seat, piece: PieceId, to: Base) -> MoveFigure:
    """The plain move of the piece that ends there."""
    return MoveFigure(seat, piece, to)


@lru_cache(maxsize=16384)
def carry_to(seat: Seat, piece: PieceId, to: Base, passenger: PieceId, set_down: SpaceId) -> MoveFigure:
    """The move of the piece with a passenger, who is set down there."""
    return MoveFigure(seat, piece, to, passenger, set_down)


Command = (
    BeginGame
    | MoveFigure
    | CloseAttack
    | RangedAttack
    | EndTurn
    | AdjustDial
    | Correction
    | UsePower
    | TurnOff
    | TacticCommand
    | ObjectCommand
    | CoreCommand
)
