"""The papers of a game on a phone: its report, and when it is over its record and the page that plays itself.

/kept/report.html ──a guest, or ?code= as in the QR code──> made of the game as it is now, in a thread of its own
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol, TypeVar

T = TypeVar("T")
FOLDER = "/kept"
KINDS: Mapping[str, str] = {
    "report.html": "text/html; charset=utf-8",
    "theatre.html": "text/html; charset=utf-8",
    "report.pdf": "application/pdf",
    "game.record": "application/x-ndjson",
}
SHOWN = tuple(name for name, kind in KINDS.items() if kind.startswith("text/html") or kind == "application/pdf")
MAKING = "/making"  # a page of the table that says so at once: a paper may not lead anywhere
READY = "ready"  # asked for by the page that says that the paper is being made
# such a page needs nothing but itself, and may do nothing but show itself
POLICY = (
    "sandbox allow-scripts; default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; "
    "font-src data:"
)


class Papers(Protocol):
    """The maker of a game's papers."""

    def moment(self) -> Callable[[str], Mapping[str, bytes]]:
        """Take the game as it is now, in its own thread; what comes back makes the files in a language, in any."""


class Caller(Protocol):
    """Runs what it is given in the session's thread."""

    def __call__(self, job: Callable[[], T]) -> Awaitable[T]:
        """Run the job in the session's thread; return its result."""


async def paper(papers: Papers, name: str, lang: str, call: Caller) -> bytes | None:
    """Return the paper of that name; ``None``: there is none yet."""
    make = await call(papers.moment)
    made = await asyncio.to_thread(make, lang)
    return made.get(name)
