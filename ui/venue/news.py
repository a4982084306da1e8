"""News for pages that are open: whenever the event goes on, each is sent the parts of it that changed, or nothing.

    page ──GET /news?at=<path>&have=<a tag for each part>──> a stream of server-sent events, as long as it is looked at
    {"version": 41, "clock": {…}, "parts": {"2": {"rows": [[17, 18, "<tr>…"]]}}}        17 to 18: rows of that part
    a page that has forms (the staff's): the version alone; it comes again by itself, or says that there is news

What is everybody's is made and compared once, however many look at it; one page is written at a time, and between two
of them whatever waits is served: a table's line never waits for a hall of phones.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from ui.venue.hall import Hall, json_of
from ui.venue.pages import tag_of

BEATS_S = 15.0  # without news: a line that says that the host is there; balancers cut what is silent for 30 s
PAUSE_S = 0.5  # between two pieces of news for one page: orders that follow each other closely are one
STREAMS = 1024  # at a time; further pages ask every few seconds
_ROWS = re.compile(r"(?=<tr|<li)")
_ENDS = re.compile(r"</(?:tr|li)>(?!.*</(?:tr|li)>)", re.DOTALL)

Parts = Sequence[str]


@dataclass(frozen=True, slots=True)
class Look:
    """A page that is open: its parts as they are now; ``None``: one whose version is all that is told."""

    parts: Callable[[], Parts] | None
    have: Sequence[str]  # the tag of each part that the page shows


class News:
    """The pages that are open."""

    def __init__(self, hall: Hall, prepare: Callable[[], object]) -> None:
        self._hall, self._changed, self._turn = hall, asyncio.Event(), asyncio.Lock()
        self._prepare, self._prepared = prepare, -1  # what takes longest, done aside once a version
        self._is_over, self.open = False, 0
        self._loop: asyncio.AbstractEventLoop | None = None
        hall.session.listen(lambda _: self._heard())

    def _heard(self) -> None:
        """The session has recorded something, in its own thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.tell)

    def tell(self) -> None:
        """There is news, also where the event's record has none: of the doors."""
        self._changed.set()
        self._changed = asyncio.Event()

    def close(self) -> None:
        """Let every stream end."""
        self._is_over = True
        self.tell()

    async def stream(self, look: Look) -> AsyncIterator[bytes]:
        """Send a page its news, until it is closed."""
        self.open, self._loop = self.open + 1, asyncio.get_running_loop()
        try:
            sent: Parts | None = None
            while not self._is_over:
                changed = self._changed
                async with self._turn:
                    await asyncio.sleep(0)  # what has come meanwhile is first
                    if self._prepared != self._hall.session.version:
                        self._prepared = self._hall.session.version
                        await asyncio.to_thread(self._prepare)
                    told: dict[str, object] = {"version": self._hall.session.version, "clock": self._hall.clock()}
                    if look.parts is not None:
                        now = look.parts()
                        new = _new_to(look.have, now) if sent is None else _new_since(sent, now)
                        told["parts"] = new
                        told["tags"] = {at: tag_of(now[int(at)]) for at in new or ()}
                        sent = now
                yield b"data: " + json_of(told) + b"\n\n"
                await asyncio.sleep(PAUSE_S)
                while not changed.is_set() and not self._is_over:
                    try:
                        await asyncio.wait_for(changed.wait(), BEATS_S)
                    except TimeoutError:
                        yield b":\n\n"
        finally:
            self.open -= 1


def _new_to(tags: Sequence[str], now: Parts) -> dict[str, object] | None:
    """The parts for a page that shows those of these tags; ``None``: it comes again whole."""
    if len(tags) != len(now):
        return None
    return {str(at): {"whole": part} for at, part in enumerate(now) if tag_of(part) != tags[at]}


def _new_since(before: Parts, now: Parts) -> dict[str, object] | None:
    if len(before) != len(now):
        return None
    changed = ((at, old, new) for at, (old, new) in enumerate(zip(before, now, strict=True)) if old is not new)
    return {str(at): _difference(old, new) for at, old, new in changed if tag_of(old) != tag_of(new)}


@lru_cache(256)
def _difference(old: str, new: str) -> object:
    """The rows of a part that changed; all of it, where it is not made of rows, or they would be no less."""
    (before, tail), (after, new_tail) = _rows(old), _rows(new)
    if len(before) < 2 or len(after) < 2 or (before[0], tail) != (after[0], new_tail):
        return {"whole": new}
    changes = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    rows = [(start - 1, end - 1, "".join(after[at:to])) for kind, start, end, at, to in changes if kind != "equal"]
    is_less = sum(len(row) for _, _, row in rows) < len(new) // 2 and all(start > 0 for start, _, _ in rows)
    return {"rows": rows} if is_less else {"whole": new}


def _rows(part: str) -> tuple[list[str], str]:
    """Split a part into all that is before its first row, each row, and the rest after the last."""
    end = _ENDS.search(part)
    whole, tail = (part[: end.end()], part[end.end() :]) if end else (part, "")
    return _ROWS.split(whole), tail
