"""``companion rule``: JSON best first, both languages, ids and names that find themselves, nothing found."""

from __future__ import annotations

import pytest

from tests.cli.command_line import companion


def test_json_lists_the_best_first() -> None:
    found = companion("rule", "can", "I", "shoot", "past", "my", "friend", "--system", "heroclix", "--json")
    assert found.status == 0
    assert [set(row) for row in found.document] == [{"system", "rule", "words"}] * len(found.document)
    assert found.document[0]["rule"] == "HC-LOS-02"
    assert found.document[0]["system"] == "heroclix"


def test_words_come_in_the_language_asked_for_and_questions_in_either() -> None:
    french = companion("rule", "peut-on tirer à travers un ami", "--system", "heroclix", "--lang", "en", "--json")
    english = companion("rule", "can I shoot past my friend", "--system", "heroclix", "--lang", "fr", "--json")
    assert french.document[0]["rule"] == english.document[0]["rule"] == "HC-LOS-02"
    assert french.document[0]["words"].startswith("Anybody on a square")
    assert english.document[0]["words"].startswith("Quiconque se tient")


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("GO-BIND-06", "GO-BIND-06"),
        ("hq-trap-02", "HQ-TRAP-02"),
        ("power.flurry", "power.flurry"),
        ("Flurry", "power.flurry"),
        ("TW-UNDO-02", "TW-UNDO-02"),
    ],
)
def test_an_id_or_a_name_finds_itself(words: str, rule: str) -> None:
    assert companion("rule", words, "--json").document[0]["rule"] == rule


def test_typing_errors_are_forgiven() -> None:
    assert companion("rule", "knokback on doubels", "--json").document[0]["rule"] == "HC-KB-01"
    assert companion("rule", "quand faut-il s'evader", "--json").document[0]["rule"] == "HC-MOVE-06"


def test_nothing_found_is_one_and_an_unknown_game_two() -> None:
    nothing = companion("rule", "qwxzk", "vvbnm", "--json")
    assert (nothing.status, nothing.document) == (1, [])
    unknown = companion("rule", "move", "--system", "chess")
    assert unknown.status == 2
    assert "heroclix" in unknown.err


def test_text_gives_title_id_and_words() -> None:
    told = companion("rule", "HC-KB-11", "--lang", "en").out
    assert told == (
        "Hitting something [HC-KB-11]\n"
        "  Stopped by something solid, you take 1 more damage. It comes after the attack's damage and is reduced on its"
        " own.\n"
    )
