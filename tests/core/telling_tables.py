"""Scripts told to a table that answers from a list: what the values of the core are tried with."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import TypeVar

from companion.core.dice import DiceRequest, DiceResult
from companion.core.events import ChoiceMade, DiceReported, Passed, apply_to_flow
from companion.core.flow import Flow, Request, seat_of
from companion.core.procedure import Script, Teller, tell_on

T = TypeVar("T")


@dataclass(frozen=True)
class Said:
    word: str


@dataclass(frozen=True)
class Talk:
    flow: Flow = field(default_factory=Flow)
    words: tuple[str, ...] = ()


def hear(state: Talk, event: object) -> Talk:
    words = (*state.words, event.word) if isinstance(event, Said) else state.words
    return replace(state, flow=apply_to_flow(state.flow, event), words=words)


def told(
    script: Callable[[Teller[Talk]], Script[T]], answers: Iterable[tuple[str, ...] | None] = ()
) -> tuple[T | None, list[Request], tuple[str, ...]]:
    """What the script comes to (``None``: somebody is still asked), every request it made, and what it said."""
    result: list[T] = []

    def whole(t: Teller[Talk]) -> Script[None]:
        result.append((yield from script(t)))

    log: list[object] = []
    waiting = iter(answers)
    while True:
        result.clear()
        teller = Teller(Talk(), hear, log)
        done = tell_on(teller, whole)
        log += teller.new
        answer: tuple[str, ...] | None = ()
        if not done:
            answer = next(waiting, ())
        if done or answer == ():
            requests = [
                event.request for event in log if hasattr(event, "request") and not isinstance(event.request, str)
            ]
            return (result[0] if done else None), requests, teller.state.words
        (request,) = teller.state.flow.open
        if isinstance(request, DiceRequest):
            assert answer is not None
            log.append(DiceReported(DiceResult(request.id, answer)))
        else:
            assert not isinstance(request, DiceRequest)
            log.append(
                Passed(seat_of(request), request.id)
                if answer is None
                else ChoiceMade(seat_of(request), request.id, answer)
            )
