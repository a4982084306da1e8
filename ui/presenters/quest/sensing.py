"""What the tray's camera and the tower say to the side that throws: a reading to confirm, a question, a part read."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest
from companion.table.follow import Follower
from companion.text.wording import Wording
from ui.presenters.links import question_words
from ui.presenters.models import CardModel

__all__ = ["part_read", "reading_card"]


def reading_card(
    follower: Follower, asked: DiceRequest, wording: Wording, words: Mapping[str, str]
) -> CardModel | None:
    """The card of what was read for this roll, or of what could not be."""
    command = follower.proposal.command if follower.proposal else None
    if isinstance(command, ReportDice) and command.result.request == asked.id:
        buttons = (("confirm", words["confirm"]), ("dismiss", words["dismiss"]))
        return CardModel("dice", words["dice_read"], ", ".join(command.result.faces), buttons)
    question = follower.question
    if question is None or question.read:
        return None  # the dice row shows what was read
    text = question_words(follower, question, wording.names, dict(words))
    return CardModel("question", words["asked"], text, (("dismiss", words["understood"]),))


def part_read(follower: Follower, asked: DiceRequest) -> tuple[str | None, ...]:
    """The faces the camera is certain of, by the dice of the roll; empty when it read nothing or everything."""
    question = follower.question
    return question.read if question and len(question.read) == len(asked.dice) else ()
