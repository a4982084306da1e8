"""Corrections by hand: what the table puts right itself, and the lines that say so in the record.

Adjust     a number of a piece, or of the table     ──> PutRight, and all that follows from it
Relocate   a piece: to a space, or off the board    ──> PutThere
MoveCard   a card: to a pile, or out of the game    ──> CardPut

A game says which numbers and piles it has, and what follows (``core.correcting``): who is out then is out by its own
rules. Anybody may correct what is open to all, like the numbers of a sheet; the record says who did it, and why. Around
one tablet all see it done; from a device of one seat the others are asked first (TW-HAND-02), and the record says that
they agreed.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.ids import PieceId, RuleId, Seat, SpaceId
from companion.core.phrases import Phrase, Told, Word


@dataclass(frozen=True, slots=True)
class Adjust:
    """Puts a number right by hand: ``what`` of a piece, or of a thing of the table, is ``value`` from now on."""

    seat: Seat
    piece: PieceId
    what: str
    value: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class Relocate:
    """Puts a piece on a space by hand, or takes it off the board: no move, and nothing meets it on the way."""

    seat: Seat
    piece: PieceId
    to: SpaceId | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class MoveCard:
    """Puts a card of a piece on another of its piles by hand: given to it, or, with no pile, taken out of the game."""

    seat: Seat
    piece: PieceId
    card: str
    to: str = ""
    note: str = ""


def number_words(what: str, value: int, shown: object) -> Phrase:
    """A number in words: of what, and what is ``shown`` of it; or what a yes or no means."""
    return Phrase("put.number", {"what": Word("what", what), "value": shown}, (f"put.{what}.{value}", f"put.{what}"))


@dataclass(frozen=True, slots=True)
class PutRight:
    """A number was put right by hand."""

    by: Seat
    piece: PieceId
    what: str
    value: int
    note: str = ""

    @property
    def told(self) -> dict[str, Told]:
        """The change in words: a number of what, or what a yes or no means."""
        return {"change": number_words(self.what, self.value, self.value)}


@dataclass(frozen=True, slots=True)
class PutThere:
    """A piece was put on a space by hand, or, with none, taken off the board."""

    by: Seat
    piece: PieceId
    to: SpaceId | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class CardPut:
    """A card was put from one pile on another by hand; no pile: out of the game."""

    by: Seat
    piece: PieceId
    card: str
    start: str
    to: str
    note: str = ""

    @property
    def told(self) -> dict[str, Told]:
        """The piles in words."""
        return {"start": Word("pile", self.start), "to": Word("pile", self.to)}


BY_AGREEMENT = RuleId("TW-HAND-02")
BY_HAND = (Adjust, Relocate, MoveCard)
PUT_BY_HAND = {kind.__name__: kind for kind in (PutRight, PutThere, CardPut)}
