"""Every refusal, question and event has words in both languages, with the same blanks."""

from __future__ import annotations

import ast
import string
from pathlib import Path
from typing import Any

import pytest

from companion.core.house import HOUSE
from companion.core.ids import PieceId
from companion.core.rules import violation
from companion.games import systems
from companion.text.wording import LANGUAGES, Wording, _catalogue

ROOT = Path(__file__).parents[2]


def refusals() -> set[str]:
    """Every rule that code refuses with: the first argument of each call of ``violation``."""
    found = set()
    for path in [*(ROOT / "companion/games").rglob("*.py"), *(ROOT / "companion/core").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "violation":
                for constant in ast.walk(node.args[0]):
                    if isinstance(constant, ast.Constant) and isinstance(constant.value, str):
                        found.add(constant.value)
    return found


def keys(lang: str) -> dict[str, str]:
    catalogue: Any = _catalogue(lang)
    return {str(key): str(text) for key, text in catalogue._catalog.items() if key}


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refusal_has_words(lang: str) -> None:
    found = refusals()
    assert len(found) > 25
    assert {rule for rule in found if not Wording(lang).has(rule)} == set()
    assert {rule.id for rule in HOUSE.rules if not Wording(lang).has(rule.id)} == set(), "rules of the house"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_event_has_words(lang: str) -> None:
    for system in systems():
        assert {name for name in system.event_types if not Wording(lang).has(f"event.{name}")} == set()


def test_both_languages_say_the_same_things() -> None:
    english, french = keys("en"), keys("fr")
    assert english.keys() == french.keys()
    assert {key for key in english if blanks(english[key]) != blanks(french[key])} == set()
    assert sum(english[key] != french[key] for key in english) > 0.85 * len(english)


def test_names_are_filled_in() -> None:
    broken = violation("HC-ATK-04", PieceId("b1"), attacker="r1")
    names = {"b1": "Gull", "r1": "Anchor"}
    assert Wording("en", names).violation(broken) == "Gull is not next to Anchor."
    assert Wording("fr", names).violation(broken) == "Gull n'est pas adjacent à Anchor."


def test_seats_are_words() -> None:
    broken = violation("HC-TURN-03", seat="blue", active="red")
    assert Wording("fr").violation(broken) == "C'est le tour de Rouge."
