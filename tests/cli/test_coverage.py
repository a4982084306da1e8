"""``companion coverage``: every rule once, with its status, why, and its tests."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.cli.command_line import companion
from ui.cli import coverage

pytestmark = pytest.mark.slow


def test_every_rule_with_its_tests() -> None:
    rows = companion("coverage", "--system", "heroclix", "--json").document
    assert len(rows) == len({row["rule"] for row in rows}) == 467 + 93
    assert {"rule", "status", "reason", "tests"} == set(rows[0])
    by_rule = {row["rule"]: row for row in rows}
    assert by_rule["HC-LOS-04"]["status"] == "enforced"
    assert "tests/games/heroclix/test_attack.py::test_a_figure_in_the_way" in by_rule["HC-LOS-04"]["tests"]
    cases = "companion/games/heroclix/data/cases"
    assert f"{cases}/sight.toml::EX-LOS-01" in by_rule["HC-LOS-02"]["tests"]
    assert by_rule["HC-END-09"]["status"] == "out of scope"
    assert by_rule["HC-END-09"]["reason"]
    assert all(row["tests"] for row in rows if row["status"] == "enforced")


def test_a_summary_by_area() -> None:
    shown = companion("coverage")
    lines = {line.split()[0]: line.split()[1:] for line in shown.out.splitlines() if line.split()}
    assert lines["HC-ADJ"] == ["8", "8", "8"]
    assert lines["all"][0] == str(560 + 346 + 236 + 265 + 60)
    assert companion("coverage", "--lang", "fr").out != shown.out


def test_the_numbers_add_up() -> None:
    rows = companion("coverage", "--json").document
    assert Counter(row["status"] for row in rows).total() == len(rows)
    assert {row["status"] for row in rows} == {"enforced", "assisted", "manual", "out of scope"}


def test_an_unknown_system_is_refused() -> None:
    refused = companion("coverage", "--system", "chess")
    assert refused.status == 2
    assert "heroclix" in refused.err
    assert len(refused.err.splitlines()) == 1


def test_without_the_tests_the_shipped_cases_are_listed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(coverage, "__file__", str(tmp_path / "companion" / "cli" / "coverage.py"))
    answer = companion("coverage", "--json")
    held = {name for row in answer.document for name in row["tests"]}
    assert {name.split("/")[0] for name in held} == {"companion"}
    assert len(answer.err.splitlines()) == 1
