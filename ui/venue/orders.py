"""Orders that forms of an event's pages ask for: about people, pairs put right by hand, what is taken back."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.core.ids import Seat
from companion.core.session import Session
from companion.errors import InputError
from companion.tournament.byhand import Assign, GiveBye, Join
from companion.tournament.event import NewDay
from companion.tournament.notes import DrawChecks, GivePrize, TakeNote
from companion.tournament.people import CheckIn, Delete, FixTable, Merge, Rename
from companion.tournament.results import Kind, Outcome
from companion.tournament.revising import Plan, bringing_back, taking_back
from ui.presenters.rules import rule_id

Form = Mapping[str, str]
NAME, TEXT = 60, 400  # letters of a name, of free words
NOT_FOR_PLAYERS = (Kind.FORFEIT, Kind.GAME_LOSS)


def outcome_of(form: Form) -> tuple[Outcome, Kind | None]:
    """Return who won, and how where that is not what it says alone: ``first``, ``second/no_show``."""
    outcome, _, kind = form["outcome"].partition("/")
    return Outcome(outcome), Kind(kind) if kind else None


def rule_of(form: Form) -> str:
    """Return the rule of a ruling, as its book writes its id; empty where none is named. Raises ``InputError``."""
    named = form.get("rule", "").strip()
    rule = rule_id(named) if named else ""
    if named and not rule:
        raise InputError("", "", named[:40], "the id of a rule, such as HC-LOS-02")
    return rule


def planned(session: Session, seat: Seat, form: Form) -> Plan:
    """Return what taking back, or bringing back, would do: of the order that the form names, or of the last one."""
    number = form.get("order", "")
    which = int(number) if number.isdecimal() and len(number) < 9 else None
    return bringing_back(session, seat, which) if form.get("do") == "redo" else taking_back(session, seat, which)


def sure_of(plan: Plan) -> str:
    """Return what a form says that agrees to just these orders going along, and no others."""
    return " ".join(str(entry.number) for entry in plan.along)


FORMS: Mapping[str, Callable[[Seat, Form, int], object]] = {
    "rename": lambda seat, form, now: Rename(seat, form["player"], form["name"][:NAME]),
    "merge": lambda seat, form, now: Merge(seat, form["player"], form["other"]),
    "delete": lambda seat, form, now: Delete(seat, form["player"]),
    "check_in": lambda seat, form, now: CheckIn(seat, form["player"], form.get("here", "1") == "1"),
    "fix_table": lambda seat, form, now: FixTable(seat, form["player"], int(form.get("table") or 0)),
    "assign": lambda seat, form, now: Assign(
        seat, form["player"], form["other"], int(form.get("table") or 0), form.get("reason", "")[:TEXT]
    ),
    "join": lambda seat, form, now: Join(seat, form["player"]),
    "bye": lambda seat, form, now: GiveBye(
        seat, form["player"], int(form["round"]), Kind(form.get("kind", Kind.REQUESTED_BYE))
    ),
    "note": lambda seat, form, now: TakeNote(
        seat, form["player"], form["text"][:TEXT], form.get("judge", "")[:NAME], now
    ),
    "check": lambda seat, form, now: DrawChecks(seat, int(form["count"])),
    "prize": lambda seat, form, now: GivePrize(seat, form["what"][:NAME], int(form.get("place") or 0)),
    "day": lambda seat, form, now: NewDay(seat),
}
