"""Led games: every hint says why, each chance of what, and what is advised is what is lit."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.led import GAMES, Follower, evening
from ui.presenters.models import TableModel
from ui.presenters.table import TablePresenter


def steps(table: TablePresenter, rounds: int) -> list[TableModel]:
    """Every screen of the first rounds."""
    follower, found = Follower(table, 4), list[TableModel]()
    while follower.round <= rounds:
        found.append(table.model())
        follower.tap(follower.does(found[-1]))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_whom_to_attack_and_what_to_choose_come_with_their_reasons(tmp_path: Path, game: str) -> None:
    with evening(tmp_path, game, "en", seed=4) as made:
        assert made.table is not None
        shown = steps(made.table.presenter, 2)
        assert not [one.hint for one in shown if " for one" in one.hint]
        attacks = [one.hint for one in shown if one.hint.startswith(("Somebody is in reach", "An attack"))]
        assert attacks and all(" to hit " in hint or " a success against " in hint for hint in attacks), attacks
        best = [one.hint for one in shown if "best: " in one.hint]
        assert all(" % to hit " in hint or " % to succeed" in hint or " % for a success " in hint for hint in best), (
            best
        )


@pytest.mark.parametrize("game", GAMES)
def test_a_led_game_says_who_agrees_on_what_before_it_begins(tmp_path: Path, game: str) -> None:
    """Nobody has a name: who plays which part is for them to say."""
    parts = {
        "heroclix": "Blue and Red",
        "heroquest": "heroes and the master",
        "guardians": "The Dawn Watch and the Dusk League",
        "gotham": "villain, the Ferrier",
    }
    with evening(tmp_path, game, "en", seed=4) as made:
        assert made.table is not None
        card = made.table.presenter.model().card
        assert card is not None and card.text.startswith("Agree first who plays whom: ")
        assert parts[game] in card.text.splitlines()[0], card.text.splitlines()[0]


def test_who_plays_a_part_is_named_with_it(tmp_path: Path) -> None:
    with evening(tmp_path, "gotham", "en", seed=4) as made:
        assert made.table is not None
        table = made.table.presenter
        table.session.players = {table.session.seats[-1]: "Ann"}
        card = table.model().card
        assert card is not None and "Ann (the villain): " in card.text and "Agree first" not in card.text


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_in_which_somebody_gains_something_is_not_led_to_its_end(tmp_path: Path, game: str) -> None:
    """“End the turn” at once: the card says who gains what, and the other button is lit."""
    with evening(tmp_path, game, "en", seed=4) as made:
        assert made.table is not None
        table = made.table.presenter
        table.press("pick:")
        table.press("result")
        assert table.model().leads != "end_turn"
        version = table.session.version
        table.press("end_turn")
        shown = table.model()
        assert table.session.version == version
        assert shown.card is not None and shown.card.likely == shown.leads == "dismiss"
        assert "still gains something" in shown.hint


def test_the_hints_of_a_rematch_are_as_somebody_left_them(tmp_path: Path) -> None:
    for closes in (False, True):
        with evening(tmp_path / str(closes), "heroclix", "en", seed=4) as made:
            assert made.table is not None
            if closes:
                made.table.presenter.press("hint")
            made.leave_table("again")
            assert made.table is not None and made.table.presenter.is_led == (not closes)
