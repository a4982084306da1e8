"""The room knows no game: a toy with a language of its own is played the same way, every kind of question answered."""

from __future__ import annotations

import tomllib

import pytest

from companion.casebook import Result, Workshop, parse_cases, run_case
from companion.core.ledger import Ledger
from companion.documents import Node
from companion.errors import InputError
from companion.storage.codec import JsonCodec
from companion.storage.memory import MemoryRecorder
from tests.casebook.toy import LANGUAGE, TOY, Toy

WORKSHOP = Workshop(
    lambda system, edition: Toy() if system == TOY else None,
    {TOY: LANGUAGE},
    lambda system: Ledger(MemoryRecorder(), JsonCodec(system.event_types)),
    lambda path: {},
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
    (case,) = parse_cases(Node("toy.toml", "", tomllib.loads(text)), WORKSHOP.languages, TOY)
    assert not isinstance(case, InputError), str(case)
    return run_case(case, WORKSHOP)


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
        ('{ do = "ask", what = "choice", choose = ["a"] }, { do = "ask", what = "consent", choose = ["no"] }', "no"),
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
        ('{ do = "ask", what = "dice" }', "'dice' with 2 faces for XX-TOY-01"),
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
