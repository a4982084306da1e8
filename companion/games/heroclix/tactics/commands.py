"""What a player may want about tactics, team abilities and the end of the game."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.core.ids import PieceId, Seat

__all__ = [
    "ChooseTeamAbility",
    "End",
    "ProposeEnd",
    "RemoveElement",
    "TacticCommand",
    "TurnEventDial",
    "UseFeat",
    "UseText",
]


class End(StrEnum):
    """Ways in which a game ends because the players say so."""

    DRAW = "draw"
    TIME = "time"  # the clock the players agreed on (HC-END-02)
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


TacticCommand = ChooseTeamAbility | UseFeat | UseText | RemoveElement | TurnEventDial | ProposeEnd
