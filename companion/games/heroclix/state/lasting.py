"""Effects that last: rows of the state that end by themselves (HC-TURN-05, -07, HC-POW-08, -13).

began ──> until the start of a seat's turn │ until the end of this turn
      └─> sooner: its power is lost or countered, its piece is out, the piece it is on clicks (where it says so)
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.phrases import Name, Phrase


class LastingKind(StrEnum):
    """The effect on the piece; ``key`` names the part of it."""

    MODIFIES = "modifies"  # key: a value
    COUNTERS = "counters"  # key: a power or an ability (HC-POW-18); with an amount, also where it is merely used
    TURNED_OFF = "turned_off"  # key: a power or an ability (HC-POW-08)
    SHUNS = "shuns"  # key: an attacker that may not target the piece
    GRANTS = "grants"  # key: a power that a text lets it use, as the players said (HC-POW-15)
    MARKS = "marks"  # key: a kind of marker, on ``spaces``


class Until(StrEnum):
    """The latest end of the effect."""

    TURN_START = "turn_start"  # of ``seat``; of whoever is next when there is none (HC-TURN-05)
    TURN_END = "turn_end"  # HC-TURN-07
    ACTION_END = "action_end"
    WHILE = "while"  # as long as its power is there (HC-POW-13)


@dataclass(frozen=True, slots=True)
class Lasting:
    """One effect on one piece."""

    number: int
    kind: LastingKind
    piece: PieceId
    key: str
    until: Until
    amount: int = 0
    seat: Seat | None = None
    by: PieceId | None = None  # whose power it is, with which it ends (HC-POW-13)
    power: str = ""
    spaces: tuple[SpaceId, ...] = ()
    click: int | None = None  # the effect ends when the dial of the piece shows another one

    @property
    def phrase(self) -> Phrase:
        """The effect in words, for a line that names its piece."""
        return Phrase(f"lasting.{self.kind.value}", self._words)

    @property
    def sentence(self) -> Phrase:
        """The effect as it begins, with its piece."""
        return Phrase(f"began.{self.kind.value}", {**self._words, "on": Name(self.piece)})

    @property
    def _words(self) -> dict[str, object]:
        spaces = ", ".join(self.spaces)
        return {"what": self.key, "amount": f"{self.amount:+d}", "power": self.power, "spaces": spaces}

    def __str__(self) -> str:
        amount = f"{self.amount:+d}" if self.amount else ""
        source = f" ({self.power})" if self.power else ""
        return f"{self.kind.value} {self.key}{amount}{source}"
