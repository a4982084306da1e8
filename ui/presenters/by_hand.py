"""Corrections by hand at a screen: the groups of buttons, and the tap that puts a figure somewhere.

figure chosen ──"Put right by hand …"──> numbers up and down, off the board;  a tap on a space puts it there
              └─"Its cards …"──> a card to another pile
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.by_hand import Relocate
from companion.core.ids import SpaceId
from ui.presenters.adapter import Group, Look, Meant, Offer

CORRECT, CARDS, TABLE = "correct", "cards", "table"


def by_hand(offers: Sequence[Offer], look: Look, *, is_figure: bool) -> Group:
    """The numbers of what is chosen, open until it is closed; a figure may be put somewhere meanwhile."""
    text = look.say("put_right_text") if is_figure else ""
    return Group(CORRECT, look.say("put_right"), tuple(offers), _title(look), text, stays=True)


def cards(offers: Sequence[Offer], look: Look) -> Group:
    """The cards of who is chosen."""
    return Group(CARDS, look.say("put_right_cards"), tuple(offers), _title(look), stays=True)


def table(offers: Sequence[Offer], look: Look) -> Group:
    """The rest of the table: each thing a button that chooses it."""
    return Group(TABLE, look.say("put_right_table"), tuple(offers), look.say("put_right_table"), stays=True)


def put_there(look: Look, space: SpaceId) -> Meant | None:
    """Return the correction that a tap on a space means while the card is open; ``None``: it means something else."""
    if look.picked != CORRECT or look.chosen is None or not look.seats:
        return None
    return Meant(Relocate(look.seats[0], look.chosen, space))


def _title(look: Look) -> str:
    return look.say("put_right_of", piece=look.chosen or "")
