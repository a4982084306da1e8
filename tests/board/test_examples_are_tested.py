"""Every worked example of the catalogue about squares, lines, moves and walls stands in a test with its id."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
FAMILIES = ("ADJ", "ELEV", "INT", "LOS", "MOVE", "MULTI", "TERR", "WALL")
CITED = re.compile(r"\b(EX-[A-Z]+)-(\d\d)((?:(?:, -|\.\.)\d\d)*)")
MORE = re.compile(r"(, -|\.\.)(\d\d)")


def examples_in(text: str) -> Iterator[str]:
    """Every example the text names, shortened ones written out."""
    for family, first, rest in CITED.findall(text):
        yield f"{family}-{first}"
        last = int(first)
        for sign, number in MORE.findall(rest):
            for missing in range(last + 1 if sign == ".." else int(number), int(number) + 1):
                yield f"{family}-{missing:02}"
            last = int(number)


def spoken_of(path: Path) -> set[str]:
    """The examples named anywhere in a test file but in its first docstring, which only announces them."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    first = ast.parse(text).body[0]
    return set(examples_in("\n".join(lines[first.end_lineno or 0 :])))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("# EX-ADJ-01, -02, -05", ["EX-ADJ-01", "EX-ADJ-02", "EX-ADJ-05"]),
        ("EX-WALL-01..03 and EX-KB-16a", ["EX-WALL-01", "EX-WALL-02", "EX-WALL-03", "EX-KB-16"]),
        ("HC-LOS-04", []),
    ],
)
def test_examples_are_read_from_words(text: str, found: list[str]) -> None:
    assert list(examples_in(text)) == found


def test_every_example_of_these_families_has_a_test(shared: Path) -> None:
    text = (shared / "rules" / "heroclix.md").read_text(encoding="utf-8")
    written = re.findall(rf"^- \*\*(EX-(?:{'|'.join(FAMILIES)})-\d\d)", text, re.MULTILINE)
    assert len(written) > 50
    others = [path for path in TESTS.rglob("test_*.py") if path != Path(__file__)]
    spoken = {example for path in others for example in spoken_of(path)}
    assert [example for example in written if example not in spoken] == [], "examples without a test"
    named = {example for example in spoken if example.split("-")[1] in FAMILIES}
    assert sorted(named - set(written)) == [], "examples that the catalogue does not have"
