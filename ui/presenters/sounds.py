"""Sounds of changes on the screen: a question for these hands above all, then hit and miss, then an errand."""

from __future__ import annotations

from enum import StrEnum

from ui.presenters.models import TableModel

ASKING = ("choice", "dice", "question", "undo", "consent")  # kinds of cards that wait for an answer


class Sound(StrEnum):
    """The sounds."""

    ASK = "ask"
    HIT = "hit"
    MISS = "miss"
    ERRAND = "errand"  # something for the hands
    OVER = "over"


def sound_of(before: TableModel, now: TableModel) -> Sound | None:
    """The sound of the step from one picture of the screen to the next; ``None``: silence."""
    if now.card and now.card.kind == "over" and not (before.card and before.card.kind == "over"):
        return Sound.OVER
    if now.cue is not None and now.cue != before.cue:
        return Sound(now.cue[1])
    if _asked(now) and _asked(now) != _asked(before):
        return Sound.ASK
    if set(now.errands) - set(before.errands):
        return Sound.ERRAND
    return None


def _asked(model: TableModel) -> tuple[str, ...]:
    """Return the words of what is waited for."""
    dice = (model.dice.question,) if model.dice else ()
    return dice + ((model.card.title, model.card.text) if model.card and model.card.kind in ASKING else ())
