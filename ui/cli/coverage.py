"""``companion coverage``: every rule of the catalogues, what this project does about it, and the tests that hold it.

Where rules are named: by the tests' markers, by shipped cases and in the words of the code, read from the sources.

@pytest.mark.rule("HC-LOS-04", "HC-LOS-02")        a test holds these rules
rules = ["HC-LOS-04"]                              a shipped case does; the tests run them all
# HC-LOS-12, -13     (HC-KB-08..19)                the code names these; "-13" and "..19" go on from the id before
"""

from __future__ import annotations

import ast
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.casebook import load_cases
from companion.core.catalogue import Catalogue, RuleStatus
from companion.core.citing import written_out
from companion.core.house import HOUSE
from companion.errors import InputError
from companion.games import SYSTEMS
from ui.cli.case_context import DEFAULT, case_context
from ui.cli.front import command as make_command
from ui.cli.front import example
from ui.cli.text import say

if TYPE_CHECKING:
    from companion.core.catalogue import Rule

HOUSE_NAME = "house"


MOST_SHOWN = 10  # texts that are left most often


@make_command("coverage", epilog=example("companion coverage --system heroclix"))
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option("--system", metavar="S", help="Only this system: heroclix, or house for the rules of this program.")
@click.option(
    "--figures", is_flag=True, help="Count the texts of figures instead: in force, asked for, left to players."
)
@click.option(
    "--data", metavar="DIR", help="With --figures: the folder an import wrote (default: the shipped figures)."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document: every rule with its tests.")
def command(files: tuple[str, ...], system: str | None, figures: bool, data: str | None, as_json: bool) -> int:
    """List every catalogue rule: enforced, assisted, manual or out of scope, why, and the tests that hold it.

    With --figures: the special powers, traits and feats of figures, set by set, in FILEs an import reads or in --data.
    """

    if figures:
        return _count_figures(files, data, as_json)
    if files or data is not None:
        raise click.UsageError("files and --data are for --figures")
    found = catalogued()
    if system is not None and system not in found:
        raise click.UsageError(f"--system {system!r}: expected one of {', '.join(found)}")
    rules = [rule for name in ([system] if system else found) for rule in found[name]]
    root = Path(__file__).parents[2]
    is_checkout = (root / "pyproject.toml").is_file() and (root / "tests").is_dir()  # not an installed wheel
    tests = held_rules(root / "tests" if is_checkout else None)
    if not is_checkout:
        print(say("coverage.no_tests"), file=sys.stderr)
    if as_json:
        rows = [
            {"rule": rule.id, "status": rule.status.value, "reason": rule.reason, "tests": list(tests.get(rule.id, ()))}
            for rule in rules
        ]
        print(json.dumps(rows, ensure_ascii=False))
    else:
        _print_table(rules, tests)
    return 0


def _count_figures(files: Sequence[str], data: str | None, as_json: bool) -> int:
    """Count what is played of the texts of figures."""
    from companion.games.heroclix.figures.collection import load_figures
    from companion.games.heroclix.figures.text_counts import count_texts
    from companion.interchange.figures import load_figure_file

    loaded = [one for file in files for one in load_figure_file(file).figures] or load_figures(data).values()
    counts = count_texts(loaded)
    if as_json:
        rows = [
            {
                **{key: getattr(one, key) for key in ("set", "texts", "in_force", "asked", "left")},
                "most_left": [{"text": text, "count": count} for text, count in one.most_left.most_common(MOST_SHOWN)],
            }
            for one in counts
        ]
        print(json.dumps(rows, ensure_ascii=False))
        return 0
    keys = ("texts", "in_force", "asked", "left")
    print(f"{'':12}" + "".join(f"{say(f'coverage.{key}'):>12}" for key in keys))
    for one in counts:
        print(f"{one.set:12}" + "".join(f"{getattr(one, key):12}" for key in keys))
    total = {key: sum(getattr(one, key) for one in counts) for key in keys}
    print(f"{say('coverage.all'):12}" + "".join(f"{total[key]:12}" for key in keys))
    left = sum((one.most_left for one in counts), Counter[str]())
    for text, count in left.most_common(MOST_SHOWN):
        print(f"  {count} × {text}")
    return 0


def catalogued() -> Mapping[str, tuple[Rule, ...]]:
    """The rules of every system, all its editions together, and those of this program."""

    found: dict[str, tuple[Rule, ...]] = {}
    for name in (row.id for row in SYSTEMS):
        data = files(f"companion.games.{name}") / "data"
        editions = sorted((one for one in data.iterdir() if one.name.startswith("rules-")), key=lambda one: one.name)
        found[name] = tuple(rule for edition in editions for rule in Catalogue.from_toml(edition).rules)
    return {**found, HOUSE_NAME: HOUSE.rules}


def _print_table(rules: Sequence[Rule], tests: Mapping[str, Sequence[str]]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD)
    table.add_column(say("coverage.area"))
    words = {
        RuleStatus.ENFORCED: say("coverage.enforced"),
        RuleStatus.ASSISTED: say("coverage.assisted"),
        RuleStatus.MANUAL: say("coverage.manual"),
        RuleStatus.OUT_OF_SCOPE: say("coverage.out_of_scope"),
    }
    for title in (say("coverage.rules"), *words.values(), say("coverage.with_tests")):
        table.add_column(title, justify="right")
    areas = dict.fromkeys(rule.id.rsplit("-", 1)[0] for rule in rules)
    for area in areas:
        table.add_row(area, *_counts([rule for rule in rules if rule.id.rsplit("-", 1)[0] == area], tests))
    table.add_section()
    table.add_row(say("coverage.all"), *_counts(rules, tests), style="bold")
    Console(highlight=False).print(table)


def _counts(rules: Sequence[Rule], tests: Mapping[str, Sequence[str]]) -> list[str]:
    by_status = Counter(rule.status for rule in rules)
    tested = sum(rule.id in tests for rule in rules)
    return [str(number or "") for number in (len(rules), *(by_status[status] for status in RuleStatus), tested)]


ROOT = Path(__file__).parents[2]

OURS = ("HC-", "HX-", "HQ-", "GC-", "GO-", "TW-")  # the catalogues there are, and this house
NO_RULES = ("HQ-AMB-", "HQ-EX-", "GC-AMB-", "GC-EX-", "GO-AMB-", "GO-EX-")  # rulings and examples have ids too


def cited_in(text: str) -> Iterator[str]:
    """Every rule id of a catalogue of ours that the text names, shortened ones written out."""
    return (rule for rule in written_out(text) if rule.startswith(OURS) and not rule.startswith(NO_RULES))


def held_rules(tests: Path | None) -> Mapping[str, tuple[str, ...]]:
    """Return the tests of every rule: the marked ones in a folder, where there is one, and the shipped cases."""
    marked = marked_tests(tests) if tests else {}
    cases = shipped_cases()
    return {rule: (*marked.get(rule, ()), *cases.get(rule, ())) for rule in dict.fromkeys((*marked, *cases))}


def shipped_cases() -> Mapping[str, tuple[str, ...]]:
    """Return the shipped cases of every rule, as ``companion/games/x/data/cases/y.toml::id``."""
    languages = case_context().languages
    found: defaultdict[str, list[str]] = defaultdict(list)
    for case in load_cases([str(language.folder) for language in languages.values()], languages, DEFAULT):
        if isinstance(case, InputError):
            raise case
        for rule in dict.fromkeys(case.rules):
            found[rule].append(f"{Path(case.file).relative_to(ROOT).as_posix()}::{case.id}")
    return {rule: tuple(names) for rule, names in found.items()}


def marked_tests(folder: Path) -> Mapping[str, tuple[str, ...]]:
    """Return the tests marked with each rule, as ``tests/games/test_x.py::test_name``."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                name = f"{path.relative_to(folder.parent).as_posix()}::{node.name}"
                for rule in dict.fromkeys(_marked(node)):
                    found[rule].append(name)
    return {rule: tuple(names) for rule, names in found.items()}


def _marked(test: ast.FunctionDef) -> Iterator[str]:
    for mark in test.decorator_list:
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Attribute) and mark.func.attr == "rule":
            yield from (str(name.value) for name in mark.args if isinstance(name, ast.Constant))
