"""What of a screen lies on the table as light: everybody sees it there, so nothing that onlookers may not know."""

from __future__ import annotations

import pytest

from companion.board.picture import GridDrawing
from companion.core.ids import PieceId
from companion.painting import CELL, EDGE
from companion.text.wording import Wording
from tests.ui.web.tables import fight, quest
from ui.presenters.adapter import ONLOOKERS
from ui.presenters.seat_voice import SeatVoice
from ui.presenters.table import TablePresenter
from ui.table.bootstrap import Table
from ui.web.beam import Beam, lit, pointing


class Taken:
    """What a page said, as the seeker was told."""

    def __init__(self) -> None:
        self.told: list[object] = []

    def sized(self, size_px: tuple[int, int], at_s: float) -> None:
        self.told.append(size_px)

    def is_up(self, number: int, at_s: float) -> None:
        self.told.append(number)

    def again(self, at_s: float) -> None:
        self.told.append("again")


def onlooker(table: Table) -> TablePresenter:
    voice = SeatVoice(table.session, table.presenter.voice.consents, ONLOOKERS, ())
    return TablePresenter(table.session, table.follower, lang="en", sides=(ONLOOKERS,), voice=voice)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("1280x720", [(1280, 720)]),
        ("7", [7]),
        ("again", ["again"]),
        ("99x720", None),
        ("1280x720x3", None),
        ("-1", None),
    ],
)
def test_what_a_page_says(words: str, told: list[object] | None) -> None:
    table, seeker = fight(), Taken()
    drawing = table.presenter.game.drawing
    assert isinstance(drawing, GridDrawing)
    assert Beam(seeker, drawing, 38.1).told(words) is (told is not None)  # type: ignore[arg-type]
    assert seeker.told == (told or [])
    table.close()


def test_reach_and_targets_of_whoever_has_the_turn() -> None:
    table = fight()
    mine, own = table.presenter, onlooker(table).model().board
    assert pointing([mine]) is None
    bare = lit(own, None)
    assert not any(tile.reach is not None for tile in bare.tiles)
    piece = next(token.piece for token in mine.model().board.tokens if token.may_be_lifted)
    mine.tap_piece(piece)
    assert pointing([mine]) is mine
    board = mine.model().board
    light = lit(own, mine.model())
    assert {tile.space for tile in light.tiles if tile.reach} == {tile.space for tile in board.tiles if tile.reach}
    assert [token.piece for token in light.tokens if token.chosen] == [piece]
    assert {token.piece for token in light.tokens if token.target} == {
        token.piece for token in board.tokens if token.target
    }
    table.close()


def test_a_monster_that_onlookers_do_not_see_lights_nothing() -> None:
    table = quest()
    own = onlooker(table).model().board
    voice = SeatVoice(table.session, table.presenter.voice.consents, "eva", table.presenter.game.sides["master"])
    master = TablePresenter(table.session, table.follower, lang="en", sides=("master",), voice=voice)
    hidden = {token.piece for token in master.model().board.tokens} - {token.piece for token in own.tokens}
    assert hidden
    for piece in sorted(hidden):
        master.chosen = PieceId(piece)
        assert lit(own, master.model()) == lit(own, None)
    table.close()


@pytest.mark.parametrize("is_turned", [False, True])
def test_a_square_as_drawn_leads_to_its_place_on_the_map(is_turned: bool) -> None:
    table = fight()
    board = table.session.state.table.board
    drawing = GridDrawing(board, is_turned=is_turned)
    to_mm = Beam(Taken(), drawing, 25.4)._to_mm()  # type: ignore[arg-type]
    for space, (column, row) in (("A1", (0, 0)), ("F10", (5, 9)), ("P16", (15, 15))):
        drawn = [EDGE + (value + 0.5) * CELL for value in drawing.place(space)]  # type: ignore[arg-type]
        x, y, _ = (sum(a * b for a, b in zip(line, (*drawn, 1.0), strict=True)) for line in to_mm)
        assert (x, y) == pytest.approx(((column + 0.5) * 25.4, (row + 0.5) * 25.4))
    table.close()


@pytest.mark.parametrize("code", ["few-dots", "markers-missing", "silent-page"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_why_there_is_no_light_is_said_in_the_language_of_the_page(code: str, lang: str) -> None:
    from vision.beam.seeking import Showing

    table = fight()
    seeker = type("Refused", (), {"showing": Showing(3, why="only 5 of 54 dots of light are seen", code=code)})()
    drawing = table.presenter.game.drawing
    assert isinstance(drawing, GridDrawing)
    part = Beam(seeker, drawing, 38.1).part(Wording(lang))
    assert (part["dots"], part["matrix"]) == ([], None)
    assert part["why"] and part["why"] != Showing(3, why="only 5 of 54 dots of light are seen").why
    table.close()
