"""Where rules are named: by the tests' markers and in the words of the code, read from the sources.

@pytest.mark.rule("HC-LOS-04", "HC-LOS-02")        a test holds these rules
# HC-LOS-12, -13     (HC-KB-08..19)                the code names these; "-13" and "..19" go on from the id before
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from companion.core.citing import written_out

__all__ = ["cited_in", "marked_tests"]

OURS = ("HC-", "HX-", "TW-")  # the catalogues there are: HeroClix in two editions, and this house


def cited_in(text: str) -> Iterator[str]:
    """Every rule id of a catalogue of ours that the text names, shortened ones written out."""
    return (rule for rule in written_out(text) if rule.startswith(OURS))


def marked_tests(folder: Path) -> Mapping[str, tuple[str, ...]]:
    """For every rule the tests that are marked with it, as ``tests/games/test_x.py::test_name``."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                name = f"{path.relative_to(folder.parent).as_posix()}::{node.name}"
                for rule in dict.fromkeys(_marked(node)):
                    found[rule].append(name)
    return {rule: tuple(names) for rule, names in found.items()}


def _marked(test: ast.FunctionDef) -> Iterator[str]:
    for mark in test.decorator_list:
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Attribute) and mark.func.attr == "rule":
            yield from (str(name.value) for name in mark.args if isinstance(name, ast.Constant))
