"""How a case is played: refusals, rulings, take-backs, questions left open, what ``like`` takes."""

from __future__ import annotations

import pytest

from companion.casebook import Result
from tests.casebook.casebooks import played

SCENE = """
[[case]]
id = "one"
title = "t"
rules = []
setup.map = ["A....B"]
setup.pieces.A.side = "red"
setup.pieces.A.speed = 3
setup.pieces.B.side = "blue"
"""


def one(text: str) -> Result:
    (result,) = played(SCENE + text)
    return result


def failures(text: str) -> list[tuple[str, str, str]]:
    result = one(text)
    assert result.error is None, str(result.error)
    return [(failure.place, failure.expected, failure.found) for failure in result.failures]


def test_an_unexpected_refusal_fails_and_ends_the_case() -> None:
    steps = 'steps = [{ do = "move", piece = "A", to = "E1" }, { do = "end_turn" }]\nexpect.turn = "blue"'
    assert failures(steps) == [("case[0].steps[0].do", "accepted", "refused by HC-MOVE-01")]


def test_an_unexpected_acceptance_fails() -> None:
    steps = 'steps = [{ do = "move", piece = "A", to = "C1", refused = "HC-MOVE-01" }]'
    assert failures(steps) == [("case[0].steps[0].refused", "refused by HC-MOVE-01", "accepted")]


def test_a_refusal_by_another_rule_fails_and_the_case_goes_on() -> None:
    steps = 'steps = [{ do = "move", piece = "A", to = "E1", refused = "HC-ACT-03" }]\nexpect.turn = "blue"'
    found = failures(steps)
    assert found[0] == ("case[0].steps[0].refused", "refused by HC-ACT-03", "refused by HC-MOVE-01")
    assert found[1] == ("case[0].expect.turn", '"blue"', '"red"')


def test_after_a_failure_answers_that_do_not_fit_fail_too() -> None:
    steps = """steps = [
  { do = "move", piece = "A", to = "C1", expect.pieces.A.at = "B1" },
  { do = "end_turn", dice = [4] },
]
expect.turn = "blue"
"""
    assert [place for place, _, _ in failures(steps)] == [
        "case[0].steps[0].expect.pieces.A.at",
        "case[0].steps[1].dice",
    ]
    alone = one(steps.replace(', expect.pieces.A.at = "B1"', ""))
    assert (alone.verdict, alone.failures) == ("refused", ())


def test_any_rule_may_refuse() -> None:
    assert failures('steps = [{ do = "move", piece = "A", to = "E1", refused = true }]') == []


def test_one_of_several_rules_may_refuse() -> None:
    steps = 'steps = [{ do = "move", piece = "A", to = "E1", refused = { one_of = ["HC-ACT-03", "HC-MOVE-01"] } }]'
    assert failures(steps) == []
    told = failures(steps.replace("HC-MOVE-01", "HC-MOVE-02"))
    assert told == [("case[0].steps[0].refused", "refused by HC-ACT-03 or HC-MOVE-02", "refused by HC-MOVE-01")]


def test_an_answer_that_nobody_asked_for_may_be_expected_to_be_refused() -> None:
    steps = """steps = [
  { choose = "east", refused = "TW-ASK-01" },
  { dice = [4], refused = "TW-ASK-01" },
  { do = "end_turn" },
]
expect.turn = "blue"
"""
    assert failures(steps) == []


NEVER = 'expect.never = ["TurnBegan"]'


@pytest.mark.parametrize("step", [NEVER, f'do = "end_turn", by = "blue", refused = true, {NEVER}'])
def test_what_cannot_fail_is_refused(step: str) -> None:
    assert "a step in which something happens" in str(one(f"steps = [{{ {step} }}]").error)


def test_who_gives_an_order_does_not_throw_first() -> None:
    """``by`` is the seat of the order: two who throw at once are dealt their dice in the order they are asked in."""
    steps = (
        'setup.phase = "waiting"\nsteps = [{ do = "begin", by = "blue", dice = [6, 5, 1, 2], asks = "HC-SETUP-06" }]'
    )
    scene = SCENE.replace('"A....B"', '"nn..", "....", "..ss"').replace("setup.pieces.A.speed = 3\n", "")
    (result,) = played(scene + 'setup.legend = { n = { starting = "north" }, s = { starting = "south" } }\n' + steps)
    assert result.error is None and not result.failures
    (first,) = [one.event.seat for one in result.trace[0].events if type(one.event).__name__ == "FirstPlayerSettled"]
    assert first == "red"


def test_a_ruling_needs_a_refusal_and_everybody() -> None:
    legal = 'steps = [{ do = "move", piece = "A", to = "B1", overrule = ["HC-MOVE-01"] }]\nexpect.turn = "red"'
    assert failures(legal) == [("case[0].steps[0].overrule", "refused by HC-MOVE-01", "accepted")]
    alone = 'steps = [{ do = "move", piece = "A", to = "E1", overrule = ["HC-MOVE-01"], agreed = ["red"] }]'
    assert failures(alone + '\nexpect.turn = "red"')[0][2] == "refused by TW-RULING-01"
    judge = 'steps = [{ do = "move", piece = "A", to = "D1", overrule = ["HC-MOVE-01"], judge = "Ana", by = "red" }]'
    assert failures(judge.replace('"D1"', '"E1"') + "\nexpect.pieces.A.at = 'E1'") == []


def test_a_take_back_past_dice_needs_consent() -> None:
    attack = '{ do = "close_attack", attacker = "A", target = "B", dice = [1, 2] }'
    near = 'setup.pieces.A.at = "E1"\nsetup.map = "6x1"\nsetup.pieces.B.at = "F1"\n'
    scene = SCENE.replace('setup.map = ["A....B"]\n', near)
    back = '{ do = "take_back", by = "red", refused = "TW-UNDO-02" }'
    agreed = '{ do = "take_back", by = "red", agreed = ["blue"], expect.asks = "HC-ATK-05" }'
    (result,) = played(f"{scene}steps = [{attack}, {back}, {agreed}]\nexpect.asks = 'HC-ATK-05'")
    assert (result.verdict, result.error) == ("passed", None), result.failures


def test_events_are_told_in_order() -> None:
    move = 'steps = [{ do = "move", piece = "A", to = "C1" }]\n'
    assert failures(move + 'expect.events = ["FigureMoved", "TokenPlaced"]') == []
    wrong = failures(move + 'expect.events = ["TokenPlaced", "FigureMoved"]')
    assert [place for place, _, _ in wrong] == ["case[0].expect.events[1]"]
    assert failures(move + 'expect.never = ["FigureMoved"]')[0][0] == "case[0].expect.never[0]"


def test_legal_and_illegal_are_tried_and_not_done() -> None:
    tried = 'expect.legal = [{ do = "move", piece = "A", to = "E1" }]\n'
    assert failures(tried) == [("case[0].expect.legal[0]", "legal", "refused by HC-MOVE-01")]
    tried = 'expect.illegal = [{ do = "move", piece = "A", to = "B1" }]\nexpect.pieces.A.at = "A1"'
    assert failures(tried) == [("case[0].expect.illegal[0]", "refused by some rule", "accepted")]


def test_like_takes_the_set_up_and_the_steps() -> None:
    more = """
steps = [{ do = "move", piece = "A", to = "C1" }]
expect.pieces.A.at = "C1"
[[case]]
id = "two"
like = "one"
title = "faster"
setup.pieces.A.speed = 9
steps = [{ do = "move", piece = "A", to = "E1" }]
expect.pieces.A = { at = "E1", speed = 9 }
[[case]]
id = "three"
like = "one"
title = "the same"
expect.pieces.A = { at = "C1", speed = 3 }
"""
    assert [result.verdict for result in played(SCENE + more)] == ["passed", "passed", "passed"]


def test_the_trace_tells_what_happened_and_by_which_rules() -> None:
    result = one('steps = [{ do = "move", piece = "A", to = "C1" }]\nexpect.turn = "red"')
    (step,) = result.trace
    told = {type(event.event).__name__: event.rules for event in step.events}
    assert told["TokenPlaced"] == ("HC-TOKEN-01",)
    assert step.label == "do=move piece=A to=C1"


def test_two_tokens_lie_there_without_a_push() -> None:
    tired = "setup.pieces.A.tokens = 2\nexpect.pieces.A = { tokens = 2, click = 1 }\n"
    assert failures(tired + 'expect.illegal = [{ do = "move", piece = "A", to = "B1", refused = "HC-ACT-14" }]') == []


def test_the_first_round_protects_who_has_not_stirred() -> None:
    scene = "setup.round = 1\nsetup.pieces.B.stirred = true\n"
    assert failures(scene + "expect.pieces = { A = { immune = true }, B = { immune = false } }") == []


def test_the_pieces_of_a_position_file_may_be_pasted() -> None:
    pasted = """
[[case]]
id = "one"
title = "t"
rules = []
setup.map = "6x2"
setup.pieces = [
  { id = "A", side = "red", squares = ["A1"], size = "standard", speed = 3, abilities = ["flight"] },
  { id = "B", side = "blue", squares = ["E1", "F1"], size = "giant" },
]
expect.pieces = { A = { at = "A1", speed = 3 }, B = { at = ["E1", "F1"], size = "giant" } }
"""
    assert [result.verdict for result in played(pasted)] == ["passed"]
    doubled = played(pasted.replace('"B"', '"A"'))
    assert "setup.pieces[1].id" in str(doubled[0].error)


def test_a_knock_back_is_asked_without_an_attack() -> None:
    asked = """
[[case]]
id = "one"
title = "t"
rules = []
setup.map = "9x6"
setup.walls = ["E2|F2"]
setup.pieces.A = { side = "red", at = "A1" }
setup.pieces.B = { side = "blue", at = "C2" }
[case.expect]
questions = [
  { knock_back = "B", from = "A", squares = 3, direction = "east", path = ["C2:E2"], stop = "wall", damage = 1 },
  { knock_back = "B", from = "A", squares = 2, direction = "south_east", path = ["C2", "D3", "E4"], stop = "distance" },
  { knock_back = "B", from = "A", squares = 2, path = ["C2"] },
]
"""
    (result,) = played(asked)
    assert [(one.place, one.found) for one in result.failures] == [
        ("case[0].expect.questions[2].path", '"a choice of directions: name one"')
    ]


def test_a_table_that_is_not_as_expected_is_told_with_its_entries() -> None:
    (result,) = played("""
system = "gotham"
[[case]]
id = "one"
title = "t"
rules = []
setup.zones = ["a"]
setup.tokens.a = ["flame", "gas"]
setup.pieces.A.cubes = 3
expect.tokens.a = { flame = 2 }
""")
    (failure,) = result.failures
    assert (failure.expected, failure.found) == ("{ flame = 2 }", "{ flame = 1, gas = 1 }")


TWINS = """
system = "heroquest"
[[case]]
id = "a"
title = "two worlds"
rules = ["HQ-GEN-03"]
setup.squares = ["aab", "aab"]
setup.doors = [{ id = "gate", between = ["B1", "C1"] }]
setup.turn = "A"
setup.seen = ["A1", "A2", "B1", "B2"]
setup.pieces.A = { hero = "warrior_4", at = "B1", facing = "E" }
setup.pieces.o = { monster = "orc", at = "C1", revealed = false }
steps = [{ do = "roll_movement", piece = "A", dice = [1, 2] }, { do = "open_door", piece = "A", door = "gate" }]
twin = { of = "A", setup = { pieces.o = { at = "%s" } } }
"""


def test_a_twin_that_a_seat_can_tell_apart_is_told_with_what_and_when() -> None:
    (result,) = played(TWINS % "C2")
    (failure,) = result.failures
    assert failure.place == "case[0].twin after case[0].steps[1]"
    assert (failure.expected, failure.found) == ("the same to A", 'it sees: characters, at, "C1", and in the twin "C2"')
    (same,) = played(TWINS % "C1")
    assert same.error is not None and "expected another world" in str(same.error)
