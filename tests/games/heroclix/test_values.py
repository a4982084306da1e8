"""How values are computed: EX-VAL-01 to -07 and -09, by hand from the catalogue."""

from __future__ import annotations

import pytest

from companion.board import halved
from companion.core.ids import PieceId
from companion.core.reckoning import Contribution, Operation
from companion.games.heroclix.values import combat_value, outcomes, reckon

BECOMES, HALVED, LOCKED = Operation.BECOMES, Operation.HALVED, Operation.LOCKED


def plus(amount: int) -> Contribution:
    return Contribution(Operation.MODIFIED, amount, "perplex", PieceId("A"))


def replaced(operation: Operation, amount: int = 0) -> Contribution:
    return Contribution(operation, amount, "some power")


@pytest.mark.rule("HC-VAL-03", "HC-VAL-08", "HC-VAL-09")
@pytest.mark.parametrize(
    ("start", "modifiers", "value"),
    [
        (9, (2, 2, 1), 12),  # EX-VAL-01: +5 counts as +3
        (9, (2, 2, 1, -3), 11),  # EX-VAL-02: the sum first, then the limit
        (11, (4,), 14),  # EX-VAL-07: replaced by 11, then at most +3
        (16, (-1, -2, -2), 13),
        (9, (), 9),
    ],
)
def test_rule_of_three(start: int, modifiers: tuple[int, ...], value: int) -> None:
    assert combat_value(start, modifiers) == value
    assert reckon(start, [plus(one) for one in modifiers]).value == value


@pytest.mark.rule("HC-VAL-15")
@pytest.mark.parametrize(("minimum", "value"), [(0, 0), (1, 1)])
def test_minimums(minimum: int, value: int) -> None:
    """EX-VAL-03: damage 2, -1 -2 -2 is -3, then -1, then 0; with a minimum of 1 it is 1."""
    assert combat_value(2, (-1, -2, -2), minimum=minimum) == value
    found = reckon(2, [plus(-1), plus(-2), plus(-2)], minimum=minimum)
    assert (found.value, len(found.parts)) == (value, 3), "all modifiers still count as applied"


@pytest.mark.rule("HC-VAL-02", "HC-VAL-04", "HC-VAL-05")
def test_replaced_then_rounded_then_modified() -> None:
    """EX-VAL-04: 7 halved is 4, +2 is 6, never (7+2)/2; whatever the order they are named in."""
    assert combat_value(halved(7), (2,)) == 6
    for parts in ([replaced(HALVED), plus(2)], [plus(2), replaced(HALVED)]):
        assert reckon(7, parts).value == 6
    assert reckon(10, [replaced(HALVED), replaced(HALVED)]).value == 3  # 10, 5, 2.5, 3
    assert reckon(4, [replaced(Operation.DOUBLED), plus(-1)]).value == 7


@pytest.mark.rule("HC-VAL-02")
def test_the_order_of_replacements_may_matter() -> None:
    """EX-VAL-05: attack 9, "becomes 12" and "halved": 12, 6 or 9, 4.5, 5, 12. One result needs no choice."""
    found = outcomes(9, [replaced(BECOMES, 12), replaced(HALVED)])
    assert sorted(one.value for one in found) == [6, 12]
    assert len(outcomes(10, [replaced(HALVED), replaced(HALVED), plus(1)])) == 1


@pytest.mark.rule("HC-VAL-06", "HC-VAL-16")
def test_locked_values() -> None:
    """EX-VAL-06: locked at 2 is 2 while halved and +3; locked at 0 with a minimum of 1 is 1."""
    assert reckon(8, [replaced(HALVED), replaced(LOCKED, 2), plus(3)]).value == 2
    assert reckon(3, [replaced(LOCKED, 0)], minimum=1).value == 1


@pytest.mark.rule("HC-VAL-06")
def test_two_locks() -> None:
    """EX-VAL-09: the lock that came first stays; of two that begin together the controller takes one."""
    first, second = replaced(LOCKED, 2), replaced(LOCKED, 5)
    assert reckon(8, [first, second]).value == 2
    assert sorted(one.value for one in outcomes(8, [first, second])) == [2, 5]


@pytest.mark.rule("HC-VAL-09")
def test_replacements_have_no_limit() -> None:
    """EX-VAL-07: attack 6 becomes 11, +4 counts as +3: 14; every contribution says where it comes from."""
    found = reckon(6, [replaced(BECOMES, 11), plus(4)])
    assert found.value == 14
    assert str(found) == "6, becomes 11 some power, +4 perplex"
    assert [one.piece for one in found.parts] == [None, PieceId("A")]
