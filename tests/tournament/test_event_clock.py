"""An event's clock goes on, whatever is done to the clock of its machine."""

from __future__ import annotations

from companion.system import EventClock

NOON_NS, HOUR_NS, SECOND_NS = 43_200 * 10**9, 3600 * 10**9, 10**9


def test_a_clock_that_is_set_back_changes_nothing() -> None:
    day = {"ns": NOON_NS}
    passed = {"ns": 5 * SECOND_NS}
    clock = EventClock(0, lambda: day["ns"], lambda: passed["ns"])
    assert clock.now_ms() == 43_200_000
    day["ns"], passed["ns"] = NOON_NS - HOUR_NS, 7 * SECOND_NS
    assert clock.now_ms() == 43_202_000


def test_it_begins_no_earlier_than_what_was_written_down() -> None:
    written = EventClock(43_200_000, lambda: NOON_NS - HOUR_NS, lambda: 0)
    assert written.now_ms() == 43_200_000
    later = EventClock(43_200_000, lambda: NOON_NS + HOUR_NS, lambda: 0)
    assert later.now_ms() == 46_800_000
