"""A force from text: our own document, or a list line by line as players write it.

2x lq005                 a count and an id
Arclight (75)            a name and the cost of a starting line; Arclight 75
75 Arclight, lq002       costs before names; several on a line, or one
"""

from __future__ import annotations

import json
import re

from companion.core.ids import FigureId
from companion.documents import parse_json
from companion.errors import InputError
from companion.games.heroclix.face import forces as force_rules
from companion.interchange.figure_library import FigureLibrary, folded
from ui.library import Document

WHERE = "the pasted text"
_COUNT = re.compile(r"^(\d{1,2})\s*[x×]\s*|\s*[x×]\s*(\d{1,2})$", re.IGNORECASE)
_COST = re.compile(r"\s*[(\[–-]\s*(\d{1,4})\s*(?:points?|pts?)?\s*[)\]]?$|^(\d{2,4})\s+", re.IGNORECASE)

_BARE = re.compile(r"\s(\d{2,4})$")  # a cost without a sign: tried last, as a name may end in a number


def read_force(text: str, library: FigureLibrary) -> Document:
    """The force document in the text; raises ``InputError`` with the line that names no figure."""
    stripped = text.strip()
    if stripped.startswith("{"):
        document = parse_json(stripped, WHERE).value
        if not isinstance(document, dict):
            raise InputError(WHERE, "", type(document).__name__, "a force as it was shared")
        return document
    title = ""
    entries: list[Document] = []
    for number, line in enumerate(stripped.splitlines(), 1):
        words = line.strip().strip("*•-–").strip()
        if not words or words.casefold().startswith(("total", "http")):
            continue
        found = [_entry(part, library) for part in re.split(r"[;,]", words) if part.strip()]
        if None in found:
            if not entries and not title and len(stripped.splitlines()) > 1:
                title = words.strip("#= ")  # the first line may be the force's name
                continue
            raise InputError(WHERE, f"line {number}", repr(words), "a figure's id or name, perhaps with count and cost")
        entries += [entry for entry in found if entry is not None]
    if not entries:
        raise InputError(WHERE, "", "no figure", "one figure a line")
    return {"format": force_rules.FORMAT, **({"name": title} if title else {}), "figures": entries}


def _entry(words: str, library: FigureLibrary) -> Document | None:
    """A line of a list as an entry of a force, or ``None`` where it names no one figure."""
    rest, extra = words.strip(), Document()
    for key, pattern in (("count", _COUNT), ("points", _COST)):
        match = pattern.search(rest)
        if match and rest not in library:
            extra[key] = int(match[1] or match[2])
            rest = (rest[: match.start()] + rest[match.end() :]).strip()
    figure = _figure(rest, extra.get("points"), library)
    if figure is None:
        bare = _BARE.search(rest)
        return _entry(f"{words[: -len(bare[0])]} ({bare[1]})", library) if bare and "points" not in extra else None
    if extra.get("count") == 1:
        del extra["count"]
    return {"figure": figure, **extra}


def _figure(name: str, points: int | None, library: FigureLibrary) -> FigureId | None:
    """The one figure called so, by an id in the words or by its whole name; the cost decides among several."""
    for word in reversed(re.findall(r"[\w'-]+", name)):
        for written in (word, word.lower()):
            if FigureId(written) in library:
                return FigureId(written)
    found = [entry for entry in library.find(name.split(), most=200) if folded(entry.name) == folded(name)]
    if points is not None and len(found) > 1:
        found = [entry for entry in found if points in entry.points]
    return found[0].id if len(found) == 1 else None


def share_text(document: Document) -> str:
    """The force as one line of text, to be sent and pasted elsewhere."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))
