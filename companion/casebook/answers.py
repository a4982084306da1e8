"""The answers of a step: dice and choices, given in order to whoever is asked.

dice = [4, 4]     the faces of the rolls asked for, one after another
choose = "east"   the choices asked for, one after another; "pass" declines where that is allowed
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from companion.core.commands import Choose, Pass, Place, ReportDice
from companion.core.dice import DiceRequest, DiceResult
from companion.core.flow import ChoiceRequest, Flow, PlacementRequest
from companion.core.ids import Seat, SpaceId
from companion.documents import Node

__all__ = ["Answers", "read_answers"]

PASS = ("pass",)


@dataclass
class Answers:
    """What is left to give."""

    node: Node  # the step
    faces: list[str] = field(default_factory=list)
    choices: list[tuple[str, ...]] = field(default_factory=list)
    by: Seat | None = None

    def next_for(self, flow: Flow, *, whatever: bool = False) -> Any | None:
        """The command that answers an open request, or ``None``; too few dice are refused unless ``whatever``."""
        for request in flow.open:
            if isinstance(request, DiceRequest) and self.faces:
                return self._report(request, whatever=whatever)
            if not isinstance(request, DiceRequest) and self.choices:
                return self._answer(request)
        return None

    def refuse_rest(self, flow: Flow) -> None:
        """Refuse dice or choices that nobody asked for."""
        waiting = ", ".join(one.purpose for one in flow.open) or "nothing"
        if self.faces:
            self.node["dice"].refuse(
                "as many dice as are asked for", f"{len(self.faces)} too many ({waiting} is asked for)"
            )
        if self.choices:
            self.node["choose"].refuse(
                "as many answers as are asked for", f"{len(self.choices)} too many ({waiting} is asked for)"
            )

    def _report(self, request: DiceRequest, *, whatever: bool) -> ReportDice:
        count = len(request.dice)
        if len(self.faces) < count and not whatever:
            self.node["dice"].refuse(f"{count} dice for {request.purpose}", ", ".join(self.faces))
        given = self.faces if whatever else self.faces[:count]
        self.faces = self.faces[len(given) :]
        return ReportDice(self.by or request.roller, DiceResult(request.id, tuple(given)))

    def _answer(self, request: Any) -> Choose | Place | Pass:
        options, seat = self.choices.pop(0), self.by or request.seat
        if isinstance(request, PlacementRequest):
            return Place(seat, request.piece, tuple(SpaceId(one) for one in options), None, request.id)
        if (
            isinstance(request, ChoiceRequest)
            and request.optional
            and options == PASS
            and "pass" not in request.options
        ):
            return Pass(seat, request.id)
        return Choose(seat, request.id, options)


def read_answers(node: Node, by: Seat | None) -> Answers:
    """The answers in a step."""
    faces = list(_faces(node["dice"])) if "dice" in node else []
    return Answers(node, faces, list(_choices(node["choose"])) if "choose" in node else [], by)


def _faces(node: Node) -> Iterator[str]:
    """Every face in a list, which may group them by rolls; one alone needs no list."""
    if not isinstance(node.value, list):
        yield _word(node)
        return
    for one in node.items():
        yield from (_word(part) for part in one.items()) if isinstance(one.value, list) else (_word(one),)


def _choices(node: Node) -> Iterator[tuple[str, ...]]:
    if not isinstance(node.value, list):
        yield (_word(node),)
        return
    for one in node.items():
        yield tuple(_word(part) for part in one.items()) if isinstance(one.value, list) else (_word(one),)


def _word(node: Node) -> str:
    if isinstance(node.value, int) and not isinstance(node.value, bool):
        return str(node.value)
    return node.text()
