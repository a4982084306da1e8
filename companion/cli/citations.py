"""Where rules are named: by the tests' markers, by shipped cases and in the words of the code, read from the sources.


@pytest.mark.rule("HC-LOS-04", "HC-LOS-02")        a test holds these rules
rules = ["HC-LOS-04"]                              a shipped case does; the tests run them all
# HC-LOS-12, -13     (HC-KB-08..19)                the code names these; "-13" and "..19" go on from the id before
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from companion.core.citing import written_out

ROOT = Path(__file__).parents[2]

OURS = ("HC-", "HX-", "HQ-", "TW-")  # the catalogues there are, and this house
NO_RULES = ("HQ-AMB-", "HQ-EX-")  # rulings and examples have ids too


def cited_in(text: str) -> Iterator[str]:
    """Every rule id of a catalogue of ours that the text names, shortened ones written out."""
    return (rule for rule in written_out(text) if rule.startswith(OURS) and not rule.startswith(NO_RULES))


def held_rules(tests: Path | None) -> Mapping[str, tuple[str, ...]]:
    """For every rule what holds it: the marked tests in a folder, where there is one, and the shipped cases."""
    marked = marked_tests(tests) if tests else {}
    cases = shipped_cases()
    return {rule: (*marked.get(rule, ()), *cases.get(rule, ())) for rule in dict.fromkeys((*marked, *cases))}


def shipped_cases() -> Mapping[str, tuple[str, ...]]:
    """For every rule the shipped cases about it, as ``companion/games/x/data/cases/y.toml::id``."""
    from companion.casebook import load_cases
    from companion.cli.workshop import DEFAULT, house_workshop
    from companion.errors import InputError

    languages = house_workshop().languages
    found: defaultdict[str, list[str]] = defaultdict(list)
    for case in load_cases([str(language.folder) for language in languages.values()], languages, DEFAULT):
        if isinstance(case, InputError):
            raise case
        for rule in dict.fromkeys(case.rules):
            found[rule].append(f"{Path(case.file).relative_to(ROOT).as_posix()}::{case.id}")
    return {rule: tuple(names) for rule, names in found.items()}


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
