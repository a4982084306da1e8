"""Our time of the device's milliseconds: the fastest answer counts, by hand-made round trips."""

from __future__ import annotations

import pytest

from firmware_bridge.device_clock import DeviceClock


def answered(clock: DeviceClock, device_ms: int, there_s: float, back_s: float, offset_s: float = 100.0) -> None:
    t2_s = device_ms / 1000 + offset_s
    clock.answer(t2_s - there_s, device_ms, device_ms, t2_s + back_s)


def test_nothing_is_known_before_the_first_answer() -> None:
    clock = DeviceClock()
    clock.begin(1)
    assert clock.ours_s(1, 0) is None
    assert clock.round_trip_s is None


def test_the_fastest_answer_counts_and_half_of_it_is_the_error() -> None:
    clock = DeviceClock()
    clock.begin(1)
    answered(clock, 1000, 0.050, 0.450)
    answered(clock, 2000, 0.002, 0.004)
    answered(clock, 3000, 0.300, 0.010)
    found = clock.ours_s(1, 10_000)
    assert found is not None
    assert found[0] == pytest.approx(110.0 + 0.001)  # 2 ms there, 4 ms back: 1 ms off
    assert found[1] == pytest.approx(0.003 + 0.001)
    assert abs(found[0] - 110.0) <= found[1]


def test_old_answers_are_forgotten_so_that_drift_is_followed() -> None:
    clock = DeviceClock()
    clock.begin(1)
    answered(clock, 0, 0.001, 0.001, offset_s=100.0)
    for number in range(30):
        answered(clock, 1000 * number, 0.002, 0.002, offset_s=100.5)
    found = clock.ours_s(1, 0)
    assert found is not None
    assert found[0] == pytest.approx(100.5)


def test_a_restart_begins_afresh_and_the_past_stays_unknown() -> None:
    clock = DeviceClock()
    clock.begin(1)
    answered(clock, 1000, 0.001, 0.001)
    clock.begin(1)
    assert clock.ours_s(1, 0) is not None
    clock.begin(2)
    assert clock.ours_s(1, 0) is None
    assert clock.ours_s(2, 0) is None
