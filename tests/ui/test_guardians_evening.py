"""Evenings of Guardians' Chronicles by taps alone: heroes, ranks, TEAM-UP, difficulty; a campaign over four of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.guardians.setup import GuardiansSetUp
from tests.ui.test_evening import Taps, first
from ui.library import Library, Settings

TESTS = " · test die: 0 0 0 1 1 1 2 2"


def started(folder: Path, lang: str = "en") -> Taps:
    library = Library(folder)
    library.keep_settings(Settings(lang))
    return Taps(library)


def begun(taps: Taps) -> GuardiansSetUp:
    """The set-up of the table that was opened; the table is left again."""
    assert taps.evening.table is not None, taps.page.notes
    setup: GuardiansSetUp = first(taps.evening.table.presenter)
    taps.evening.leave_table("home")
    return setup


@pytest.mark.rule("GC-TEAMUP-01", "GC-SETUP-04")
def test_heroes_and_team_up(tmp_path: Path) -> None:
    """Briar and Dynamo for one side, Oriel and Anvil for the other; each second one a TEAM-UP hero."""
    taps = started(tmp_path).on("New game", "Guardians", "Heroes", "Night Lantern", "Anvil", "Mistral", "Briar")
    assert "Confirm" not in dict(taps.page.buttons).values()
    taps.on("Briar", "Oriel", "Dynamo", "Anvil", "Confirm", "Who plays them", "one player a side", "Begin")
    setup = begun(taps)
    assert [(hero.hero, hero.seat, hero.team_up) for hero in setup.heroes] == [
        ("briar", "dawn", False),
        ("oriel", "dusk", False),
        ("dynamo", "dawn", True),
        ("anvil", "dusk", True),
    ]


@pytest.mark.rule("GC-SOLO-02", "GC-SOLO-06", "GC-RANK-12")
def test_alone_with_a_difficulty(tmp_path: Path) -> None:
    taps = started(tmp_path).on("New game", "Guardians", "Scenario", "The Night Ferry", "Difficulty", "hard")
    assert "Who plays them" not in [tile.title for tile in taps.page.tiles]
    setup = begun(taps.on("How many heroes a side", "1", "Rank", "Veteran", "Begin"))
    assert (setup.mode, setup.difficulty, [hero.rank for hero in setup.heroes]) == ("solo", "hard", ["veteran"])


@pytest.mark.slow
@pytest.mark.rule("GC-RANK-05", "GC-RANK-06", "GC-RANK-07", "GC-RANK-08", "GC-RANK-09", "GC-RANK-10")
def test_a_campaign_of_four_evenings(tmp_path: Path) -> None:
    """Anvil plays them all, Oriel stays at home; each evening is another start of the tablet."""
    ranks, sizes = [], []
    for evening in range(4):
        taps = started(tmp_path).on("New game", "Guardians", "Campaign")
        if not evening:
            taps.on("Begin a campaign")
        setup = begun(taps.on("Next adventure" if evening else "First adventure"))
        anvil = next(hero for hero in setup.heroes if hero.hero == "anvil")
        ranks.append(anvil.rank)
        sizes.append((len(anvil.removed), len(anvil.added)))
        taps = started(tmp_path).on("New game", "Guardians", "Campaign")
        assert taps.tile("Anvil").extra == (), "nobody learns before it is over"
        taps.on("It ended away from this screen", "It ended away from this screen")
        if evening < 2:
            taps.on("Anvil|− choose")
            other = taps.page.tiles[-1].title
            taps.on(other, "Anvil|+ choose")
            back = taps.page.tiles[0].title
            taps.on(back)
            assert [label for _, label in taps.tile("Anvil").extra] == [f"− {other}", f"+ {back}", "Keep its cards"]
        if not evening:
            taps.on("Night Lantern|Keep its cards")
        elif evening < 3:
            for sign in "−+":
                taps.on(f"Night Lantern|{sign} choose")
                taps.on(taps.page.tiles[0].title)
        taps.on(next(words for _, words in taps.page.buttons if words.startswith("The adventure is over: ")))
        assert f"Adventures: {evening + 1} of 4" in taps.tile("Anvil").text
        if evening < 2:
            assert other not in taps.tile("Anvil").text.partition("left out")[0]
    assert (ranks, sizes) == (["rookie", "rookie", "hero", "hero"], [(2, 2), (1, 1), (0, 0), (0, 1)])
    assert "Adventures: 0 of 4" in taps.tile("Oriel").text
    assert taps.tile("Night Lantern").badge == "Hero", "it kept its cards once, and is one card behind"
    has = [
        taps.tile(hero).text.partition(" · left out")[0].partition("besides its own cards: ")[2]
        for hero in ("Anvil", "Night Lantern")
    ]
    assert [len(cards.split(", ")) for cards in has] == [2, 1]
    assert taps.on("Anvil|Become a Veteran").tile("Anvil").badge == "Veteran"
    setup = begun(taps.on("Next adventure"))
    assert next(hero for hero in setup.heroes if hero.hero == "anvil").rank == "veteran"
    taps = started(tmp_path).on("New game", "Guardians", "Campaign", "End the campaign")
    assert "earned are lost" in taps.page.tiles[0].text
    taps.on("End the campaign")
    assert [words for _, words in taps.page.buttons] == ["Begin a campaign"]


@pytest.mark.rule("GC-RANK-10")
def test_the_way_back_to_an_adventure_stands_before_what_ends_it(tmp_path: Path) -> None:
    """From the first page: what comes is said, and one who looks in again is led back to the game that waits."""
    taps = started(tmp_path).on("Campaign", "Begin a campaign")
    assert "The Stopped Clock: The Dawn Watch: Night Lantern, Mistral" in taps.page.text
    setup = begun(taps.on("First adventure"))
    taps = started(tmp_path).on("Campaign")
    assert next(words for _, words in taps.page.buttons) == "Back to the adventure"
    assert begun(taps.on("Back to the adventure")) == setup
    assert len(Library(tmp_path).stores()) == 1


@pytest.mark.rule("GC-RANK-10")
def test_an_adventure_that_goes_on_is_not_ended_by_one_tap_and_another_one_follows_it(tmp_path: Path) -> None:
    begun(started(tmp_path).on("Campaign", "Begin a campaign", "First adventure"))
    taps = started(tmp_path).on("Campaign")
    assert taps.page.text == "The adventure goes on. What everybody learns from it is chosen here once it is over."
    assert "It ended away from this screen" in taps.on("It ended away from this screen").page.tiles[0].title
    taps = started(tmp_path).on("Campaign")
    assert "Adventures: 0 of 4" in taps.tile("Anvil").text
    taps.on("It ended away from this screen", "It ended away from this screen")
    taps.on(next(words for _, words in taps.page.buttons if words.startswith("The adventure is over: ")))
    assert "Adventures: 1 of 4" in taps.tile("Anvil").text
    assert "The next one: The Night Ferry: " in taps.page.text
    taps = started(tmp_path).on("New game", "Guardians", "Scenario", "The Stopped Clock", "Campaign")
    assert "The next one: The Stopped Clock: " in taps.page.text, "what players choose is chosen"


def test_a_campaign_with_more_adventures_than_scenarios_takes_them_in_turn(tmp_path: Path) -> None:
    comes = []
    for ways in (("Begin a campaign", "First adventure"), ("Next adventure",), ("Next adventure",)):
        begun(started(tmp_path).on("Campaign", *ways))
        taps = started(tmp_path).on("Campaign", "It ended away from this screen", "It ended away from this screen")
        taps.on(next(words for _, words in taps.page.buttons if words.startswith("The adventure is over: ")))
        comes.append(taps.page.text.partition("The next one: ")[2].partition(":")[0])
    assert comes == ["The Night Ferry", "The Stopped Clock", "The Night Ferry"]


@pytest.mark.rule("GC-DICE-02", "GC-DICE-04")
def test_the_dice_of_ones_own_box(tmp_path: Path) -> None:
    """They are kept for the next evening; a die without a number is refused in words, and ours come back by a tap."""
    taps = started(tmp_path).on("New game", "Guardians", "Dice")
    taps.evening.enter("combat", "1 POW")
    taps.on("Confirm", "Begin")
    assert [face.label for face in taps.evening.table.presenter.state.content.dice["combat"].faces] == ["1", "POW"]  # type: ignore[union-attr]
    begun(taps)
    taps = started(tmp_path).on("New game", "Guardians")
    assert taps.tile("Dice").text.endswith(
        "differ: combat die: 1 POW · power die: 0 1 1 2 2 POW · test die: 0 0 0 1 1 1 2 2"
    )
    taps.on("Dice").evening.enter("power", "POW")
    assert "thrown again for ever" in taps.on("Confirm").page.notes[0]
    assert (
        taps.on("Use ours again")
        .tile("Dice")
        .text.endswith("combat die: 0 0 1 1 2 POW · power die: 0 1 1 2 2 POW" + TESTS)
    )
