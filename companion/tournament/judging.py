"""Values of the floor: the clock of a round, claims of players, calls for a judge with every ruling, judges' notes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.core.ids import Seat
from companion.tournament.results import Result

HOURS = range(1, 601)  # minutes that a table may be given at once


class Penalty(StrEnum):
    """The penalties a judge may note against a player, mild first."""

    NONE = ""
    CAUTION = "caution"
    WARNING = "warning"
    GAME_LOSS = "game_loss"
    DISQUALIFICATION = "disqualification"


class Closed(StrEnum):
    """The reason why a call is open no more."""

    RULING = "ruling"
    AGREED = "agreed"  # both players say the same after all
    RESULT = "result"  # the staff noted the result


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of a round: running since then (the host's time), or standing; what was left at that moment."""

    round: int = 0
    since_ms: int | None = None
    left_ms: int = 0
    extra: tuple[tuple[int, int], ...] = ()  # table, minutes of its own

    def left_at(self, at_ms: int, table: int = 0) -> int:
        """The milliseconds that are left then; below nothing when time is up."""
        gone = max(0, at_ms - self.since_ms) if self.since_ms is not None else 0
        return self.left_ms - gone + dict(self.extra).get(table, 0) * 60_000


@dataclass(frozen=True, slots=True)
class Claim:
    """A player's word on how the game at a table ended."""

    round: int
    table: int
    player: str
    result: Result


@dataclass(frozen=True, slots=True)
class Ruling:
    """An answer to a call: who ruled what, by which rule, and what was noted against whom."""

    judge: str
    ruling: str
    rule: str = ""
    minutes: int = 0
    penalty: str = ""
    player: str = ""


@dataclass(frozen=True, slots=True)
class Call:
    """A call for a judge, and what became of it; the ruling that counts stands in its own fields.

    ``judges``: everybody who went there, first to last; ``rulings``: every ruling, those that an appeal replaced too.
    """

    id: int
    round: int
    table: int
    kind: str
    text: str
    by: Seat
    at_ms: int
    judge: str = ""
    is_open: bool = True
    is_appealed: bool = False
    ruling: str = ""
    rule: str = ""
    minutes: int = 0
    penalty: str = ""
    player: str = ""
    back_to: int | None = None  # the version of the table's record to which its game goes back
    allows: bool = False  # what the table refused is carried out there all the same
    judges: tuple[str, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    closed: Closed | None = None
    appealed_by: str = ""  # the seat


@dataclass(frozen=True, slots=True)
class Note:
    """A judge's own words about a player, for the staff alone."""

    player: str
    text: str
    by: str
    at_ms: int
