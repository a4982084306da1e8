"""The log of an event: every order, who gave it, when, from which device, in words that can be searched."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.events import BroughtBack, Revised, TakenBack
from companion.core.session import Session
from companion.core.typed import folded
from companion.text.wording import Wording
from companion.tournament.names import shown
from companion.tournament.orders import Entry, entries
from companion.tournament.telling import order_lines, order_words, seat_words

LONGEST = 60  # entries that one line of the log still names


@dataclass(frozen=True, slots=True)
class LogLine:
    """An order in the log; ``counts``: whether it stands; ``back``: the version of what took it back, if anything."""

    number: int
    at: int  # ms since 1970
    by: str
    device: str
    words: str
    counts: bool
    back: int | None = None
    is_mark: bool = False  # of a take-back itself

    def plain(self) -> dict[str, object]:
        """Return the line in plain values."""
        return {
            "order": self.number,
            "at": self.at,
            "by": self.by,
            "device": self.device,
            "what": self.words,
            "counts": self.counts,
        }


def said_in(session: Session, entry: Entry, wording: Wording) -> str:
    """Say an order of the record in one line, with everybody under the name that people read."""
    return order_words(entry.events, shown(session.state_at(entry.versions[0] - 1)), wording).rstrip(".")


def lines_in(session: Session, entry: Entry, wording: Wording) -> list[str]:
    """Say an order of the record in a line for each thing that it brought about."""
    return order_lines(entry.events, shown(session.state_at(entry.versions[0] - 1)), wording)


def log_lines(session: Session, wording: Wording, search: str = "") -> list[LogLine]:
    """Return the orders as they were given, what was taken back too; those that hold all words of a search."""
    standing, wanted = {one.version for one in session.standing()}, folded(search).split()
    revisions = [(one.version, one.event) for one in session.records if isinstance(one.event, Revised)]
    gone = {version: back for back, event in revisions for version in event.without}
    lines = []
    for entry in entries(session.records):
        words = _said(session, entry, wording)
        state = shown(session.state_at(entry.versions[0] - 1))
        by = seat_words(state, entry.by, wording)
        first = entry.versions[0]
        is_mark = isinstance(entry.events[0], Revised | TakenBack | BroughtBack)
        line = LogLine(
            entry.number, entry.at, by, entry.device, words, is_mark or first in standing, gone.get(first), is_mark
        )
        text = folded(f"{entry.number} {by} {entry.device} {words}")
        if all(word in text for word in wanted):
            lines.append(line)
    return lines


def _said(session: Session, entry: Entry, wording: Wording) -> str:
    event = entry.events[0]
    if not isinstance(event, Revised):
        return said_in(session, entry, wording)
    returning = [one for one in session.records if one.version in event.again]
    leaving = [one for one in session.records if one.version in event.without]
    parts = [wording.say("event.redone_order", what=said_in(session, one, wording)) for one in entries(returning)]
    parts += [wording.say("event.undone_order", what=said_in(session, one, wording)) for one in entries(leaving)]
    return "; ".join(parts[:LONGEST])
