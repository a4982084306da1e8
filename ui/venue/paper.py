"""The papers of an event, as a browser fetches them: one is made when it is asked for."""

from __future__ import annotations

import asyncio

from companion.text.wording import Wording
from companion.tournament.papers import STYLE
from ui.venue.hall import Hall

_KINDS = {
    "css": "text/css",
    "csv": "text/csv",
    "json": "application/json",
    "html": "text/html",
    "pdf": "application/pdf",
    "record": "application/x-ndjson",
    "trf": "text/plain",
}
_SHEETS = {"sheets.pdf": "a4", "sheets-letter.pdf": "letter"}
_LINKED = b"<link rel=stylesheet href=/papers/papers.css>"  # a page of ours takes no style from within itself


async def fetch_paper(hall: Hall, wording: Wording, name: str) -> tuple[str, bytes] | None:
    """Make a paper of the event; return its kind and the file, or ``None`` when there is none of that name."""
    if name == "papers.css":
        return _KINDS["css"], STYLE.encode()
    size = _SHEETS.get(name)
    if size is not None:
        return _KINDS["pdf"], await asyncio.to_thread(hall.drawn_sheets, wording, size)  # meanwhile tables report
    paper = hall.paper(name, wording)
    if paper is None:
        return None
    return _KINDS[name.rpartition(".")[2]], paper.replace(f"<style>{STYLE}</style>".encode(), _LINKED)
