"""What stands over the board and beside it, in words: the title, what is interrupted, the list of what one may do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.events import GameEnded
from companion.core.ids import PieceId
from companion.core.rules import Violation
from companion.games.heroquest.hidden.view import QuestView
from companion.text.wording import Wording
from ui.presenters.board import BoardPresenter
from ui.presenters.models import BoardModel, CardModel, TableModel
from ui.presenters.quest.board import QuestBoard
from ui.presenters.quest.words import command_words

__all__ = ["cover_model", "offers_card", "refusal_card", "title_of", "undo_card", "window_lines"]

_BUTTONS = 9  # on a card at once; the rest a tap away


def cover_model(board: BoardPresenter, who: str, words: dict[str, str]) -> TableModel:
    """A screen that shows nothing but whose it is, while a tablet is handed over (HQ-GEN-03)."""
    blank = BoardModel(board.columns, board.rows, QuestBoard(board).unknown(), (), (), (), board.labels, ())
    card = CardModel("begin", words["cover"], words["cover_text"].format(who=who),
                     (("uncover", words["i_am"].format(who=who)),))  # fmt: skip
    return TableModel(who, None, (), blank, None, None, card, (), (), (), words)


def undo_card(words: Mapping[str, str]) -> CardModel:
    """A take-back that everybody must agree to."""
    return CardModel("question", words["undo"], words["undo_consent"],
                     (("undo", words["all_agree"]), ("dismiss", words["dismiss"])))  # fmt: skip


def refusal_card(refused: Sequence[Violation], wording: Wording, words: Mapping[str, str]) -> CardModel:
    """What is against which rules."""
    text = "\n".join(f"{wording.violation(one)} [{one.rule}]" for one in refused)
    return CardModel("refusal", words["not_allowed"], text, (("dismiss", words["understood"]),))


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
