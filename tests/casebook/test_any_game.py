"""The room knows no game: a toy with a language of its own is played the same way, every kind of question answered."""

from __future__ import annotations

import tomllib

import pytest

from companion.casebook import CaseContext, Result, parse_cases, run_case
from companion.core.ledger import Ledger
from companion.documents import Node
from companion.errors import InputError
from companion.storage.codec import JsonCodec
from companion.storage.memory import MemoryRecorder
from tests.casebook.toy import LANGUAGE, TOY, Toy

WORKSHOP = CaseContext(
    lambda system, edition: Toy() if system == TOY else None,
    {TOY: LANGUAGE},
    lambda system: Ledger(MemoryRecorder(), JsonCodec(system.event_types)),
    lambda path: {},
    lambda system, node: node.refuse("no record of a toy"),
)


def play(steps: str, last: str) -> Result:
    text = f"""
format = "tablewright/case@1"
[[case]]
id = "one"
title = "t"
rules = ["XX-TOY-01"]
setup = {{}}
steps = [{steps}]
expect.last = "{last}"
"""
    return run(text)


def run(text: str) -> Result:
    (case,) = parse_cases(Node("toy.toml", "", tomllib.loads(text)), WORKSHOP.languages, TOY)
    assert not isinstance(case, InputError), str(case)
    return run_case(case, WORKSHOP)


def expecting(steps: str, expect: str, more: str = "") -> list[tuple[str, str, str]]:
    """What is not as the case expects it: place, expected, found."""
    head = 'format = "tablewright/case@1"\n[[case]]\nid = "one"\ntitle = "t"\nrules = []\nsetup = {}\n'
    result = run(f"{head}{more}\nsteps = [{steps}]\n{expect}")
    assert result.error is None, str(result.error)
    return [(one.place.removeprefix("case[0]."), one.expected, one.found) for one in result.failures]


TOGETHER = '{ do = "ask", what = "together" }'
SECRET = '{ do = "ask", what = "secret" }'


@pytest.mark.parametrize(
    ("steps", "expect"),
    [
        (TOGETHER, 'expect.asks = ["XX-TOY-01", "XX-TOY-01"]'),
        (
            TOGETHER,
            'expect.asks = [{ rule = "XX-TOY-01", seat = "you" }, { rule = "XX-TOY-01", options = ["a", "b"] }]',
        ),
        ('{ do = "ask", what = "choice" }', 'expect.asks = { rule = "XX-TOY-01", at_most = 2, optional = true }'),
        (
            '{ do = "ask", what = "choice" }',
            'expect.asks = { rule = "XX-TOY-01", offers = ["c", "a"], secret = false }',
        ),
        (
            '{ do = "ask", what = "placement" }',
            'expect.asks = { rule = "XX-TOY-01", offers = ["right"], piece = "pawn" }',
        ),
        ('{ do = "ask", what = "dice" }', 'expect.asks = { rule = "XX-TOY-01", seat = "me", dice = ["coin", "coin"] }'),
        (SECRET, 'expect = { as_seen_by = "me", asks = { rule = "XX-TOY-01", secret = true } }'),
        (SECRET, 'expect = { as_seen_by = "you", asks = false }'),
        (SECRET + ', { choose = "b" }', 'expect = { as_seen_by = "you", never = ["ChoiceMade"], hides = ["b"] }'),
        (SECRET + ', { choose = "b" }', 'expect = { as_seen_by = "me", events = ["ChoiceMade"], view.last = "b" }'),
        (
            SECRET + ', { choose = "b" }',
            'expect = { as_seen_by = "spectators", never = ["ChoiceMade"], sees = ["hushed"] }',
        ),
        ("", 'expect = { as_seen_by = "me", offered = [{ do = "ask", what = "dice" }] }'),
        ("", 'expect = { as_seen_by = "you", not_offered = [{ do = "ask", what = "dice" }] }'),
    ],
)
def test_what_is_asked_seen_heard_and_offered(steps: str, expect: str) -> None:
    assert expecting(steps, expect) == []


@pytest.mark.parametrize(
    ("expect", "place", "found"),
    [
        ('expect.asks = { rule = "XX-TOY-01", options = ["b", "a"] }', "expect.asks.options", '["a", "b"]'),
        ('expect.asks = { rule = "XX-TOY-01", offers = ["a", "z"] }', "expect.asks.offers[1]", '["a", "b"]'),
        ('expect.asks = ["XX-TOY-01", "XX-TOY-01"]', "expect.asks", '["XX-TOY-01 of me"]'),
        ('expect = { as_seen_by = "you", asks = "XX-TOY-01" }', "expect.asks", "[]"),
        ('expect = { asks = "XX-TOY-01", view.last = "b" }', "expect.view.last", '"hushed"'),
    ],
)
def test_a_question_is_compared_as_the_readme_says(expect: str, place: str, found: str) -> None:
    assert [(place, found) for place, _, found in expecting(SECRET, expect)] == [(place, found)]


def test_a_case_may_be_seen_by_one_seat_all_through() -> None:
    steps = SECRET + ', { choose = "a", expect.events = ["ChoiceMade"] }'
    assert expecting(steps, 'expect.view.last = "a"', 'as_seen_by = "me"') == []
    places = [place for place, _, _ in expecting(steps, 'expect.view.last = "a"', 'as_seen_by = "you"')]
    assert places == ["steps[1].expect.events[0]", "expect.view.last"]


def test_a_refused_answer_is_told_with_its_words() -> None:
    step = '{ do = "ask", what = "secret" }, { choose = "z", refused = { rule = "TW-ASK-03", found = "z", %s } }'
    good = step % 'expected = "a, b"'
    assert expecting(good, 'expect.asks = "XX-TOY-01"') == []
    (wrong,) = expecting(step % 'expected = "a"', 'expect.asks = "XX-TOY-01"')
    assert wrong == (
        "steps[1].refused",
        'refused by TW-ASK-03 (found "z", expected "a")',
        'refused by TW-ASK-03 (expected "a, b", found "z")',
    )


@pytest.mark.parametrize(
    ("steps", "last"),
    [
        ('{ do = "ask", what = "dice", dice = ["head", "tail"] }', "head tail"),
        ('{ do = "ask", what = "dice", dice = [["head", "tail"]] }', "head tail"),
        ('{ do = "ask", what = "dice" }, { dice = ["head", "tail"] }', "head tail"),
        ('{ do = "ask", what = "choice", choose = "b" }', "b"),
        ('{ do = "ask", what = "choice", choose = [["a", "c"]] }', "a c"),
        ('{ do = "ask", what = "choice", choose = "pass" }', "passed"),
        ('{ do = "ask", what = "choice" }, { do = "pass" }', "passed"),
        ('{ do = "ask", what = "placement", choose = "left" }', "left"),
        ('{ do = "ask", what = "consent", choose = "yes" }', "yes"),
        ('{ do = "ask", what = "choice", choose = ["a"] }, { do = "ask", what = "consent", choose = ["no"] }', "a no"),
        ('{ do = "ask", what = "choice", choose = [["c", "a"]] }', "c a"),
        ('{ do = "ask", what = "together", choose = ["b", "d"] }', "b d"),
        ('{ do = "ask", what = "together", choose = { you = "c", me = ["a"] } }', "a c"),
        ('{ do = "ask", what = "together" }, { choose = "d", by = "you" }, { choose = "b" }', "d b"),
        ('{ do = "ask", what = "placement" }, { choose = "up", refused = true }, { choose = "right" }', "right"),
        ('{ do = "ask", what = "dice" }, { dice = ["tail"], refused = "XX-TOY-01" }, { dice = ["a", "b"] }', "a b"),
        ('{ do = "ask", what = "rain", refused = "XX-TOY-01" }', ""),
        ('{ do = "ask", what = "rain", overrule = ["XX-TOY-01"] }', ""),
    ],
)
def test_every_question_is_answered(steps: str, last: str) -> None:
    result = play(steps, last)
    assert (result.verdict, result.error, result.failures) == ("passed", None, ())


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        ('{ do = "ask", what = "choice" }', "'choose' for XX-TOY-01 (a, b, c)"),
        ('{ do = "ask", what = "placement" }', "'choose' for XX-TOY-01 (left, right)"),
        ('{ do = "ask", what = "dice" }', "'dice': 2 more for XX-TOY-01"),
        ('{ do = "ask", what = "consent", dice = ["head"] }', "1 too many"),
        ('{ do = "ask", what = "dice", choose = "yes" }', "1 too many"),
        ('{ do = "jump" }', "one of ask, pass, take_back"),
    ],
)
def test_what_is_not_answered_is_refused(steps: str, words: str) -> None:
    result = play(steps, "")
    assert result.verdict == "refused"
    assert words in str(result.error)


def test_the_rules_of_an_event_are_those_its_class_names() -> None:
    (step,) = play('{ do = "ask", what = "choice", choose = "b" }', "b").trace
    assert [event.rules for event in step.events] == [("XX-TOY-01",), ()]
