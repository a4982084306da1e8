"""Orders that forms of an event's pages ask for: about people, pairs put right by hand, what is taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from zlib import crc32

from companion.core.ids import Seat
from companion.core.rules import Command
from companion.core.session import Session
from companion.errors import InputError
from companion.interchange.entries import Entry, csv_entries, entries_in, titles_in
from companion.tournament.byhand import Assign, GiveBye, Join
from companion.tournament.event import NewDay
from companion.tournament.notes import DrawChecks, GivePrize, TakeNote
from companion.tournament.people import CheckIn, Delete, FixTable, Merge, Rename
from companion.tournament.results import Kind, Outcome
from companion.tournament.revising import Plan, bringing_back, taking_back
from companion.tournament.state import Pairing, Round, TournamentState
from companion.tournament.state import named as folded_name
from ui.presenters.rules import rule_id
from ui.venue.fields import NAME, Form

COLUMNS = ("name", "first", "last", "table")  # of a list
TEXT = 400  # letters of free words
NOT_FOR_PLAYERS = (Kind.FORFEIT, Kind.GAME_LOSS)


def mark_of(draft: Round) -> str:
    """Return a few letters that tell a draft from one that was changed."""
    told = [(one.table, *one.players) for one in draft.pairings], [bye.player for bye in draft.byes]
    return f"{crc32(repr(told).encode()):x}"


def game_of(number: int, pairing: Pairing) -> str:
    """Return the round, the table, and a few letters that tell who plays there."""
    return f"{number}-{pairing.table}-{crc32(repr(pairing.players).encode()):x}"


def changed_meanwhile(form: Form, state: TournamentState) -> str:
    """Return the message about what another one has changed, and whoever sends the form has not seen: a draft that was
    paired or put right, a round that is no longer played, other players at the table of a result.
    """
    draft = state.draft
    match form.get("do"):
        case "pair" if draft is not None and not form.get("again"):
            return "paired_meanwhile"
        case "publish" if draft is not None and form.get("seen", mark_of(draft)) != mark_of(draft):
            return "changed_meanwhile"
        case "result" | "report" as do if "game" in form:
            number, table, _ = form["game"].split("-")
            pairing = state.pairing(int(number), int(table))
            is_same = pairing is not None and form["game"] == game_of(int(number), pairing)
            if not is_same or (do == "report" and int(number) != state.flow.round):
                return "other_game"
    return ""


def listed(form: Form, state: TournamentState) -> list[Entry]:
    """Return the players of the list in the form, with the columns it was told; raises ``InputError``."""
    rows = _rows(form)
    return newcomers(rows, state) if form.get("known") == "skip" else rows


def newcomers(rows: Iterable[Entry], state: TournamentState) -> list[Entry]:
    """Return those of a list who are not on that of the event, each once; raises ``InputError`` for nobody."""
    found: dict[str, Entry] = {}
    for name, table in rows:
        if state.find(name) is None:
            found.setdefault(folded_name(name), (name, table))
    if not found:
        raise InputError("", "", "players who are all there already", "somebody new")
    return list(found.values())


def _rows(form: Form) -> list[Entry]:
    columns = {what: form[f"column_{what}"] for what in COLUMNS if form.get(f"column_{what}")}
    return csv_entries(form["names"], "", columns) if columns else entries_in(form["names"], "")


def titles_asked(form: Form) -> list[str]:
    """Return the columns of a list that was not understood, or in which a column was named wrongly."""
    if "names" not in form:
        return []
    try:
        _rows(form)
    except InputError:
        titles = titles_in(form["names"])
        return titles if len(titles) > 1 else []
    return []


def missed_of(form: Form) -> Kind | None:
    """Return what the rounds are worth that a latecomer missed, where the form says it."""
    return Kind(form["missed"]) if form.get("missed") else None


def outcome_of(form: Form) -> tuple[Outcome, tuple[int, int], Kind | None]:
    """Return who won, the points, and how where that is not what it says alone: ``first``, ``second/no_show``; or what
    the other one said, to whom the form agrees.
    """
    said = form["agreed"].split() if "agreed" in form else (form["outcome"], form.get("first"), form.get("second"))
    how, first, second = said
    outcome, _, kind = str(how).partition("/")
    return Outcome(outcome), (int(first or 0), int(second or 0)), Kind(kind) if kind else None


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


FORMS: Mapping[str, Callable[[Seat, Form, int], Command]] = {
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
