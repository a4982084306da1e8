"""The head of a report, and what its lines say, both as a reader of the page sees them."""

from __future__ import annotations

import re
from pathlib import Path

TILE = re.compile(r'<div class="tile-[^"]*"><b>(\d+)</b>([^<]*)</div>')
ROLLS = ("roll read by the camera", "rolls read by the camera")
MOVES = ("move read by the camera", "moves read by the camera")
ASKED = ("time asked", "times asked")


def counted_and_told(report: Path) -> tuple[dict[str, int], dict[str, int]]:
    """Return the numbers of the head that speak of the camera and of questions, and the same counted in the lines."""
    page = report.read_text(encoding="utf-8")
    head = {words: int(number) for number, words in TILE.findall(page)}
    lines = re.findall(r"<p(?: [^>]*)?>(.*?)</p>", page.partition("<main>")[2])
    told = {
        "rolls": sum(len(re.findall(r"[(; ]camera\)", line)) for line in lines if not line.startswith("<b>")),
        "moves": sum(line.endswith('<span class="source">camera</span>') for line in lines),
        "asked": sum(line.startswith("<b>?</b>") for line in lines),
    }
    named = {"rolls": ROLLS, "moves": MOVES, "asked": ASKED}
    counted = {kind: head[words] for kind, all_words in named.items() for words in all_words if words in head}
    return counted, {kind: told[kind] for kind in counted}
