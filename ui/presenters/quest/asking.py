"""What a side is asked: dice whose faces are tapped one by one, choices as buttons, squares to tap.

A roll may mix dice; each is asked for in turn, with the faces that it has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest, DiceResult, Die, Source
from companion.core.flow import ChoiceRequest
from companion.text.wording import Wording
from ui.presenters.models import CardModel, DiceModel

__all__ = ["QuestDice", "Roller", "choice_card"]

Roller = Callable[[DiceRequest, Mapping[str, Die]], DiceResult]


class QuestDice:
    """What has been entered of the roll that is asked for."""

    def __init__(self, roller: Roller | None) -> None:
        self._roller = roller
        self.entered: tuple[str, ...] = ()

    def model(
        self, request: DiceRequest, dice: Mapping[str, Die], question: str, words: Mapping[str, str]
    ) -> DiceModel:
        """The dice row for this roll: the faces of the die that is next, each once."""
        die = dice[request.dice[min(len(self.entered), len(request.dice) - 1)]]
        faces = tuple(dict.fromkeys(face.label for face in die.faces))
        missing = len(request.dice) - len(self.entered)
        label = words["roll"] if self._roller is not None else ""
        return DiceModel(f"{question} ({die.id})", self.entered, missing, faces, bool(label), label)

    def tap(self, request: DiceRequest, face: str) -> ReportDice | None:
        """The report, when this face was the last one missing."""
        self.entered = (*self.entered, face)
        if len(self.entered) < len(request.dice):
            return None
        return ReportDice(request.roller, DiceResult(request.id, self.entered, Source.HAND))

    def roll(self, request: DiceRequest, dice: Mapping[str, Die]) -> ReportDice | None:
        """The machine's report, or ``None`` when it may not roll."""
        return None if self._roller is None else ReportDice(request.roller, self._roller(request, dice))


def choice_card(
    request: ChoiceRequest, chosen: tuple[str, ...], wording: Wording, words: Mapping[str, str]
) -> CardModel:
    """The card of a choice; where several may be chosen, they are collected and then confirmed."""
    buttons = [
        (f"choose:{option}", ("✓ " if option in chosen else "") + wording.word("option", option))
        for option in request.options
    ]
    if request.at_most > 1 and len(chosen) >= request.at_least:
        buttons.append(("chosen", words["confirm"]))
    if request.optional:
        buttons.append(("pass", words["pass"]))
    return CardModel("question", wording.question(request), "", tuple(buttons))
