"""A game whose commands are scripts: what its ``decide`` and ``apply`` share with every other such game.

    command ──verbs[type]──> violations? ──> script told to its end, or to the first question
                                 └─> Rejected          ├─ ended at once: its events
                                                       └─ asked: Undertaken, its events; each answer goes on; Finished

A game gives its verbs (a command's class, what forbids it, its script), its folds, its dice; answers are the core's.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar, cast

from companion.core.answers import Answer, answer_event, answer_violations, is_answer
from companion.core.by_hand import BY_HAND
from companion.core.dice import Die
from companion.core.events import GameEnded, Ruled, apply_to_flow
from companion.core.ids import PieceId, RuleId, Seat
from companion.core.packing import pack, unpack
from companion.core.procedure import Finished, Script, Teller, Undertaken, Work, tell_on
from companion.core.rules import Accepted, C, Command, Decision, GameState, Rejected, Violation, violation, with_flow


class ScriptedState(GameState, Protocol):
    """A state that keeps the command in progress."""

    @property
    def work(self) -> Work | None:
        """The command in progress."""
        ...


S = TypeVar("S", bound=ScriptedState)


@dataclass(frozen=True, slots=True)
class Verb(Generic[S]):
    """A command by its class: what forbids it, and its script, which is over at once when it asks nothing."""

    violations: Callable[[S, Any], Iterator[Violation]]
    script: Callable[[Teller[S], Any], Script[None] | None]


class ScriptedSystem(ABC, Generic[S]):
    """The half of a ``RulesSystem`` that does not depend on the game."""

    @property
    @abstractmethod
    def verbs(self) -> Mapping[type, Verb[S]]:
        """Every command that is no answer, by its class."""

    @abstractmethod
    def seats_of(self, state: S) -> tuple[Seat, ...]:
        """Return the seats at the table."""

    @abstractmethod
    def dice_of(self, state: S) -> Mapping[str, Die]:
        """The dice of this table, by the ids that requests name."""

    @abstractmethod
    def fold(self, state: S, event: object) -> S:
        """The state after one of the game's own events; the flow has been folded already."""

    def variations(self, state: S, command: C) -> Iterator[C]:
        """Generate the order with one particular said otherwise; nothing unless a game overrides it."""
        return iter(())

    def at_any_time(self, state: S, seat: Seat, *, piece: PieceId | None = None) -> Iterator[Command]:
        """Generate what may be ordered besides, whoever's turn it is; nothing unless a game overrides it."""
        return iter(())

    def asks_others(self, state: S, command: Command) -> bool:
        """Whether the others agree first: to corrections by hand, unless a game overrides it."""
        return isinstance(command, BY_HAND)

    def afterwards(self, t: Teller[S]) -> Script[None]:
        """Run after every command; does nothing unless a game overrides it."""
        return
        yield

    def violations(self, state: S, command: Any) -> Iterator[Violation]:
        """Every rule the command breaks."""
        seats = self.seats_of(state)
        if command.seat not in seats:
            yield violation("TW-SEAT-01", waivable=False, seat=command.seat, seats=", ".join(seats))
        elif type(command) in self.verbs and not is_answer(command):
            yield from self.verbs[type(command)].violations(state, command)
        elif isinstance(command, Answer):
            yield from answer_violations(state.flow, command, self.dice_of(state))
        else:
            yield violation("TW-ASK-01", waivable=False, request="-")

    def decide(self, state: S, command: Any, *, waived: frozenset[RuleId] = frozenset()) -> Decision:
        """The events that follow, or the rules that forbid."""
        broken = [one for one in self.violations(state, command) if not (one.waivable and one.rule in waived)]
        if broken:
            return Rejected(tuple(dict.fromkeys(broken)))
        if is_answer(command):
            return Accepted(self._resumed(state, answer_event(command)))
        return Accepted(self._begun(state, command))

    def apply(self, state: S, event: object) -> S:
        """The state after the event; checks nothing, never fails, is pure."""
        match event:
            case Undertaken():
                return _working(state, Work(event, _origin=state))
            case Finished():
                return _working(state, None)
            case Ruled():  # about the game, not of it: no script tells it
                return state
        flow = apply_to_flow(state.flow, event)
        after = self.fold(state if flow is state.flow else with_flow(state, flow), event)
        if state.work is None:
            return after
        return _working(after, None if isinstance(event, GameEnded) else state.work.after(event))

    def _begun(self, state: S, command: Any) -> tuple[object, ...]:
        """The events of a command: enclosed in its beginning and end when people are asked in between."""
        word = type(command).__name__
        teller = Teller(state, self.apply)
        if tell_on(teller, lambda t: self._told(t, command)):
            return tuple(teller.new)
        assert state.work is None, f"{word} asks while {state.work} is in progress"
        return (Undertaken(word, command.seat, pack(command)), *teller.new)

    def _told(self, t: Teller[S], command: Any) -> Script[None]:
        yield from self.verbs[type(command)].script(t, command) or ()
        yield from self.afterwards(t)

    def _resumed(self, state: S, answer: object) -> tuple[object, ...]:
        """The answer, and what the command in progress does with it."""
        work = state.work
        if work is None:  # asked by an older release, which kept elsewhere what was to follow: players see to it
            return (answer,)
        kind = next(kind for kind in self.verbs if kind.__name__ == work.begun.verb)
        command: Any = unpack(kind, work.begun.fields, seat=work.begun.seat)
        teller = Teller(cast(S, work.origin), self.apply, (*work.log, answer), state.flow.asked)
        done = tell_on(teller, lambda t: self._told(t, command))
        finished = (Finished(work.begun.verb),) if done and teller.state.flow.outcome is None else ()
        return (answer, *teller.new, *finished)


def _working(state: S, work: Work | None) -> S:
    return replace(state, work=work)  # type: ignore[type-var]  # every state is a dataclass
