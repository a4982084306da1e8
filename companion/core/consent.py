"""Questions to the table about its record, while the game goes on: may this be taken back, that overruled?

    propose ──nobody has to agree──> done at once
       └────> Matter, open ──agree … agree──> done        ──decline, or the turn ends──> closed, nothing happened

A matter is no part of the game: it lies beside what the game asks, and blocks nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from companion.core.ids import RequestId, RuleId, Seat
from companion.core.rules import Accepted, Decision, Rejected, violation
from companion.core.session import REDO_NOTHING, RULING_AGREED, UNDO_CONSENT, Session

NOT_ASKED = "TW-UNDO-03"


@dataclass(frozen=True, slots=True)
class TakeBack:
    """A proposal that everything after version ``to`` no longer counts."""

    to: int


@dataclass(frozen=True, slots=True)
class BringBack:
    """A proposal that everything the take-back at version ``back`` undid counts again."""

    back: int


@dataclass(frozen=True, slots=True)
class Overrule:
    """A refused command is to be let through, these rules set aside."""

    command: Any
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class Matter:
    """An open question: what for, who asks, and whose word is still missing."""

    id: RequestId
    what: TakeBack | BringBack | Overrule
    by: Seat
    agreed: tuple[Seat, ...]
    missing: frozenset[Seat]
    turn: int


class Consents:
    """The open matters of a session; they end with the turn in which they were asked."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._matters: dict[RequestId, Matter] = {}
        self._asked = 0

    @property
    def open(self) -> tuple[Matter, ...]:
        """The matters still open, the oldest first."""
        turn = self.session.state.flow.turn
        self._matters = {name: one for name, one in self._matters.items() if one.turn == turn}
        return tuple(self._matters.values())

    def propose_take_back(self, by: Seat) -> Decision | Matter:
        """The decision, when nobody else has to agree, else the matter that is open now: one's own last command."""
        decision = self.session.take_back(by)
        step = self.session.undo_step(by)
        if step is None or not _needs(decision, UNDO_CONSENT):
            return decision
        return self._opened(TakeBack(step.to), by, step.asks)

    def propose_bring_back(self, by: Seat) -> Decision | Matter:
        """The decision, when nobody else has to agree, else the matter that is open now: what was taken back last."""
        decision, step = self.session.bring_back(by), self.session.redo_step()
        if step is None or not _needs(decision, UNDO_CONSENT):
            return decision
        return self._opened(BringBack(step.to), by, step.asks)

    def propose_overrule(self, command: Any, rules: Iterable[RuleId], by: Seat) -> Decision | Matter:
        """The decision, when nobody else has to agree, else the matter that is open now."""
        what = Overrule(command, tuple(rules))
        decision = self.session.overrule(what.command, what.rules, (by,))
        return self._opened(what, by, frozenset(self.session.seats)) if _needs(decision, RULING_AGREED) else decision

    def answer(self, matter: RequestId, seat: Seat, *, agrees: bool) -> Decision | Matter | None:
        """Record a seat's answer. Return the decision once all agree; the matter while others are still asked; ``None``
        when it was declined. Refused for a seat that is not asked, or a matter that is no longer open.
        """
        held = next((one for one in self.open if one.id == matter), None)
        if held is None or seat not in held.missing:
            return Rejected((violation(NOT_ASKED, waivable=False),))
        del self._matters[matter]
        if not agrees:
            return None
        held = replace(held, agreed=(*held.agreed, seat), missing=held.missing - {seat})
        match held.what:
            case TakeBack(to):
                step = self.session.step_to(to)
                missing = step.asks - set(held.agreed) - {held.by} if step else frozenset[Seat]()
                held = replace(held, missing=missing)  # others have acted in the meantime: they are asked too
                if not missing:
                    return self.session.take_back(held.by, held.agreed, step=step)
            case BringBack(back):
                step = self.session.redo_step()
                if step is None or step.to != back:  # the game has gone on
                    return Rejected((violation(REDO_NOTHING, waivable=False),))
                if not held.missing:
                    return self.session.bring_back(held.by, held.agreed)
            case Overrule(command, rules):
                if not held.missing:
                    return self.session.overrule(command, rules, (held.by, *held.agreed))
        self._matters[matter] = held
        return held

    def _opened(self, what: TakeBack | BringBack | Overrule, by: Seat, asks: frozenset[Seat]) -> Matter:
        self._asked += 1
        matter = Matter(RequestId(f"matter-{self._asked}"), what, by, (), asks - {by}, self.session.state.flow.turn)
        self._matters[matter.id] = matter
        return matter


def _needs(decision: Decision, rule: str) -> bool:
    return not isinstance(decision, Accepted) and decision.violations[0].rule == rule
