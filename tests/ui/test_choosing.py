"""Tapping figures and squares: what is chosen, where it may go, whom it may attack, what is proposed and refused."""

from __future__ import annotations

from typing import Any

import pytest

from companion.board.labels import initials
from companion.board.picture import Token
from companion.core.commands import Concede
from companion.core.dice import Source
from companion.core.events import BroughtBack, Ruled, TakenBack
from companion.core.ids import PieceId
from companion.games.heroclix.commands import CloseAttack, EndTurn, MoveFigure, RangedAttack
from companion.games.heroclix.sample import sample_setup
from tests.games.heroclix.opening import accept
from tests.games.heroclix.scene import BLUE, RED, at
from tests.ui.scenes import card, duel, table, token
from ui.presenters.table import TablePresenter


@pytest.fixture
def first(clock: Any) -> TablePresenter:
    return table(clock)


@pytest.fixture
def fight(clock: Any) -> TablePresenter:
    return duel(clock)


def test_nothing_is_chosen_at_first(first: TablePresenter) -> None:
    model = first.model()
    assert (model.dial, model.card, model.dice, model.errands) == (None, None, None, ())
    assert all(tile.reach is None for tile in model.board.tiles)
    assert model.title == "Round 1 · Red · Actions left: 3"


def test_a_tap_on_a_figure_shows_its_dial_and_its_reach(first: TablePresenter) -> None:
    first.tap_space(at(1, 0))
    model = first.model()
    assert model.dial is not None and model.dial.name == "r1"
    assert [slot.value for slot in model.dial.slots] == ["8", "9", "16", "3"]
    assert token(model, "r1").chosen
    reach = {tile.space: tile.reach for tile in model.board.tiles}
    assert (reach[at(1, 4)], reach[at(9, 8)], reach[at(10, 9)]) == (4, 8, None)  # speed 8, diagonals cost one
    assert reach[at(2, 0)] is None  # a friend stands there


def test_a_second_tap_lets_go(first: TablePresenter) -> None:
    first.tap_space(at(1, 0))
    first.tap_space(at(1, 0))
    assert first.model().dial is None


def test_the_dial_of_an_opponent_is_shown_when_nobody_of_mine_is_chosen(first: TablePresenter) -> None:
    first.tap_piece(PieceId("b1"))
    model = first.model()
    assert model.dial is not None and model.dial.name == "b1"
    assert not model.has_card
    assert all(tile.reach is None for tile in model.board.tiles)  # it is not its turn
    first.tap_piece(PieceId("r1"))
    assert first.chosen == "r1"


def test_a_move_is_proposed_and_made_when_confirmed(first: TablePresenter) -> None:
    first.tap_space(at(1, 0))
    first.tap_space(at(3, 3))
    proposed = card(first)
    assert (proposed.kind, proposed.title, proposed.text) == ("proposal", "r1", "B1 → D4, 3 of 8 squares")
    version = first.session.version
    first.press("confirm")
    assert first.state.piece(PieceId("r1")).spaces == (at(3, 3),)
    assert not first.model().has_card
    assert {one.source for one in first.session.records if one.version > version} == {Source.HAND}


def test_no_means_no(first: TablePresenter) -> None:
    version = first.session.version
    first.tap_space(at(1, 0))
    first.tap_space(at(3, 3))
    first.press("dismiss")
    assert not first.model().has_card
    assert first.session.version == version
    first.press("confirm")  # a tap that came too late
    assert first.session.version == version


def test_a_move_that_is_too_far_is_refused_with_its_rule(first: TablePresenter) -> None:
    version = first.session.version
    first.tap_space(at(1, 0))
    first.tap_space(at(11, 10))
    first.press("confirm")
    refused = card(first)
    assert refused.kind == "refusal"
    assert "HC-MOVE-01" in refused.text
    assert [action for action, _ in refused.buttons] == ["dismiss", "overrule"]
    assert first.session.version == version


def test_everybody_may_overrule_a_refusal(first: TablePresenter) -> None:
    first.tap_space(at(1, 0))
    first.tap_space(at(11, 10))
    first.press("confirm")
    first.press("overrule")
    assert first.state.piece(PieceId("r1")).spaces == (at(11, 10),)
    ruled = next(one.event for one in first.session.records if isinstance(one.event, Ruled))
    assert ruled.rules == ("HC-MOVE-01",)
    assert set(ruled.agreed) == {RED, BLUE}
    assert not first.model().has_card


def test_targets_are_marked(fight: TablePresenter) -> None:
    fight.tap_piece(PieceId("r1"))
    model = fight.model()
    assert [one.piece for one in model.board.tokens if one.target] == ["b1"]  # b2 is out of range of a melee
    fight.tap_piece(PieceId("r1"))
    fight.tap_piece(PieceId("r2"))
    assert not token(fight.model(), "b1").target  # too far for r2


def test_a_neighbour_is_attacked_at_close_quarters(fight: TablePresenter) -> None:
    fight.tap_piece(PieceId("r1"))
    fight.tap_piece(PieceId("b1"))
    assert fight.pending is not None
    assert fight.pending.command == CloseAttack(RED, PieceId("r1"), PieceId("b1"))
    assert card(fight).text.splitlines() == [
        "→ b1 · 58 % · needs 7+ (attack 9, defense 16) · line clear",
        "a hit: 3 of 3 damage, click 1 → 4 · 1.8 clicks on average",  # 20 of 36 times 3 clicks, once 4: 64 of 36
        "Second token: 1 pushing damage will follow [HC-TOKEN-05]",  # it moved there in its last turn
    ]
    line = fight.model().board.line
    assert line is not None
    assert (line.start, line.end, line.verdict) == ((4.5, 7.5), (4.5, 8.5), "close")


def test_anybody_else_is_shot_at(fight: TablePresenter) -> None:
    fight.tap_piece(PieceId("r1"))
    fight.tap_piece(PieceId("b2"))
    assert fight.pending is not None
    assert fight.pending.command == RangedAttack(RED, PieceId("r1"), (PieceId("b2"),))
    assert card(fight).kind == "refusal", "an illegal action is never green"
    assert "HC-RNG-01" in card(fight).text  # an opponent stands beside it
    assert [action for action, _ in card(fight).buttons] == ["dismiss", "overrule"]


def test_the_dial_of_the_attacker_stays_while_its_attack_is_rolled_for(fight: TablePresenter) -> None:
    fight.tap_piece(PieceId("r1"))
    fight.tap_piece(PieceId("b1"))
    fight.press("confirm")
    model = fight.model()
    assert model.dial is not None and model.dial.name == "r1"
    assert model.dice is not None and not model.can_end_turn
    fight.tap_piece(PieceId("b1"))  # looks, and attacks nobody
    assert fight.pending is None
    dial = fight.model().dial
    assert dial is not None and dial.name == "b1"


def test_undo_is_free_until_a_die_is_thrown(first: TablePresenter) -> None:
    first.session.submit(MoveFigure(RED, PieceId("r1"), (at(3, 3),)))
    assert first.model().can_undo
    first.press("undo")
    assert first.state.piece(PieceId("r1")).spaces == (at(1, 0),)
    taken_back = [line.text for line in first.model().log if line.taken_back]
    assert taken_back == ["R1 moves B1 → D4: 3 squares, for an action token (now 1)."]
    assert ("redo", "Redo") in first.model().beside
    first.press("redo")
    assert first.state.piece(PieceId("r1")).spaces == (at(3, 3),)
    assert not [line for line in first.model().log if line.taken_back]
    assert first.model().log[-1].text == "Red redoes what was undone."
    assert ("redo", "Redo") not in first.model().beside


def test_undo_past_a_die_takes_a_second_tap(fight: TablePresenter) -> None:
    fight.session.submit(CloseAttack(RED, PieceId("r1"), PieceId("b1")))
    for face in ("1", "2"):
        fight.press(f"face:{face}")
    version = fight.session.version
    fight.press("undo")
    assert card(fight).kind == "undo"
    text, *undone = card(fight).text.split("\n")
    assert text == "Dice were thrown or a dial was turned since: everybody must agree."
    assert undone[:2] == ["- R1's attack: 1 2 (by hand).", "- Attack 9 + 3 on the dice = 12: miss – b1, defense 16."]
    assert undone[-1] == "and 1 line more"
    assert fight.session.version == version
    fight.press("dismiss")
    assert not fight.model().has_card
    fight.press("undo")
    fight.press("undo")
    taken_back = fight.session.records[-1].event
    assert isinstance(taken_back, TakenBack)
    assert taken_back.agreed == (BLUE,)
    assert fight.model().dice is not None  # the dice are asked for again
    fight.press("redo")
    text, *again = card(fight).text.split("\n")
    assert (card(fight).title, again) == ("Redo", undone)
    fight.press("redo")
    brought_back = fight.session.records[-1].event
    assert isinstance(brought_back, BroughtBack) and brought_back.agreed == (BLUE,)
    assert fight.model().dice is None


def test_the_turn_ends_and_nobody_is_chosen(first: TablePresenter) -> None:
    first.tap_piece(PieceId("r1"))
    first.press("end_turn")
    first.press("confirm")
    assert first.model().seat == BLUE
    assert first.chosen is None


def test_a_game_that_is_over_says_who_won(first: TablePresenter) -> None:
    first.session.submit(Concede(RED))
    model = first.model()
    assert model.title == "The game is over. Blue wins."
    assert (model.seat, model.can_end_turn, model.can_undo) == (None, False, True)


def test_a_table_that_has_not_begun_waits_for_a_tap(clock: Any) -> None:
    from ui.table.bootstrap import open_table
    from ui.table.settings import TableConfig

    waiting = open_table(TableConfig(lang="en"), sample_setup()).presenter
    assert card(waiting).buttons == (("do:0", "Begin"),)
    waiting.press("do:0")
    assert waiting.model().dice is not None  # the roll for first player


@pytest.mark.rule("HC-KB-06")
def test_a_choice_of_direction_is_a_card(first: TablePresenter) -> None:
    """The line from E6 to G10 lies between two directions, so the attacker chooses which way b1 is knocked."""
    session = first.session
    for command in (
        MoveFigure(RED, PieceId("r1"), (at(4, 5),)),
        EndTurn(RED),
        MoveFigure(BLUE, PieceId("b1"), (at(6, 9),)),
        EndTurn(BLUE),
    ):
        accept(session, command)
    first.tap_piece(PieceId("r1"))
    first.tap_piece(PieceId("b1"))
    assert first.pending is not None and isinstance(first.pending.command, RangedAttack)
    first.press("confirm")
    first.press("face:5")
    first.press("face:5")  # doubles
    choice = card(first)
    assert choice.kind == "choice"
    assert choice.buttons == (("choose:south", "south → G11"), ("choose:south_east", "south-east → H11"))
    first.press("choose:south_east")
    assert first.state.piece(PieceId("b1")).spaces == (at(8, 11),)  # two squares, then the edge of the map


@pytest.mark.parametrize(
    ("names", "labels"),
    [
        (["Press Gang", "Madame Brine"], {"PG", "MB"}),
        (["Rook", "Roster", "Rover"], {"RO", "RS", "RV"}),
        (["The Eel", "Tall Egret", "Eel"], {"EE", "TE", "E2"}),
    ],
)
def test_labels_are_two_letters_and_unique(names: list[str], labels: set[str]) -> None:
    made = initials({PieceId(f"p{number}"): name for number, name in enumerate(names)})
    assert set(made.values()) == labels
    assert len(made) == len(set(made.values()))


@pytest.mark.rule("HC-ACT-01")
def test_the_end_of_a_turn_is_bright_when_nothing_is_given_away_by_it(first: TablePresenter) -> None:
    game: Any = first.game
    while game.view.actions_left and (idle := [one for one in first.model().board.tokens if lies_idle(one)]):
        assert not first.model().ends_next
        first.tap_piece(idle[0].piece)
        first.tap_space(next(tile.space for tile in first.model().board.tiles if tile.reach))
        first.press("confirm")
        first.press("dismiss")
        first.tap_piece(idle[0].piece)  # lets go
    assert first.model().ends_next


def lies_idle(token: Token) -> bool:
    return token.may_be_lifted and not token.done
