"""Rule ↔ code ↔ test: no unknown id anywhere, and what is called enforced is named by code and held by a test.

Everything is read from the sources, so the answer is the same when this file is run alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from companion.core.catalogue import Catalogue, RuleStatus
from companion.errors import InputError
from ui.cli.coverage import catalogued, cited_in, held_rules

ROOT = Path(__file__).parents[2]
RULES = {rule.id: rule for rules in catalogued().values() for rule in rules}
ENFORCED = [rule.id for rule in RULES.values() if rule.status is RuleStatus.ENFORCED]


@pytest.fixture(scope="module")
def held() -> Mapping[str, tuple[str, ...]]:
    """By marked tests and by shipped cases."""
    return held_rules(ROOT / "tests")


@pytest.fixture(scope="module")
def code() -> set[str]:
    """What code names."""
    return {rule for path in (ROOT / "companion").rglob("*.py") for rule in cited_in(path.read_text(encoding="utf-8"))}


def sources() -> Iterator[Path]:
    """Every text of ours that may name a rule."""
    for root in ("companion", "firmware_bridge", "vision", "ui", "tests"):
        for path in sorted((ROOT / root).rglob("*")):
            is_ours = "corpus" not in path.parts  # inputs that once broke a parser: any bytes
            if is_ours and path.suffix in (".py", ".toml", ".json", ".md", ".po") and path.is_file():
                yield path


def test_no_unknown_rule_is_named(held: Mapping[str, tuple[str, ...]]) -> None:
    unknown = {
        f"{path.relative_to(ROOT)}: {rule}"
        for path in sources()
        for rule in cited_in(path.read_text(encoding="utf-8"))
        if rule not in RULES
    }
    assert unknown == set()
    assert set(held) <= set(RULES), "a test is marked with a rule that no catalogue has"


def test_enforced_rules_are_named_by_code(code: set[str]) -> None:
    assert [rule for rule in ENFORCED if rule not in code] == []


def test_enforced_rules_are_held_by_tests(held: Mapping[str, tuple[str, ...]]) -> None:
    assert [rule for rule in ENFORCED if rule not in held] == []


def test_everything_less_than_enforced_says_why() -> None:
    assert [rule.id for rule in RULES.values() if rule.status is not RuleStatus.ENFORCED and not rule.reason] == []
    assert len(ENFORCED) > 150


def test_the_areas_are_those_of_the_shared_catalogue(shared: Path) -> None:
    text = (shared / "rules" / "heroclix.md").read_text(encoding="utf-8")
    written = re.findall(r"^- \*\*(H[CX]-[A-Z]+-\d\d)\*\*", text, re.MULTILINE)
    assert sorted(written) == sorted(rule for rule in RULES if rule.startswith(("HC-", "HX-")))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("as HC-LOS-12, -13 say", ["HC-LOS-12", "HC-LOS-13"]),
        ("(HC-KB-08..10)", ["HC-KB-08", "HC-KB-09", "HC-KB-10"]),
        ("HC-ACT-03..05, HC-ACT-14", ["HC-ACT-03", "HC-ACT-04", "HC-ACT-05", "HC-ACT-14"]),
        ("EX-LOS-04, AMB-12 and XHC-LOS-1", []),
    ],
)
def test_citations_are_written_out(text: str, found: list[str]) -> None:
    assert list(cited_in(text)) == found


SMALL = """
enforced = ["X-A-01"]
assisted = ["X-A-02"]
[default]
status = "manual"
reason = "not yet"
[areas]
X-A = 4
X-B = 2
[out_of_scope]
X-A-03 = "senseless"
[reasons]
X-B = "another day"
X-A-02 = "half of it"
"""


def test_statuses_and_reasons(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text(SMALL, encoding="utf-8")
    rules = [(rule.id, rule.status.value, rule.reason) for rule in Catalogue.from_toml(file).rules]
    assert rules == [
        ("X-A-01", "enforced", ""),
        ("X-A-02", "assisted", "half of it"),
        ("X-A-03", "out of scope", "senseless"),
        ("X-A-04", "manual", "not yet"),
        ("X-B-01", "manual", "another day"),
        ("X-B-02", "manual", "another day"),
    ]


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ('enforced = ["X-A-01"]', 'enforced = ["X-A-09"]', "X-A-09"),
        ('assisted = ["X-A-02"]', 'assisted = ["X-A-01"]', "X-A-01"),
        ("X-A-03 =", "X-A-01 =", "X-A-01"),
        ('X-B = "another', 'X-C = "another', "X-C"),
    ],
)
def test_a_catalogue_that_contradicts_itself_is_refused(tmp_path: Path, old: str, new: str, where: str) -> None:
    file = tmp_path / "rules.toml"
    file.write_text(SMALL.replace(old, new), encoding="utf-8")
    with pytest.raises(InputError, match=where):
        Catalogue.from_toml(file)
