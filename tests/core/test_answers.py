"""Answers fit what is asked, or the house's rules say why not; the events they become close the request."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.answers import answer_event, answer_violations
from companion.core.commands import Choose, Pass, Place, ReportDice
from companion.core.dice import DICE, DiceRequest, DiceResult
from companion.core.events import apply_to_flow
from companion.core.flow import ChoiceRequest, Flow, PlacementRequest
from companion.core.ids import PieceId, RequestId, RuleId, Seat, SpaceId

RED, BLUE, RULE = Seat("red"), Seat("blue"), RuleId("XX-A-01")
ASK = RequestId("ask-1")
ROLL = DiceRequest(ASK, ("d6", "d6"), RED, RULE)
CHOICE = ChoiceRequest(ASK, RED, RULE, ("left", "right"))
MAY = ChoiceRequest(ASK, RED, RULE, ("yes",), optional=True)
SPOT = PlacementRequest(ASK, RED, RULE, PieceId("a"), (SpaceId("B2"),))


@pytest.mark.rule("TW-ASK-01", "TW-ASK-02", "TW-ASK-03", "TW-DICE-01", "TW-DICE-02")
@pytest.mark.parametrize(
    ("asked", "answer", "rules"),
    [
        (ROLL, ReportDice(RED, DiceResult(ASK, ("3", "6"))), []),
        (ROLL, ReportDice(RED, DiceResult(ASK, ("3",))), ["TW-DICE-01"]),
        (ROLL, ReportDice(RED, DiceResult(ASK, ("3", "9"))), ["TW-DICE-02"]),
        (ROLL, Choose(RED, ASK, ("3",)), ["TW-ASK-01"]),
        (CHOICE, Choose(RED, ASK, ("left",)), []),
        (CHOICE, Choose(BLUE, ASK, ("left",)), ["TW-ASK-02"]),
        (CHOICE, Choose(RED, ASK, ("up",)), ["TW-ASK-03"]),
        (CHOICE, Choose(RED, ASK, ()), ["TW-ASK-03"]),
        (CHOICE, Choose(RED, ASK, ("left", "right")), ["TW-ASK-03"]),
        (CHOICE, Pass(RED, ASK), ["TW-ASK-01"]),
        (MAY, Pass(RED, ASK), []),
        (MAY, Pass(BLUE, ASK), ["TW-ASK-02"]),
        (SPOT, Place(RED, PieceId("a"), (SpaceId("B2"),), None, ASK), []),
        (SPOT, Place(RED, PieceId("a"), (SpaceId("C2"),), None, ASK), ["XX-A-01"]),
        (SPOT, Place(RED, PieceId("b"), (SpaceId("B2"),), None, ASK), ["TW-ASK-01"]),
        (SPOT, Choose(RED, RequestId("ask-9"), ("B2",)), ["TW-ASK-01"]),
    ],
)
def test_an_answer_fits_or_is_refused(asked: Any, answer: Any, rules: list[str]) -> None:
    flow = Flow().push(asked)
    assert [broken.rule for broken in answer_violations(flow, answer, DICE)] == rules
    if not rules:
        assert apply_to_flow(flow, answer_event(answer)).pending == ()
