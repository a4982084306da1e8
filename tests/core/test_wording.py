"""Every refusal, question and event has words in both languages, with the same blanks."""

from __future__ import annotations

import ast
import string
from pathlib import Path
from typing import Any

import pytest

from companion.core.ids import PieceId
from companion.core.rules import violation
from companion.games import systems
from companion.text.wording import LANGUAGES, Wording, _catalogue

ROOT = Path(__file__).parents[2]


def refusals() -> set[str]:
    """Every rule that code refuses with: the first argument of each call of ``violation``."""
    found = set()
    for path in [*(ROOT / "companion/games").rglob("*.py"), ROOT / "companion/core/session.py"]:
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


@pytest.mark.parametrize(
    ("lang", "lost", "said"),
    [
        ("en", 1, "A loses 1 body point."),
        ("en", 2, "A loses 2 body points."),
        ("en", 0, "A loses 0 body points."),
        ("fr", 1, "A perd 1 point de corps."),
        ("fr", 0, "A perd 0 point de corps."),
        ("fr", 3, "A perd 3 points de corps."),
    ],
)
def test_what_is_counted_has_its_plural(lang: str, lost: int, said: str) -> None:
    """English has one plural for all but one; French counts nought as one."""
    assert Wording(lang).say("event.Hurt", piece="A", lost=lost) == said


def test_the_counted_word_is_a_blank_of_its_message() -> None:
    from companion.text.wording import _keys

    for lang in LANGUAGES:
        counted = {key: word for key, word in _keys(lang).items() if word}
        assert counted.keys() >= {"event.Hurt", "HC-RNG-06", "screen.steps"}
        assert {key for key, word in counted.items() if word not in blanks(Wording(lang).say(key))} == set()
