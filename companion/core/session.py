"""One game in progress: the only way anything gets into its record.

    order ──receive──> whose seat? seen what? ──> decide ──> ledger (durable) ──> state ──> listeners
    refused ──overrule(agreed)──> Ruled + the events the waived rules forbade
    regret  ──revise──> Revised: an event; single entries are left out, the others told again (where a system allows it)
    regret  ──take_back(agreed)──> TakenBack: an event; one's own last command freely, up to the last irreversible fact
            ──bring_back(agreed)──> BroughtBack: an event; what was taken back counts again, as freely as it went
    any of these, where somebody has still to agree ──propose──> a Matter that stays open (core.consent)

Many hands may speak at once: each is a sender with seats of its own, and its orders carry an id, so that a retry gets
the first answer, and the version its sender saw, so that one that comes too late is refused in words. The table's own
hand speaks for every seat. A session belongs to one thread.
"""

from __future__ import annotations

import warnings
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Protocol

from companion.core.answers import is_answer
from companion.core.dice import Source
from companion.core.events import BroughtBack, Recorded, Revised, Ruled, TakenBack
from companion.core.evidence import Evidence
from companion.core.ids import CommandId, RuleId, Seat
from companion.core.ledger import Ledger, LineByLine
from companion.core.rules import Accepted, Command, Decision, History, Rejected, RulesSystem, violation

UNDO_NOTHING = "TW-UNDO-01"  # nothing to take back
REDO_NOTHING = "TW-REDO-01"  # nothing to bring back: something has happened since
UNDO_CONSENT = "TW-UNDO-02"  # past an irreversible fact or another's command the others, or a judge, must agree
RULING_AGREED = "TW-RULING-01"  # an overruled refusal needs somebody who agreed
REFUSALS_KEPT = 256  # for retries; a flood of refused orders takes no more memory than this
NOT_ITS_SEAT = "TW-SEAT-02"
MOVED_ON = "TW-SEEN-01"

Answerer = Callable[[Any, Any], Any]  # (state, request of the kind it answers) -> command or None
Listener = Callable[[Sequence[Recorded]], None]


class ListenerFault(UserWarning):
    """A listener raised: what it was told stands in the record all the same."""


class Lines(Protocol):
    """Where a session keeps its lines: a ledger, or a record that is only read."""

    def read(self) -> Iterable[Recorded]:
        """Every line from the beginning."""
        ...

    def newer(self) -> list[Recorded]:
        """Return the lines that another process wrote since the last look."""
        ...

    def append(self, recorded: Sequence[Recorded]) -> None:
        """Keep the lines, all or none of them, before returning."""
        ...


class Clock(Protocol):
    """The source of the times in envelopes."""

    def now_ms(self) -> int:
        """Milliseconds since 1970."""
        ...


@dataclass(frozen=True, slots=True)
class Sent:
    """A command on its way: who sends it, under which id of its own, and the version of the game its sender saw."""

    sender: str
    id: str
    seen: int
    command: Any

    @property
    def command_id(self) -> CommandId:
        """The id in the record: no two senders share one."""
        return CommandId(f"{self.sender}/{self.id}")


@dataclass(frozen=True, slots=True)
class UndoStep:
    """The effect of a take-back: the game goes back to version ``to``.

    ``by`` gave the first command that is undone (nobody: the machine did); ``asks`` are the seats without whose
    agreement it cannot be: those whose commands came after it, and everybody when a fact is irreversible.
    """

    to: int
    by: Seat | None
    asks: frozenset[Seat]

    @property
    def consent(self) -> bool:
        """Whether anybody else must agree."""
        return bool(self.asks - {self.by})


class Session:
    """A game: its system, its ledger, its states. Opening one on a ledger that holds a game continues that game."""

    players: Mapping[str, str] = MappingProxyType({})  # what who sits there is called; beside the record, never in it

    def __init__(
        self,
        system: RulesSystem[Any],
        ledger: Lines,
        clock: Clock,
        setup: Any = None,
        *,
        seats: Sequence[Seat],
        automatic: Mapping[type, Answerer] | None = None,
    ) -> None:
        self.system = system
        self._lines = ledger
        self.clock = clock
        self.seats = tuple(seats)
        self._automatic = dict(automatic or {})
        self._listeners: list[Listener] = []
        self._speaks_for: dict[str, frozenset[Seat]] = {}
        self.records: list[Recorded] = list(ledger.read())
        if not self.records:
            first = Recorded(0, setup, CommandId("set-up"), clock.now_ms(), Source.HAND)
            ledger.append([first])
            self.records.append(first)
        self._history = History(system, self.records[0].event)
        self._history.extend(one.event for one in self.records[1:])
        self._refused: dict[CommandId, Rejected] = {}  # the newest refusals; what was accepted is in the record
        self._accepted: dict[CommandId, tuple[int, ...]] = {}  # versions, also of what another host wrote
        self._remember(self.records)

    @property
    def ledger(self) -> Ledger:
        """The ledger; a game that is only watched has none."""
        assert isinstance(self._lines, Ledger), "a game that is only watched has no ledger"
        return self._lines

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

    def at(self, version: int) -> Session:
        """Return the game as it stood after the record of that version: to be looked at, not to be played on."""
        then = copy(self)
        then.records = self.records[: version + 1]
        then._history = self._history.at([record.event for record in then.records])
        then._listeners, then._lines = [], LineByLine(then.records)
        return then

    def counted_at(self, version: int) -> Any:
        """The state after the record of that version, as those lead to it that count now."""
        return self._history.along[version]

    def standing(self) -> list[Recorded]:
        """The records that count: without those taken back, and without what took or brought them back."""
        return self._of(self._history.standing)

    def returning(self, back: int) -> list[Recorded]:
        """The records that would count again without the take-back of that version."""
        return self._of({*self._history.before.get(back, ())} - {*self._history.standing})

    def counts(self, version: int) -> bool:
        """Whether the record of that version stands, or took or brought others back and was not undone itself."""
        standing = self._history.standing
        place = bisect_left(standing, version)
        return place < len(standing) and standing[place] == version

    def _of(self, versions: Iterable[int]) -> list[Recorded]:
        told = (self.records[version] for version in sorted(versions))
        return [one for one in told if not isinstance(one.event, TakenBack | BroughtBack | Revised)]

    def listen(self, listener: Listener) -> Callable[[], None]:
        """A function that stops the listening; ``listener`` gets every batch of new records."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def bind(self, sender: str, seats: Iterable[Seat]) -> None:
        """Let the sender speak for these seats, and for no others; for none, it is only heard out."""
        self._speaks_for[sender] = frozenset(seats)

    def receive(self, sent: Sent, source: Source = Source.HAND, evidence: tuple[Evidence, ...] = ()) -> Decision:
        """The decision on a command of one of many hands; the same again, without a trace, for one sent again."""
        given = self._given(sent.command_id)
        if given is not None:
            return given
        decision = self._refusal(sent) or self._submit(sent.command, source, evidence, sent.command_id)
        if isinstance(decision, Rejected):
            self._refused[sent.command_id] = decision
            if len(self._refused) > REFUSALS_KEPT:
                del self._refused[next(iter(self._refused))]
        return decision

    def _given(self, command: CommandId) -> Decision | None:
        """Return the first answer to that command; ``None`` where it was not given, or refused long
        ago and must be decided anew.
        """
        versions = self._accepted.get(command)
        if versions is None:
            return self._refused.get(command)
        return Accepted(tuple(self.records[version].event for version in versions))

    def _remember(self, batch: Iterable[Recorded]) -> None:
        for record in batch:
            self._accepted[record.command_id] = (*self._accepted.get(record.command_id, ()), record.version)

    def _refusal(self, sent: Sent) -> Rejected | None:
        seats = self._speaks_for.get(sent.sender, frozenset())
        seat = sent.command.seat
        if seat not in seats:
            listed = ", ".join(one for one in self.seats if one in seats) or "-"
            broken = violation(NOT_ITS_SEAT, waivable=False, sender=sent.sender, seat=seat, seats=listed)
            return Rejected((broken,))
        if sent.seen != self.version and not is_answer(sent.command):  # an answer names its request: that is enough
            return Rejected((violation(MOVED_ON, waivable=False, seen=sent.seen, now=self.version),))
        return None

    def submit(
        self, command: Command, source: Source = Source.HAND, evidence: tuple[Evidence, ...] = (), *, device: str = ""
    ) -> Decision:
        """The decision on a command of the table's own hand; accepted, its events are durable and folded.

        ``device``: where it was given, kept with the command's id.
        """
        named = CommandId(f"{device}/c{self.version + 1}") if device else None
        return self._submit(command, source, evidence, named)

    def _submit(
        self, command: Any, source: Source, evidence: tuple[Evidence, ...], command_id: CommandId | None
    ) -> Decision:
        decision = self.system.decide(self.state, command)
        if isinstance(decision, Accepted):
            self._record(decision.events, source, evidence, by=command.seat, command_id=command_id)
            self._answer_automatically()
        return decision

    def overrule(
        self, command: Any, rules: Iterable[RuleId], agreed: Sequence[Seat], judge: str | None = None, note: str = ""
    ) -> Decision:
        """The decision with these rules set aside; a ``Ruled`` event precedes the events it let through."""
        waived = frozenset(rules)
        if judge is None and not set(self.seats) <= set(agreed):
            seats = ", ".join(self.seats)
            return Rejected((violation(RULING_AGREED, agreed=", ".join(agreed) or "-", seats=seats),))
        decision = self.system.decide(self.state, command, waived=waived)
        if isinstance(decision, Accepted):
            ruling = Ruled(tuple(sorted(waived)), tuple(agreed), judge, note)
            self._record((ruling, *decision.events), Source.JUDGE if judge else Source.HAND, by=command.seat)
            self._answer_automatically()
        return decision

    def rule(self, rules: Iterable[RuleId], judge: str, note: str, *, back_to: int | None = None) -> None:
        """Record a judge's ruling, and go back to that version where it says so; one heard again stands once."""
        ruling = Ruled(tuple(rules), (), judge, note)
        if any(one.event == ruling for one in self.records):
            return
        self._record((ruling,), Source.JUDGE)
        step = self.step_to(back_to) if back_to is not None and 0 <= back_to < self.version else None
        if step is not None:
            self.take_back(step.by or self.seats[0], judge=judge, step=step)

    def undo_step(self, by: Seat | None = None) -> UndoStep | None:
        """Return the take-back of that seat's last command and all that came after it; without a seat, of the last
        command whoever gave it. ``None`` when there is nothing to take back.
        """
        standing = [one for one in self.standing() if one.version > 0]
        own = [one for one in standing if by is None or one.by == by]
        if not own:
            return None
        first = _first(standing, own[-1].command_id)
        return self._step([one for one in standing if one.version >= first])

    def step_to(self, version: int) -> UndoStep | None:
        """Return the step back to that version; ``None`` when nothing that counts comes after it."""
        undone = [one for one in self.standing() if one.version > version]
        return self._step(undone) if undone and version in self._history.standing else None

    def _step(self, undone: Sequence[Recorded]) -> UndoStep:
        before = [version for version in self._history.standing if version < undone[0].version]
        return UndoStep(before[-1], undone[0].by, self._concerned(undone))

    def _concerned(self, records: Iterable[Recorded]) -> frozenset[Seat]:
        """Return the seats that must agree before these entries are undone or brought back."""
        if any(getattr(one.event, "irreversible", False) for one in records):
            return frozenset(self.seats)
        return frozenset(one.by for one in records if one.by is not None)

    def redo_step(self) -> UndoStep | None:
        """Return the step that brings back: ``to`` is the version of the last take-back, ``by`` who took back. ``None``
        when there was none, or something has happened since.
        """
        records = (self.records[version] for version in reversed(self._history.standing))
        last = next((one for one in records if not isinstance(one.event, BroughtBack)), self.records[0])
        if not isinstance(last.event, TakenBack):
            return None
        return UndoStep(last.version, last.event.by, self._concerned(self.returning(last.version)))

    def bring_back(self, by: Seat, agreed: Sequence[Seat] = (), judge: str | None = None) -> Decision:
        """The decision on what was taken back last counting again; those agree who have to agree to a take-back."""
        step = self.redo_step()
        if step is None:
            return Rejected((violation(REDO_NOTHING, waivable=False),))
        missing = step.asks - {by} - set(agreed)
        if judge is None and missing:
            return Rejected((violation(UNDO_CONSENT, missing=", ".join(sorted(missing))),))
        event = BroughtBack(step.to, by, tuple(agreed), judge)
        self._record((event,), Source.JUDGE if judge else Source.HAND, by=by)
        return Accepted((event,))

    def take_back(
        self, by: Seat, agreed: Sequence[Seat] = (), judge: str | None = None, *, step: UndoStep | None = None
    ) -> Decision:
        """The decision on taking back one's own last command, or ``step``, with all that came after.

        Past an irreversible fact, or another's command, those whom the step asks agree, or a judge decides.
        """
        step = step or self.undo_step(by)
        if step is None:
            return Rejected((violation(UNDO_NOTHING, waivable=False),))
        missing = step.asks - {by} - set(agreed)
        if judge is None and missing:
            return Rejected((violation(UNDO_CONSENT, missing=", ".join(sorted(missing))),))
        event = TakenBack(step.to, by, tuple(agreed), judge)
        self._record((event,), Source.JUDGE if judge else Source.HAND, by=by)
        return Accepted((event,))

    def revise(self, revision: Revised, device: str = "") -> None:
        """Record that single entries count no more, or count again: whether that may be was decided before."""
        named = CommandId(f"{device}/c{self.version + 1}") if device else None
        self._record((revision,), by=revision.by, source=Source.HAND, command_id=named)

    def _record(
        self,
        events: Sequence[object],
        source: Source,
        evidence: tuple[Evidence, ...] = (),
        *,
        by: Seat | None = None,
        command_id: CommandId | None = None,
    ) -> None:
        command = command_id or CommandId(f"c{self.version + 1}")
        now = self.clock.now_ms()
        batch = [
            Recorded(self.version + 1 + offset, event, command, now, source, () if offset else evidence, by)
            for offset, event in enumerate(events)
        ]
        self._lines.append(batch)  # durable first: what the players see is what a power cut leaves
        self._history.extend(events)
        self.records.extend(batch)
        self._remember(batch)
        self._notify(batch)

    def catch_up(self) -> bool:
        """Take in what another process recorded meanwhile; whether there was any."""
        batch = self._lines.newer()
        self._history.extend(one.event for one in batch)
        self.records.extend(batch)
        self._remember(batch)
        if batch:
            self._notify(batch)
        return bool(batch)

    def _notify(self, batch: Sequence[Recorded]) -> None:
        """Tell every listener; one that raises keeps nobody else from hearing, and takes nothing from the record."""
        faults = []
        for listener in tuple(self._listeners):
            try:
                listener(batch)
            except Exception as fault:
                faults.append(f"{type(fault).__name__}: {fault}")
        for told in faults:
            warnings.warn(f"a listener failed: {told}", ListenerFault, stacklevel=3)

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


def _first(records: Iterable[Recorded], command: CommandId) -> int:
    return next(one.version for one in records if one.command_id == command)
