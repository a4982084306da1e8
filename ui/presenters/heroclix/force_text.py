"""A force from text, as its player is told it: what was read, what was not and why, which of several is meant.

text ──> ForceList ──> entries · questions with their choices · what is passed over
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.interchange.figure_library import FigureLibrary
from companion.interchange.force_list import ForceList, Unclear
from companion.interchange.force_texts import read_force_text
from companion.text.wording import Wording
from ui.presenters.games import Question

WHERE = "the pasted text"


def read_force(text: str, library: FigureLibrary) -> ForceList:
    """The force in the text; raises ``InputError`` where nothing of it is understood."""
    return read_force_text(text, library.roster, WHERE)


def unclear_words(one: Unclear, wording: Wording) -> str:
    """Say why a part of a line is not taken, with the line."""
    said = wording.say(one.why, **{**one.told, "words": one.words[:80]})
    return wording.pair(wording.say("list.line", line=one.line), said)


def questions_of(found: ForceList, wording: Wording) -> list[Question]:
    """The parts of the list that are to be settled; pieces that nobody here knows are a judge's affair."""
    return [
        Question(one.line, one.words, unclear_words(one, wording), one.choices)
        for one in found.unclear
        if not one.is_piece
    ]


def passed_words(found: ForceList, wording: Wording) -> Iterator[str]:
    """Say what the list has besides its entries, and where a figure of several costs stands without one."""
    for listed in found.figures:
        if listed.points is None and len(listed.figure.points) > 1:
            costs = "/".join(map(str, listed.figure.points))
            words = wording.say(
                "list.dearest", figure=listed.figure.name, points=max(listed.figure.points), costs=costs
            )
            yield wording.pair(wording.say("list.line", line=listed.line), words)
    for line, words, what in found.passed:
        if what in ("beside", "number"):
            said = wording.say(f"list.passed_{what}", words=words[:80])
            yield wording.pair(wording.say("list.line", line=line), said)
