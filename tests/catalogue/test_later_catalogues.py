"""Rules, rulings and examples of the two later catalogues: whatever code, text or test names one, is written there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ui.cli.coverage import marked_tests

ROOT = Path(__file__).parents[2]
CATALOGUES = {"GC": "guardians.md", "GO": "gotham.md"}
_WRITTEN = re.compile(r"^(?:- \*\*|\| )(G[CO]-[A-Z-]+-\d\d)(?:\*\*| )", re.MULTILINE)
_CITED = re.compile(r"\b(G[CO]-[A-Z]+(?:-[A-Z]+)*)-(\d\d)((?:(?:, -|\.\.)\d\d)*)")
_MORE = re.compile(r"(, -|\.\.)(\d\d)")


def cited_in(text: str) -> Iterator[str]:
    for area, first, rest in _CITED.findall(text):
        yield f"{area}-{first}"
        last = int(first)
        for sign, number in _MORE.findall(rest):
            yield from (f"{area}-{n:02}" for n in range(last + 1 if sign == ".." else int(number), int(number) + 1))
            last = int(number)


def cited() -> Iterator[tuple[str, str]]:
    for folder in ("companion", "tests"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".py", ".json", ".md", ".toml") and "corpus" not in path.parts:
                for rule in cited_in(path.read_text(encoding="utf-8")):
                    yield path.relative_to(ROOT).as_posix(), rule


def test_no_unknown_rule_is_named(shared: Path) -> None:
    known = {
        rule
        for name in CATALOGUES.values()
        for rule in _WRITTEN.findall((shared / "rules" / name).read_text(encoding="utf-8"))
    }
    assert len(known) > 500
    assert {f"{path}: {rule}" for path, rule in cited() if rule not in known} == set()


def test_every_rule_of_a_line_is_held_by_a_test() -> None:
    """The rules that the answers name are held by tests, like those of a game that is played."""
    lines = [ROOT / "companion" / "games" / game / "lines.py" for game in ("guardians", "gotham")]
    named = {rule for path in lines for rule in re.findall(r'RuleId\("([^"]+)"\)', path.read_text(encoding="utf-8"))}
    assert len(named) == 7
    assert named <= set(marked_tests(ROOT / "tests"))


def test_short_citations_are_written_out() -> None:
    assert list(cited_in("GC-LOS-01..03, -09 and GO-BASE-ZONE-03, -04")) == [
        "GC-LOS-01",
        "GC-LOS-02",
        "GC-LOS-03",
        "GC-LOS-09",
        "GO-BASE-ZONE-03",
        "GO-BASE-ZONE-04",
    ]
