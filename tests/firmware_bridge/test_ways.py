"""A device by two ways: which one counts, what is said when neither does, and what a way that was set aside may do."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from firmware_bridge.radio_link import AGAIN_S, BURST, CABLE, PREFIX, SILENT_S, RadioLink


class Air:
    """Where the device is heard, with a clock in hand; ``sent`` is what went down and to whom."""

    notices = None

    def __init__(self) -> None:
        self.links: dict[str, RadioLink] = {}
        self.now_s, self.why = 100.0, ""
        self.clock: Callable[[], float] = lambda: self.now_s
        self.sent: list[tuple[str, bytes]] = []

    def files(self) -> list[int]:
        return []

    def step(self) -> None:
        return

    def send(self, name: str, data: bytes) -> None:
        self.sent.append((name, data))

    def wait(self, timeout_s: float) -> None:
        self.now_s += timeout_s

    def close(self) -> None:
        return


@pytest.fixture
def air() -> Air:
    return Air()


@pytest.fixture
def link(air: Air) -> RadioLink:
    return RadioLink("tower-1", air)


def test_the_cable_takes_over_at_once_and_the_radio_when_it_goes(link: RadioLink, air: Air) -> None:
    steps = [
        (PREFIX, b"r1", 1, "radio-tower-1"),
        (CABLE, b"c1", 2, "cable-tower-1"),
        (CABLE, b"c2", 3, "cable-tower-1"),  # plugged in anew
        (PREFIX, b"r2", 3, "cable-tower-1"),  # the radio came anew, and nobody minds
        (CABLE, b"-cable", 4, "radio-tower-1"),
    ]
    for way, here, opened, name in steps:
        link.born(way, here)
        link.write(b"x")
        assert (link.is_up, link.opened, air.sent[-1]) == (True, opened, (name, b"x"))


def test_what_is_said_on_the_way_that_does_not_count_is_not_heard(link: RadioLink) -> None:
    link.born(PREFIX, b"r1")
    link.born(CABLE, b"c1")
    link.heard(PREFIX, b"radio")
    link.heard(CABLE, b"cable")
    assert link.read() == b"cable"


def test_a_cable_that_says_nothing_while_the_radio_speaks_gives_way(link: RadioLink, air: Air) -> None:
    """A bridge and its broker that died together leave a word that nobody takes back."""
    link.born(CABLE, b"left behind")
    link.born(PREFIX, b"r1")
    air.now_s += SILENT_S
    link.heard(PREFIX, b"hello?")
    assert (link.read(), link.opened) == (b"", 1)
    air.now_s += 0.1
    link.heard(PREFIX, b"hello!")
    assert (link.read(), link.opened) == (b"hello!", 2)
    link.heard(CABLE, b"back")
    assert (link.read(), link.opened) == (b"back", 3)


@pytest.mark.parametrize(
    ("way", "here", "why"),
    [
        (PREFIX, b"-", "radio-gone"),
        (PREFIX, b"", "radio-gone"),
        (CABLE, b"-", "bridge-gone"),
        (CABLE, b"", "bridge-gone"),
        (CABLE, b"-cable", "cable"),
        (CABLE, b"-port-busy", "port-busy"),
        (CABLE, b"-<b>", "bridge-gone"),
        (CABLE, b"-\xff", "bridge-gone"),
    ],
)
def test_who_is_gone_is_gone_for_a_reason(link: RadioLink, way: str, here: bytes, why: str) -> None:
    link.born(way, b"m1")
    link.born(way, here)
    assert (link.is_up, link.why) == (False, why)


def test_a_flood_by_radio_leaves_the_cable_alone_and_comes_again_after_a_while(link: RadioLink, air: Air) -> None:
    link.born(PREFIX, b"r1")
    link.heard(PREFIX, bytes(BURST + 1))
    assert (link.is_up, link.why, link.dropped) == (False, "flood", BURST + 1)
    link.born(CABLE, b"c1")
    link.heard(CABLE, b"cable")
    assert (link.is_up, link.read()) == (True, b"cable")
    link.born(CABLE, b"-cable")
    assert link.why == "flood"
    air.now_s += AGAIN_S
    link.born(PREFIX, b"r2")
    assert link.is_up


def test_a_broker_that_is_gone_and_a_cable_of_this_program_come_before_all_else(link: RadioLink, air: Air) -> None:
    link.born(CABLE, b"c1")
    link.hold(True)
    assert (link.is_up, link.why) == (False, "on-cable")
    air.why = "broker-gone"
    assert (link.read(), link.why) == (b"", "broker-gone")
    air.why = ""
    link.forget()
    assert link.why == "bridge-gone"
    link.hold(False)
    link.born(CABLE, b"c1")
    assert (link.is_up, link.opened) == (True, 2)
    link.close()
    assert (link.is_up, link.why) == (False, "radio-gone")
