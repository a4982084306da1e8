"""A record as one seat may have it: what it heard, and no trace of what it did not.

master's record ──Hearing──> heroes' record        versions, commands and requests are numbered by what was heard

An event that a seat did not hear leaves no gap: not in versions, not in the ids of commands or requests, and a
take-back of what it never heard is not heard either.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from companion.core.dice import DiceResult
from companion.core.events import (
    BroughtBack,
    ChoiceMade,
    ChoiceRequested,
    ChoicesOpened,
    ConsentRequested,
    DiceReported,
    DiceRequested,
    Passed,
    PlacementRequested,
    Recorded,
    Revised,
    TakenBack,
)
from companion.core.flow import Flow, may_see
from companion.core.ids import CommandId, RequestId, Seat
from companion.core.rules import GameState, History, RulesSystem

S = TypeVar("S", bound=GameState)
V = TypeVar("V")


def heard(system: RulesSystem[S], before: S, event: object, seat: Seat | None) -> object | None:
    """Return the event as that seat (or a spectator) hears it in the state ``before`` it; ``None``: nothing of it."""
    plain = heard_of_secrets(before.flow, event, seat)
    return None if plain is None else system.heard_by(before, plain, seat)


def heard_of_secrets(flow: Flow, event: object, seat: Seat | None) -> object | None:
    """Return the event as far as the requests let that seat (or a spectator) hear it by what they keep secret."""
    match event:
        case ChoiceRequested(request, others):
            known = tuple(one for one in (request, *others) if may_see(one, seat))
            return ChoiceRequested(known[0], known[1:]) if known else None
        case ChoiceMade(_, request) | Passed(_, request):
            asked = flow.find(request)
            return event if asked is None or may_see(asked, seat) else None
        case _:
            return event


class Hearing:
    """The ears of one seat (or of spectators) at a game: give it the record line by line."""

    def __init__(self, system: RulesSystem[Any], seat: Seat | None) -> None:
        self._system, self._seat = system, seat
        self._history: History | None = None
        self._version = -1
        self._kept: dict[int, int] = {}  # version in the record -> version as heard
        self._commands: dict[CommandId, CommandId] = {}
        self._requests: dict[RequestId, RequestId] = {}

    def hear(self, recorded: Recorded) -> Recorded | None:
        """The line as that seat has it, or ``None`` when it hears nothing of it."""
        event = recorded.event
        told: object | None
        if self._history is None:
            self._history = History(self._system, event)
            told = self._system.heard_by(self._history.state, event, self._seat)
        elif isinstance(event, TakenBack):
            told = self._taken_back(event)
            self._history.fold(event)
        elif isinstance(event, BroughtBack):
            told = replace(event, back=self._kept[event.back]) if event.back in self._kept else None
            self._history.fold(event)
        elif isinstance(event, Revised):
            told = self._revised(event)
            self._history.fold(event)
        else:
            told = heard(self._system, self._history.state, event, self._seat)
            self._history.fold(event)
        if told is None:
            return None
        self._version += 1
        self._kept[recorded.version] = self._version
        return replace(
            recorded,
            version=self._version,
            event=self._renamed(told),
            command_id=self._command(recorded.command_id),
            evidence=recorded.evidence if told is event else (),
        )

    def _taken_back(self, event: TakenBack) -> TakenBack | None:
        to = max((heard for version, heard in self._kept.items() if version <= event.to), default=0)
        undone = [heard for version, heard in self._kept.items() if version > event.to and self._stands(version)]
        return replace(event, to=to) if undone else None

    def _revised(self, event: Revised) -> Revised | None:
        """Return the revision of what was heard; ``None`` where that is nothing."""
        without, again = (
            tuple(self._kept[one] for one in of if one in self._kept) for of in (event.without, event.again)
        )
        back = self._kept.get(event.back, 0)
        return replace(event, without=without, again=again, back=back) if without or again else None

    def _stands(self, version: int) -> bool:
        assert self._history is not None
        return version in self._history.standing

    def _command(self, command: CommandId) -> CommandId:
        return self._commands.setdefault(command, CommandId(f"c{len(self._commands)}"))

    def _request(self, request: RequestId) -> RequestId:
        return self._requests.setdefault(request, RequestId(f"ask-{len(self._requests) + 1}"))

    def _renamed(self, event: object) -> object:
        match event:
            case DiceRequested(request, others):
                return DiceRequested(self._asked(request), tuple(map(self._asked, others)))
            case ChoiceRequested(request, others):
                return ChoiceRequested(self._asked(request), tuple(map(self._asked, others)))
            case PlacementRequested(request):
                return PlacementRequested(self._asked(request))
            case ConsentRequested(request):
                return ConsentRequested(self._asked(request))
            case DiceReported(DiceResult(request) as result):
                return DiceReported(replace(result, request=self._request(request)))
            case ChoiceMade(request=request) | Passed(request=request):
                return replace(event, request=self._request(request))
            case ChoicesOpened(choices):
                return ChoicesOpened(tuple(replace(one, request=self._request(one.request)) for one in choices))
            case _:
                return event

    def _asked(self, request: V) -> V:
        return replace(request, id=self._request(request.id))  # type: ignore[type-var,attr-defined]


def heard_records(system: RulesSystem[Any], records: Iterable[Recorded], seat: Seat | None) -> Iterator[Recorded]:
    """The records as that seat (or a spectator) heard them."""
    hearing = Hearing(system, seat)
    yield from filter(None, map(hearing.hear, records))


def names_any(value: object, names: frozenset[str]) -> bool:
    """Whether a field of the value, however deep, holds one of these names: what a veil asks of an event."""
    if isinstance(value, str):
        return value in names
    if isinstance(value, tuple):
        return any(names_any(item, names) for item in value)
    if is_dataclass(value):
        return any(names_any(getattr(value, one.name), names) for one in fields(value))
    return False
