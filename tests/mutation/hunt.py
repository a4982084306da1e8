"""Which mutants live: each is tried in a throw-away copy of the packages against the fast tests of its room.

copy ── mutant written ──▶ fast tests, stopped at the first failure ──▶ killed (they failed, or never ended) or alive
"""

from __future__ import annotations

import compileall
import os
import py_compile
import resource
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from tests.mutation.mutants import BOARD, CORE, PUSHES, ROOT, Mutant

EQUIVALENTS = Path(__file__).with_name("equivalents.toml")
COPIED = (
    "companion",
    "tests/board",
    "tests/core",
    "tests/games/heroclix",
    "tests/oracles",
    "tests/conftest.py",
    "pyproject.toml",
)
BOARD_TESTS = (
    "tests/board/test_causes.py",
    "tests/board/test_grid.py",
    "tests/board/test_examples_sight.py",
    "tests/board/test_examples_moves.py",
    "tests/board/test_oracle_sight.py",
    "tests/board/test_oracle_reach.py",
    "tests/board/test_fields_and_pushes.py",
    "tests/board/test_sight_properties.py",
    "tests/board/test_reach_properties.py",
    "tests/board/test_sight_changes.py",
    "tests/board/test_survey.py",
    "tests/board/test_destruction.py",
)
CORE_TESTS = (
    "tests/core/test_answers.py",
    "tests/core/test_procedure.py",
    "tests/core/test_session.py",
    "tests/core/test_tables.py",
    "tests/core/test_telling.py",
    "tests/games/heroclix/test_values.py",
)
FAST: Mapping[Path, Sequence[str]] = {BOARD: BOARD_TESTS, CORE: CORE_TESTS, PUSHES.parent: BOARD_TESTS}
# The tests that look at a file most closely come first: a mutant that they kill is killed soon.
NEAREST = {
    "tests/board/test_causes.py": ("sight", "meeting", "geometry", "ground"),
    "tests/board/test_survey.py": ("sweep", "survey", "bundles", "shadows", "obstacles", "view", "matrix"),
    "tests/board/test_oracle_reach.py": ("paths", "steps", "laying", "endings"),
    "tests/board/test_fields_and_pushes.py": ("fields", "pushes"),
    "tests/board/test_grid.py": ("grid",),
    "tests/board/test_destruction.py": ("carrying", "walls"),
    "tests/core/test_answers.py": ("answers", "choices"),
    "tests/core/test_session.py": ("session", "consent", "rules"),
    "tests/core/test_tables.py": ("cards", "hooks", "lasting", "pool", "sides"),
    "tests/games/heroclix/test_values.py": ("reckoning",),
    "tests/core/test_telling.py": ("flow", "scripted", "telling"),
}
# tests of the oracles themselves, and those that need the real maps, cannot see a mutant or cannot run
OPTIONS = ("-x", "-q", "-m", "not long", "-k", "not real_maps and not oracles_agree", "-p", "no:cacheprovider")
LONGEST_S = 120  # a mutant that takes longer never ends
MEMORY_BYTES = 3 << 30


@dataclass(frozen=True)
class Equivalent:
    """A mutant that no test can see, and why."""

    file: str
    function: str
    before: str
    after: str
    reason: str

    @property
    def key(self) -> tuple[str, str, str, str]:
        return self.file, self.function, self.before, self.after


def read_equivalents(path: Path = EQUIVALENTS) -> list[Equivalent]:
    document = tomllib.loads(path.read_text(encoding="utf-8"))
    return [Equivalent(**entry) for entry in document.get("equivalent", [])]


@contextmanager
def copies(count: int) -> Iterator[list[Path]]:
    """So many throw-away copies of what the fast tests need, compiled by content and not by time."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        roots = [Path(folder) / str(number) for number in range(count)]
        for root in roots:
            for name in COPIED:
                to = root / name
                to.parent.mkdir(parents=True, exist_ok=True)
                if (ROOT / name).is_dir():
                    shutil.copytree(ROOT / name, to, ignore=shutil.ignore_patterns("__pycache__"))
                else:
                    shutil.copy(ROOT / name, to)
            compileall.compile_dir(root, quiet=2, invalidation_mode=py_compile.PycInvalidationMode.CHECKED_HASH)
        yield roots


def is_killed(root: Path, file: str, source: str) -> bool:
    """Whether the fast tests fail with that source in place of the file; the file is put back."""
    path = root / file
    right = path.read_text(encoding="utf-8")
    path.write_text(source, encoding="utf-8")
    tests = sorted(FAST[Path(file).parent], key=lambda name: path.stem not in NEAREST.get(name, ()))
    settings = {key: value for key, value in os.environ.items() if key not in ("CI", "PYTHONPATH")}
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *OPTIONS, *tests],
            cwd=root,
            env={**settings, "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            timeout=LONGEST_S,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES)),
        )
    except subprocess.TimeoutExpired:
        return True
    finally:
        path.write_text(right, encoding="utf-8")
    if done.returncode not in (0, 1, 2):
        raise RuntimeError(f"the tests could not run: {done.stdout.decode()[-500:]}")
    return done.returncode != 0


def hunt(mutants: Sequence[Mutant], jobs: int) -> Iterator[tuple[Mutant, bool]]:
    """Every mutant with whether it was killed, after a proof that the copies' own code is what the tests run."""
    with copies(jobs) as roots, ThreadPoolExecutor(jobs) as pool:
        for file in {Path(mutant.file).parent: mutant.file for mutant in mutants}.values():
            right = (roots[0] / file).read_text(encoding="utf-8")
            if is_killed(roots[0], file, right):
                raise RuntimeError("the fast tests fail before anything is changed")
            if not is_killed(roots[0], file, "raise AssertionError\n"):
                raise RuntimeError("the fast tests do not run the copy")
        free: SimpleQueue[Path] = SimpleQueue()
        for root in roots:
            free.put(root)

        def tried(mutant: Mutant) -> bool:
            root = free.get()
            try:
                return is_killed(root, mutant.file, mutant.source)
            finally:
                free.put(root)

        yield from zip(mutants, pool.map(tried, mutants), strict=True)
