"""A low cell is told an hour ahead and no more than a few, on the curve of a cell that is emptied; never for a flare.

The curve is the chart that makers of single lithium polymer cells print (volts at rest by what is left); the cell of
``hardware/bom/currents.toml`` has 2000 mAh, its inner resistance of 0.15 ohm is that of a worn one of this size.
"""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from companion.table.observation import LinkState
from firmware_bridge import formats
from firmware_bridge.battery import FINE_MV, LOW_MV, READINGS, Battery
from hardware.bom.budget import budget, cell_ma, load
from tests.firmware_bridge.test_device import Talk

REST = [
    (1.0, 4200),
    (0.9, 4110),
    (0.8, 4020),
    (0.7, 3950),
    (0.6, 3870),
    (0.5, 3840),
    (0.4, 3800),
    (0.3, 3770),
    (0.2, 3730),
    (0.1, 3690),
    (0.05, 3610),
    (0.0, 3270),
]
OHM, DEAD_MV = 0.15, 3300  # of the cell; at the board, where the booster gives up
EVERY_S = 5  # seconds between two readings


def rest_mv(left: float) -> float:
    """Between two points of the chart a straight line."""
    for (above, high), (below, low) in itertools.pairwise(REST):
        if left >= below:
            return low + (high - low) * (left - below) / (above - below)
    return 0.0


def hours_ahead(draw_ma: float, error_mv: int, flare_ma: float = 0.0) -> float:
    """From the warning to the dark, of a full cell; a flare is a second of light every minute."""
    battery, left, warned_s = Battery(), 1.0, None
    step = draw_ma * EVERY_S / 3600 / load()["battery"]["capacity_mah"]
    for second in range(0, 400 * 3600, EVERY_S):
        left -= step
        now_ma = draw_ma + (flare_ma if second % 60 == 0 else 0.0)
        at_the_board = rest_mv(max(left, 0.0)) - now_ma * OHM
        if left <= 0 or rest_mv(left) - draw_ma * OHM < DEAD_MV:
            assert warned_s is not None, "it went dark without a word"
            return (second - warned_s) / 3600
        battery.note(round(at_the_board) + error_mv)
        if battery.is_low and warned_s is None:
            warned_s = second
    raise AssertionError("it never ended")


@pytest.mark.parametrize("error_mv", [-30, 0, 30])
@pytest.mark.parametrize("device", ["tower", "mat", "panel"])
def test_low_is_told_an_hour_ahead(device: str, error_mv: int) -> None:
    drawn = budget(load(), device).cell_ma
    assert 1.0 <= hours_ahead(drawn, error_mv) <= 6.0


@pytest.mark.parametrize("error_mv", [-30, 0, 30])
def test_a_busier_hour_than_the_budgets_is_still_an_hour(error_mv: int) -> None:
    """Twice the tower's rolls: 27.4 mA more at the rail."""
    busy = budget(load(), "tower").cell_ma + cell_ma(load(), 27.4)
    assert hours_ahead(busy, error_mv) >= 1.0


def test_a_flare_changes_nothing() -> None:
    drawn = budget(load(), "tower").cell_ma
    flare = cell_ma(load(), 350.0)
    assert hours_ahead(drawn, 0, flare) == pytest.approx(hours_ahead(drawn, 0), abs=0.05)


def test_once_low_it_stays_so_until_the_charger_is_in() -> None:
    battery = Battery()
    for _ in range(READINGS - 1):
        battery.note(LOW_MV - 1)
    assert not battery.is_low  # not yet a minute
    battery.note(LOW_MV - 1)
    assert battery.is_low
    battery.note(FINE_MV - 1)
    assert battery.is_low
    battery.note(FINE_MV)
    assert not battery.is_low


def test_no_cell_is_never_low() -> None:
    battery = Battery()
    for _ in range(3 * READINGS):
        battery.note(0)
    assert not battery.is_low


def tele(**more: formats.Value) -> dict[str, formats.Value]:
    return {"bad": 0, "resent": 0, "waiting": 0, "full": 0, "heap": 9, "slow_ms": 1, **more}


def test_the_host_says_so_and_takes_it_back() -> None:
    talk = Talk()
    talk.begin()
    for _ in range(READINGS):
        talk.say("TELE", **tele(battery=3650))
    assert talk.states()[-1] == (LinkState.DEGRADED, "battery-low")
    talk.say("TELE", **tele(battery=4100))
    assert talk.states()[-1] == (LinkState.ONLINE, "")


def test_a_device_of_before_is_read_as_one_without_a_cell(firmware: Any) -> None:
    old = formats.pack("frame", "TELE", tele())
    assert formats.unpack("frame", "TELE", old)["battery"] == 0
    assert firmware.formats.unpack("frame", "TELE", old)["battery"] == 0
    new = formats.pack("frame", "TELE", tele(battery=3812))
    assert new == old + (3812).to_bytes(2, "little")  # a host of before ignores the tail
    assert formats.unpack("frame", "TELE", new)["signal"] == 0, "and what it does not tell of its radio is nothing"
    assert firmware.formats.pack("frame", "TELE", tele(battery=3812, signal=61)) == new + b"\x3d"
