"""The mutants themselves: every kind is found, each source is another one, and excuses are about code that is there."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import pytest

from tests.mutation.hunt import FAST, hunt, read_equivalents
from tests.mutation.mutants import BOARD, ROOT, every_mutant, files, mutants_in

SAMPLE = 16


@pytest.mark.parametrize(
    ("code", "wrong"),
    [
        ("a < b <= c", ["a <= b <= c", "a < b < c"]),
        ("a == b", ["a != b"]),
        ("a not in b", ["a in b"]),
        ("a is b", ["a is not b"]),
        ("a and b and c", ["a or b or c"]),
        ("not a", ["a"]),
        ("min(a, b)", ["max(a, b)"]),
        ("any(a)", ["all(a)"]),
        ("a + 1", ["a - 1", "a + 2"]),
        ("a - b", []),
        ("2 * a", ["3 * a"]),
        ("a | b", ["a & b"]),
        ("1 << a", ["1 >> a"]),
        ("range(1, a)", ["range(2, a)"]),
        ("a[1:-1]", ["a[2:-1]", "a[1:-2]"]),
        ("f(a)", []),
    ],
)
def test_every_kind_of_wrong_is_found(code: str, wrong: list[str]) -> None:
    tree = ast.parse(f"@cache(1 + 1)\ndef f(x: int | None = None) -> int | None:\n    return {code}\n")
    found = list(mutants_in(tree, "f.py"))
    start = "@cache(1 + 1)\ndef f(x: int | None=None) -> int | None:\n    return "
    assert [mutant.source for mutant in found] == [f"{start}{one}\n" for one in wrong]
    assert all((mutant.function, mutant.line) == ("f", 3) for mutant in found)


def test_every_file_that_makes_verdicts_has_mutants() -> None:
    mutants = every_mutant()
    assert {mutant.file for mutant in mutants} >= {file.as_posix() for file in files() if file.parent == BOARD}
    assert {"sight", "paths", "geometry", "answers", "session", "procedure", "telling"} <= {
        Path(mutant.file).stem for mutant in mutants
    }
    assert len(mutants) > 200
    right = {file.as_posix(): ast.unparse(ast.parse((ROOT / file).read_text(encoding="utf-8"))) for file in files()}
    for mutant in mutants[::45]:
        ast.parse(mutant.source)
        assert mutant.source.strip() != right[mutant.file]


def test_excuses_are_about_code_that_is_there_and_say_why() -> None:
    there = {mutant.key for mutant in every_mutant()}
    excuses = read_equivalents()
    assert [one.key for one in excuses if one.key not in there] == []
    assert [one.key for one in excuses if len(one.reason.split()) < 4] == []
    assert len({one.key for one in excuses}) == len(excuses)


def test_the_fast_tests_are_there() -> None:
    assert [name for names in FAST.values() for name in names if not (ROOT / name).exists()] == []


@pytest.mark.long
def test_a_sample_of_mutants_is_killed_seed_7() -> None:
    excused = {one.key for one in read_equivalents()}
    mutants = [mutant for mutant in every_mutant() if mutant.key not in excused]
    alive = [str(mutant) for mutant, is_killed in hunt(random.Random(7).sample(mutants, SAMPLE), 2) if not is_killed]
    assert alive == []
