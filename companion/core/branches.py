"""The ends that an answer may come to by itself, decided by the rules; nothing is written.

answer ──decide──> events ──asked again──> every answer to that ──> ends       dice thrown: what follows nobody knows
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic

from companion.core.commands import Choose, Pass
from companion.core.consequences import step
from companion.core.flow import ChoiceRequest
from companion.core.rules import RulesSystem, S

BRANCHES = 16  # answers to what is asked then, one after the other: a question with more is not foretold


@dataclass(frozen=True, slots=True)
class End(Generic[S]):
    """An end that an answer may come to: the state, and the events until then."""

    state: S
    events: tuple[object, ...]


def ends_of(system: RulesSystem[S], state: S, request: ChoiceRequest, option: str) -> tuple[End[S], ...]:
    """Return the ends that an answer, empty for a refusal, may come to before any dice are thrown; nothing where there
    are too many.
    """
    found: list[End[S]] = []
    for end in _ends(system, state, request, option, ()):
        found.append(end)
        if len(found) > BRANCHES:
            return ()
    return tuple(found)


def _ends(
    system: RulesSystem[S], state: S, request: ChoiceRequest, option: str, before: tuple[object, ...]
) -> Iterator[End[S]]:
    answer = Choose(request.seat, request.id, (option,)) if option else Pass(request.seat, request.id)
    after, events, asked = step(system, state, answer)
    if after is state:  # refused: one option is no whole answer
        return
    told = (*before, *events)
    if not isinstance(asked, ChoiceRequest):
        yield End(after, told)
        return
    for one in answers_to(asked):
        yield from _ends(system, after, asked, one, told)


def answers_to(request: ChoiceRequest) -> tuple[str, ...]:
    """Return the answers to a question of one option: each of them once, and the refusal where there is one."""
    return (*dict.fromkeys(request.options), *(("",) if request.optional else ()))
