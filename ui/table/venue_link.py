"""The link between the host of a table and the venue: a device among the others.

record ──lines the venue has not──> POST <link> ──after its commit──> how many it has; round, players, clock, calls
a call for a judge ──with the next──┘                                  the calls of this table, and what was ruled

The record itself is what is stored until it can be sent: hours without a venue, or a cut in the middle, lose nothing.
"""

from __future__ import annotations

import http
import http.client
import json
import re
import secrets
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import quote, urlsplit

from companion.core.ids import RuleId
from companion.core.ledger import Entry
from companion.documents import load_document
from companion.files import write_file
from companion.storage.jsonl import sealed_line
from companion.storage.sqlite import SqliteRecorder
from companion.table.observation import CallSeen, CallsSeen, LinkSeen, LinkState, Observation, RulingHeard
from ui.presenters.venue import check_link

SOURCE = "venue"
ASKS_S = 2.0  # how often the venue is asked what is new while nothing happens at the table
WAITS_S = 5.0  # for an answer
LINES = 200  # in one message
_RULE = re.compile(r"^[A-Z]{2,}-[A-Z0-9-]+$")
AWAY = "venue-away"  # why the plate is doubtful


@dataclass(frozen=True, slots=True)
class Told:
    """The venue's answer: how many lines it has, and its news of round, players, clock and calls."""

    have: int
    words: str
    fault: str = ""
    rulings: Mapping[str, RulingHeard] = field(default_factory=dict)
    kinds: tuple[str, ...] = ()
    calls: tuple[CallSeen, ...] = ()
    advice: bool = False


class VenueLink:
    """The venue as a table's source of observations: asked in a thread of its own, like a camera."""

    name = SOURCE

    def __init__(self, link: str, store: Path, lang: str = "", now_s: Callable[[], float] = time.monotonic) -> None:
        check_link(link, "--venue")
        self._link = urlsplit(link)
        self._store = store
        self._lang = lang
        self._now_s = now_s
        self._device = ""
        self._recorder: SqliteRecorder | None = None  # opened by the thread that reads it
        self._line: http.client.HTTPConnection | None = None
        self.have: int | None = None  # lines the venue acknowledged; not known yet, or no more
        self._next_s = 0.0  # when it is asked again, though nothing happened
        self._asked: deque[tuple[str, str]] = deque()  # calls for a judge that the venue has not: kind, text
        self._told = Told(0, "")
        self._plate = (LinkState.DEGRADED, AWAY)
        self._seen: tuple[object, ...] = ()  # what was passed on: the plate, and the calls
        self._heard: set[str] = set()  # what was passed on; after a restart again, and a game knows what it has heard

    def call(self, kind: str, text: str) -> None:
        """Call a judge; may be called from any thread. It waits until the venue can be reached."""
        if kind not in dict(self._asked):
            self._asked.append((kind, text))

    def poll(self) -> Sequence[Observation]:
        """The venue's plate and the calls for a judge, when they changed, and what judges ruled since."""
        if self._recorder is None:
            self._recorder, self._device = SqliteRecorder(self._store), _device(self._store)
        is_behind = self.have is not None and (self._recorder.length() > self.have or self._asked)
        is_due, news = is_behind or self._now_s() >= self._next_s, list[Observation]()
        if is_due:
            self._plate = self._said(self._recorder)
            news += [ruling for key, ruling in self._told.rulings.items() if key not in self._heard]
            self._heard |= self._told.rulings.keys()
        unsent = tuple(CallSeen(kind, is_sent=False) for kind, _ in tuple(self._asked))
        seen = (self._plate, self._told.kinds, (*self._told.calls, *unsent), self._told.advice)
        if seen != self._seen:
            now_s = self._now_s()
            news += [LinkSeen(SOURCE, now_s, *self._plate), CallsSeen(SOURCE, now_s, *seen[1:])]
        self._seen = seen
        return news

    def close(self) -> None:
        """Send what is left, if the venue is there; called when the thread has ended."""
        self._hang_up()
        if self.have is not None:
            with closing(SqliteRecorder(self._store)) as recorder:
                while self.have is not None and recorder.length() > self.have:
                    self._said(recorder)
        self._hang_up()

    def _said(self, recorder: SqliteRecorder) -> tuple[LinkState, str]:
        """Send what the venue has not; what its plate says now."""
        self._next_s = self._now_s() + ASKS_S
        try:
            told = self._ask(_first(recorder, self.have) if self.have is not None else ())
        except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):  # gone, or no venue of ours
            self._hang_up()
            self.have = None  # asked anew when it is back
            return LinkState.DEGRADED, AWAY
        self.have = None if told.fault else told.have
        self._told = replace(self._told, fault=told.fault) if told.fault else told
        return LinkState.DEGRADED if told.fault else LinkState.ONLINE, told.words

    def _ask(self, entries: Sequence[Entry]) -> Told:
        if self._line is None:
            kind = http.client.HTTPSConnection if self._link.scheme == "https" else http.client.HTTPConnection
            self._line = kind(self._link.netloc, timeout=WAITS_S)
        first = entries[0].version if entries else 0
        headers = {"x-device": self._device, "x-first": str(first), "content-type": "application/x-ndjson"}
        if self._lang:
            headers["accept-language"] = self._lang
        asked = self._asked[0] if self._asked and self.have is not None else None
        if asked:
            headers |= {"x-call": asked[0], "x-call-text": quote(asked[1])}
        self._line.request("POST", self._link.path, b"".join(map(sealed_line, entries)), headers)
        answer = self._line.getresponse()
        if answer.status != http.HTTPStatus.OK:
            raise ValueError(answer.status)
        told = json.loads(answer.read())
        ruled = [_ruling(call, self._now_s()) for call in told.get("calls", ()) if call["ruling"]]
        rulings = {ruling.words: ruling for ruling in ruled}
        calls = tuple(CallSeen(call["kind"], call["judge"], bool(call["is_open"])) for call in told.get("calls", ()))
        fault, kinds = str(told.get("fault", "")), tuple(map(str, told.get("kinds", ())))
        if asked and not fault:
            self._asked.popleft()
        advice = bool(told.get("advice", False))
        return Told(int(told["have"]), str(told["says"]), fault, rulings, kinds, calls, advice)

    def _hang_up(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None


def _ruling(call: dict[str, object], at_s: float) -> RulingHeard:
    """Read a judge's ruling on a call, with its number: the same words may be ruled twice."""
    rule, back = str(call["rule"]), call.get("back_to")
    is_rule = bool(_RULE.match(rule))
    words = " ".join(filter(None, (f"#{call['id']}", str(call["ruling"]), "" if is_rule else rule)))
    rules = (RuleId(rule),) if is_rule else ()
    back_to = back if isinstance(back, int) else None
    return RulingHeard(SOURCE, at_s, str(call["judge"]), rules, words, back_to, bool(call.get("allows")))


def _first(recorder: SqliteRecorder, start: int) -> list[Entry]:
    return [entry for entry, _ in zip(recorder.read(start), range(LINES), strict=False)]


def _device(store: Path) -> str:
    """Return the name of this device, kept beside the game; made when it is first asked for."""
    path = store.with_name(f"{store.name}.venue")
    if path.is_file():
        return load_document(str(path)).table({"device"})["device"].text()
    device = secrets.token_urlsafe(18)
    write_file(path, json.dumps({"device": device}).encode())
    path.chmod(0o600)
    return device
