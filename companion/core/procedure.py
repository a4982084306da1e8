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
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import Generic, TypeVar

from companion.core.answers import YES
from companion.core.dice import DiceRequest
from companion.core.events import (
    ChoiceMade,
    ChoiceRequested,
    ChoicesOpened,
    ConsentRequested,
    DiceReported,
    DiceRequested,
    Passed,
    PlacementRequested,
    WindowClosed,
    WindowOpened,
)
from companion.core.flow import ChoiceRequest, ConsentRequest, Flow, Limit, PlacementRequest, Window, seat_of
from companion.core.ids import PieceId, RequestId, RuleId, Seat, SpaceId
from companion.core.rules import HasFlow, with_flow

S = TypeVar("S", bound=HasFlow)
T = TypeVar("T")
Asking = DiceRequested | ChoiceRequested | PlacementRequested | ConsentRequested
Answer = tuple[str, ...] | None  # faces or options; ``None`` when an optional request was declined
Script = Generator[Asking, tuple[Answer, ...], T]


@dataclass(frozen=True, slots=True)
class Undertaken:
    """A command that does not end at once was begun: its word, who gave it, and its fields as text."""

    verb: str
    seat: Seat
    fields: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Finished:
    """The script of a command came to its end."""

    verb: str


@dataclass(frozen=True, slots=True)
class Work:
    """A command in progress, every event since it was begun, and the state it was begun in."""

    begun: Undertaken
    log: tuple[object, ...] = ()
    _origin: object = field(default=None, repr=False, compare=False)

    @property
    def origin(self) -> object:
        """The state before the command."""
        return self._origin

    def after(self, event: object) -> Work:
        """The work with one more event."""
        return replace(self, log=(*self.log, event))


class InProgress:
    """Base of a state that keeps the command in progress."""

    __slots__ = ()
    flow: Flow
    work: Work | None

    @property
    def is_busy(self) -> bool:
        """Whether something is asked, or a command in progress."""
        return bool(self.flow.open or self.work)


class _Paused(Exception):
    """The script asks somebody, and the record holds no answer."""


class Teller(Generic[S]):
    """The interface of a script: it tells events, asks people, and shows the state after all that was told.

    ``log``: what the record holds since the command was begun; ``asked``: requests ever made in the game, also in what
    was taken back, so that no two carry the same id.
    """

    def __init__(
        self, state: S, apply: Callable[[S, object], S], log: Iterable[object] = (), asked: int | None = None
    ) -> None:
        self.state, self._apply = state, apply
        self._log = deque(log)
        self._asked = asked
        self._answered: Mapping[RequestId, Answer] = {}  # what was asked last, in the order of the answers
        self.new: list[object] = []  # what the record does not hold yet

    def tell(self, *events: object) -> None:
        """Let the events happen; those the record holds count as it holds them. What an older release did not tell yet
        (``is_newer``) is left out where its record goes on without it.
        """
        for event in events:
            if self._log and type(self._log[0]) is not type(event) and getattr(event, "is_newer", False):
                continue
            if self._log:
                held = self._log.popleft()
                assert type(held) is type(event), f"the record goes on with {held}, the rules with {event}"
                event = held
            else:
                self.new.append(event)
            self.state = self._apply(self.state, event)

    def wait(self) -> dict[RequestId, Answer]:
        """The answers to what is open, by request; what else the record holds in between happens too."""
        answers: dict[RequestId, Answer] = {}
        self._answered = answers
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

    def next_id(self, ahead: int = 0) -> RequestId:
        """The id of the next request (``ahead`` further on)."""
        if not self._log and self._asked is not None and self.state.flow.asked < self._asked:
            self.state = with_flow(self.state, replace(self.state.flow, asked=self._asked))
        return self.state.flow.next_id(ahead)

    def window(self, rule: str, seat: Seat, piece: PieceId | None = None) -> _OpenWindow[S]:
        """The interruption of what is going on, for a ``with``: it is on the stack that everybody sees."""
        return _OpenWindow(self, Window(RuleId(rule), seat, piece))

    def roll(
        self, dice: Sequence[str], roller: Seat, purpose: str, piece: PieceId | None = None
    ) -> Script[tuple[str, ...]]:
        """The faces of a roll that is asked for; a roll of no dice needs no asking."""
        if not dice:
            return ()
        request = DiceRequest(self.next_id(), tuple(dice), roller, RuleId(purpose), piece)
        (answer,) = yield DiceRequested(request)
        return answer or ()

    def choice(
        self,
        seat: Seat,
        purpose: str,
        options: Sequence[str],
        piece: PieceId | None = None,
        *,
        optional: bool = False,
        at_least: int = 1,
        at_most: int = 1,
        limits: Sequence[Limit] = (),
        ordered: bool = False,
        secret: bool = False,
        confidants: Sequence[Seat] = (),
        drawn: bool = False,
        ahead: int = 0,
    ) -> ChoiceRequest:
        """The request of a choice, for ``ask_all``; ``ahead``: its place among those asked together."""
        return ChoiceRequest(
            self.next_id(ahead),
            seat,
            RuleId(purpose),
            tuple(options),
            at_least,
            at_most,
            optional,
            secret,
            piece,
            tuple(limits),
            ordered,
            tuple(confidants),
            drawn,
        )

    def choose(
        self,
        seat: Seat,
        purpose: str,
        options: Sequence[str],
        piece: PieceId | None = None,
        *,
        optional: bool = False,
        at_least: int = 1,
        at_most: int = 1,
        limits: Sequence[Limit] = (),
        ordered: bool = False,
    ) -> Script[Answer]:
        """Ask a seat to choose; ``None`` when it declines."""
        request = self.choice(
            seat,
            purpose,
            options,
            piece,
            optional=optional,
            at_least=at_least,
            at_most=at_most,
            limits=limits,
            ordered=ordered,
        )
        (answer,) = yield ChoiceRequested(request)
        return answer

    def ask_all(self, requests: Sequence[ChoiceRequest], *, reveal: bool = False) -> Script[dict[Seat, Answer]]:
        """Ask several seats at once and return their choices by seat. Secret choices, and the fact of having answered,
        stay secret until all have; then, to ``reveal``, everybody hears all answers.
        """
        if not requests:
            return {}
        answers = yield ChoiceRequested(requests[0], tuple(requests[1:]))
        if reveal:
            made = zip(requests, answers, strict=True)
            self.tell(ChoicesOpened(tuple(ChoiceMade(one.seat, one.id, options or ()) for one, options in made)))
        return {seat_of(one): options for one, options in zip(requests, answers, strict=True)}

    def ask_each(self, requests: Sequence[ChoiceRequest]) -> Script[list[tuple[ChoiceRequest, Answer]]]:
        """Ask all of these openly at once and return the choices in the order in which they were made."""
        if not requests:
            return []
        answers = yield ChoiceRequested(requests[0], tuple(requests[1:]))
        made = dict(zip((one.id for one in requests), zip(requests, answers, strict=True), strict=True))
        return [made[name] for name in self._answered]

    def consent(self, seat: Seat, purpose: str) -> Script[bool]:
        """Whether a seat agrees."""
        (answer,) = yield ConsentRequested(ConsentRequest(self.next_id(), seat, RuleId(purpose)))
        return answer == (YES,)

    def place(self, seat: Seat, purpose: str, piece: PieceId, spaces: Sequence[SpaceId]) -> Script[SpaceId]:
        """The space a seat puts a piece on; the only one there is needs no asking."""
        if len(spaces) == 1:
            return spaces[0]
        request = PlacementRequest(self.next_id(), seat, RuleId(purpose), piece, tuple(spaces))
        (answer,) = yield PlacementRequested(request)
        return SpaceId((answer or ("",))[0])


class _OpenWindow(Generic[S]):
    def __init__(self, teller: Teller[S], window: Window) -> None:
        self._teller, self._window = teller, window

    def __enter__(self) -> None:
        self._teller.tell(WindowOpened(self._window))

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if kind is None:  # a script that is only laid aside has not closed anything
            self._teller.tell(WindowClosed())


def tell_on(teller: Teller[S], script: Callable[[Teller[S]], Script[None]]) -> bool:
    """Whether the script came to its end; ``teller.new`` are the events that the record does not hold yet."""
    generator = script(teller)
    try:
        asked = next(generator)
        while True:
            teller.tell(asked)
            held = [request.id for request in teller.state.flow.open]
            answers = teller.wait()
            asked = generator.send(tuple(answers.get(request) for request in held))
    except StopIteration:
        return True
    except _Paused:
        generator.close()
        return False
