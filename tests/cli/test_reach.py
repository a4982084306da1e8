from __future__ import annotations

import pytest

from tests.cli.command_line import companion
from tests.cli.positions import a_piece, a_position


@pytest.mark.rule("HC-MOVE-01", "HC-TERR-13")
def test_reach_in_json() -> None:
    position = a_position("..:.", pieces=[a_piece("A", "A1", speed=8)])
    answer = companion("reach", "-", "--piece", "A", "--json", stdin=position)
    assert answer.status == 0
    assert answer.document == {"piece": "A", "squares": {"A1": 0, "B1": 1, "C1": 2}}


@pytest.mark.rule("HC-MOVE-06")
def test_a_failed_break_away_holds_the_piece() -> None:
    pieces = [a_piece("A", "A1", speed=3), a_piece("B", "B1", side="blue")]
    position = a_position("...", "...", pieces=pieces)
    held = companion("reach", "-", "--piece", "A", "--broke-away", "no", "--json", stdin=position)
    assert held.document["squares"] == {"A1": 0}
    free = companion("reach", "-", "--piece", "A", "--json", stdin=position)
    assert free.document["squares"]["C1"] == 2
    leaping = [{**pieces[0], "abilities": ["leap_climb"]}, pieces[1]]
    freely = companion(
        "reach", "-", "--piece", "A", "--broke-away", "no", "--json", stdin=a_position("...", "...", pieces=leaping)
    )
    assert freely.document["squares"]["C1"] == 2


def test_text_is_a_little_map() -> None:
    position = a_position("..#", "...", pieces=[a_piece("A", "A1", speed=2)])
    answer = companion("reach", "-", "--piece", "A", stdin=position)
    assert answer.out.splitlines()[1:] == ["  0  1  ·", "  1  1  2"]


def test_an_unknown_piece_is_refused() -> None:
    answer = companion("reach", "-", "--piece", "Z", stdin=a_position("...", pieces=[a_piece("A", "A1")]))
    assert answer.status == 2
    assert '--piece: found "Z", expected a piece of the position (A)' in answer.err


@pytest.mark.rule("HC-MOVE-15")
def test_a_passenger_slows_its_carrier_and_is_set_down_beside_it() -> None:
    pieces = [a_piece("A", "A1", speed=4), a_piece("B", "B1"), a_piece("C", "F1", side="blue")]
    position = a_position("......", pieces=pieces)
    answer = companion("reach", "-", "--piece", "A", "--carrying", "B", "--json", stdin=position).document
    assert answer["squares"] == {"A1": 0, "B1": 1, "C1": 2}
    assert answer["set_down"] == {"A1": ["B1"], "B1": ["A1", "C1"], "C1": ["B1", "D1"]}
    refused = companion("reach", "-", "--piece", "A", "--carrying", "C", stdin=position)
    assert refused.status == 2
    wrong = "standard input: --carrying: found C is no friend of A, expected a friend next to the carrier"
    assert refused.err.strip() == wrong
