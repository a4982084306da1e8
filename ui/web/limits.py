"""Limits of both servers of pages, an event's and a table's: how much, how fast, how long; each with where it is from.

Rate    so many at once, then one more every so often: for each sender of its own, looked at before any work
Rates   who has used how much of which rate lately; no more senders are remembered than ``SENDERS``
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and then one more every ``each_s`` seconds."""

    name: str
    at_once: int
    each_s: float


HEAD_BYTES = 16 << 10  # of a request; browsers send less than 8 kB
HEAD_S = 10.0  # until a head is whole, TLS included; a phone at the edge of the Wi-Fi takes two or three
BODY_S = 60.0  # until a body is; a photograph of 16 MB at 2 Mbit/s
IDLE_S = 20  # a connection is kept between two requests of a page, which asks every 15 s where it hears nothing
HEADERS = 64  # of a request; browsers send about twenty
WAITING = 256  # connections whose head is not whole: as many phones as come in within one second; the oldest goes
SPARE_FILES = 64  # of the process, for the record, the database, static files
FORM_BYTES, FORM_FIELDS = 64 << 10, 40  # a list of 2,000 names; settings with every tiebreak have 20 fields
FIELD = 400  # letters of a field: the text of a call, the longest there is; fields with a limit of their own have that
NAMES_BYTES = 60_000  # letters of a list of players
REPORT_BYTES = 4 << 20  # 200 lines in a message, the longest line there is (a set-up) 20 kB
PHOTO_BYTES = 16 << 20  # what the best phones of 2026 take
LINK_LETTERS = 80  # of a personal link: number, dash, key
SENDERS = 4096  # remembered at a time: a hall of 2,000 people, each with two devices

FORMS = Rate("forms", 12, 2.5)  # of a player: a result corrected, a call, a force with its questions; then one in 2.5 s
STAFF_FORMS = Rate("staff", 128, 0.25)  # results of 128 tables typed in from paper
REGISTRATIONS = Rate("registrations", 16, 15.0)  # of an address: an event of sixteen entered on one shop's tablet
CALLS = Rate("calls", 8, 30.0)  # of a player: each kind of call once
WRONG_LINKS = Rate("links", 20, 3.0)  # of an address: a link typed by hand, with slips
REPORTS = Rate("reports", 500, 0.01)  # of a table: two lines a second for hours that are sent later, 200 at once
PAPERS = Rate("papers", 20, 1.0)  # of a device: all of an event's papers, twice
QUESTIONS = Rate("questions", 20, 1.0)  # of a device: rules looked up, twenty links in a row; each is 20 ms of work
PICTURES = Rate("pictures", 6, 5.0)  # of a judge: every dial at a table


class Rates:
    """How much of each rate a sender has used; looking takes nothing, and what is refused is not counted."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._full_at: OrderedDict[tuple[str, str], float] = OrderedDict()  # when all of it is free again

    def take(self, rate: Rate, sender: str) -> float:
        """Count one more and return 0; or the seconds until one more is free."""
        now, key = self._now(), (rate.name, sender)
        until = max(now, self._full_at.get(key, now))
        wait_s = until - now - (rate.at_once - 1) * rate.each_s
        if wait_s > 0:
            return wait_s
        self._full_at[key] = until + rate.each_s
        self._full_at.move_to_end(key)
        if len(self._full_at) > SENDERS:
            self._full_at.popitem(last=False)
        return 0.0
