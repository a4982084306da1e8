"""Every command of a game. Fields are text, numbers and lists of text: a record can hold one (core.packing)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.by_hand import Adjust, MoveCard, Relocate
from companion.core.commands import Concede, CoreCommand
from companion.core.ids import PieceId, Seat, SpaceId


@dataclass(frozen=True, slots=True)
class Order:
    """A command of a seat."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Deed(Order):
    """A command of a seat to one of its figures."""

    piece: PieceId


@dataclass(frozen=True, slots=True)
class ChoosePaper(Order):
    """Chooses the side's newspaper, before the game (GC-SETUP-08)."""

    paper: str


@dataclass(frozen=True, slots=True)
class BeginGame(Order):
    """Begins: missions, hands, then the first Strategy."""


@dataclass(frozen=True, slots=True)
class Plan(Deed):
    """Lays a hero's cards down, in answer to the Strategy's question (GC-TURN-02)."""

    left: tuple[str, ...] = ()
    right: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LayStack(Order):
    """Stacks the side's initiative cards, the top one first (GC-TURN-04)."""

    order: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class LayTokens(Deed):
    """Puts a TEAM-UP hero's two +1 tokens on characteristics; one named alone gets both (GC-TEAMUP-08)."""

    on: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Move(Deed):
    """Moves to a space (GC-MOVE-01)."""

    to: SpaceId


@dataclass(frozen=True, slots=True)
class Attack(Deed):
    """Attacks a figure: hand to hand where it may, else at range; ``manner`` insists (GC-ATK-01..03)."""

    target: PieceId
    manner: str = ""


@dataclass(frozen=True, slots=True)
class TakeTest(Deed):
    """Takes the test of a place, on the characteristic named where it offers several (GC-TEST-01)."""

    site: str
    stat: str = ""


@dataclass(frozen=True, slots=True)
class UseObject(Deed):
    """Uses an object: ``classic``, or ``aggressive`` on a target (GC-OBJ-02, GC-OBJ-03)."""

    object: PieceId
    use: str = "classic"
    target: PieceId | None = None


@dataclass(frozen=True, slots=True)
class UsePower(Deed):
    """Uses an ACTION power of a card on the left, on a figure, a space or a door (GC-CARD-21)."""

    card: str
    target: PieceId | None = None
    to: SpaceId | None = None


@dataclass(frozen=True, slots=True)
class EndActivation(Deed):
    """Ends the activation, whatever actions are left (GC-ACT-07)."""


Command = (
    ChoosePaper
    | BeginGame
    | Plan
    | LayStack
    | LayTokens
    | Move
    | Attack
    | TakeTest
    | UseObject
    | UsePower
    | EndActivation
    | Adjust
    | Relocate
    | MoveCard
    | Concede
    | CoreCommand
)
