"""How a file looks: a first line that says what it is, a size that one can hold in the head.

The linter keeps every ``__all__`` sorted (RUF022).
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("companion", "firmware_bridge", "vision", "ui")
LIMIT, TEST_LIMIT, GAME_LIMIT = 400, 400, 400

# file -> why it is longer than the limit
LONG: dict[str, str] = {}


def files(*roots: str) -> list[Path]:
    return sorted(path for root in roots for path in (ROOT / root).rglob("*.py"))


SOURCES = files(*PACKAGES)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_first_line_says_what_it_is(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    if text.strip():
        doc = ast.get_docstring(ast.parse(text))
        assert doc, "no docstring"
        assert doc.splitlines()[0].endswith((".", ":", "?")), "the first line is no sentence"


def test_sizes() -> None:
    too_long = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for path in [*SOURCES, *files("tests", "hardware")]
    }
    limits = {name: TEST_LIMIT if name.startswith("tests/") else LIMIT for name in too_long}
    assert {name: n for name, n in too_long.items() if n > limits[name] and name not in LONG} == {}
    assert [name for name in LONG if too_long.get(name, 0) <= LIMIT] == [], "an excuse nobody needs any more"


def test_a_game_is_told_in_small_files() -> None:
    lines = {str(path): len(path.read_text(encoding="utf-8").splitlines()) for path in files("companion/games")}
    assert {name: n for name, n in lines.items() if n > GAME_LIMIT} == {}


def test_no_junk_drawers() -> None:
    banned = {"utils", "util", "helpers", "helper", "manager", "misc", "common"}
    assert [str(path) for path in SOURCES if path.stem in banned] == []
