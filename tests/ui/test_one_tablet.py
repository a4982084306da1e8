"""One tablet for several sides: who is awaited gets it by the lit button, what others may not see is covered."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.dice import DiceRequest
from companion.core.flow import seat_of
from companion.core.ids import PieceId
from companion.games.heroclix.sample import sample_setup as fight_setup
from companion.games.heroquest.sample import sample_setup
from companion.system import DiceGenerator
from tests.ui.led import Follower, evening
from tests.ui.walks import SETUPS, walk
from ui.cli.demo.playable import play_opening
from ui.presenters.adapter import ONLOOKERS, Look
from ui.presenters.table import TablePresenter
from ui.table.bootstrap import open_table
from ui.table.settings import TableConfig

ROUNDS = 3


def asked(table: TablePresenter) -> set[str]:
    """The seats that are asked to throw."""
    return {seat_of(one) for one in table.state.flow.open if isinstance(one, DiceRequest)}


@pytest.mark.rule("HQ-GEN-03")
def test_a_hero_throws_beside_a_covered_map(tmp_path: Path) -> None:
    """The master holds the tablet, a hero's dice are asked: nothing is on it that the heroes may not see, until the
    result is read.
    """
    with evening(tmp_path, "heroquest", "en", seed=4) as made:
        assert made.table is not None
        table, covered, was_open = made.table.presenter, 0, False
        follower = Follower(table, 4)
        while follower.round <= ROUNDS:
            shown = table.model()
            for_others = table.holder.side == "master" and bool(asked(table)) and not asked(table) & {*table.seats}
            is_read = covered and shown.result is not None and table.look.side == ONLOOKERS
            if not table.holder.is_covered and (for_others or is_read):
                covered += 1
                known = {one.id for one in table.game._face.seen_by(ONLOOKERS).characters}  # type: ignore[attr-defined]
                assert {token.piece for token in shown.board.tokens} <= known
                assert {one.piece for one in shown.roster if not one.is_out} <= known
                anybody = table.game.picture(Look(ONLOOKERS, (), table.wording), frozenset())
                assert [tile.kinds for tile in shown.board.tiles] == [tile.kinds for tile in anybody.tiles]
                assert shown.board.doors == anybody.doors and len(shown.board.objects) == len(anybody.objects)
                assert shown.dice is not None or shown.result is not None
            was_open |= table.holder.side == "master" and table.look.side == "master" and not table.holder.is_covered
            follower.tap(follower.does(shown))
        assert covered and was_open


@pytest.mark.parametrize("game", ["heroquest", "guardians"])
def test_whoever_is_awaited_gets_the_tablet_by_the_lit_button(tmp_path: Path, game: str) -> None:
    with evening(tmp_path, game, "en", seed=4) as made:
        assert made.table is not None
        table, handed = made.table.presenter, set[str]()
        follower = Follower(table, 4)
        while follower.round <= ROUNDS:
            shown = table.model()
            does = follower.does(shown)
            if does == "hand_over":
                assert shown.card is not None and shown.card.likely == does, "small print beside the board"
                assert does not in dict(shown.beside), "one button twice"
                assert dict(shown.card.buttons)[does] in shown.hint or not shown.hint
                assert not shown.now.is_own, f"{shown.now.words!r}, and nothing can be done"
                handed.add(shown.now.words)
            follower.tap(does)
        assert handed


@pytest.mark.rule("HQ-ATK-09")
def test_nobody_is_ringed_as_an_enemy_who_is_a_friend(tmp_path: Path) -> None:
    with evening(tmp_path, "heroquest", "en", seed=4) as made:
        assert made.table is not None
        table = made.table.presenter
        follower = Follower(table, 4)
        while follower.round <= ROUNDS:
            picture = table.game.picture(table.look, frozenset())
            for token in (token for token in picture.tokens if token.target):
                assert token.friend == (token.seat in table.seats), token.name
            follower.tap(follower.does(table.model()))


def test_who_is_told_to_act_is_looked_at() -> None:
    """Another hero's sheet is open: the one whose turn begins takes its place, without a tap more."""
    table = open_table(TableConfig(lang="en"), sample_setup()).presenter

    def press(label: str) -> None:
        card = table.model().card
        assert card is not None
        table.press({words: does for does, words in card.buttons}[label])

    press("Begin the quest")
    press("Play Odrun")
    table.press("end_turn")
    table.press("confirm")
    table.tap_piece(PieceId("dwarf"))
    press("Play Silvane")
    shown = table.model()
    assert shown.dial is not None and shown.dial.name == "Silvane"


def test_the_end_of_a_turn_is_asked_about_while_a_move_waits_to_be_confirmed() -> None:
    table = open_table(TableConfig(lang="en"), fight_setup("lantern-vault")).presenter
    play_opening(table.session, DiceGenerator(1))
    table.tap_piece(next(one.piece for one in table.model().board.tokens if one.may_be_lifted))
    table.tap_space(next(tile.space for tile in table.model().board.tiles if tile.reach))
    before = table.session.version
    table.press("end_turn")
    card = table.model().card
    assert table.session.version == before and card is not None and card.kind == "proposal"
    table.press("confirm")
    assert table.session.version > before


@pytest.mark.parametrize("game", SETUPS)
def test_nobody_changes_places_in_the_strip_of_the_tablet(game: str) -> None:
    """Whoever plays there, at phones or away: a tap meets whom it was meant for. Who falls goes to the end."""
    places: list[PieceId] | None = None
    for table in walk(game, "en", 60):
        for held in (table.session.seats[:1], ()):
            table.presenter.holder.is_held = held.__contains__
            stand = [one.piece for one in table.presenter.model().roster if not one.is_out]
            places = [piece for piece in places or stand if piece in stand]
            assert [piece for piece in stand if piece in places] == places


@pytest.mark.parametrize("game", ["guardians", "heroquest"])
def test_who_is_asked_whether_it_is_they_may_say_that_they_wait(game: str) -> None:
    """Nothing is uncovered by it: the tablet goes back to the others, who say in their turn that it is they."""
    made = open_table(TableConfig(lang="en"), SETUPS[game]()).presenter
    before = made.holder.side
    made.press("hand_over")
    asks = made.model().card
    assert asks is not None and dict(asks.buttons)["hand_over"] == "No, we wait"
    assert asks.likely == "uncover"
    made.press("hand_over")
    assert made.holder.is_covered and made.holder.side == before
    made.press("uncover")
    assert not made.holder.is_covered and made.holder.side == before


@pytest.mark.parametrize("game", SETUPS)
def test_the_role_card_of_the_tablet_names_nobody_who_is_played_at_a_phone(game: str) -> None:
    """Also before the game begins, as after a rematch, where the phones are there from the beginning on."""
    made = open_table(TableConfig(lang="en"), SETUPS[game]()).presenter
    seat, *_ = made.seats
    made.holder.is_held = seat.__eq__
    letters = {token.piece: token.label for token in made.model().board.tokens}
    own = [one for one in made.game.roster(made.look) if one.seat == seat]
    made.press("pick:aims")
    card = made.model().card
    assert own and card is not None and card.kind == "aims"
    for one in own:
        assert f"{made.look.name(one.piece)} ({letters.get(one.piece, '')})" not in card.text
