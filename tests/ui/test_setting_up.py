"""A whole opening by taps, without any sensor: begin, dice, areas, deployment, first turn."""

from __future__ import annotations

import pytest

from companion.board.labels import told_apart
from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId, Seat, SpaceId
from companion.games.heroclix.sample import sample_setup
from tests.ui.scenes import card as found
from tests.ui.scenes import press
from ui.table.bootstrap import Table, open_table
from ui.table.settings import TableConfig

pytestmark = pytest.mark.rule("HC-SETUP-11", "HC-SETUP-12")


def opened() -> Table:
    table = open_table(TableConfig(lang="en"), sample_setup())
    taps = table.presenter
    taps.press("do:0")
    for face in ("6", "5", "1", "2"):  # red, then blue
        taps.press(f"face:{face}")
    taps.press("choose:south")  # blue, on red's left
    return table


def test_the_card_asks_for_one_figure_after_the_other() -> None:
    table = opened()
    taps = table.presenter
    card = taps.model().card
    assert card is not None
    assert (card.kind, card.title) == ("setup", "Red: Wickmaster")
    assert [label for _, label in card.buttons] == ["Place all in a line", "Gull-Wing", "Breakwater", "The Eel"]
    reach = {tile.space for tile in taps.model().board.tiles if tile.reach is not None}
    assert reach == {f"{column}{row}" for column in "CDEFGHIJKLMN" for row in (1, 2)}
    dial = taps.model().dial
    assert dial is not None
    assert dial.name == "Wickmaster"


def test_another_figure_may_go_first() -> None:
    table = opened()
    press(table.presenter, "Breakwater")
    table.presenter.tap_space(table.session.state.table.board.spaces[5])  # F1
    assert table.session.state.piece(table.session.state.pieces[6].id).spaces == ("F1",)
    card = table.presenter.model().card
    assert card is not None
    assert card.title == "Red: Wickmaster"


def test_a_square_outside_the_area_is_refused_with_its_rule_and_can_be_put_back() -> None:
    table = opened()
    taps = table.presenter
    taps.tap_space(table.session.state.table.board.spaces[-1])
    card = taps.model().card
    assert card is not None
    assert card.kind == "refusal"
    assert "HC-SETUP-11" in card.text
    taps.press("dismiss")
    again = taps.model().card
    assert again is not None
    assert again.kind == "setup"


def test_both_sides_are_set_up_and_the_game_begins() -> None:
    table = opened()
    state = table.session.state
    for column in "CDEF":
        table.presenter.tap_space(next(one for one in state.table.board.spaces if one == f"{column}1"))
    assert table.session.state.active_seat == "blue"
    for column in "CDEF":
        table.presenter.tap_space(next(one for one in state.table.board.spaces if one == f"{column}24"))
    model = table.presenter.model()
    assert model.title.startswith("Round 1 · Red")
    assert model.card is None
    assert len(model.board.tokens) == 8


def test_a_set_up_is_undone_freely() -> None:
    table = opened()
    taps = table.presenter
    taps.tap_space(next(one for one in table.session.state.table.board.spaces if one == "C1"))
    taps.press("undo")
    card = taps.model().card
    assert card is not None
    assert card.title == "Red: Wickmaster"


@pytest.mark.rule("HC-SETUP-06", "HC-SETUP-07")
def test_the_areas_are_numbered_where_they_are_asked_about_and_taken_by_a_tap_there() -> None:
    table = open_table(TableConfig(lang="en"), sample_setup())
    taps = table.presenter
    taps.press("do:0")
    for face in ("6", "5", "1", "2"):
        taps.press(f"face:{face}")
    board = taps.model().board
    assert [token.label for token in board.tokens] == ["1", "2"]
    reach = {tile.space for tile in board.tiles if tile.reach is not None}
    assert reach == {f"{column}{row}" for column in "CDEFGHIJKLMN" for row in (1, 2, 23, 24)}
    taps.tap_space(SpaceId("H12"))
    assert taps.asked.request(ChoiceRequest) is not None
    taps.tap_piece(board.tokens[0].piece)  # the number itself is lit too
    assert taps.asked.request(ChoiceRequest) is None
    assert dict(table.session.state.areas) == {"red": "south", "blue": "north"}
    assert taps.model().board.tokens == ()


@pytest.mark.rule("HC-TERR-20")
def test_no_square_is_green_on_which_the_next_figure_may_not_stand() -> None:
    """A block is laid on C1, in the northern area."""
    setup = sample_setup()
    rows = setup.map["squares"]
    block = next(letter for letter, tile in setup.map["legend"].items() if "blocking" in str(tile))
    setup.map["squares"] = [rows[0][:2] + block + rows[0][3:], *rows[1:]]
    table = open_table(TableConfig(lang="en"), setup)
    taps = table.presenter
    taps.press("do:0")
    for face in ("6", "5", "1", "2"):
        taps.press(f"face:{face}")
    taps.press("choose:south")
    reach = {tile.space for tile in taps.model().board.tiles if tile.reach is not None}
    assert "C1" not in reach
    assert {"C2", "D1"} <= reach


def test_figures_of_one_name_are_told_apart_by_their_letters() -> None:
    names = {PieceId("red-1"): "Black Widow", PieceId("red-2"): "Black Widow", PieceId("blue-1"): "Thor"}
    assert told_apart(names) == {"red-1": "Black Widow (BW)", "red-2": "Black Widow (B2)", "blue-1": "Thor"}


@pytest.mark.rule("HC-SETUP-07")
def test_a_force_is_placed_in_a_line_by_one_tap() -> None:
    table = opened()
    taps = table.presenter
    for seat in ("red", "blue"):
        assert dict(found(taps).buttons)["do:0"] == "Place all in a line"
        taps.press("do:0")
        placed = [piece.spaces[0] for piece in table.session.state.on_map(Seat(seat))]
        assert len(placed) == len(set(placed)) == 4
    assert table.session.state.flow.phase == "play"
