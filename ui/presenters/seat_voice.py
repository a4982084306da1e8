"""The voice of a screen: it gives taps to the session, as the seats that it may speak for.

tablet ──> Session.submit: everybody sits around it; what needs consent is confirmed by a second tap
device ──> Session.receive, as a sender with seats of its own; what needs consent is a Matter that the others answer
judge ───> nothing of its own; what the others do not agree about
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from companion.core.by_hand import BY_AGREEMENT
from companion.core.consent import BringBack, Consents, Matter, Overrule, TakeBack
from companion.core.dice import Source
from companion.core.ids import RuleId, Seat
from companion.core.rules import Decision, Rejected, Violation
from companion.core.session import Sent, Session, UndoStep
from ui.presenters.adapter import Command


class Voice(Protocol):
    """The interface of a screen's voice."""

    consents: Consents

    @property
    def seats(self) -> tuple[Seat, ...] | None:
        """The seats it speaks for; ``None``: all of the side that is shown."""

    @property
    def step(self) -> UndoStep | None:
        """The step that a take-back would make; ``None``: there is nothing to take back."""

    @property
    def again(self) -> UndoStep | None:
        """The step that bringing back would make; ``None``: nothing was taken back last."""

    def give(self, command: Command, source: Source) -> Decision | Matter:
        """The decision on a command, or what the others are asked first."""

    def overrule(self, command: Command, broken: Sequence[Violation]) -> Decision | Matter:
        """The decision with these rules set aside, or what the others are asked now."""

    def undo(self, seats: Sequence[Seat], *, is_confirmed: bool) -> Decision | Matter | None:
        """The decision on taking the last command back, or what the others are asked; ``None``: tap again."""

    def redo(self, *, is_confirmed: bool) -> Decision | Matter | None:
        """The decision on bringing back what was taken back last, or what the others are asked; ``None``: tap again."""

    def matter(self, seats: Sequence[Seat]) -> Matter | None:
        """Return the matter that others ask these seats about."""

    def answer(self, seats: Sequence[Seat], *, agrees: bool) -> None:
        """Say yes or no to it."""


class TableVoice:
    """Everybody's around one tablet."""

    seats = None

    def __init__(self, session: Session) -> None:
        self._session, self.consents = session, Consents(session)

    @property
    def step(self) -> UndoStep | None:
        """The take-back of the last command, whoever gave it."""
        return self._session.undo_step()

    @property
    def again(self) -> UndoStep | None:
        """The bringing back of the last take-back, whosever it was."""
        return self._session.redo_step()

    def give(self, command: Command, source: Source) -> Decision:
        """The decision on a command."""
        return self._session.submit(command, source)

    def overrule(self, command: Command, broken: Sequence[Violation]) -> Decision:
        """The decision, everybody agreeing."""
        return self._session.overrule(command, _waived(broken), agreed=self._session.seats)

    def undo(self, seats: Sequence[Seat], *, is_confirmed: bool) -> Decision | None:
        """The decision on taking the last command back, whoever gave it; ``None``: everybody confirms first."""
        step = self.step
        seat = (step.by if step else None) or (*seats, *self._session.seats)[0]
        if step is not None and (step.consent or seat not in seats) and not is_confirmed:
            return None
        agreed = tuple(other for other in self._session.seats if other != seat and step and step.consent)
        return self._session.take_back(seat, agreed, step=step)

    def redo(self, *, is_confirmed: bool) -> Decision | None:
        """The decision on bringing back; ``None``: everybody confirms first."""
        step = self.again
        if step is not None and step.consent and not is_confirmed:
            return None
        seat = (step.by if step else None) or self._session.seats[0]
        agreed = tuple(other for other in self._session.seats if other != seat and step and step.consent)
        return self._session.bring_back(seat, agreed)

    def matter(self, seats: Sequence[Seat]) -> Matter | None:
        """The oldest matter that these seats are asked about."""
        return _asked(self.consents, seats)

    def answer(self, seats: Sequence[Seat], *, agrees: bool) -> None:
        """Say yes or no to it, for all of these seats that are asked."""
        _answer(self.consents, seats, agrees=agrees)


class SeatVoice:
    """The voice of one device of many: it speaks for its seats and nobody else's."""

    def __init__(self, session: Session, consents: Consents, sender: str, seats: Sequence[Seat]) -> None:
        self._session = session
        self.consents = consents
        self.sender = sender
        self._seats = tuple(seats)
        self._given = 0
        self.prefix = ""  # of the ids its commands get: a sender's do not come twice
        session.bind(sender, self._seats)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats it speaks for."""
        return self._seats

    @property
    def step(self) -> UndoStep | None:
        """The take-back of its own last command."""
        steps = [step for seat in self._seats if (step := self._session.undo_step(seat)) is not None]
        return max(steps, key=lambda step: step.to, default=None)

    @property
    def again(self) -> UndoStep | None:
        """The bringing back of the last take-back, when it was its own."""
        step = self._session.redo_step()
        return step if step is not None and step.by in self._seats else None

    def give(self, command: Command, source: Source) -> Decision | Matter:
        """The decision on a command; one of another seat is refused. To a correction by hand the others agree first."""
        if command.seat in self._seats and self._session.system.asks_others(self._session.state, command):
            decision = self._session.system.decide(self._session.state, command)
            if isinstance(decision, Rejected):
                return decision
            return self._agreed(self.consents.propose_overrule(command, (BY_AGREEMENT,), command.seat))
        self._given += 1
        sent = Sent(self.sender, f"{self.prefix}{self._given}", self._session.version, command)
        return self._session.receive(sent, source)

    def overrule(self, command: Command, broken: Sequence[Violation]) -> Decision | Matter:
        """Ask the others to overrule: all have to agree."""
        return self._agreed(self.consents.propose_overrule(command, _waived(broken), command.seat))

    def undo(self, seats: Sequence[Seat], *, is_confirmed: bool) -> Decision | Matter | None:
        """The decision on taking its own last command back, or what the others are asked."""
        last = [(step.to, seat) for seat in seats if (step := self._session.undo_step(seat)) is not None]
        return self._agreed(self.consents.propose_take_back(max(last)[1])) if last else None

    def redo(self, *, is_confirmed: bool) -> Decision | Matter | None:
        """The decision on bringing back what it took back itself, or what the others are asked."""
        step = self.again
        return self._agreed(self.consents.propose_bring_back(step.by)) if step is not None and step.by else None

    def matter(self, seats: Sequence[Seat]) -> Matter | None:
        """The oldest matter that these seats are asked about."""
        return _asked(self.consents, seats)

    def answer(self, seats: Sequence[Seat], *, agrees: bool) -> None:
        """Say yes or no to it, for all of these seats that are asked."""
        _answer(self.consents, seats, agrees=agrees)

    def _agreed(self, outcome: Decision | Matter) -> Decision | Matter:
        """Agree in the place of every other seat that is one's own."""
        while isinstance(outcome, Matter) and (own := outcome.missing & set(self._seats)):
            answer = self.consents.answer(outcome.id, min(own), agrees=True)
            assert answer is not None
            outcome = answer
        return outcome


class JudgeVoice:
    """A judge's: it gives no commands, and decides what others would have to agree to."""

    seats: tuple[Seat, ...] = ()

    def __init__(self, session: Session, consents: Consents, name: str) -> None:
        self._session, self.consents, self._name = session, consents, name

    @property
    def step(self) -> UndoStep | None:
        """The take-back of the last command, whoever gave it."""
        return self._session.undo_step()

    @property
    def again(self) -> UndoStep | None:
        """The bringing back of the last take-back, whosever it was."""
        return self._session.redo_step()

    def give(self, command: Command, source: Source) -> Decision:
        """Refused: a judge sits at no seat."""
        return self._session.receive(Sent(self._name, "order", self._session.version, command), source)

    def overrule(self, command: Command, broken: Sequence[Violation]) -> Decision:
        """The decision with these rules set aside."""
        return self._session.overrule(command, _waived(broken), agreed=(), judge=self._name)

    def undo(self, seats: Sequence[Seat], *, is_confirmed: bool) -> Decision | None:
        """The decision on taking the last command back, whoever gave it; ``None``: tap again."""
        step = self.step
        if step is None or not is_confirmed:
            return None
        return self._session.take_back(step.by or self._session.seats[0], judge=self._name, step=step)

    def redo(self, *, is_confirmed: bool) -> Decision | None:
        """The decision on bringing back; ``None``: tap again."""
        step = self.again
        if step is None or not is_confirmed:
            return None
        return self._session.bring_back(step.by or self._session.seats[0], judge=self._name)

    def matter(self, seats: Sequence[Seat]) -> Matter | None:
        """The oldest matter, whoever is asked."""
        return next(iter(self.consents.open), None)

    def answer(self, seats: Sequence[Seat], *, agrees: bool) -> None:
        """Decide it."""
        matter = self.matter(seats)
        if matter is None:
            return
        self.consents.answer(matter.id, min(matter.missing), agrees=False)  # nobody is asked any more
        if not agrees:
            return
        match matter.what:
            case TakeBack(to):
                self._session.take_back(matter.by, judge=self._name, step=self._session.step_to(to))
            case BringBack():
                self._session.bring_back(matter.by, judge=self._name)
            case Overrule(command, rules):
                self._session.overrule(command, rules, agreed=(matter.by,), judge=self._name)


def _asked(consents: Consents, seats: Sequence[Seat]) -> Matter | None:
    """The oldest matter that one of these seats is asked about."""
    return next((matter for matter in consents.open if matter.missing & set(seats)), None)


def _answer(consents: Consents, seats: Sequence[Seat], *, agrees: bool) -> None:
    matter = _asked(consents, seats)
    if matter is not None:
        for seat in matter.missing & set(seats):
            consents.answer(matter.id, seat, agrees=agrees)


def _waived(broken: Sequence[Violation]) -> list[RuleId]:
    return [violation.rule for violation in broken if violation.waivable]
