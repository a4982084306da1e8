"""What no book says: answers that fit, faces that are on the die, seats at the table, giving up (TW)."""

from __future__ import annotations

import pytest

from companion.core.commands import Choose, Concede, Pass, ReportDice
from companion.core.dice import DiceResult
from companion.core.events import GameEnded
from companion.core.ids import PieceId, RequestId, Seat
from companion.games.heroclix.commands import AdjustDial, CloseAttack, EndTurn
from tests.games.heroclix.scene import BLUE, RED, Scene


def rolling() -> tuple[Scene, RequestId]:
    """An attack whose roll is waited for."""
    scene = Scene()
    a, b = scene.put("A", "red", (0, 0)), scene.put("B", "blue", (1, 0))
    scene.do(CloseAttack(RED, a, b))
    return scene, scene.state.flow.open[0].id


@pytest.mark.rule("TW-ASK-01")
def test_an_answer_fits_an_open_request() -> None:
    scene, request = rolling()
    assert scene.refused(ReportDice(RED, DiceResult(RequestId("ask-99"), ("1", "2")))) == {"TW-ASK-01"}
    assert scene.refused(Choose(RED, request, ("yes",))) == {"TW-ASK-01"}
    assert scene.refused(Pass(RED, request)) == {"TW-ASK-01"}


@pytest.mark.rule("TW-DICE-01", "TW-DICE-02")
@pytest.mark.parametrize(
    ("faces", "rule"), [(("3",), "TW-DICE-01"), (("3", "4", "5"), "TW-DICE-01"), (("3", "7"), "TW-DICE-02")]
)
def test_faces_are_on_the_dice(faces: tuple[str, ...], rule: str) -> None:
    scene, request = rolling()
    assert scene.refused(ReportDice(RED, DiceResult(request, faces))) == {rule}


@pytest.mark.rule("TW-SEAT-01", "TW-PIECE-01")
def test_strangers() -> None:
    scene, _ = rolling()
    assert scene.refused(EndTurn(Seat("green"))) == {"TW-SEAT-01"}
    assert scene.refused(AdjustDial(RED, PieceId("nobody"), 1, "an effect")) == {"TW-PIECE-01"}


@pytest.mark.rule("TW-CONCEDE-01")
def test_giving_up_at_any_time() -> None:
    scene, _ = rolling()
    *_, last = scene.do(Concede(RED))
    assert isinstance(last, GameEnded)
    assert (last.outcome.winners, last.outcome.rule) == ((BLUE,), "TW-CONCEDE-01")
    assert scene.state.flow.open == ()
    assert scene.refused(Concede(BLUE)) == {"HC-END-01"}
