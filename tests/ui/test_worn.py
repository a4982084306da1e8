"""Players choose what to wear: a colour and a ring a seat, on tokens, header and scores, this evening and next."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.commands import Concede
from companion.painting import palette
from companion.system import DiceGenerator
from companion.text.wording import Wording
from tests.ui.test_evening import Taps
from ui.cli.demo.playable import play_opening
from ui.library import Library, Settings
from ui.presenters.colours import OWN, SUITS
from ui.presenters.games import game_of, names_of_games
from ui.table.papers import report_of, report_page
from ui.table.preview import Pictured, played_of


def test_players_wear_what_they_chose_on_their_tokens_and_again_in_a_rematch(tmp_path: Path) -> None:
    """Red takes sky blue; then blue takes it too, and red wears blue: no two ever look alike."""
    library = Library(tmp_path / "house")
    library.keep_settings(Settings("en"))
    taps = Taps(library).on("New game", "HeroClix", "Red", "Lamplighters", "Blue", "Undertow")
    taps.on("Names and colours", "Red", "sky", "Blue", "sky", "Back", "Begin")
    evening, table = taps.evening, taps.evening.table
    assert table is not None
    assert table.presenter.session.players == {"worn:red": "blue", "worn:blue": "sky"}
    play_opening(table.presenter.session, DiceGenerator(5))
    model = table.presenter.model()
    worn = {token.piece.partition("-")[0]: token.seat for token in model.board.tokens}
    assert worn == {"red": "worn-blue", "blue": "worn-sky"}
    assert model.tones == worn
    assert model.seat in worn.values()
    first = next(iter(table.presenter.state.flow.active))
    assert {line.seat for line in model.log if line.heading} == {worn[first]}
    table.presenter.session.submit(Concede(table.presenter.session.seats[0]))
    report = report_of(Pictured(played_of(table.presenter.session)), evening.wording)
    assert {tone for tone, _, _ in report.scores} == set(worn.values())
    assert report.chapters[-1].seat == worn[first]
    page = report_page(report, evening.wording).decode()
    for tone in worn.values():
        assert f'class="tile-{tone}"' in page
        assert palette.SEATS[tone] in report.chapters[0].drawing, "its figures on the board"
    assert f'class="turn seat-{worn[first]}"' in page
    table.presenter.may_leave = True
    taps.wish("again")
    again = evening.table
    assert again is not None
    assert again.presenter.session.players == {"worn:red": "blue", "worn:blue": "sky"}
    evening.leave_table("home")


LEADERS = [("HeroQuest", "master", "warrior", "Brakka"), ("Gotham", "villains", "wren", "The Wren")]


@pytest.mark.parametrize(("game", "lead", "other", "called"), LEADERS)
def test_who_is_master_is_chosen_before_the_game(tmp_path: Path, game: str, lead: str, other: str, called: str) -> None:
    """Anna led the last evening; tonight Bert does, by one tap, and she has his seat."""
    library = Library(tmp_path / "house")
    library.keep_settings(Settings("en"))
    taps = Taps(library).on("New game", game, "Names and colours")
    taps.evening.enter(lead, "Anna")
    assert [tile.extra for tile in taps.page.tiles] == [()] * len(taps.page.tiles), "nobody else has a name yet"
    taps.evening.enter(other, "Bert")
    ((action, _),) = next(tile.extra for tile in taps.page.tiles if tile.title == "Bert")
    taps.evening.press(action)
    taps.on("Back")
    said = taps.tile("Names and colours").text
    assert f"{Wording('en').say(f'seat.{lead}')}: Bert" in said.split(" · ")
    assert f"{called}: Anna" in said.split(" · ")
    taps.on("Begin")
    table = taps.evening.table
    assert table is not None
    assert table.presenter.session.players == {lead: "Bert", other: "Anna"}
    taps.evening.leave_table("home")


def test_every_suit_has_a_colour_and_a_ring_of_its_own() -> None:
    """So that the colour never says it alone; the painter and the page that chooses know the same ones."""
    assert tuple(palette.SUITS) == SUITS
    assert len({ring for _, ring in palette.SUITS.values()}) == len({tone for tone, _ in palette.SUITS.values()}) == 6
    assert {seat: palette.SUITS[suit][0] for seat, suit in OWN.items()} == {seat: palette.SEATS[seat] for seat in OWN}


def test_every_game_asks_for_names_and_colours_before_it_begins(tmp_path: Path) -> None:
    for system in names_of_games():
        page = game_of(system).opening(Library(tmp_path)).page(Wording("en"))
        assert "Names and colours" in [tile.title for tile in page.tiles], system
