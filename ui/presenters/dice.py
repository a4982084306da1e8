"""The dice row: faces are tapped one by one, thrown in a tower, or rolled by the machine.

asked for ──taps──────> ReportDice(hand)
          ──tower─────> armed, rolling, settled, read ──> the sensors' proposal
          ──machine───> ReportDice(machine), when there is no tower to throw in
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from companion.core.commands import ReportDice
from companion.core.dice import DICE, DiceRequest, DiceResult, Source
from companion.table.observation import TowerPhase
from ui.presenters.models import DiceModel

__all__ = ["DiceDesk", "Thrower"]


class Thrower(Protocol):
    """A tower that throws dice by itself: the virtual one. A real tower is thrown into by hand."""

    @property
    def is_ready(self) -> bool:
        """Whether it can throw now."""
        ...

    @property
    def is_throwing(self) -> bool:
        """Whether dice are on their way through it."""
        ...

    def throw(self, request: DiceRequest) -> None:
        """Nothing: the dice fall, in a thread of the tower's own; what it sees comes as observations."""
        ...


class DiceDesk:
    """What has been entered of the roll that is asked for."""

    def __init__(self, roller: Callable[[DiceRequest], DiceResult] | None, thrower: Thrower | None) -> None:
        self._roller, self._thrower = roller, thrower
        self.entered: tuple[str, ...] = ()

    def model(self, request: DiceRequest, question: str, tower: TowerPhase | None, words: dict[str, str]) -> DiceModel:
        """The dice row for this roll."""
        faces = tuple(face.label for face in DICE[request.dice[0]].faces)
        can_throw = self._thrower is not None and self._thrower.is_ready
        is_throwing = tower is TowerPhase.ROLLING or (self._thrower is not None and self._thrower.is_throwing)
        under_way = words["tower_rolling"] if is_throwing else ""
        label = words["throw"] if can_throw else words["roll"] if self._roller is not None else ""
        return DiceModel(
            question, self.entered, len(request.dice) - len(self.entered), faces, bool(label), label, under_way
        )

    def tap(self, request: DiceRequest, face: str) -> ReportDice | None:
        """The report, when this face was the last one missing."""
        self.entered = (*self.entered, face)
        if len(self.entered) < len(request.dice):
            return None
        return ReportDice(request.roller, DiceResult(request.id, self.entered, Source.HAND))

    def roll(self, request: DiceRequest) -> Any:
        """The machine's report, or ``None`` when a tower throws instead or nobody can."""
        if self._thrower is not None and self._thrower.is_ready:
            self._thrower.throw(request)
            return None
        return ReportDice(request.roller, self._roller(request)) if self._roller is not None else None
