"""The theatres of the four games: each step says whose turn it is, who ordered it, and what came of it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from companion.core.events import DiceReported
from companion.core.evidence import Evidence
from companion.games.guardians.events import Moved
from companion.text.wording import Wording
from tests.ui.stories import GAMES, lines, played, report, shown, theatre
from ui.presenters.adapter import ONLOOKERS
from ui.table.preview import Moments, played_of
from ui.web.theatre import sealed_as, theatre_page


@pytest.mark.slow
def test_a_theatre_tells_the_same_story() -> None:
    made = played_of(played("heroquest"))
    page = theatre_page(made, sealed_as(made, made.records), side=ONLOOKERS, pictures={}, lang="fr")
    assert "<title>Les caves à sel" in page
    for line in lines("heroquest", "fr")[3:9]:
        assert line.replace('"', '\\"') in page


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "turn"),
    [("heroclix", r"(?:(Round \d+) · )?Turn \d+: (\w+)"), ("heroquest", r"(?:(Round \d+) · .* · )?(\w+)'s turn")],
)
def test_a_theatre_is_headed_by_the_turn_of_the_step_that_is_shown(name: str, turn: str) -> None:
    steps = shown(name)
    begun, number, whose, wrong = 0, "", "", []
    for title, line in steps:
        if began := re.fullmatch(turn, line):
            begun, number, whose = begun + 1, began[1] or number, began[2]
        elif line.startswith("Round ") or line == "The master's turn":
            number, whose = (line.partition(" · ")[::2]) if " · " in line else (number, line)
        if begun and not (number in title and whose in title):
            wrong.append((title, line))
    assert begun > 3 and wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_theatre_keeps_its_title_from_heading_to_heading(name: str) -> None:
    """Lines that close a turn stand under its title, not the next one's; of a title only a countdown changes."""
    headings = [words for _, words, is_heading in Moments(played_of(played(name))).lines(Wording("en")) if is_heading]
    title, wrong = "", []
    for shown_title, line in shown(name):
        plain = re.sub(r"\d+", "", shown_title)
        title = plain if line in headings else title
        wrong += [(title, plain, line)] if title and plain != title and "is over" not in plain else []
    assert len(headings) > 3 and wrong == []


@pytest.mark.slow
def test_a_picture_in_a_theatre_says_what_it_shows(tmp_path: Path) -> None:
    """Dice what they came to, those thrown again or besides with the whole of it; a table that it is one."""
    made, picture = played_of(played("guardians")), tmp_path / "001-dice.jpg"
    picture.write_bytes(b"x")
    seen = (Evidence("camera", "2", key=picture.name),)
    rested = (DiceReported, Moved)
    records = tuple(replace(one, evidence=seen) if isinstance(one.event, rested) else one for one in made.records)
    made = replace(made, records=records)
    page = theatre_page(
        made, sealed_as(made, made.records), side=ONLOOKERS, pictures={picture.name: picture}, lang="en"
    )
    steps = json.loads(re.search(r'id="told">(.*?)</script>', page, re.DOTALL)[1])["steps"]  # type: ignore[index]
    shown = [(one["shows"], step["says"]) for step in steps for one in step["pictures"]]
    dice = [(shows, says) for shows, says in shown if "dice" in shows["en"]]
    assert len(dice) > 10
    for shows, says in dice:
        assert shows["en"] == f"Photograph of the dice: {says['en'][0]}"
        assert shows["fr"] == f"Photo des dés : {says['fr'][0]}"
    assert any("adds a die" in shows["en"] for shows, _ in dice)
    assert {"Photograph of the table"} == {shows["en"] for shows, _ in shown} - {shows["en"] for shows, _ in dice}


WHO = {
    "gotham": (
        "The Ferrier, Lamplight, The Marshal",
        "The villain: The Old Clerk, Docker\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}3",
        "Objective: the heroes win when the task “The ledger” is done",
    ),
    "guardians": (
        "The Dawn Watch: Night Lantern, Mistral",
        "The Dusk League: Anvil, Briar",
        "Objective: Against everybody",
    ),
    "heroclix": ("Red: Wickmaster, Gull-Wing, Breakwater, The Eel", "Blue: Madame Brine", "Objective: Knock out every"),
    "heroquest": ("Brakka, Odrun, Silvane, Wend", "Objective: The heroes explore: the master tells"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_story_begins_with_who_plays_for_what(name: str) -> None:
    """A theatre as its game begins, when nothing is won and nobody hidden is known; a report with who was there."""
    told, wholly = "\n".join(theatre(name, "en")["about"]["en"]), "\n".join(report(name, "en").about)
    assert [line for line in WHO[name] if line not in told] == []
    assert [line for line in WHO[name] if line not in wholly.replace("✓ ", "")] == []
    assert "✓" not in told and "orc" not in told


@pytest.mark.slow
def test_a_theatre_is_headed_by_who_acts_in_a_turn_of_several() -> None:
    """As the chapters of the report are (Gotham): until the turn is over, and not once the game is."""
    steps = theatre("gotham", "en")["steps"]
    doers = [(step["doer"]["en"], line) for step in steps for line in step["says"]["en"]]
    attacks = [(who, line) for who, line in doers if who and re.search(r" attacks | tries the task ", line)]
    assert len({who for who, _ in attacks}) > 2 and all(line.startswith(who) for who, line in attacks)
    assert all(not who for who, line in doers if re.match(r"Round \d|Mother-of-Pearl goes|The game is over", line))


@pytest.mark.slow
def test_a_theatre_names_who_gave_an_order_and_nobody_for_what_came_of_it() -> None:
    """The villain, who rolled the last defense dice, says nothing of a hero's blow."""
    steps = theatre("gotham", "en")["steps"]
    said = [(line, step["rests"]["en"]) for step in steps for line in step["says"]["en"]]
    assert sum(any(one.startswith("said by") for one in rests) for _, rests in said) > 10
    led = [
        (line, rests)
        for line, rests in said
        if re.search(r" suffers | is Neutralised|: Melee attack: |'s attack: ", line)
    ]
    assert len(led) > 10
    assert [line for line, rests in led if any(one.startswith("said by") for one in rests)] == []


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_who_acts_heads_a_theatre_in_place_of_the_part_of_the_turn(lang: str) -> None:
    """“Activation · Briar” is the booklet's word; a person reads who it is."""
    titles = {step["title"][lang] for step in theatre("guardians", lang)["steps"]}
    assert any(title.endswith(" · Mistral") for title in titles)
    assert [title for title in titles if "Activation ·" in title] == []
