"""Answers fit what is asked, or the house's rules say why not; the events they become close the request."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.answers import answer_event, answer_violations, is_answer, legal_answers, placements
from companion.core.commands import Choose, Concede, Pass, Place, ReportDice
from companion.core.dice import DICE, DiceRequest, DiceResult
from companion.core.events import apply_to_flow
from companion.core.flow import ChoiceRequest, ConsentRequest, Flow, Limit, PlacementRequest
from companion.core.ids import PieceId, RequestId, RuleId, Seat, SpaceId

RED, BLUE, RULE = Seat("red"), Seat("blue"), RuleId("XX-A-01")
ASK = RequestId("ask-1")
ROLL = DiceRequest(ASK, ("d6", "d6"), RED, RULE)
CHOICE = ChoiceRequest(ASK, RED, RULE, ("left", "right"))
MAY = ChoiceRequest(ASK, RED, RULE, ("yes",), optional=True)
SPOT = PlacementRequest(ASK, RED, RULE, PieceId("a"), (SpaceId("B2"),))


CONSENT = ConsentRequest(ASK, RED, RULE)
HAND = ("left-3", "right-3", "left-7", "right-7")  # two cards, each to one side; the 7 must be there
CARDS = ChoiceRequest(
    ASK, RED, RULE, HAND, 1, 2, limits=(Limit(HAND[:2]), Limit(HAND[2:], at_least=1)), secret=True, ordered=True
)


@pytest.mark.rule("TW-ASK-01", "TW-ASK-02", "TW-ASK-03", "TW-ASK-04", "TW-DICE-01", "TW-DICE-02")
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
        (CARDS, Choose(RED, ASK, ("left-7", "up")), ["TW-ASK-03"]),
        (CHOICE, Choose(RED, ASK, ("left", "right")), ["TW-ASK-03"]),
        (CHOICE, Pass(RED, ASK), ["TW-ASK-01"]),
        (CARDS, Choose(RED, ASK, ("left-7",)), []),
        (CARDS, Choose(RED, ASK, ("right-3", "left-7")), []),
        (CARDS, Choose(RED, ASK, ("left-7", "right-7")), ["TW-ASK-04"]),
        (CARDS, Choose(RED, ASK, ("left-3",)), ["TW-ASK-04"]),
        (CARDS, Choose(RED, ASK, ("left-7", "left-7")), ["TW-ASK-03"]),
        (CONSENT, Choose(RED, ASK, ("yes",)), []),
        (CONSENT, Choose(RED, ASK, ("no",)), []),
        (CONSENT, Choose(RED, ASK, ("perhaps",)), ["TW-ASK-03"]),
        (CONSENT, Choose(BLUE, ASK, ("yes",)), ["TW-ASK-02"]),
        (CONSENT, Pass(RED, ASK), ["TW-ASK-01"]),
        (MAY, Pass(RED, ASK), []),
        (MAY, Pass(BLUE, ASK), ["TW-ASK-02"]),
        (SPOT, Place(RED, PieceId("a"), (SpaceId("B2"),), None, ASK), []),
        (SPOT, Place(RED, PieceId("a"), (SpaceId("C2"),), None, ASK), ["TW-ASK-03"]),
        (SPOT, Place(RED, PieceId("b"), (SpaceId("B2"),), None, ASK), ["TW-ASK-01"]),
        (SPOT, Choose(RED, RequestId("ask-9"), ("B2",)), ["TW-ASK-01"]),
    ],
)
def test_an_answer_fits_or_is_refused(asked: Any, answer: Any, rules: list[str]) -> None:
    flow = Flow().push(asked)
    assert [broken.rule for broken in answer_violations(flow, answer, DICE)] == rules
    if not rules:
        assert apply_to_flow(flow, answer_event(answer)).pending == ()


@pytest.mark.rule("TW-ASK-03", "TW-ASK-04")
@pytest.mark.parametrize(
    ("asked", "answers"),
    [
        (CHOICE, [("left",), ("right",)]),
        (MAY, [("yes",), None]),
        (CONSENT, [("yes",), ("no",)]),
        (ROLL, []),
        (SPOT, ["B2"]),
        (ChoiceRequest(ASK, RED, RULE, ("a", "b", "c"), 2, 3), [("a", "b"), ("a", "c"), ("b", "c"), ("a", "b", "c")]),
        (ChoiceRequest(ASK, RED, RULE, ("a", "b"), 2, 2, ordered=True), [("a", "b"), ("b", "a")]),
        (
            CARDS,
            [
                ("left-7",),
                ("right-7",),
                ("left-3", "left-7"),
                ("left-3", "right-7"),
                ("right-3", "left-7"),
                ("right-3", "right-7"),
                ("left-7", "left-3"),
                ("left-7", "right-3"),
                ("right-7", "left-3"),
                ("right-7", "right-3"),
            ],
        ),
    ],
)
def test_every_answer_is_listed_and_fits(asked: Any, answers: list[Any]) -> None:
    flow = Flow().push(asked)
    listed = list(legal_answers(flow, RED))
    said = [
        one.options if isinstance(one, Choose) else one.spaces[0] if isinstance(one, Place) else None for one in listed
    ]
    assert said == answers
    assert all(not list(answer_violations(flow, one, DICE)) for one in listed)
    assert list(legal_answers(flow, BLUE)) == []


def test_a_list_of_answers_has_an_end() -> None:
    """Ten of ten in any order are 3,628,800 answers: what is listed is an aid, and stays one."""
    many = ChoiceRequest(ASK, RED, RULE, tuple("abcdefghij"), 10, 10, ordered=True)
    assert len(list(legal_answers(Flow().push(many), RED))) == 1000
    assert not list(answer_violations(Flow().push(many), Choose(RED, ASK, tuple("jihgfedcba")), DICE))


@pytest.mark.parametrize(
    ("asked", "answer", "words"),
    [
        (CHOICE, Choose(RED, ASK, ("up",)), {"found": "up", "expected": "left, right"}),
        (CHOICE, Choose(RED, ASK, ()), {"found": "-", "expected": "left, right"}),
        (CONSENT, Choose(RED, ASK, ("perhaps", "not")), {"found": "perhaps, not", "expected": "yes, no"}),
        (CONSENT, Choose(RED, ASK, ()), {"found": "-", "expected": "yes, no"}),
        (CARDS, Choose(RED, ASK, ("left-3",)), {"found": "0", "expected": "1", "options": "left-7, right-7"}),
        (
            CARDS,
            Choose(RED, ASK, ("left-7", "right-7")),
            {"found": "2", "expected": "1", "options": "left-7, right-7"},
        ),
        (
            ChoiceRequest(ASK, RED, RULE, ("a", "b"), 1, 2, limits=(Limit(("a", "b")),)),
            Choose(RED, ASK, ("a", "b")),
            {"found": "2", "expected": "0..1", "options": "a, b"},
        ),
        (CHOICE, Choose(RED, RequestId("ask-9"), ("left",)), {"request": "ask-9"}),
        (CHOICE, Place(RED, PieceId("a"), ()), {"request": "-"}),
    ],
)
def test_a_refused_answer_says_what_was_found_and_expected(asked: Any, answer: Any, words: dict[str, str]) -> None:
    (broken,) = answer_violations(Flow().push(asked), answer, DICE)
    assert dict(broken.words) == words


@pytest.mark.parametrize(
    ("command", "answers"),
    [
        (Pass(RED), False),
        (Pass(RED, ASK), True),
        (Place(RED, PieceId("a"), ()), False),
        (Place(RED, PieceId("a"), (), None, ASK), True),
        (Choose(RED, ASK, ()), True),
        (Concede(RED), False),
    ],
)
def test_a_placement_or_a_pass_answers_when_it_names_what(command: Any, answers: bool) -> None:
    assert is_answer(command) is answers


def test_what_a_camera_sees_may_answer_a_placement() -> None:
    flow = Flow().push(CHOICE, SPOT)
    there = (SpaceId("B2"),)
    assert list(placements(flow, PieceId("a"), there)) == [Place(RED, PieceId("a"), there, None, ASK)]
    assert list(placements(flow, PieceId("b"), there)) == []
    assert list(placements(flow, PieceId("a"), (SpaceId("C2"),))) == []
    assert list(placements(flow, PieceId("a"), ())) == []


def test_a_flow_is_seen_without_others_secrets() -> None:
    flow = Flow().push(CARDS, CHOICE, ROLL)
    assert [type(one).__name__ for one in flow.seen_by(RED).open] == ["ChoiceRequest", "ChoiceRequest", "DiceRequest"]
    assert [type(one).__name__ for one in flow.seen_by(BLUE).open] == ["ChoiceRequest", "DiceRequest"]
    assert [one.id for one in flow.seen_by(BLUE).open] == ["open-1", "open-2"]
    assert Flow().push(CARDS).seen_by(BLUE).pending == ()
