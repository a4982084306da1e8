"""How values are computed: EX-VAL-01 to -05 and -07, by hand from the catalogue."""

from __future__ import annotations

import pytest

from companion.board import halved
from companion.games.heroclix.values import combat_value


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


@pytest.mark.rule("HC-VAL-15")
@pytest.mark.parametrize(("minimum", "value"), [(0, 0), (1, 1)])
def test_minimums(minimum: int, value: int) -> None:
    """EX-VAL-03: damage 2, -1 -2 -2 is -3, then -1, then 0; with a minimum of 1 it is 1."""
    assert combat_value(2, (-1, -2, -2), minimum=minimum) == value


@pytest.mark.rule("HC-VAL-02", "HC-VAL-04", "HC-VAL-05")
def test_replaced_then_rounded_then_modified() -> None:
    """EX-VAL-04: 7 halved is 4, +2 is 6, never (7+2)/2. EX-VAL-05: becomes 12 and halved in either order."""
    assert combat_value(halved(7), (2,)) == 6
    assert (halved(12), halved(9)) == (6, 5)
