"""Effects written inline, stops and coloured lines: what a set-up may say of a piece, and what is refused."""

from __future__ import annotations

import pytest

from tests.casebook.casebooks import played

HEAD = """
[[case]]
id = "c"
title = "t"
rules = ["HX-ATK-01"]
edition = "newer"
setup.map = "8x8"
setup.turn = "red"
setup.pieces.B = {{ side = "blue", at = "D4", clicks = 12 }}
setup.pieces.A = {{ {piece} side = "red", at = "D3", attack = 12 }}
{more}
"""
HIT = 'steps = [{ do = "close_attack", attacker = "A", target = "B", dice = [5, 4] }]\n'


def verdict(piece: str, more: str = HIT + "expect.pieces.B.click = 4") -> tuple[str, str]:
    """How the case comes out, and what is said when it is refused."""
    result = played(HEAD.format(piece=f"{piece},", more=more))[0]
    return result.verdict, str(result.error or "")


@pytest.mark.parametrize(
    ("effects", "click"),
    [
        ("effects = []", 4),
        ('effects = [{ verb = "raise_dealt", amount = 2 }]', 6),
        ('effects = [{ name = "might", verb = "raise_dealt", amount = 1 }, { verb = "raise_dealt", amount = 2 }]', 7),
        ('effects = { might = { verb = "raise_dealt", amount = 1 } }', 5),
        ('effects = [{ power = "close_combat_expert" }]', 5),
        ('effects = [{ verb = "raise_dealt", amount = 1, also = [{ verb = "raise_total", amount = 1 }] }]', 5),
    ],
)
def test_an_effect_counts(effects: str, click: int) -> None:
    assert verdict(effects, HIT + f"expect.pieces.B.click = {click}") == ("passed", "")


def test_an_effect_of_a_figure() -> None:
    more = 'setup.figures.hero = { attack = 12, effects = [{ verb = "raise_dealt", amount = 1 }] }\n'
    text = HEAD.format(piece="", more=more + HIT + "expect.pieces.B.click = 5")
    text = text.replace('at = "D3", attack = 12 }', 'at = "D3", figure = "hero" }')
    assert played(text)[0].verdict == "passed"


@pytest.mark.parametrize(
    ("piece", "said"),
    [
        ('effects = [{ verb = "fly_away" }]', "effects[0].verb"),
        ('effects = [{ verb = "reduce" }]', "the key 'amount'"),
        ('effects = [{ verb = "reduce", amount = 1, mode = "x" }]', "mode"),
        ('effects = [{ verb = "reduce", amount = 1 }, { verb = "reduce", amount = 2 }]', "a name of its own"),
        ('effects = [{ name = "toughness", verb = "reduce", amount = 2 }]', "a name of its own"),
        ('effects = [{ power = "flying" }]', "effects[0].power"),
        ('effects = ["reduce"]', "an effect, which is a table"),
        ("effects = [{ amount = 2 }]", "the key 'verb' or 'power'"),
        ("stops = [7]", "stops[0]"),
        ('stops = [2], powers = ["charge", "quake", "toughness", "outwit"]', "a slot free for the mark"),
        ("starting_lines = [1, { click = 3 }]", "colour"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(piece: str, said: str) -> None:
    found = verdict(piece)
    assert found[0] == "refused"
    assert said in found[1]


@pytest.mark.rule("HX-SEQ-09")
@pytest.mark.parametrize("stop", ["stops = [3]", "dial = [{}, {}, { stop = true }, {}, {}]"])
def test_a_stop_on_a_click(stop: str) -> None:
    """Three damage from click 1 would be click 4."""
    text = HEAD.format(piece="", more=HIT + "expect.pieces.B = { click = 3 }").replace("clicks = 12", stop)
    assert played(text)[0].verdict == "passed"


@pytest.mark.rule("HX-KO-02")
@pytest.mark.parametrize(
    "line",
    ['starting_lines = [1, { click = 3, colour = "blue" }]', 'dial = [{}, {}, { starting_line = "blue" }, {}, {}]'],
)
def test_a_coloured_line(line: str) -> None:
    """Three damage from click 1 pass the line on click 3."""
    frail = 'effects = [{ verb = "fall_past", line = "blue" }]'
    text = HEAD.format(piece="", more=HIT + "expect.pieces.B = { ko = true }").replace(
        "clicks = 12", f"{line}, {frail}"
    )
    assert played(text)[0].verdict == "passed"
