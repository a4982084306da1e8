"""Procedures: what an action does, told from its first word to its last, with people asked in between.

    def strike(t):                          a script is a generator: ``tell`` says what happens, ``yield from`` asks
        faces = yield from t.roll(…)
        t.tell(Hurt(…))

    command ──> script ──told──> events                        asked: the state keeps the command (``Work``)
    answer  ──> the same script from where the command began, fed with what the record says ──> the events that follow

A generator cannot be kept in a record, the events can: to go on, the script is told again, and what it tells is taken
from the record as far as the record goes. So scripts draw no chance, read no clock, and look at ``t.state`` only.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Generic, TypeVar

from companion.core.dice import DiceRequest
from companion.core.events import (
    ChoiceMade,
    ChoiceRequested,
    DiceReported,
    DiceRequested,
    Passed,
    PlacementRequested,
    WindowClosed,
    WindowOpened,
)
from companion.core.flow import ChoiceRequest, PlacementRequest, Window
from companion.core.ids import PieceId, RuleId, Seat, SpaceId
from companion.core.rules import GameState

__all__ = ["Answer", "Finished", "Script", "Teller", "Undertaken", "Work", "tell_on"]

S = TypeVar("S", bound=GameState)
T = TypeVar("T")
Answer = tuple[str, ...] | None  # faces or options; ``None`` when an optional request was declined
Script = Generator[Any, tuple[Answer, ...], T]


@dataclass(frozen=True, slots=True)
class Undertaken:
    """A command that does not end at once was begun: its word, who gave it, and its fields as text."""

    verb: str
    seat: Seat
    fields: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Finished:
    """What was begun is done."""

    verb: str


@dataclass(frozen=True, slots=True)
class Work:
    """A command in progress, and every event since it was begun."""

    begun: Undertaken
    log: tuple[Any, ...] = ()


class _Paused(Exception):
    """Somebody is asked, and the record holds no answer."""


class Teller(Generic[S]):
    """What a script speaks through: the state as it stands after all that was told."""

    def __init__(self, state: S, apply: Callable[[S, Any], S], log: Iterable[Any] = ()) -> None:
        self.state, self._apply = state, apply
        self._log = deque(log)
        self.new: list[Any] = []  # what the record does not hold yet

    def tell(self, *events: Any) -> None:
        """Nothing: the events have happened; those the record holds count as it holds them."""
        for event in events:
            if self._log:
                held = self._log.popleft()
                assert type(held) is type(event), f"the record goes on with {held}, the rules with {event}"
                event = held
            else:
                self.new.append(event)
            self.state = self._apply(self.state, event)

    def wait(self) -> dict[str, Answer]:
        """The answers to what is open, by request; what else the record holds in between happens too."""
        answers: dict[str, Answer] = {}
        while self.state.flow.open:
            if not self._log:
                raise _Paused
            event = self._log.popleft()
            match event:
                case DiceReported(result):
                    answers[result.request] = result.faces
                case ChoiceMade(_, request, options):
                    answers[request] = options
                case Passed(_, request):
                    answers[request] = None
                case _:
                    pass  # a ruling, a correction: it happened while people were asked
            self.state = self._apply(self.state, event)
        return answers

    def window(self, rule: str, seat: Seat, piece: PieceId | None = None) -> _OpenWindow:
        """The interruption of what is going on, for a ``with``: it is on the stack that everybody sees."""
        return _OpenWindow(self, Window(RuleId(rule), seat, piece))

    def roll(
        self, dice: Sequence[str], roller: Seat, purpose: str, piece: PieceId | None = None
    ) -> Script[tuple[str, ...]]:
        """The faces of a roll that is asked for."""
        if not dice:
            return ()
        request = DiceRequest(self.state.flow.next_id(), tuple(dice), roller, RuleId(purpose), piece)
        (answer,) = yield DiceRequested(request)
        return answer or ()

    def choose(
        self, seat: Seat, purpose: str, options: Sequence[str], piece: PieceId | None = None, *, optional: bool = False,
        at_least: int = 1, at_most: int = 1,
    ) -> Script[Answer]:  # fmt: skip
        """What a seat chooses; ``None`` when it declines."""
        request = ChoiceRequest(
            self.state.flow.next_id(), seat, RuleId(purpose), tuple(options), at_least, at_most, optional, False, piece
        )
        (answer,) = yield ChoiceRequested(request)
        return answer

    def place(self, seat: Seat, purpose: str, piece: PieceId, spaces: Sequence[SpaceId]) -> Script[SpaceId]:
        """The space a seat puts a piece on; the only one there is needs no asking."""
        if len(spaces) == 1:
            return spaces[0]
        request = PlacementRequest(self.state.flow.next_id(), seat, RuleId(purpose), piece, tuple(spaces))
        (answer,) = yield PlacementRequested(request)
        return SpaceId((answer or ("",))[0])


class _OpenWindow:
    def __init__(self, teller: Teller[Any], window: Window) -> None:
        self._teller, self._window = teller, window

    def __enter__(self) -> None:
        self._teller.tell(WindowOpened(self._window))

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if kind is None:  # a script that is only laid aside has not closed anything
            self._teller.tell(WindowClosed())


def tell_on(teller: Teller[S], script: Callable[[Teller[S]], Script[Any]]) -> bool:
    """Whether the script came to its end; ``teller.new`` are the events that the record does not hold yet."""
    generator = script(teller)
    try:
        asked = next(generator)
        while True:
            teller.tell(asked)
            held = _requests(teller.state)
            answers = teller.wait()
            asked = generator.send(tuple(answers.get(one) for one in held))
    except StopIteration:
        return True
    except _Paused:
        generator.close()
        return False


def _requests(state: GameState) -> list[str]:
    """The requests that are open, in order."""
    return [one.id for one in state.flow.open]
