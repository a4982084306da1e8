"""What the host of a table tells the venue, and what the venue tells the table: a device among the others.

record ──lines the venue has not──> POST <link> ──after its commit──> how many it has; round, players, clock, calls

The record itself is what is stored until it can be sent: hours without a venue, or a cut in the middle, lose nothing.
"""

from __future__ import annotations

import http
import http.client
import json
import re
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from companion.core.ids import RuleId
from companion.core.ledger import Entry
from companion.documents import load_document
from companion.errors import InputError
from companion.files import write_file
from companion.storage.jsonl import sealed_line
from companion.storage.sqlite import SqliteRecorder
from companion.table.observation import LinkSeen, LinkState, Observation, RulingHeard

SOURCE = "venue"
ASKS_S = 2.0  # how often the venue is asked what is new while nothing happens at the table
WAITS_S = 5.0  # for an answer
LINES = 200  # in one message
_RULE = re.compile(r"^[A-Z]{2,}-[A-Z0-9-]+$")
AWAY = "venue-away"  # why the plate is doubtful


@dataclass(frozen=True, slots=True)
class Told:
    """What the venue answered: how many lines it has, what it says of round, players, clock and calls."""

    have: int
    words: str
    fault: str = ""
    rulings: Mapping[str, RulingHeard] = field(default_factory=dict)


class Reporter:
    """The venue as a table's source of observations: asked in a thread of its own, like a camera."""

    name = SOURCE

    def __init__(self, link: str, store: Path, lang: str = "", now_s: Callable[[], float] = time.monotonic) -> None:
        self._link, self._store, self._lang, self._now_s = _link(link), store, lang, now_s
        self._device = ""
        self._recorder: SqliteRecorder | None = None  # opened by the thread that reads it
        self._line: http.client.HTTPConnection | None = None
        self.have: int | None = None  # lines the venue acknowledged; not known yet, or no more
        self._next_s = 0.0  # when it is asked again, though nothing happened
        self._seen: tuple[LinkState, str] | None = None
        self._rulings: Mapping[str, RulingHeard] = {}
        self._heard: set[str] = set()  # what was passed on; after a restart again, and a game knows what it has heard

    def poll(self) -> Sequence[Observation]:
        """The venue's plate, when it changed, and what judges ruled since."""
        if self._recorder is None:
            self._recorder, self._device = SqliteRecorder(self._store), _device(self._store)
        is_behind = self.have is not None and self._recorder.length() > self.have
        if not is_behind and self._now_s() < self._next_s:
            return ()
        seen = self._said(self._recorder)
        news: list[Observation] = [ruling for key, ruling in self._rulings.items() if key not in self._heard]
        self._heard |= self._rulings.keys()
        if seen != self._seen:
            news.append(LinkSeen(SOURCE, self._now_s(), *seen))
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
        self.have, self._rulings = None if told.fault else told.have, told.rulings
        return LinkState.DEGRADED if told.fault else LinkState.ONLINE, told.words

    def _ask(self, entries: Sequence[Entry]) -> Told:
        if self._line is None:
            kind = http.client.HTTPSConnection if self._link.scheme == "https" else http.client.HTTPConnection
            self._line = kind(self._link.netloc, timeout=WAITS_S)
        first = entries[0].version if entries else 0
        headers = {"x-device": self._device, "x-first": str(first), "content-type": "application/x-ndjson"}
        if self._lang:
            headers["accept-language"] = self._lang
        self._line.request("POST", self._link.path, b"".join(map(sealed_line, entries)), headers)
        answer = self._line.getresponse()
        if answer.status != http.HTTPStatus.OK:
            raise ValueError(answer.status)
        told = json.loads(answer.read())
        ruled = [_ruling(call, self._now_s()) for call in told.get("calls", ()) if call["ruling"]]
        rulings = {ruling.words: ruling for ruling in ruled}
        return Told(int(told["have"]), str(told["says"]), str(told.get("fault", "")), rulings)

    def _hang_up(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None


def _ruling(call: dict[str, object], at_s: float) -> RulingHeard:
    """What a judge ruled on a call, with its number: the same words may be ruled twice."""
    rule, back = str(call["rule"]), call.get("back_to")
    is_rule = bool(_RULE.match(rule))
    words = " ".join(filter(None, (f"#{call['id']}", str(call["ruling"]), "" if is_rule else rule)))
    rules = (RuleId(rule),) if is_rule else ()
    return RulingHeard(SOURCE, at_s, str(call["judge"]), rules, words, back if isinstance(back, int) else None)


def _first(recorder: SqliteRecorder, start: int) -> list[Entry]:
    return [entry for entry, _ in zip(recorder.read(start), range(LINES), strict=False)]


def _link(text: str) -> SplitResult:
    """The table's link at the venue; raises ``InputError``."""
    link = urlsplit(text)
    if link.scheme not in ("http", "https") or not link.netloc or not link.path.startswith("/table/"):
        raise InputError("--venue", "", repr(text), "the table's link, as the organiser's page shows it")
    return link


def _device(store: Path) -> str:
    """Who this device says it is, kept beside the game; made when it is asked first."""
    path = store.with_name(f"{store.name}.venue")
    if path.is_file():
        return load_document(str(path)).table({"device"})["device"].text()
    device = secrets.token_urlsafe(18)
    write_file(path, json.dumps({"device": device}).encode())
    path.chmod(0o600)
    return device
