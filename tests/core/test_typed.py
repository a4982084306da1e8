"""Names as people type them, and as somebody types them who would be taken for another."""

from __future__ import annotations

import pytest

from companion.core.typed import look, tidied


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Ada\u200d", "Ada"),
        ("A\u200b\ufeffda", "Ada"),
        ("\u202eadA\u2066", "adA"),
        ("Ada\u3164\u2800\u115f", "Ada"),
        ("Ada\ufe0f", "Ada"),
        ("Ada\x00\x1b[31m", "Ada[31m"),
        ("Ada\ue000\U000e0041", "Ada"),
        ("Jose\u0301\u00a0 Luis", "José Luis"),
        ("Z" + "\u0336" * 40, "Z" + "\u0336" * 4),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("李小龍", "李小龍"),
        ("\u200b\u200c\u2800", ""),
    ],
)
def test_what_cannot_be_seen_is_left_out(typed: str, kept: str) -> None:
    assert tidied(typed) == kept
    assert tidied(kept) == kept


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ada", "Аdа"), ("Olga", "0lga"), ("Al", "AI"), ("O’Brien", "O'Brien"), ("Ａｄａ", "ada"), ("ΑΝΝΑ", "Anna")],
)
def test_what_looks_the_same_has_one_look(one: str, other: str) -> None:
    assert tidied(one) != tidied(other)
    assert look(one) == look(other)


@pytest.mark.parametrize(
    ("one", "other"), [("José", "Jose"), ("Анна", "Anna"), ("Player 1", "Player 10"), ("Ian", "Lan")]
)
def test_other_people_have_another(one: str, other: str) -> None:
    assert look(one) != look(other)
