"""Whose word the taps on a screen are.

tablet ──> Session.submit: everybody sits around it; what needs consent is confirmed by a second tap
device ──> Session.receive, as a sender with seats of its own; what needs consent is a Matter that the others answer
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from companion.core.consent import Consents, Matter
from companion.core.dice import Source
from companion.core.ids import RequestId, RuleId, Seat
from companion.core.rules import Decision, Violation
from companion.core.session import Sent, Session
from ui.presenters.adapter import Command


class Voice(Protocol):
    """Who speaks."""

    consents: Consents

    @property
    def seats(self) -> tuple[Seat, ...] | None:
        """Whose taps these are; ``None``: of everybody on the side that is shown."""

    @property
    def can_undo(self) -> bool:
        """Whether there is anything to take back."""

    def give(self, command: Command, source: Source) -> Decision:
        """The decision on a command."""

    def overrule(self, command: Command, broken: Sequence[Violation]) -> Decision | Matter:
        """The decision with these rules set aside, or what the others are asked now."""

    def undo(self, seats: Sequence[Seat], *, is_confirmed: bool) -> Decision | Matter | None:
        """The decision on taking the last command back, or what the others are asked; ``None``: tap again."""


class TableVoice:
    """Everybody's around one tablet."""

    seats = None

    def __init__(self, session: Session) -> None:
        self._session, self.consents = session, Consents(session)

    @property
    def can_undo(self) -> bool:
        """Whether any command stands."""
        return self._session.undo_step() is not None

    def give(self, command: Command, source: Source) -> Decision:
        """The decision on a command."""
        return self._session.submit(command, source)

    def overrule(self, command: Command, broken: Sequence[Violation]) -> Decision:
        """The decision, everybody agreeing."""
        return self._session.overrule(command, _waived(broken), agreed=self._session.seats)

    def undo(self, seats: Sequence[Seat], *, is_confirmed: bool) -> Decision | None:
        """The decision on taking the last command back, whoever gave it; ``None``: everybody confirms first."""
        step = self._session.undo_step()
        seat = (step.by if step else None) or seats[0]
        if step is not None and (step.consent or seat not in seats) and not is_confirmed:
            return None
        agreed = tuple(other for other in self._session.seats if other != seat and step and step.consent)
        return self._session.take_back(seat, agreed, step=step)


class SeatVoice:
    """That of one device of many: it speaks for its seats and nobody else's."""

    def __init__(self, session: Session, consents: Consents, sender: str, seats: Sequence[Seat]) -> None:
        self._session, self.consents, self.sender, self._seats = session, consents, sender, tuple(seats)
        self._given = 0
        self.prefix = ""  # of the ids its commands get: a sender's do not come twice
        session.bind(sender, self._seats)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Whose taps these are."""
        return self._seats

    @property
    def can_undo(self) -> bool:
        """Whether a command of its own stands."""
        return any(self._session.undo_step(seat) is not None for seat in self._seats)

    def give(self, command: Command, source: Source) -> Decision:
        """The decision on a command; one of another seat is refused."""
        self._given += 1
        sent = Sent(self.sender, f"{self.prefix}{self._given}", self._session.version, command)
        return self._session.receive(sent, source)

    def overrule(self, command: Command, broken: Sequence[Violation]) -> Decision | Matter:
        """What the others are asked: all have to agree."""
        return self._agreed(self.consents.propose_overrule(command, _waived(broken), command.seat))

    def undo(self, seats: Sequence[Seat], *, is_confirmed: bool) -> Decision | Matter | None:
        """The decision on taking its own last command back, or what the others are asked."""
        last = [(step.to, seat) for seat in seats if (step := self._session.undo_step(seat)) is not None]
        return self._agreed(self.consents.propose_take_back(max(last)[1])) if last else None

    def _agreed(self, outcome: Decision | Matter) -> Decision | Matter:
        """Whoever sits at several seats agrees with itself."""
        while isinstance(outcome, Matter) and (own := outcome.missing & set(self._seats)):
            answer = self.consents.answer(outcome.id, min(own), agrees=True)
            assert answer is not None
            outcome = answer
        return outcome


def open_matter(voice: Voice, seats: Sequence[Seat]) -> tuple[Matter, Seat] | None:
    """The oldest matter that one of these seats is asked about, and that seat."""
    asked = ((matter, seat) for matter in voice.consents.open for seat in seats if seat in matter.missing)
    return next(asked, None)


def answer_matter(voice: Voice, seats: Sequence[Seat], name: str, *, agrees: bool) -> None:
    """Say yes or no to it, for all of these seats that are asked."""
    for seat in seats:
        voice.consents.answer(RequestId(name), seat, agrees=agrees)


def _waived(broken: Sequence[Violation]) -> list[RuleId]:
    return [violation.rule for violation in broken if violation.waivable]
