"""The reports of the four games: who played for what, how it ended, the boards, and the words at the end."""

from __future__ import annotations

import re
from html import escape

import pytest

from companion.core.ids import SystemId
from companion.core.session import Session
from companion.games import rulebook
from companion.text.wording import Wording
from tests.ui.stories import GAMES, lines, played, report
from ui.presenters.adapter import ONLOOKERS, Look
from ui.presenters.games import game_of
from ui.presenters.rules import CITED
from ui.table.papers import report_of, report_page
from ui.table.preview import Moments, played_of


def test_a_side_is_told_without_the_number_of_its_seat() -> None:
    told = [*lines("guardians", "fr"), *report("guardians", "fr").about, *report("guardians", "fr").sheet]
    assert any("Aube" in line for line in told) and any("Crépuscule" in line for line in told)
    assert not any(re.search(r"(Aube|Crépuscule) 2\b", line) for line in told)


@pytest.mark.parametrize("name", GAMES)
def test_the_sheet_says_what_was_to_be_won_and_how_everybody_stands(name: str) -> None:
    session, sheet = played(name), "\n".join([*report(name, "en").about, *report(name, "en").sheet])
    assert ("The evening stopped here" in sheet) is (session.state.flow.outcome is None)
    figures = {"gotham": "Jack-o'-Two (out of play)", "guardians": "Mistral (Health "}
    figures |= {"heroclix": "Red: Wickmaster (clicks left: ", "heroquest": "Brakka (Body "}
    assert figures[name] in sheet
    assert "Objective: " in sheet
    if name == "heroquest":  # the goal itself is its master's, until it is over
        assert "Objective: The heroes explore: the master tells them what they find" in sheet


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", GAMES)
def test_names_stand_in_their_sentences(name: str, lang: str) -> None:
    """No article twice or in the wrong place; no English one in French; nobody is an "it"."""
    told = [*lines(name, lang), *report(name, lang).about, *report(name, lang).sheet]
    wrong = r"\b([Tt]he|a|an|le|la|les|du|des) (the|The|le|la|les)\b|\b(it|its|itself)\b"
    if lang == "fr":
        wrong = (
            r"\b[Tt]he \w|\b(de|à) (le|les)\b|\b[Dd]e [aeiouéèêAEIOUÉÈÊ]|\b[dl]'(le|la|the)\b|\bl[ea] [aeiouéAEIOUÉ]"
        )
    listed = [line for line in told if ": " not in line and " : " not in line and "·" not in line]
    assert len(listed) > 20
    assert [line for line in listed if re.search(wrong, line)] == []


@pytest.mark.rule("GO-BASE-TURN-01")
def test_a_chapter_is_the_turn_of_a_hero_and_its_board_is_as_it_began() -> None:
    """Their chapters follow each other in the order in which they acted; the last one alone has a second board."""
    chapters = report("gotham", "en").chapters
    heroes = [
        one.title.rpartition(" · ")[2] for one in chapters if one.title.startswith("Round 1 · The heroes' turn · ")
    ]
    assert heroes == ["The Ferrier", "Lamplight", "The Marshal", "The Wren"]
    assert max(len(one.lines) for one in chapters) < 45
    assert [one.title for one in chapters if "Round" not in one.title] == ["The opening"]


@pytest.mark.parametrize("name", GAMES)
def test_a_figure_has_one_name_in_french(name: str) -> None:
    """The Eel is Eel in sentences, in lists and on the board."""
    made, wording, moments = report(name, "fr"), Wording("fr"), Moments(played_of(played(name)))
    told = [*lines(name, "fr"), *made.about, *made.sheet]
    moments.lines(wording)
    told += [called for _, called in moments.legend(played(name), wording)]
    assert [line for line in told if re.search(r"\bThe [A-Z]", line)] == []


def test_who_is_brought_along_stands_beside_who_brings_it() -> None:
    """And a kind counts itself: the heroes first, in one line."""
    heroes, villain, *aims = report("gotham", "en").about
    assert heroes == "The Ferrier, Lamplight, The Marshal (Warden\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}2), The Wren"
    assert villain.startswith("The villain: ") and all(line.startswith("Objective: ") for line in aims)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", GAMES)
def test_a_page_ends_with_the_words_of_the_game_and_its_signs_lead_there(name: str, lang: str) -> None:
    told = report(name, lang)
    page = report_page(told, Wording(lang)).decode()
    assert CITED.findall(page) == [], "letters that nobody reads"
    assert page.rindex("<section") == page.index('<section id="words">')
    assert all(f'id="{place}"' in page for place in re.findall(r'href="#([^"]+)"', page))
    cited = CITED.findall("\n".join(told.sheet))
    assert page.count(">§</a>") == len(cited)
    stories = {spoken: "\n".join(lines(name, spoken)).lower() for spoken in ("en", "fr")}
    named = [
        {
            entry.by_lang[spoken].title.partition(":")[0].strip().lower() in story
            for spoken, story in stories.items()
            if (entry := rulebook(name).entry(rule))
        }
        for rule, _, _ in told.words
        if rule not in cited
    ]
    assert len(named) > 1 and all(True in one for one in named)


@pytest.mark.parametrize("name", GAMES)
def test_the_words_at_the_end_are_the_same_in_both_languages(name: str) -> None:
    words = {lang: {rule for rule, *_ in report(name, lang).words} for lang in ("en", "fr")}
    assert words["en"] == words["fr"]


def test_the_board_of_a_part_stands_before_its_words() -> None:
    page = report_page(report("heroquest", "en"), Wording("en")).decode()
    parts = page.split('<section class="turn')[1:]
    assert len(parts) > 5
    assert all(0 < part.index('class="begins"') < part.index('class="story"') for part in parts)


@pytest.mark.parametrize("name", GAMES)
def test_letters_of_the_boards_are_told_where_they_first_stand_and_once_at_the_end(name: str) -> None:
    told = report(name, "en")
    letters = {one for chapter in told.chapters for one in chapter.legend}
    page = report_page(told, Wording("en")).decode()
    assert len(letters) > 5
    assert {page.count(f"<b>{label}</b> {escape(who)}") for label, who in letters} == {2}


@pytest.mark.parametrize("name", ["heroclix", "heroquest"])
def test_letters_of_who_stood_on_no_board_are_told_at_the_end(name: str) -> None:
    """An orc that came and died within a turn, a desk on the last board."""
    game = game_of(SystemId(name)).adapter(played(name))
    look = Look(ONLOOKERS, (), Wording("en", game.names(ONLOOKERS, "en")))
    page = report_page(report(name, "en"), Wording("en")).decode()
    at_the_end = page[page.index('id="words"') :]
    worn = {game.letters(look)[one.piece] for one in game.roster(look)}
    assert [label for label in worn if f"<b>{label}</b>" not in at_the_end] == []


class Numbered(Moments):
    """The moments with the versions of their boards in place of these."""

    def drawn(self, session: Session, *_: object, **__: object) -> tuple[str, str]:
        return "", str(session.version)


def test_every_board_of_a_story_is_that_before_its_lines() -> None:
    told = report_of(Numbered(played_of(played("heroquest")), ONLOOKERS), Wording("en"))
    assert [(one.title, one.drawing) for one in told.chapters if one.first and int(one.drawing) >= one.first] == []


def test_guardians_have_turns_and_no_rounds_in_french() -> None:
    made = report("guardians", "fr")
    told = (*lines("guardians", "fr"), *made.about, *made.sheet)
    assert [line for line in told if re.search(r"\bround", line, re.IGNORECASE)] == []


@pytest.mark.parametrize("name", GAMES)
def test_numbers_of_a_line_say_of_what(name: str) -> None:
    """And who plays one figure by its own name is not named twice."""
    told = lines(name, "en")
    assert [line for line in told if re.search(r"\(\d+\)\.$", line)] == []
    assert [line for line in report(name, "en").sheet if re.match(r"([\w' ]+): \1 \(", line)] == []


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", GAMES)
def test_a_word_that_is_explained_is_used_as_a_name(name: str, lang: str) -> None:
    """“Failed” at the end of a line is a result, and no term of the game."""
    told = report(name, lang)
    cited = set(CITED.findall("\n".join(told.sheet)))
    story = "\n".join(line.words for chapter in told.chapters for line in chapter.lines)
    results = {found[1] for found in re.finditer(r" ?: ([a-zà-ÿ][^:.\n]*)\.", story)}
    named = {title.partition(":")[0].strip().lower() for rule, title, _ in told.words if rule not in cited}
    assert named
    assert (
        named & results - {title for title in named if re.search(rf"(?<!: ){re.escape(title)}", story.lower())} == set()
    )
