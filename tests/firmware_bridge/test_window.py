"""The tower's window as time tables: which events are due at which millisecond."""

from __future__ import annotations

from typing import Any


def due(window: Any, now: int, waiting: range) -> list[int]:
    found: list[int] = window.due(now, waiting.start, waiting.stop)
    return found


def events(first: int, last: int) -> range:
    return range(first, last + 1)


def test_sixteen_are_under_way_and_no_more(firmware: Any) -> None:
    window = firmware.window.Window()
    assert due(window, 0, events(1, 40)) == list(range(1, 17))
    assert due(window, 1, events(1, 40)) == []
    window.acknowledged(2, 4, 0, 4)
    assert due(window, 3, events(5, 40)) == [17, 18, 19, 20]


def test_what_the_host_holds_above_a_gap_is_not_sent_again(firmware: Any) -> None:
    window = firmware.window.Window()
    due(window, 0, events(9, 14))
    window.acknowledged(5, 8, 0b10, 0)  # 8 + 2 + 1 = 11 is held
    assert due(window, 1000, events(9, 14)) == [9, 10, 12, 13, 14]
    assert window.resent == 5


def test_the_time_out_doubles_and_progress_resets_it(firmware: Any) -> None:
    window = firmware.window.Window()
    sent = [now for now in range(0, 2500, 10) if due(window, now, events(1, 1))]
    assert sent == [0, 200, 600, 1100, 1600, 2100]  # 200, 400, then the ceiling of 500
    window.acknowledged(2510, 1, 0, 1)
    assert [now for now in range(8000, 8300, 10) if due(window, now, events(2, 2))] == [8000, 8200]


def test_the_time_out_learns_the_round_trip(firmware: Any) -> None:
    window = firmware.window.Window()
    for seq in range(1, 60):
        assert due(window, seq * 1000, events(seq, seq)) == [seq]
        window.acknowledged(seq * 1000 + 5, seq, 0, 1)  # 5 ms there and back
    sent = [now for now in range(60_000, 60_120, 5) if due(window, now, events(60, 60))]
    assert sent[:2] == [60_000, 60_040]  # the floor, not the first guess


def test_an_answer_to_a_frame_sent_twice_teaches_nothing(firmware: Any) -> None:
    window = firmware.window.Window()
    due(window, 0, events(1, 1))
    due(window, 200, events(1, 1))
    window.acknowledged(201, 1, 0, 1)  # the answer to the first or to the second?
    assert [now for now in range(1000, 1300, 10) if due(window, now, events(2, 2))] == [1000, 1200]


def test_a_new_session_sends_everything_again(firmware: Any) -> None:
    window = firmware.window.Window()
    due(window, 0, events(1, 3))
    window.acknowledged(1, 0, 0b1, 0)
    window.begin()
    assert due(window, 2, events(1, 3)) == [1, 2, 3]
