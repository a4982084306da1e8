"""A figure under a finger in a real window: touch down, move, move, up; the pixels show the line and the overlay."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PIL import ImageStat

from companion.core.ids import SpaceId
from companion.core.rules import Accepted
from companion.games.heroclix.commands import MoveFigure
from companion.games.heroclix.moves.movement import reach_of
from companion.painting.palette import VERDICTS, channels
from tests.thinned import thinned
from tests.ui.screens.driver import Driver
from tests.ui.screens.law import faults, outside


@pytest.fixture
def screen(open_screen: Any) -> Driver:
    made: Driver = open_screen()
    return made


def mine(screen: Driver) -> Any:
    """The second figure of the player whose turn it is."""
    return list(screen.session.state.on_map(screen.session.state.active_seat))[1]


def far_squares(screen: Driver) -> list[SpaceId]:
    """Where it may go, the farthest first."""
    costs = reach_of(screen.session.state, mine(screen)).costs
    return sorted(costs, key=lambda space: (-costs[space], space))


def colours(picture: Any, screen: Driver, place: tuple[int, int]) -> tuple[float, float, float]:
    """How bright a square is in the mean, how much greener than red, and how much redder than blue."""
    x, y = screen.screen.board.corner(place[0], place[1])
    cell = screen.screen.board.cell
    box = (int(x + 4), int(800 - y + 4), int(x + cell - 4), int(800 - y + cell - 4))
    red, green, blue = ImageStat.Stat(picture.crop(box)).mean
    return (red + green + blue) / 3, green - red, red - blue


def test_line_and_overlay_are_drawn_while_a_figure_is_dragged(screen: Driver, tmp_path: Path) -> None:
    piece, goals = mine(screen), far_squares(screen)
    plain = screen.shot(tmp_path)
    screen.press("Show what it sees")
    finger = screen.hold(piece.spaces[0])
    screen.drag(finger, goals[5], goals[0])
    hand = screen.presenter.hand.model()
    assert hand is not None and hand.line is not None and hand.field is not None
    assert hand.is_legal and hand.words.startswith(f"{goals[0]} · ")
    picture = screen.shot(tmp_path)
    # the line, a third of its way from the far end: away from the finger and from the words on its middle
    (u, v), (x, y) = (screen.screen.board.corner(*end) for end in (hand.line.start, hand.line.end))
    at = x + (u - x) / 4, y + (v - y) / 4
    near = [picture.getpixel((int(at[0]) + dx, int(800 - at[1]) + dy)) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    assert tuple(round(255 * part) for part in channels(VERDICTS[hand.line.verdict])) in near
    tokens = {(int(one.column), int(one.row)) for one in screen.presenter.model().board.tokens}
    checked = 0
    for column, row, verdict in hand.field:
        covered = (column, row) in tokens or _is_covered(screen, (column, row), hand)
        if covered:
            continue
        before, after = colours(plain, screen, (column, row)), colours(picture, screen, (column, row))
        if verdict == "clear":
            assert after[1] > before[1] + 15, (column, row)
        elif verdict == "hindered":
            assert after[2] > before[2] + 10, (column, row)
        else:
            assert after[0] < before[0] - 5, (column, row)
        checked += 1
    assert checked > 150
    finger.touch_up()
    screen.frames(4)
    assert "Confirm" in {one.text for one in screen.buttons()}
    screen.press("Confirm")
    assert screen.session.state.piece(piece.id).spaces == (goals[0],)


def _is_covered(screen: Driver, place: tuple[int, int], hand: Any) -> bool:
    """Whether the plate, the figure in the hand or the line may lie over the square."""
    board = screen.screen.board
    x, y = board.corner(place[0], place[1] + 1)
    left, low, width, height = board.held.plate
    in_plate = x < left + width and left < x + board.cell and y < low + height and low < y + board.cell
    near_hand = any(max(abs(place[0] - c), abs(place[1] - r)) <= 1 for c, r in hand.places)
    (a, b), (c, d) = hand.line.start, hand.line.end
    px, py = place[0] + 0.5, place[1] + 0.5
    share = max(0.0, min(1.0, ((px - a) * (c - a) + (py - b) * (d - b)) / ((c - a) ** 2 + (d - b) ** 2)))
    away = ((px - a - share * (c - a)) ** 2 + (py - b - share * (d - b)) ** 2) ** 0.5
    return in_plate or near_hand or away < 1.6


def test_over_an_illegal_square_it_is_crossed_out_and_goes_back(screen: Driver, tmp_path: Path) -> None:
    piece, version = mine(screen), screen.session.version
    reach = reach_of(screen.session.state, piece).costs
    far = next(space for space in screen.session.state.table.board.spaces if space not in reach)
    finger = screen.hold(piece.spaces[0])
    screen.drag(finger, far)
    hand = screen.presenter.hand.model()
    assert hand is not None and not hand.is_legal and "not there" in hand.words
    finger.touch_up()
    screen.frames(4)
    assert (screen.presenter.pending, screen.session.version) == (None, version)
    assert screen.screen.board.held.plate is None
    assert screen.presenter.chosen == piece.id
    assert "Confirm" not in {one.text for one in screen.buttons()}


def test_a_finger_that_leaves_the_board_puts_it_back(screen: Driver) -> None:
    piece = mine(screen)
    finger = screen.hold(piece.spaces[0])
    screen.drag(finger, far_squares(screen)[0])
    finger.touch_move(1000, 20)
    screen.frames(1)
    finger.touch_up()
    screen.frames(2)
    assert screen.presenter.pending is None
    assert screen.presenter.model().hand is None


def test_a_trembling_finger_taps(screen: Driver) -> None:
    piece = mine(screen)
    finger = screen.hold(piece.spaces[0])
    finger.touch_move(finger.x + 6, finger.y - 5)
    finger.touch_up()
    screen.frames(2)
    assert screen.presenter.chosen == piece.id
    assert screen.presenter.model().hand is None
    screen.tap(piece.spaces[0])
    assert screen.presenter.chosen is None


def test_a_second_finger_does_not_disturb_the_first(screen: Driver) -> None:
    piece, goal = mine(screen), far_squares(screen)[0]
    finger = screen.hold(piece.spaces[0])
    screen.drag(finger, goal)
    screen.tap(screen.session.state.table.board.spaces[0])
    assert screen.presenter.pending is None
    finger.touch_up()
    screen.frames(2)
    assert screen.presenter.pending is not None


def test_a_record_that_goes_on_takes_the_figure_out_of_the_hand(screen: Driver) -> None:
    piece, goals = mine(screen), far_squares(screen)
    finger = screen.hold(piece.spaces[0])
    screen.drag(finger, goals[0])
    other = next(one for one in screen.session.state.on_map(piece.seat) if one.id != piece.id)
    there = next(space for space in reach_of(screen.session.state, other).costs if space not in other.spaces)
    assert isinstance(screen.session.submit(MoveFigure(other.seat, other.id, (there,))), Accepted)
    screen.refresh()
    assert screen.screen.board.held.plate is None
    version, chosen = screen.session.version, screen.presenter.chosen
    screen.drag(finger, goals[1])
    finger.touch_up()
    screen.frames(2)
    assert (screen.presenter.pending, screen.session.version, screen.presenter.chosen) == (None, version, chosen)


def test_the_overlay_button_works_for_a_chosen_figure(screen: Driver, tmp_path: Path) -> None:
    screen.tap(mine(screen).spaces[0])
    screen.press("Show what it sees")
    field = screen.presenter.model().board.field
    assert field is not None and {verdict for _, _, verdict in field} == {"clear", "hindered", "blocked"}
    seen = screen.shot(tmp_path)
    screen.press("Show what it threatens")
    screen.press("Hide what is marked")
    assert screen.presenter.model().board.field is None
    plain = screen.shot(tmp_path)
    place = next((c, r) for c, r, verdict in field if verdict == "blocked")
    assert colours(seen, screen, place)[0] != colours(plain, screen, place)[0]


@pytest.mark.parametrize(("lang", "font"), thinned([("fr", 1.3), ("en", 1.0)], 2))
def test_the_words_of_the_hand_stay_on_the_board(open_screen: Any, lang: str, font: float) -> None:
    screen: Driver = open_screen(lang=lang, font=font)
    board = screen.screen.board
    spaces = screen.session.state.table.board.spaces
    width, height = screen.session.state.table.board.columns, screen.session.state.table.board.rows
    corners = [spaces[0], spaces[width - 1], spaces[-1], spaces[-width], spaces[width * (height // 2)]]
    for mode in range(3):
        finger = screen.hold(mine(screen).spaces[0])
        for corner in [*corners, *far_squares(screen)[:3]]:
            screen.drag(finger, corner)
            if board.held.plate is not None:
                assert not outside(board.held.plate, (board.x, board.y, board.width, board.height)), (corner, mode)
        assert faults(screen.screen, screen.window) == []
        finger.touch_move(1000, 20)
        finger.touch_up()
        screen.presenter.press("overlay")
        screen.refresh()
