"""Commands every game has: what somebody wants. Imperative; the rules answer with events or a refusal."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.dice import DiceResult
from companion.core.ids import PieceId, RequestId, Seat, SpaceId


@dataclass(frozen=True, slots=True)
class ReportDice:
    """Says which faces lie up, in answer to a dice request."""

    seat: Seat
    result: DiceResult


@dataclass(frozen=True, slots=True)
class Choose:
    """Answers a choice (or a consent: ``("yes",)`` or ``("no",)``)."""

    seat: Seat
    request: RequestId
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Puts a piece on the table: in answer to a placement request, or where the phase allows it."""

    seat: Seat
    piece: PieceId
    spaces: tuple[SpaceId, ...]
    facing: str | None = None
    request: RequestId | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """Declines an optional request, or, without one, ends what the seat was doing."""

    seat: Seat
    request: RequestId | None = None


@dataclass(frozen=True, slots=True)
class Concede:
    """Gives the game up."""

    seat: Seat


CoreCommand = ReportDice | Choose | Place | Pass | Concede
