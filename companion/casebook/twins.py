"""Two worlds that look alike to a seat: a case and its twin, whose set-up differs in what that seat may not know.

twin = { of = "A", setup = { pieces.o = { at = "D4" } } }

Both are played by the same steps. After each of them the seat sees, hears, is asked and is offered the same, and a
refusal breaks the same rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.casebook.facts import told_of
from companion.casebook.language import Happened, Viewer
from companion.casebook.patterns import plain
from companion.core.rules import Violation
from companion.core.session import Session
from companion.core.telling import heard

Outlook = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Told:
    """The events of a step, and the refusal it met."""

    events: Sequence[Happened]
    violations: Sequence[Violation]


def outlook(session: Session, viewer: Viewer, step: Told) -> Outlook:
    """Return everything that the seat learns by a step and of the state after it."""
    system, state, seat = session.system, session.state, viewer.seat
    heard_now = (heard(system, one.before, one.event, seat) for one in step.events)
    return {
        "sees": plain(system.view_for(state, seat)),
        "hears": [f"{type(event).__name__} {told_of(plain(event))}" for event in heard_now if event is not None],
        "is asked": plain(state.flow.seen_by(seat).open),
        "is offered": [repr(one) for one in system.legal_commands(state, seat)] if seat is not None else [],
        "is refused": sorted(f"{broken.rule} at {broken.at}" for broken in step.violations),
    }


def difference(one: Outlook, other: Outlook) -> str:
    """Tell the first thing that differs, as shortly as it can be said; nothing: all is alike."""
    for what, value in one.items():
        if value != other[what]:
            return f"it {what}: {_parted(value, other[what])}"
    return ""


def _parted(one: object, other: object) -> str:
    """Return the first place at which two values differ, and both values there."""
    if isinstance(one, dict) and isinstance(other, dict):
        key = next(key for key in {**one, **other} if one.get(key) != other.get(key))
        return f"{key}, {_parted(one.get(key), other.get(key))}"
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return next(_parted(mine, its) for mine, its in zip(one, other, strict=True) if mine != its)
    return f"{told_of(one)}, and in the twin {told_of(other)}"
