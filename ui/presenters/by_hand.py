"""Corrections by hand at a screen: the groups of buttons, and the tap that puts a figure somewhere.

figure chosen ──"Put right by hand …"──> numbers up and down, off the board;  a tap on a space puts it there
              └─"Its cards …"──> a card to another pile
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from companion.core.by_hand import MoveCard
from companion.core.face import Standing
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.phrases import Told
from companion.text.wording import told
from ui.presenters.adapter import Command, Group, Look, Meant, Offer

CORRECT, CARDS, TABLE = "correct", "cards", "table"


def by_hand(offers: Sequence[Offer], look: Look, *, is_figure: bool) -> Group:
    """The numbers of what is chosen, open until it is closed; a figure may be put somewhere meanwhile."""
    text = look.say("put_right_text") if is_figure else ""
    return Group(CORRECT, look.say("put_right"), tuple(offers), _title(look), text, stays=True, is_beside=True)


def cards(offers: Sequence[Offer], look: Look) -> Group:
    """The cards of who is chosen."""
    return Group(CARDS, look.say("put_right_cards"), tuple(offers), _title(look), stays=True, is_beside=True)


def table(offers: Sequence[Offer], look: Look) -> Group:
    """The rest of the table: each thing a button that chooses it."""
    return Group(
        TABLE, look.say("put_right_table"), tuple(offers), look.say("put_right_table"), stays=True, is_beside=True
    )


class Correctable(Protocol):
    """A face whose game can be put right by hand."""

    @property
    def figures(self) -> Collection[PieceId]:
        """The figures of the game."""

    def roster(self, seat: Seat | None) -> Sequence[Standing]:
        """Return the figures, each with its seat."""

    def corrections(self, seat: Seat, piece: PieceId) -> Sequence[Command]:
        """Return the corrections of a figure or a thing."""

    def correctable(self) -> Sequence[PieceId]:
        """Return the figures and things that nobody can tap on the board."""

    def put_there(self, seat: Seat, piece: PieceId, space: SpaceId) -> Command:
        """Return the correction that puts a figure on a space."""

    def correction(self, command: Command) -> Told:
        """Tell a correction."""


def groups(face: Correctable, look: Look, *, is_busy: bool) -> list[Group]:
    """Return the corrections of what is chosen; with nothing chosen, the way to whatever nobody can tap, while there is
    something to do at all."""
    if look.chosen is None:
        things = [Offer(look.name(one), piece=one) for one in face.correctable()] if is_busy else []
        return [table(things, look)] if things else []
    found = face.corrections(_hand(face, look), look.chosen)
    said = [(one, told(face.correction(one), look.wording)) for one in found]
    numbers = [Offer(words, one) for one, words in said if not isinstance(one, MoveCard)]
    piles = [Offer(words, one, is_proposed=True) for one, words in said if isinstance(one, MoveCard)]
    of_figure = [by_hand(numbers, look, is_figure=look.chosen in face.figures)] if numbers else []
    return [*of_figure, *([cards(piles, look)] if piles else [])]


def put_there(face: Correctable, look: Look, space: SpaceId) -> Meant | None:
    """Return the correction that a tap on a space means while the card is open; ``None``: it means something else."""
    if look.picked != CORRECT or look.chosen is None or not look.seats:
        return None
    return Meant(face.put_there(_hand(face, look), look.chosen, space))


def _hand(face: Correctable, look: Look) -> Seat:
    """The seat that puts it right: its own where this screen plays it, so that the record names nobody else."""
    own = next((one.seat for one in face.roster(None) if one.piece == look.chosen), look.seats[0])
    return own if own in look.seats else look.seats[0]


def is_open(look: Look) -> bool:
    """Whether the card is open on which a tap on a space puts what is chosen there: no other light is shown then."""
    return look.picked == CORRECT and look.chosen is not None


def _title(look: Look) -> str:
    return look.say("put_right_of", piece=look.chosen or "")
