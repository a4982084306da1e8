"""A figure in the hand: the lit square, its cost, the reason why not, the overlay and the line; all without a window.

The duel: r1 on E8, b1 beside it on E9, b2 on G9. The opening: r1 on B1, r2 on C1, b1 on B12, b2 on C12, an empty map.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.board.grid import Tile
from companion.core.commands import Choose, Place
from companion.core.ids import PieceId
from companion.core.ledger import Ledger
from companion.core.session import Session
from companion.games.heroclix.commands import BeginGame, CloseAttack, MoveFigure
from companion.storage.codec import JsonCodec
from companion.storage.memory import MemoryRecorder
from companion.table.follow import Follower
from tests.games.heroclix.opening import accept, throw
from tests.games.heroclix.scene import BLUE, GAME, RED, Scene, at, figure
from tests.ui.scenes import card, duel, table, token
from ui.presenters.table import TablePresenter

R1, R2, B1, B2 = (PieceId(name) for name in ("r1", "r2", "b1", "b2"))


@pytest.fixture
def first(clock: Any) -> TablePresenter:
    return table(clock)


@pytest.fixture
def fight(clock: Any) -> TablePresenter:
    return duel(clock)


@pytest.fixture
def wide(clock: Any) -> TablePresenter:
    """A tray of two squares, r1 on B1 and C1, against b1 on B12."""
    scene = Scene(size=(12, 12))
    edge_rows = [Tile(starting={0: "north", 11: "south"}.get(row)) for row in range(12) for _ in range(12)]
    scene.board = replace(scene.board, tiles=tuple(edge_rows))
    scene.put("b1", "blue", (0, 0))
    scene.put("r1", "red", (0, 0), replace(figure("r1"), dimensions=(2, 1)))
    ledger = Ledger(MemoryRecorder(), JsonCodec(GAME.event_types))
    session = Session(GAME, ledger, clock, scene.setup, seats=(RED, BLUE))
    accept(session, BeginGame(RED))
    throw(session, 6, 5)
    throw(session, 1, 2)
    request: Any = session.state.flow.open[0]
    accept(session, Choose(BLUE, request.id, ("south",)))
    accept(session, Place(RED, R1, (at(1, 0), at(2, 0))))
    accept(session, Place(BLUE, B1, (at(1, 11),)))
    return TablePresenter(session, Follower(session, {}), lang="en")


def verdicts(field: Any) -> dict[tuple[int, int], str]:
    return {(column, row): verdict for column, row, verdict in field}


def test_a_figure_is_lifted_chosen_and_keeps_its_place(first: TablePresenter) -> None:
    assert first.hand.model() is None
    assert first.hand.lift(R1)
    model = first.model()
    assert first.chosen == R1
    assert model.dial is not None and model.dial.name == "r1"
    assert token(model, "r1").waiting  # pale where it stood
    hand = model.hand
    assert hand is not None
    assert (hand.piece, hand.label, hand.places, hand.is_legal) == (R1, "R1", (), True)
    assert hand.words == "Let go here and it stays where it was."


@pytest.mark.rule("HC-MOVE-01")
def test_the_square_under_the_finger_says_what_it_costs(first: TablePresenter) -> None:
    first.hand.lift(R1)
    hand = first.hand.over(at(3, 3))
    assert hand is not None
    assert (hand.places, hand.is_legal) == (((3, 3),), True)
    assert hand.words == "D4 · 3 of 8 squares\n→ b1 · line clear · range 8"
    assert hand.field is None  # the overlay is off


@pytest.mark.rule("HC-MOVE-01", "HC-VAL-10")
def test_an_illegal_square_says_so_before_the_figure_is_let_go(first: TablePresenter) -> None:
    first.hand.lift(R1)
    far, taken, off = first.hand.over(at(11, 11)), first.hand.over(at(2, 0)), first.hand.over(None)
    assert far is not None and taken is not None and off is not None
    assert not far.is_legal and far.words.startswith("L12 · not there\n") and "[HC-MOVE-01]" in far.words
    assert not taken.is_legal and "[HC-VAL-10]" in taken.words
    assert off.words == "Let go here and it stays where it was."
    assert off.places == ()


def test_let_go_over_a_legal_square_is_the_same_as_a_tap(first: TablePresenter) -> None:
    first.hand.lift(R1)
    first.hand.over(at(3, 3))
    first.hand.drop()
    dragged, shown = first.pending, card(first)
    first.press("dismiss")
    first.tap_space(at(3, 3))
    assert dragged == first.pending
    assert shown == card(first)
    assert (shown.kind, shown.text) == ("proposal", "B1 → D4, 3 of 8 squares")
    assert first.model().hand is None
    first.press("confirm")
    assert first.state.piece(R1).spaces == (at(3, 3),)


@pytest.mark.parametrize("where", [at(11, 11), at(2, 0), at(1, 0), None])
def test_let_go_elsewhere_it_goes_back(first: TablePresenter, where: Any) -> None:
    version = first.session.version
    first.hand.lift(R1)
    first.hand.over(at(3, 3))
    first.hand.over(where)
    first.hand.drop()
    model = first.model()
    assert (first.pending, model.has_card, model.hand, first.session.version) == (None, False, None, version)
    assert first.chosen == R1
    assert not token(model, "r1").waiting


def test_only_figures_whose_turn_it_is_are_lifted(fight: TablePresenter) -> None:
    assert not fight.hand.lift(B1)
    assert [one.piece for one in fight.model().board.tokens if one.may_be_lifted] == [R1, R2]
    accept(fight.session, CloseAttack(RED, R1, B1))
    assert not fight.hand.lift(R2)  # the dice are asked for first
    assert [one.piece for one in fight.model().board.tokens if one.may_be_lifted] == []


def test_a_record_that_goes_on_empties_the_hand(first: TablePresenter) -> None:
    first.hand.lift(R1)
    accept(first.session, MoveFigure(RED, R2, (at(5, 5),)))
    assert first.hand.over(at(3, 3)) is None
    assert first.model().hand is None
    first.hand.drop()
    assert first.pending is None


@pytest.mark.rule("HC-MOVE-07")
def test_a_figure_that_must_break_away_is_told_so(fight: TablePresenter) -> None:
    fight.hand.lift(R1)
    hand = fight.hand.over(at(4, 5))
    assert hand is not None
    assert hand.words.splitlines()[:2] == ["E6 · 2 of 8 squares", "It must break away first (4+)."]


@pytest.mark.rule("HC-LOS-02", "HC-LOS-05")
def test_the_overlay_shows_what_it_would_see_from_there(first: TablePresenter) -> None:
    first.press("overlay")
    assert first.model().overlay == "Show what it threatens"
    first.hand.lift(R1)
    hand = first.hand.over(at(0, 0))
    assert hand is not None
    seen = verdicts(hand.field)
    assert len(seen) == 144
    assert (seen[0, 0], seen[2, 0], seen[3, 0], seen[11, 11]) == ("clear", "clear", "blocked", "clear")  # r2 on C1
    assert seen[1, 0] == "clear"  # its own square is empty while it is in the hand


def test_the_overlay_of_a_chosen_figure_needs_no_dragging(fight: TablePresenter) -> None:
    fight.press("overlay")
    assert fight.model().board.field is None  # nobody is chosen
    fight.tap_piece(R1)
    seen = verdicts(fight.model().board.field)
    assert (seen[4, 8], seen[4, 9], seen[0, 0]) == ("clear", "blocked", "clear")  # b1 hides what is behind it
    fight.press("overlay")
    threatened = verdicts(fight.model().board.field)
    assert fight.model().overlay == "Hide what is marked"
    assert set(threatened.values()) <= {"clear", "hindered"}
    fight.press("overlay")
    assert (fight.model().board.field, fight.model().overlay) == (None, "Show what it sees")


@pytest.mark.rule("HC-MULTI-16")
def test_what_a_held_figure_threatens_is_as_far_as_it_attacks(first: TablePresenter) -> None:
    first.press("overlay")
    first.press("overlay")
    first.hand.lift(R1)
    hand = first.hand.over(at(5, 5))
    assert hand is not None
    reach = max(1, first.state.figure(first.state.piece(R1)).range)
    assert set(verdicts(hand.field)) == {
        (column, row) for column in range(12) for row in range(12) if max(abs(column - 5), abs(row - 5)) <= reach
    }


def test_the_line_leads_to_the_nearest_opponent_or_the_one_aimed_at(fight: TablePresenter) -> None:
    fight.hand.lift(R1)
    near = fight.hand.over(at(8, 8))
    assert near is not None and near.line is not None
    assert (near.line.start, near.line.end, near.line.label) == ((8.5, 8.5), (6.5, 8.5), "clear · 2")  # b2 on G9
    fight.hand.back()
    fight.tap_piece(B1)
    fight.press("dismiss")
    fight.hand.lift(R1)
    aimed = fight.hand.over(at(8, 8))
    assert aimed is not None and aimed.line is not None
    assert (aimed.line.end, aimed.line.verdict, aimed.line.label) == ((4.5, 8.5), "blocked", "blocked · 4")


def test_every_answer_is_computed_once_per_state_and_square(first: TablePresenter) -> None:
    game: Any = first.game
    first.press("overlay")
    first.hand.lift(R1)
    for _ in range(5):
        for column in range(4):
            first.hand.over(at(column, 3))
    once = game.overlay.computed
    for column in range(4):
        first.hand.over(at(column, 3))
    first.model()
    first.model()
    assert game.overlay.computed <= once + 2  # where it stands, for the board under the hand
    first.hand.drop()
    first.press("confirm")
    first.model()
    assert game.overlay.computed > once  # another state


def test_the_words_are_there_in_french(first: TablePresenter) -> None:
    first.press("language")
    first.press("overlay")
    assert first.model().overlay == "Montrer ce qu'elle menace"
    first.hand.lift(R1)
    hand, refused = first.hand.over(at(3, 3)), first.hand.over(at(11, 11))
    assert hand is not None and refused is not None
    assert hand.words == "D4 · 3 cases sur 8\n→ b1 · ligne dégagée · portée 8"
    assert refused.words.startswith("L12 · pas là")


@pytest.mark.rule("HC-MULTI-05", "HC-MULTI-10")
def test_a_larger_base_is_lit_with_all_its_squares(wide: TablePresenter) -> None:
    wide.press("overlay")
    assert wide.hand.lift(R1)
    hand = wide.hand.over(at(5, 4))
    assert hand is not None and hand.is_legal
    assert hand.places == ((5, 4), (6, 4))
    assert verdicts(hand.field)[11, 11] == "clear"
    wide.hand.drop()
    assert wide.pending is not None
    assert wide.pending.command == MoveFigure(RED, R1, (at(5, 4), at(6, 4)))
    wide.press("confirm")
    assert wide.state.piece(R1).spaces == (at(5, 4), at(6, 4))


def test_a_larger_base_that_would_leave_the_board_says_so(wide: TablePresenter) -> None:
    wide.hand.lift(R1)
    hand = wide.hand.over(at(11, 11))
    assert hand is not None
    assert (hand.is_legal, hand.places, hand.line, hand.field) == (False, ((11, 11),), None, None)
    assert hand.words.startswith("L12 · not there\n")
