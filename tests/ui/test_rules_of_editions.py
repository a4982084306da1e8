"""Rules on a screen are those of the table's game and edition first; others come last, and say of which they are."""

from __future__ import annotations

import pytest

from companion.games import SYSTEMS, editions_with
from companion.text.wording import Wording
from ui.presenters.rules import RuleDesk, answers, glossary, rules_of

NEWER = "With the newer attack chapter"
QUESTION = "line of sight to self"  # HX-LOS-05 of the newer chapter answers it by these words


def test_the_core_table_reads_no_rule_of_the_newer_chapter_unless_it_asks() -> None:
    assert not any(one.rule.startswith("HX") for one in rules_of("heroclix", "en", "core"))
    assert any(one.rule.startswith("HX") for one in rules_of("heroclix", "en", "newer"))
    text = "\n".join(one.title for one in rules_of("heroclix", "en", "newer"))
    assert not any(one.id.startswith("HX") for one in glossary(text, "heroclix", "en", "core"))


def test_what_another_edition_says_comes_last_and_named() -> None:
    """Of the same question at a table of the newer chapter it is the first answer, and nothing need be said."""
    newer = answers(QUESTION, "heroclix", "en", edition="newer")
    core = answers(QUESTION, "heroclix", "en", edition="core")
    assert newer[0].rule == "HX-LOS-05" and not any(one.source for one in newer)
    foreign = [one for one in core if one.rule.startswith("HX")]
    assert core[0].rule.startswith("HC") and foreign
    assert [*core][-len(foreign) :] == foreign and {one.source for one in foreign} == {NEWER}


def test_a_rule_of_another_edition_is_found_by_its_id_and_named() -> None:
    found = answers("HX-LOS-01", "heroclix", "fr", edition="core")
    assert found[0].rule == "HX-LOS-01" and found[0].source == Wording("fr").say("edition.newer")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_among_the_rules_of_all_games_each_says_its_game(lang: str) -> None:
    desk = RuleDesk()
    desk.enter("ask", {"en": "line of sight", "fr": "ligne de vue"}[lang])
    titles = [tile.title for tile in desk.page(Wording(lang)).tiles]
    games = [Wording(lang).say(f"game.{row.id}") for row in SYSTEMS]
    assert titles and all(any(title.endswith(f" · {game}") for game in games) for title in titles), titles


@pytest.mark.parametrize("row", SYSTEMS, ids=lambda row: row.id)
def test_a_table_names_no_game_of_its_own(row: object) -> None:
    found = answers("line of sight", row.id, "en", edition=next(iter(row.editions)))  # type: ignore[attr-defined]
    assert found and all(one.source in ("", NEWER) for one in found)


def test_games_of_one_edition_lack_nothing() -> None:
    assert [*editions_with("gotham", "chronicles")] == [*editions_with("heroclix", "newer")] == []
    assert {rule[:2] for rule in editions_with("heroclix", "basics")} == {"HX"}
