"""The tablet handed from side to side: to whom, by name, and the cover until they say that they have it.

"Hand the tablet to Bob" ──tap──> the same words, large, on a board of which nothing is seen ──"I am Bob"──> Bob's side
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.board.picture import BoardPicture
from companion.core.ids import Seat
from ui.presenters.adapter import Look
from ui.presenters.banner import NAMED
from ui.presenters.models import BannerModel, CardModel, TableModel


def handing(side: str, seats: Sequence[Seat], look: Look) -> str:
    """Return the words that hand the tablet to a side."""
    return look.say("hand_to", to=party(side, seats, look))


def cover_model(unknown: BoardPicture, words: dict[str, str], look: Look) -> TableModel:
    """A screen that shows nothing but whose it is, while a tablet is handed over."""
    who = party(look.side, look.seats, look)
    title = look.say("cover", to=who)
    mine = ("uncover", look.say("i_am", who=who, count=len(look.seats)))
    card = CardModel("begin", title, look.say("cover_text", who=who), (mine,), likely=mine[0])
    now = BannerModel(title, card.text, None)
    return TableModel(title, None, (), unknown, None, None, card, (), (), (), words, now)


def handed_on(shown: TableModel, to: str, look: Look) -> TableModel:
    """The screen of a side that waits for another around the tablet: to hand it on is the button of its card."""
    button = next(one for one in shown.beside if one[0] == "hand_over")
    now = shown.now
    if now.is_own:  # its own turn, in which others were asked what this side did not hear
        now = BannerModel(look.say("waits_for", to=to), now.more, None, place=now.place)
    card = shown.card or CardModel("begin", "", "", (), is_beside=True)
    card = replace(card, title=now.words, buttons=(button, *card.buttons), likely=button[0])
    return replace(shown, now=now, card=card)


def party(side: str, seats: Sequence[Seat], look: Look) -> str:
    """Return the players of a side by name, where all of them have one and they are few; else the side."""
    called = tuple(dict.fromkeys(look.wording.players.get(seat, "") for seat in seats))
    return ", ".join(called) if all(called) and len(called) <= NAMED else look.wording.word("side", side)
