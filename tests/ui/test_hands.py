"""What the hands have to do after taps: miniatures, tokens, dials; netted until somebody checks it off."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.core.ids import PieceId
from companion.games.heroclix.commands import CloseAttack, MoveFigure
from companion.games.heroclix.sample import sample_setup
from companion.system import DiceGenerator
from companion.table.observation import LinkSeen, LinkState
from tests.games.heroclix.opening import accept
from tests.games.heroclix.scene import RED, at
from tests.ui.scenes import duel, table
from ui.cli.demo.playable import play_opening
from ui.presenters.errands import HandsDesk
from ui.presenters.table import TablePresenter
from ui.table.bootstrap import open_table
from ui.table.settings import TableConfig

R1, B1 = PieceId("r1"), PieceId("b1")


class Hands:
    """The hands of a table that stands as its record says."""

    def __init__(self, made: TablePresenter) -> None:
        self.made, self.desk = made, HandsDesk(made.session, made.game, made.follower)
        assert self.lines() == ()

    def lines(self) -> tuple[str, ...]:
        """The errands that are still to do, in the screen's language."""
        return tuple(one.words for one in self.desk.errands(self.made.wording))

    def done(self, *pieces: PieceId) -> None:
        self.desk.done(pieces or None)


def test_what_was_moved_is_told_until_it_is_checked_off(clock: Any) -> None:
    made = table(clock)
    hands = Hands(made)
    accept(made.session, MoveFigure(RED, R1, (at(4, 7),)))
    assert hands.lines() == ("Move r1: B1 → E8 · action tokens: 1",)
    made.press("language")
    assert hands.lines() == ("Déplacer r1 : B1 → E8 · marqueurs action : 1",)
    hands.done()
    assert hands.lines() == ()


def test_what_is_taken_back_need_not_be_done(clock: Any) -> None:
    made = table(clock)
    hands = Hands(made)
    accept(made.session, MoveFigure(RED, R1, (at(4, 7),)))
    assert hands.lines()
    made.press("undo")
    assert hands.lines() == ()


def test_a_take_back_says_what_it_takes_back(clock: Any) -> None:
    made = table(clock)
    for to in (at(4, 7), at(3, 7)):
        accept(made.session, MoveFigure(RED, R1, (to,)))
        made.press("undo")
        last = made.model().log[-1].text
        assert last == f"Red undoes: r1 moves B1 → {to}: 7 squares."


def test_a_dial_is_turned_after_damage(clock: Any) -> None:
    """r1 hits b1 with 6 and 5: b1's dial goes from click 1 to where its damage leads, as the record has it."""
    made = duel(clock)
    hands = Hands(made)
    accept(made.session, CloseAttack(RED, R1, B1))
    for face in ("6", "5"):
        made.press(f"face:{face}")
    click = made.state.piece(B1).click
    assert click > 1
    assert f"b1: turn to Click {click}" in hands.lines()


def test_a_camera_checks_miniatures_itself(clock: Any) -> None:
    made = table(clock)
    made.follower.see(LinkSeen("camera", 1.0, LinkState.ONLINE))
    hands = Hands(made)
    accept(made.session, MoveFigure(RED, R1, (at(4, 7),)))
    assert hands.lines() == ("r1: action tokens: 1",)


def test_the_newest_stands_first_and_each_is_checked_off_alone(clock: Any) -> None:
    made = table(clock)
    hands = Hands(made)
    accept(made.session, MoveFigure(RED, R1, (at(4, 7),)))
    hands.lines()
    accept(made.session, MoveFigure(RED, PieceId("r2"), (at(5, 7),)))
    assert hands.lines() == ("Move r2: C1 → F8 · action tokens: 1", "Move r1: B1 → E8 · action tokens: 1")
    hands.done(PieceId("r2"))
    assert hands.lines() == ("Move r1: B1 → E8 · action tokens: 1",)
    assert [one.words for one in hands.desk.errands(made.wording, ["blue"])] == []


def test_after_the_set_up_nothing_is_owed(tmp_path: Path) -> None:
    """The last figure is put down and the first turn begins with one tap: no dial stands elsewhere than it should."""
    table = open_table(TableConfig(lang="en"), sample_setup())
    assert table.hands.errands(table.presenter.wording) == ()
    play_opening(table.session, DiceGenerator(1))
    assert table.session.state.flow.round == 1
    assert table.hands.errands(table.presenter.wording) == ()


def test_what_is_owed_is_owed_after_a_restart(tmp_path: Path) -> None:
    config = TableConfig(store=str(tmp_path / "evening.db"), lang="en")
    table = open_table(config, sample_setup())
    play_opening(table.session, DiceGenerator(1))
    wording = table.presenter.wording
    assert table.hands.errands(wording) == ()
    seat = table.session.state.active_seat
    moves = table.session.system.legal_commands(table.session.state, seat)
    accept(table.session, next(move for move in moves if isinstance(move, MoveFigure)))
    owed = table.hands.errands(wording)
    assert len(owed) == 1
    table.close()
    again = open_table(config, None)
    assert again.hands.errands(wording) == owed
    again.hands.done()
    again.close()
    assert open_table(config, None).hands.errands(wording) == ()
