"""The papers of a game on a phone: its report, and when it is over its record and the page that plays itself.

/kept/GAME/report.html ──a guest, or ?code= as in the QR code──> made of that game as it is now, in a thread of its own

The address names the game, so it shows the same one after a rematch, too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from html import escape
from typing import Protocol, TypeVar
from urllib.parse import quote

T = TypeVar("T")
FOLDER = "/kept"
KINDS: Mapping[str, str] = {
    "report.html": "text/html; charset=utf-8",
    "theatre.html": "text/html; charset=utf-8",
    "report.pdf": "application/pdf",
    "game.record": "application/x-ndjson",
}
SHOWN = tuple(name for name, kind in KINDS.items() if kind.startswith("text/html") or kind == "application/pdf")
BACK = "/back"  # a page of the table that goes on to it: no cookie comes along from a paper's own page
MAKING = "/making"  # a page of the table that says so at once: a paper may not lead anywhere
READY = "ready"  # asked for by the page that says that the paper is being made
# such a page needs nothing but itself, and may do nothing but show itself
POLICY = (
    "sandbox allow-scripts; default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; "
    "font-src data:"
)


class Papers(Protocol):
    """The maker of a game's papers."""

    @property
    def game(self) -> str:
        """The name of the game that is on the table."""

    def moment(self, game: str) -> Callable[[str], Mapping[str, bytes]] | None:
        """Take that game as it is now, in its own thread; what comes back makes the files in a language, in any.

        ``None``: no game of that name was played at this table.
        """


class Caller(Protocol):
    """Runs what it is given in the session's thread."""

    def __call__(self, job: Callable[[], T]) -> Awaitable[T]:
        """Run the job in the session's thread; return its result."""


def paper_at(game: str, name: str, at: str = FOLDER) -> str:
    """Return the address of a game's paper."""
    return f"{at}/{quote(game)}/{name}"


async def papers_of(papers: Papers, game: str, lang: str, call: Caller) -> Mapping[str, bytes] | None:
    """Return the papers of that game that there are; ``None``: no such game was played at this table."""
    make = await call(lambda: papers.moment(game))
    return None if make is None else await asyncio.to_thread(make, lang)


def with_way_back(page: bytes, words: str) -> bytes:
    """Return a paper's page with the way to the table above everything else."""
    way = f'<p style="margin:0;padding:.8rem 1rem;font:1.1rem sans-serif"><a href="{BACK}">{escape(words)}</a></p>'
    head, begins, body = page.partition(b"<header>" if b"<header>" in page else b"<body>")
    return head + (begins + way.encode() if begins == b"<body>" else way.encode() + begins) + body
