"""The tower as the table sees it: observations in order, once, and a reason for every silence."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.ports import DiceTower, RingPattern
from companion.table.observation import LinkSeen, LinkState, Observation, TowerPhase, TowerSeen
from firmware_bridge import formats
from firmware_bridge.adapter import Tower
from firmware_bridge.protocol import Decoder, Message, encode
from firmware_bridge.spool import SpooledEvent
from firmware_bridge.translate import arm_order, observation_of, ring_order
from tests.firmware_bridge.memory_link import MemoryLink

HELLO: dict[str, formats.Value] = {
    "min": 1,
    "max": 1,
    "node": "tower-1",
    "epoch": 7,
    "boot": 3,
    "next": 1,
    "oldest": 1,
    "fw": "0.1.0",
    "hw": "rp2",
    "caps": "arm",
    "schema": formats.SCHEMA_CRC,
    "up_ms": 5,
}


def made(spool: Path | str = ":memory:") -> tuple[Tower, MemoryLink]:
    link = MemoryLink()
    tower = Tower(link, spool, clock=lambda: 50.0, session=1)
    tower.poll()
    link.send(encode(Message("HELLO", HELLO)))
    return tower, link


def roll(link: MemoryLink, seq: int, kind: int, left: int = 0, boot: int = 3, flags: int = 0) -> None:
    body = bytes([2, 2, left, 1, 0])
    fields: dict[str, formats.Value] = {"seq": seq, "t_ms": 10, "boot": boot, "kind": kind, "body": body}
    link.send(encode(Message("EVENT", fields, flags)))


def phases(seen: list[Observation]) -> list[tuple[int, TowerPhase, int, bool]]:
    return [(one.seq, one.phase, one.count, one.replayed) for one in seen if isinstance(one, TowerSeen)]


def test_it_is_a_dice_tower() -> None:
    tower: DiceTower = made()[0]
    tower.close()


def test_a_roll_is_seen_in_order_and_once() -> None:
    tower, link = made()
    for seq, kind, left in ((1, 2, 0), (2, 3, 0), (3, 4, 2), (3, 4, 2)):
        roll(link, seq, kind, left)
    seen = list(tower.poll())
    assert phases(seen) == [
        (1, TowerPhase.ARMED, 0, False),
        (2, TowerPhase.ROLLING, 0, False),
        (3, TowerPhase.SETTLED, 2, False),
    ]
    roll(link, 3, 4, 2)
    assert tower.poll() == []
    tower.close()


def test_what_the_app_never_came_back_for_is_given_again_as_replayed(tmp_path: Path) -> None:
    tower, link = made(tmp_path / "spool.db")
    roll(link, 1, 4, 2)
    assert phases(list(tower.poll())) == [(1, TowerPhase.SETTLED, 2, False)]
    del tower  # the app dies before it polls again
    again = Tower(MemoryLink(), tmp_path / "spool.db", clock=lambda: 60.0)
    assert phases(list(again.poll())) == [(1, TowerPhase.SETTLED, 2, True)]
    again.close()
    third = Tower(MemoryLink(), tmp_path / "spool.db")
    assert phases(list(third.poll())) == []
    third.close()


def test_an_event_of_an_earlier_boot_is_replayed() -> None:
    tower, link = made()
    roll(link, 1, 3, boot=2, flags=1)
    assert phases(list(tower.poll())) == [(1, TowerPhase.ROLLING, 0, True)]
    tower.close()


def test_a_kind_newer_than_we_are_is_kept_acknowledged_and_silent() -> None:
    tower, link = made()
    tower.poll()
    link.received()
    roll(link, 1, 200)
    assert phases(list(tower.poll())) == []
    said = Decoder().feed(link.received())
    assert [message.fields["upto"] for message in said if message.name == "ACK"] == [1]
    tower.close()


def test_close_says_off_and_may_be_called_twice() -> None:
    tower, _ = made()
    tower.poll()
    tower.close()
    tower.close()
    assert tower.poll() == [LinkSeen("tower", 50.0, LinkState.OFF, "")]
    tower.arm(2)
    tower.show(RingPattern.HIT)
    assert tower.poll() == []


def test_a_fault_in_a_driver_is_seen_and_not_raised() -> None:
    class Broken(MemoryLink):
        def read(self) -> bytes:
            raise RuntimeError("driver gone")

    tower = Tower(Broken(), clock=lambda: 50.0)
    assert tower.poll() == [LinkSeen("tower", 50.0, LinkState.DEGRADED, "bridge-fault: driver gone")]
    assert tower.poll() == []  # said once
    tower.close()


@pytest.mark.parametrize("pattern", list(RingPattern))
def test_every_ring_pattern_has_its_number(pattern: RingPattern) -> None:
    kind, body = ring_order(pattern)
    assert (kind, body) == (2, bytes([list(RingPattern).index(pattern)]))


def test_arming_out_of_range_is_refused() -> None:
    assert arm_order(2) == (1, b"\2")
    with pytest.raises(ValueError, match="dice"):
        arm_order(256)


def test_a_body_too_short_is_no_observation() -> None:
    assert observation_of("tower", 1.0, SpooledEvent("tower-1", 7, 1, 1, 10, 4, b"\2")) is None
