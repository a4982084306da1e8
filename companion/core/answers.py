"""Answers to what is asked: whether they fit the open request, and the event they become. The same for every game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.core.commands import Choose, Pass, Place, ReportDice
from companion.core.dice import DiceRequest, Die
from companion.core.events import ChoiceMade, DiceReported, Passed
from companion.core.flow import ChoiceRequest, Flow, PlacementRequest
from companion.core.rules import Violation, violation

__all__ = ["Answering", "answer_event", "answer_violations"]

Answering = ReportDice | Choose | Place | Pass


def answer_violations(flow: Flow, command: Answering, dice: Mapping[str, Die]) -> Iterator[Violation]:
    """Why the answer does not fit."""
    name = command.result.request if isinstance(command, ReportDice) else command.request
    request = flow.find(name) if name is not None else None
    match command, request:
        case ReportDice(), DiceRequest():
            yield from _dice(command, request, dice)
        case Choose(), ChoiceRequest():
            yield from _of(request, command)
            yield from _choice(command, request)
        case Place(), PlacementRequest() if request.piece == command.piece:
            yield from _of(request, command)
            if len(command.spaces) != 1 or command.spaces[0] not in request.spaces:
                at = command.spaces[0] if command.spaces else None
                yield violation(request.purpose, at, waivable=False, piece=request.piece)
        case Pass(), ChoiceRequest() if request.optional:
            yield from _of(request, command)
        case _:
            yield violation("TW-ASK-01", waivable=False, request=name or "-")


def _of(request: Any, command: Any) -> Iterator[Violation]:
    if command.seat != request.seat:
        yield violation("TW-ASK-02", waivable=False, seat=command.seat, asked=request.seat)


def _dice(command: ReportDice, request: DiceRequest, dice: Mapping[str, Die]) -> Iterator[Violation]:
    faces = command.result.faces
    if len(faces) != len(request.dice):
        yield violation("TW-DICE-01", waivable=False, found=len(faces), expected=len(request.dice))
        return
    for die, face in zip(request.dice, faces, strict=True):
        if dice[die].face(face) is None:
            yield violation("TW-DICE-02", waivable=False, die=die, found=face)


def _choice(command: Choose, request: ChoiceRequest) -> Iterator[Violation]:
    count = len(command.options)
    strange = [option for option in command.options if option not in request.options]
    if strange or len(set(command.options)) < count or not request.at_least <= count <= request.at_most:
        found = ", ".join(command.options) or "-"
        yield violation("TW-ASK-03", waivable=False, found=found, expected=", ".join(request.options))


def answer_event(command: Answering) -> DiceReported | ChoiceMade | Passed:
    """What the answer becomes in the record."""
    match command:
        case ReportDice(_, result):
            return DiceReported(result)
        case Choose(seat, request, options):
            return ChoiceMade(seat, request, options)
        case Place(seat, _, spaces, _, request):
            assert request is not None
            return ChoiceMade(seat, request, tuple(spaces))
        case Pass(seat, request):
            assert request is not None
            return Passed(seat, request)
