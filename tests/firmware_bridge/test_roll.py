"""What a roll is, as time tables: (ms, entered, left, shaken) -> the phases that begin."""

from __future__ import annotations

from typing import Any

import pytest

Moment = tuple[int, int, int, bool]


def told(roll: Any, moments: list[Moment], until: int) -> list[tuple[int, str]]:
    table = {at: (entered, left, shaken) for at, entered, left, shaken in moments}
    phases = []
    for now in range(0, until, 10):
        entered, left, shaken = table.get(now, (0, 0, False))
        phase = roll.step(now, entered, left, shaken)
        if phase is not None:
            phases.append((now, phase))
    return phases


THROW = [(100, 1, 0, True), (160, 1, 0, True), (280, 0, 1, True), (340, 0, 1, True), (500, 0, 0, True)]

CASES: dict[str, tuple[int, list[Moment], list[tuple[int, str]]]] = {
    # 500 last movement + 400 quiet
    "two dice settle": (2, THROW, [(100, "ROLLING"), (900, "SETTLED")]),
    "nobody armed it": (0, THROW, [(100, "ROLLING"), (900, "SETTLED")]),
    "a knock before the throw is nothing": (2, [(50, 0, 0, True)], []),
    "a knock while rolling delays": (2, [*THROW, (800, 0, 0, True)], [(100, "ROLLING"), (1200, "SETTLED")]),
    "a knock after settling disturbs": (
        2,
        [*THROW, (1500, 0, 0, True)],
        [(100, "ROLLING"), (900, "SETTLED"), (1500, "DISTURBED")],
    ),
    "one die stays inside": (2, THROW[:3], [(100, "ROLLING"), (3280, "COCKED")]),
    "one of two was thrown": (2, [THROW[0], THROW[2]], [(100, "ROLLING"), (3280, "COCKED")]),
    "the stuck die comes out": (
        2,
        [*THROW[:3], (4000, 0, 1, True)],
        [(100, "ROLLING"), (3280, "COCKED"), (4000, "ROLLING"), (4400, "SETTLED")],
    ),
    "the top beam missed one": (2, [THROW[0], *THROW[2:]], [(100, "ROLLING"), (900, "SETTLED")]),
    "a second throw without arming": (
        2,
        [*THROW, (2000, 1, 0, True), (2200, 0, 1, True)],
        [(100, "ROLLING"), (900, "SETTLED"), (2000, "ROLLING"), (2600, "SETTLED")],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_roll(firmware: Any, name: str) -> None:
    dice, moments, expected = CASES[name]
    roll = firmware.roll.Roll()
    assert roll.arm(dice) == ("ARMED" if dice else "EMPTY")
    assert told(roll, moments, 6000) == expected


def test_counts_are_of_this_roll_only(firmware: Any) -> None:
    roll = firmware.roll.Roll()
    roll.arm(2)
    told(roll, THROW, 2000)
    assert roll.fields() == {"expected": 2, "entered": 2, "left": 2, "roll": 1}
    roll.arm(3)
    assert roll.fields() == {"expected": 3, "entered": 0, "left": 0, "roll": 1}
    told(roll, THROW[:1], 200)
    assert roll.fields() == {"expected": 3, "entered": 1, "left": 0, "roll": 2}
