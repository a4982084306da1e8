"""What a side is asked: dice whose faces are tapped one by one, choices as buttons, squares to tap.

A roll may mix dice; each is asked for in turn, with the faces that it has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.core.commands import Choose, ReportDice
from companion.core.dice import DiceRequest, DiceResult, Die, Source
from companion.core.flow import ChoiceRequest
from companion.text.wording import Wording
from ui.presenters.models import CardModel, DiceModel

__all__ = ["QuestChoice", "QuestDice", "Roller"]

Roller = Callable[[DiceRequest, Mapping[str, Die]], DiceResult]


Read = Sequence[str | None]  # by the dice of a roll: the faces a camera is certain of


class QuestDice:
    """What has been tapped of the roll that is asked for, beside the faces that a camera has read."""

    def __init__(self, roller: Roller | None) -> None:
        self._roller = roller
        self._tapped: dict[int, str] = {}  # by the place of the die: what was read may be taken back at any time

    def model(
        self, request: DiceRequest, dice: Mapping[str, Die], read: Read, question: str, words: Mapping[str, str]
    ) -> DiceModel:
        """The dice row for this roll: the faces of the die that is next, each once."""
        filled = self._filled(request, read)
        die = dice[request.dice[filled.index(None)]]
        faces = tuple(dict.fromkeys(face.label for face in die.faces))
        entered = tuple(face for face in filled if face is not None)
        label = words["roll"] if self._roller is not None else ""
        missing = len(filled) - len(entered)
        return DiceModel(f"{question} ({die.id})", entered, missing, faces, bool(label), label)

    def tap(self, request: DiceRequest, read: Read, face: str) -> ReportDice | None:
        """The report, when this face was the last one missing."""
        self._tapped[self._filled(request, read).index(None)] = face
        filled = self._filled(request, read)
        faces = tuple(one for one in filled if one is not None)
        if len(faces) < len(filled):
            return None
        return ReportDice(request.roller, DiceResult(request.id, faces, Source.HAND))

    def clear(self) -> None:
        """Nothing: what was tapped is forgotten."""
        self._tapped = {}

    def _filled(self, request: DiceRequest, read: Read) -> list[str | None]:
        known = {number: face for number, face in enumerate(read) if face is not None}
        return [(self._tapped | known).get(number) for number in range(len(request.dice))]

    def roll(self, request: DiceRequest, dice: Mapping[str, Die]) -> ReportDice | None:
        """The machine's report, or ``None`` when it may not roll."""
        return None if self._roller is None else ReportDice(request.roller, self._roller(request, dice))


class QuestChoice:
    """The options picked so far, where several may be chosen: they are collected, and then confirmed."""

    def __init__(self) -> None:
        self.picked: tuple[str, ...] = ()

    def card(self, request: ChoiceRequest, wording: Wording, words: Mapping[str, str]) -> CardModel:
        """The card of the choice."""
        buttons = [
            (f"choose:{option}", ("✓ " if option in self.picked else "") + wording.word("option", option))
            for option in request.options
        ]
        if request.at_most > 1 and len(self.picked) >= request.at_least:
            buttons.append(("chosen", words["confirm"]))
        if request.optional:
            buttons.append(("pass", words["pass"]))
        return CardModel("question", wording.question(request), "", tuple(buttons))

    def tap(self, request: ChoiceRequest, option: str) -> Choose | None:
        """The answer, when that was the last tap it needed; no ``option``: what is picked is enough."""
        if option:
            rest = tuple(one for one in self.picked if one != option)
            self.picked = rest if option in self.picked else (*self.picked, option)
        if option and request.at_most > 1:
            return None
        return Choose(request.seat, request.id, self.picked)
