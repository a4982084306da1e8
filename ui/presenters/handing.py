"""The tablet handed from side to side: to whom, by name, and the cover until they say that they have it.

"Hand the tablet to Bob" ──tap──> the same words, large, on a board of which nothing is seen ──"I am Bob"──> Bob's side
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.board.picture import BoardPicture
from companion.core.ids import Seat
from ui.presenters.adapter import Look
from ui.presenters.banner import NAMED
from ui.presenters.models import BannerModel, CardModel, TableModel


def handing(side: str, seats: Sequence[Seat], look: Look) -> str:
    """Return the words that hand the tablet to a side."""
    return look.say("hand_to", to=_party(side, seats, look))


def cover_model(unknown: BoardPicture, words: dict[str, str], look: Look) -> TableModel:
    """A screen that shows nothing but whose it is, while a tablet is handed over."""
    who = _party(look.side, look.seats, look)
    title = look.say("cover", to=who)
    mine = ("uncover", look.say("i_am", who=who, count=len(look.seats)))
    card = CardModel("begin", title, look.say("cover_text", who=who), (mine,), likely=mine[0])
    now = BannerModel(title, card.text, None)
    return TableModel(title, None, (), unknown, None, None, card, (), (), (), words, now)


def _party(side: str, seats: Sequence[Seat], look: Look) -> str:
    """Return the players of a side by name, where all of them have one and they are few; else the side."""
    called = tuple(dict.fromkeys(look.wording.players.get(seat, "") for seat in seats))
    return ", ".join(called) if all(called) and len(called) <= NAMED else look.wording.word("side", side)
