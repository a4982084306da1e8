"""One game in progress: the only way anything gets into its record.

    command ──submit──> decide ──> ledger (durable) ──> state ──> listeners
    refused ──overrule(agreed)──> Ruled + the events the waived rules forbade
    regret  ──take_back(agreed)──> TakenBack: an event; free until the last irreversible fact, then by consent

A session belongs to one thread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from companion.core.dice import Source
from companion.core.events import Recorded, Ruled, TakenBack
from companion.core.evidence import Evidence
from companion.core.ids import CommandId, RuleId, Seat
from companion.core.ledger import Ledger
from companion.core.rules import Accepted, Decision, History, Rejected, RulesSystem, violation

__all__ = ["Clock", "Session", "UndoStep"]

UNDO_NOTHING = RuleId("TW-UNDO-01")  # nothing to take back
UNDO_CONSENT = RuleId("TW-UNDO-02")  # past an irreversible fact the other seats, or a judge, must agree
RULING_AGREED = RuleId("TW-RULING-01")  # an overruled refusal needs somebody who agreed

Answerer = Callable[[Any, Any], Any]  # (state, request of the kind it answers) -> command or None
Listener = Callable[[Sequence[Recorded]], None]


class Clock(Protocol):
    """Where the time in the envelopes comes from."""

    def now_ms(self) -> int:
        """Milliseconds since 1970."""
        ...


@dataclass(frozen=True, slots=True)
class UndoStep:
    """What a take-back would do: go back to ``to``; ``consent`` when an irreversible fact lies between."""

    to: int
    consent: bool


class Session:
    """A game: its system, its ledger, its states. Opening one on a ledger that holds a game continues that game."""

    def __init__(
        self,
        system: RulesSystem[Any],
        ledger: Ledger,
        clock: Clock,
        setup: Any = None,
        *,
        seats: Sequence[Seat],
        automatic: Mapping[type, Answerer] | None = None,
    ) -> None:
        self.system, self.ledger, self.clock, self.seats = system, ledger, clock, tuple(seats)
        self._automatic = dict(automatic or {})
        self._listeners: list[Listener] = []
        self.records: list[Recorded] = list(ledger.read())
        if not self.records:
            first = Recorded(0, setup, CommandId("set-up"), clock.now_ms(), Source.HAND)
            ledger.append([first])
            self.records.append(first)
        self._history = History(system, self.records[0].event)
        self._history.extend(one.event for one in self.records[1:])

    @property
    def state(self) -> Any:
        """The state now."""
        return self._history.state

    @property
    def version(self) -> int:
        """The version of the last record."""
        return self._history.version

    def state_at(self, version: int) -> Any:
        """The state after the record of that version."""
        return self._history.states[version]

    def standing(self) -> list[Recorded]:
        """The records that count: without those taken back, and without the take-backs."""
        counted = set(self._history.standing)
        return [one for one in self.records if one.version in counted and not isinstance(one.event, TakenBack)]

    def listen(self, listener: Listener) -> Callable[[], None]:
        """A function that stops the listening; ``listener`` gets every batch of new records."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def submit(self, command: Any, source: Source = Source.HAND, evidence: tuple[Evidence, ...] = ()) -> Decision:
        """The decision; when accepted, its events are already durable and folded."""
        decision = self.system.decide(self.state, command)
        if isinstance(decision, Accepted):
            self._record(decision.events, source, evidence)
            self._answer_automatically()
        return decision

    def overrule(
        self, command: Any, rules: Iterable[RuleId], agreed: Sequence[Seat], judge: str | None = None, note: str = ""
    ) -> Decision:
        """The decision with these rules set aside; a ``Ruled`` event precedes the events it let through."""
        waived = frozenset(rules)
        if judge is None and not set(self.seats) <= set(agreed):
            return Rejected((violation(RULING_AGREED, agreed=", ".join(agreed) or "-", seats=", ".join(self.seats)),))
        decision = self.system.decide(self.state, command, waived=waived)
        if isinstance(decision, Accepted):
            ruling = Ruled(tuple(sorted(waived)), tuple(agreed), judge, note)
            self._record((ruling, *decision.events), Source.JUDGE if judge else Source.HAND)
            self._answer_automatically()
        return decision

    def undo_step(self) -> UndoStep | None:
        """What taking the last command back would do, or ``None`` when there is nothing to take back."""
        standing = [one for one in self.standing() if one.version > 0]
        if not standing:
            return None
        last = standing[-1].command_id
        undone = [one for one in standing if one.command_id == last]
        consent = any(getattr(one.event, "irreversible", False) for one in undone)
        before = [version for version in self._history.standing if version < undone[0].version]
        return UndoStep(before[-1], consent)

    def take_back(self, by: Seat, agreed: Sequence[Seat] = (), judge: str | None = None) -> Decision:
        """The decision on undoing the last command; past an irreversible fact every other seat, or a judge, agrees."""
        step = self.undo_step()
        if step is None:
            return Rejected((violation(UNDO_NOTHING, waivable=False),))
        missing = set(self.seats) - {by} - set(agreed)
        if step.consent and judge is None and missing:
            return Rejected((violation(UNDO_CONSENT, missing=", ".join(sorted(missing))),))
        event = TakenBack(step.to, by, tuple(agreed), judge)
        self._record((event,), Source.JUDGE if judge else Source.HAND)
        return Accepted((event,))

    def _record(self, events: Sequence[Any], source: Source, evidence: tuple[Evidence, ...] = ()) -> None:
        command_id = CommandId(f"c{self.version + 1}")
        now = self.clock.now_ms()
        batch = [
            Recorded(self.version + 1 + offset, event, command_id, now, source, () if offset else evidence)
            for offset, event in enumerate(events)
        ]
        self.ledger.append(batch)  # durable first: what the players see is what a power cut leaves
        self._history.extend(events)
        self.records.extend(batch)
        for listener in tuple(self._listeners):
            listener(batch)

    def _answer_automatically(self) -> None:
        while True:
            for request in self.state.flow.open:
                answer = self._automatic.get(type(request))
                command = answer(self.state, request) if answer else None
                if command is not None:
                    decision = self.system.decide(self.state, command)
                    if isinstance(decision, Accepted):
                        self._record(decision.events, Source.MACHINE)
                        break
            else:
                return
