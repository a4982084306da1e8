"""What the hands have to do after taps: miniatures, tokens, dials; netted until somebody checks it off."""

from __future__ import annotations

from typing import Any

from companion.core.ids import PieceId
from companion.games.heroclix.commands import CloseAttack, MoveFigure
from companion.table.observation import LinkSeen, LinkState
from tests.games.heroclix.opening import accept
from tests.games.heroclix.scene import RED, at
from tests.ui.scenes import duel, table
from ui.presenters.errands import HandsDesk
from ui.presenters.table import TablePresenter

R1, B1 = PieceId("r1"), PieceId("b1")


def watched(made: TablePresenter) -> HandsDesk:
    """The hands of a table that stands as its record says."""
    hands = HandsDesk(made)
    assert hands.lines() == ()
    return hands


def test_what_was_moved_is_told_until_it_is_checked_off(clock: Any) -> None:
    made = table(clock)
    hands = watched(made)
    accept(made.session, MoveFigure(RED, R1, (at(4, 7),)))
    assert hands.lines() == ("Move r1: B1 → E8 · tokens: 1",)
    made.press("language")
    assert hands.lines() == ("Déplacer r1 : B1 → E8 · jetons : 1",)
    hands.done()
    assert hands.lines() == ()


def test_what_is_taken_back_need_not_be_done(clock: Any) -> None:
    made = table(clock)
    hands = watched(made)
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
        assert last == f"Red takes back: r1 moves B1 → {to} (7)."


def test_a_dial_is_turned_after_damage(clock: Any) -> None:
    """r1 hits b1 with 6 and 5: b1's dial goes from click 1 to where its damage leads, as the record has it."""
    made = duel(clock)
    hands = watched(made)
    accept(made.session, CloseAttack(RED, R1, B1))
    for face in ("6", "5"):
        made.press(f"face:{face}")
    click = made.state.piece(B1).click
    assert click > 1
    assert f"b1: turn to Click {click}" in hands.lines()
    made.is_covered = True
    assert hands.lines() == (), "nothing is told on a covered screen"


def test_a_camera_checks_miniatures_itself(clock: Any) -> None:
    made = table(clock)
    made.follower.see(LinkSeen("camera", 1.0, LinkState.ONLINE))
    hands = watched(made)
    accept(made.session, MoveFigure(RED, R1, (at(4, 7),)))
    assert hands.lines() == ("r1: tokens: 1",)
