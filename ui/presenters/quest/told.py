"""What stands over the board and beside it, in words: the title, what is interrupted, the list of what one may do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.events import GameEnded
from companion.core.ids import PieceId
from companion.games.heroquest.hidden.view import QuestView
from companion.text.wording import Wording
from ui.presenters.models import CardModel
from ui.presenters.quest.words import command_words

__all__ = ["offers_card", "title_of", "window_lines"]

_BUTTONS = 9  # on a card at once; the rest a tap away


def title_of(view: QuestView, wording: Wording, words: Mapping[str, str]) -> str:
    """The quest, its round, whose part of it, whose turn; or how it ended."""
    if view.outcome:
        return wording.event(GameEnded(view.outcome))
    parts = [
        view.quest,
        f"{words['round']} {view.round}" if view.round else "",
        wording.word("phase", view.phase),
        wording.names.get(view.hero, "") if view.hero else "",
    ]
    return " · ".join(part for part in parts if part)


def window_lines(view: QuestView, wording: Wording, words: Mapping[str, str]) -> list[str]:
    """What is interrupted by which rule, the innermost last."""
    who = [one.piece or one.seat for one in view.windows]
    return [
        words["interrupted"].format(who=wording.names.get(name, name), rule=one.rule)
        for name, one in zip(who, view.windows, strict=True)
    ]


def offers_card(
    offers: Sequence[Any], page: int, who: PieceId | None, title: str, wording: Wording, words: Mapping[str, str], *,
    may_close: bool,
) -> CardModel:  # fmt: skip
    """A page of what may be done, by a character or by the whole table."""
    first = page * _BUTTONS
    buttons = [
        (f"do:{number}", command_words(one, wording.lang, wording.names))
        for number, one in enumerate(offers[first : first + _BUTTONS], first)
    ]
    if len(offers) > _BUTTONS:
        pages = -(-len(offers) // _BUTTONS)
        buttons.append((f"page:{(page + 1) % pages}", words["more"].format(count=len(offers))))
    if may_close:
        buttons.append(("dismiss", words["dismiss"]))
    if who is None:
        return CardModel("begin", title, "", tuple(buttons))
    name = wording.names.get(who, who)
    return CardModel("proposal", words["what_now"].format(piece=name), "", tuple(buttons))
