"""The interface of a game: ``decide`` answers a command, ``apply`` folds an event. The arrows of a fact:

    command ──decide──> Accepted(events) ──apply──> state
                └─────> Rejected(violations)          never a state change

``decide`` checks everything and is the authority; ``apply`` checks nothing, never fails and is pure. ``legal_commands``
is an aid that filters with the same checks.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, Protocol, Self, TypeVar

from companion.core.catalogue import Catalogue
from companion.core.dice import Die
from companion.core.events import BroughtBack, Revised, TakenBack
from companion.core.flow import Flow
from companion.core.ids import EditionId, PieceId, RuleId, Seat, SpaceId, SystemId
from companion.core.keeping import Keeping


class HasFlow(Protocol):
    """A state of which a script needs no more than its flow."""

    @property
    def flow(self) -> Flow: ...


class GameState(HasFlow, Protocol):
    """The interface of every game's state."""

    @property
    def is_busy(self) -> bool:
        """Whether something is asked, or a command in progress."""


class Command(Protocol):
    """An order of a seat."""

    @property
    def seat(self) -> Seat:
        """The seat that gives it."""


S = TypeVar("S", bound=GameState)
F = TypeVar("F", bound=HasFlow)
C = TypeVar("C")  # a command of one kind


def with_flow(state: F, flow: Flow) -> F:
    """The state at another place of its game."""
    return replace(state, flow=flow)  # type: ignore[type-var]  # every state is a dataclass


@dataclass(frozen=True, slots=True)
class Violation:
    """A rule that forbids a command, and where. The wording lives in ``companion.text``, keyed by the rule.

    ``waivable`` is false when there is nothing to overrule: an unknown piece, an answer nobody asked for.
    """

    rule: RuleId
    at: SpaceId | PieceId | None = None
    words: tuple[tuple[str, str], ...] = ()
    waivable: bool = True


def violation(rule: str, at: SpaceId | PieceId | None = None, *, waivable: bool = True, **words: object) -> Violation:
    """A violation, with its words in alphabetical order."""
    return Violation(RuleId(rule), at, tuple(sorted((key, str(value)) for key, value in words.items())), waivable)


@dataclass(frozen=True, slots=True)
class Accepted:
    """The command stands; these events follow from it."""

    events: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Rejected:
    """The command does not stand; at least one violation says why."""

    violations: tuple[Violation, ...]


Decision = Accepted | Rejected


class Edition(Protocol):
    """A printing of the rules: what every one of them has."""

    @property
    def id(self) -> EditionId:
        """The edition's name."""
        ...


class RulesSystem(Protocol[S]):
    """A game in one of its editions."""

    @property
    def edition(self) -> Edition:
        """The edition played by."""
        ...

    @property
    def id(self) -> SystemId:
        """The name of the system."""
        ...

    @property
    def catalogue(self) -> Catalogue:
        """Every rule, with its status."""
        ...

    @property
    def event_types(self) -> Mapping[str, type]:
        """Every event class by name, core events included; the set-up event too."""
        ...

    def initial_state(self, setup: Any) -> S:
        """The state before the first event; ``setup`` is the system's own set-up event."""
        ...

    def legal_commands(self, state: S, seat: Seat, *, piece: PieceId | None = None) -> Iterator[Any]:
        """Commands the seat may give, lazily, in a fixed order."""
        ...

    def variations(self, state: S, command: C) -> Iterator[C]:
        """Generate the order with one particular said otherwise (a cube more, another weapon), as the rules allow it:
        with ``legal_commands`` as beginnings every order can be put together so.
        """
        ...

    def at_any_time(self, state: S, seat: Seat, *, piece: PieceId | None = None) -> Iterator[Command]:
        """Generate what the seat may order besides, whoever's turn it is."""
        ...

    def asks_others(self, state: S, command: Command) -> bool:
        """Whether the other seats agree before the command is given from a device of one seat (TW-HAND-02)."""
        ...

    def commands_placing(self, state: S, piece: PieceId, spaces: tuple[SpaceId, ...]) -> Iterator[Any]:
        """Legal commands after which the piece would stand there: what a camera's picture may mean."""
        ...

    def positions(self, state: S) -> Mapping[PieceId, tuple[SpaceId, ...]]:
        """Return the spaces of every piece; ``()`` for a piece that is not on the map."""
        ...

    def decide(self, state: S, command: Any, *, waived: frozenset[RuleId] = frozenset()) -> Decision:
        """The events that follow, or the rules that forbid; rules in ``waived`` have been overruled by the players."""
        ...

    def apply(self, state: S, event: Any) -> S:
        """The state after the event."""
        ...

    def view_for(self, state: S, seat: Seat | None) -> Any:
        """Return the state as this seat (or a spectator) may see it."""
        ...

    def heard_by(self, state: S, event: Any, seat: Seat | None) -> Any | None:
        """Return the event as this seat (or a spectator) hears it after ``state``; ``None`` when it hears nothing."""
        ...

    def is_whole(self, setup: Any) -> bool:
        """Whether a game can be played from the set-up; not from what a side heard of one, its secrets left out."""
        ...

    def dice_of(self, state: S) -> Mapping[str, Die]:
        """The dice of this table, by the ids that requests name."""
        ...

    def summary(self, state: S, seat: Seat | None = None) -> dict[str, Any]:
        """Return the state in plain values, as a replay prints it."""
        ...


class Numbering(ABC):
    """Base of a state that gives out numbers of its own: none is given out twice, whatever was taken back."""

    __slots__ = ()

    @abstractmethod
    def numbered_on(self, now: Self) -> Self:
        """Return this state, an older one, with the numbers that were given out until ``now``."""


ASKED = 12  # so many states back listeners and screens may still ask for


class History:
    """Every state of a game by version; a take-back goes to an old one, and what it undid may come back. A revision
    leaves single entries out and tells the others again.

    Version 0 is the state after the set-up. States are immutable, so keeping them all costs what changed; what was
    worked out about one is dropped when the game has gone on.
    """

    def __init__(self, system: RulesSystem[Any], setup: Any) -> None:
        self.system = system
        self.states: list[Any] = [system.initial_state(setup)]
        self.standing: list[int] = [0]  # versions that count, in order: what take-backs left
        self.along: dict[int, Any] = {0: self.state}  # the state after each of them, told by those that count
        self._events: dict[int, Any] = {}
        self.before: dict[int, tuple[int, ...]] = {}  # by the version of a take-back: what counted until then

    @property
    def state(self) -> Any:
        """The state now."""
        return self.states[-1]

    @property
    def version(self) -> int:
        """The version of the state now."""
        return len(self.states) - 1

    def fold(self, event: Any) -> Any:
        """The state after one more event."""
        match event:
            case TakenBack(to):
                state = self._again(self.along[to])
            case BroughtBack(back):
                state = self._again(self.states[back - 1])
            case Revised():
                state = self._again(self._revised(event))
            case _:
                state = self.system.apply(self.state, event)
        self.states.append(state)
        self.along[self.version], self._events[self.version] = state, event
        if self.version >= ASKED and isinstance(old := self.states[-1 - ASKED], Keeping):
            old.forget()
        self._count(self.version, event)
        return state

    def _count(self, version: int, event: object) -> None:
        """Note what counts after the event of that version."""
        match event:
            case TakenBack(to):
                self.before[version] = tuple(self.standing)
                self.standing = [one for one in self.standing if one <= to]
            case BroughtBack(back):
                self.standing = [*self.before[back]]
            case Revised(without, again):
                self.standing = sorted({*self.standing, *again}.difference(without))
        self.standing.append(version)

    def at(self, events: Sequence[object]) -> History:
        """Return the history as it stood after these, the first of its events; nothing is folded again."""
        then = copy(self)
        then.states, then.standing, then.before = self.states[: len(events)], [0], {}
        for version, event in enumerate(events[1:], 1):
            then._count(version, event)
        return then

    def _revised(self, event: Revised) -> GameState:
        """Return the state that the entries lead to which count then; those before the first change are not retold."""
        counting = sorted({*self.standing, *event.again}.difference(event.without))
        first = min((*event.without, *event.again), default=self.version + 1)
        state: GameState = self.along[counting[bisect_left(counting, first) - 1]]
        for version in counting[bisect_left(counting, first) :]:
            if not isinstance(told := self._events[version], TakenBack | BroughtBack | Revised):
                state = self.system.apply(state, told)
            self.along[version] = state
        return state

    def _again(self, then: GameState) -> GameState:
        """The state, to go on from. Requests made since do not share an id with those still to come: a late answer
        would fit the wrong one."""
        state = with_flow(then, replace(then.flow, asked=self.state.flow.asked))
        return state.numbered_on(self.state) if isinstance(state, Numbering) else state

    def extend(self, events: Iterable[Any]) -> Any:
        """The state after all of them."""
        for event in events:
            self.fold(event)
        return self.state
