"""The conversation as scripts: the far end of a cable in memory says frames, the clock is stepped by hand."""

from __future__ import annotations

from typing import Any

import pytest

from companion.table.observation import LinkState
from firmware_bridge import formats
from firmware_bridge.device import Device
from firmware_bridge.orders import OrderEnd
from firmware_bridge.protocol import Decoder, Message, encode
from firmware_bridge.spool import Spool
from tests.firmware_bridge.memory_link import MemoryLink

ONLINE, DEGRADED, OFFLINE = LinkState.ONLINE, LinkState.DEGRADED, LinkState.OFFLINE
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


class Talk:
    """A device played by the test."""

    def __init__(self, **spool: Any) -> None:
        self.now_s, self.wall_ms = 100.0, 1_000_000
        self.link, self.spool = MemoryLink(), Spool(**spool)
        clocks = {"clock": lambda: self.now_s, "wall_ms": lambda: self.wall_ms}
        self.device = Device(self.link, self.spool, session=42, **clocks)  # type: ignore[arg-type]
        self._decoder = Decoder()

    def step(self, wait_s: float = 0.0) -> list[Message]:
        """What the host says in this round."""
        self.now_s += wait_s
        self.device.step()
        return self._decoder.feed(self.link.received())

    def say(self, name: str, **fields: formats.Value) -> list[Message]:
        self.link.send(encode(Message(name, fields)))
        return self.step()

    def event(self, seq: int, body: bytes = b"\2\2\2\1\0", boot: int = 3) -> list[Message]:
        return self.say("EVENT", seq=seq, t_ms=seq * 10, boot=boot, kind=4, body=body)

    def begin(self, **other: formats.Value) -> list[Message]:
        self.step()
        return self.say("HELLO", **(HELLO | other))

    def states(self) -> list[tuple[LinkState, str]]:
        found = [(state, why) for _, state, why in self.device.states]
        self.device.states.clear()
        return found


def named(messages: list[Message], name: str) -> list[dict[str, formats.Value]]:
    return [dict(message.fields) for message in messages if message.name == name]


def test_it_asks_who_is_there_and_welcomes() -> None:
    talk = Talk()
    asked = talk.step()
    assert named(asked, "ERR") == [{"code": 1, "detail": b"who are you?"}]
    said = talk.say("HELLO", **HELLO)
    assert named(said, "WELCOME") == [{"proto": 1, "session": 42, "accepted": 0, "unix_ms": 1_000_000, "config": 0}]
    assert talk.states() == [(LinkState.CONNECTING, ""), (ONLINE, "")]


def test_an_event_is_acknowledged_after_it_is_stored_and_delivered_once() -> None:
    talk = Talk()
    talk.begin()
    for _ in range(3):
        assert named(talk.event(1), "ACK") == [{"epoch": 7, "upto": 1, "map": 0}]
    assert [event.seq for event in talk.spool.untaken()] == [1]
    assert talk.device.counts == {"new": 1, "known": 2, "conflict": 0, "full": 0, "odd": 0}


def test_this_machine_s_clock_may_jump_by_a_day_either_way_and_nothing_but_the_hour_changes() -> None:
    talk, day_ms = Talk(), 86_400_000
    talk.begin()
    for seq, wall_ms in enumerate((5 * day_ms, 4 * day_ms, 6 * day_ms, 5 * day_ms), 1):
        talk.wall_ms = wall_ms
        assert named(talk.event(seq), "ACK") == [{"epoch": 7, "upto": seq, "map": 0}]
        order = talk.device.order(1, b"\2", 1.0)
        assert [one["id"] for one in named(talk.step(), "CMD")] == [order]
        talk.say("CMD_ACK", id=order, status=0)
    assert [(one.seq, one.at_ms // day_ms) for one in talk.spool.untaken()] == [(1, 5), (2, 4), (3, 6), (4, 5)]
    assert [how for _, how in talk.device.orders.ended] == [OrderEnd.DONE] * 4
    assert talk.states()[-1] == (ONLINE, "")


def test_another_content_under_a_known_key_is_an_alarm_and_changes_nothing() -> None:
    talk = Talk()
    talk.begin()
    talk.event(1)
    assert named(talk.event(1, body=b"\2\2\1\1\0"), "ACK") == [{"epoch": 7, "upto": 1, "map": 0}]
    assert talk.states()[-1] == (DEGRADED, "conflict")
    assert [event.body for event in talk.spool.untaken()] == [b"\2\2\2\1\0"]


def test_an_event_that_cannot_be_stored_is_not_acknowledged() -> None:
    talk = Talk(limit=1)
    talk.begin()
    talk.event(1)
    assert named(talk.event(2), "ACK") == [{"epoch": 7, "upto": 1, "map": 0}]
    assert talk.states()[-1] == (DEGRADED, "outbox-full")
    talk.spool.taken(talk.spool.untaken()[0])
    assert named(talk.event(2), "ACK") == [{"epoch": 7, "upto": 2, "map": 0}]
    assert talk.states()[-1] == (ONLINE, "")


def test_frames_above_a_gap_are_held_and_named_in_the_map() -> None:
    talk = Talk()
    talk.begin()
    talk.event(1)
    assert named(talk.event(3), "ACK") == [{"epoch": 7, "upto": 1, "map": 0b1}]
    assert named(talk.event(5), "ACK") == [{"epoch": 7, "upto": 1, "map": 0b101}]
    assert [event.seq for event in talk.spool.untaken()] == [1]
    assert named(talk.event(2), "ACK") == [{"epoch": 7, "upto": 3, "map": 0b1}]
    assert [event.seq for event in talk.spool.untaken()] == [1, 2, 3]


def test_events_before_the_welcome_are_not_taken() -> None:
    talk = Talk()
    talk.step()
    assert named(talk.event(1), "ACK") == []
    assert talk.spool.untaken() == ()


def test_a_restarted_device_is_welcomed_where_it_was() -> None:
    talk = Talk()
    talk.begin()
    talk.event(1)
    assert named(talk.begin(boot=4, next=3), "WELCOME")[0]["accepted"] == 1
    assert named(talk.event(2, boot=4), "ACK") == [{"epoch": 7, "upto": 2, "map": 0}]


def test_a_reformatted_device_starts_a_new_epoch_at_one() -> None:
    talk = Talk()
    talk.begin()
    talk.event(1)
    assert named(talk.begin(epoch=8), "WELCOME")[0]["accepted"] == 0
    talk.event(1)
    assert [event.key for event in talk.spool.untaken()] == [("tower-1", 7, 1), ("tower-1", 8, 1)]


@pytest.mark.parametrize(
    ("other", "state"),
    [
        ({"schema": 1}, (DEGRADED, "wrong-firmware")),
        ({"min": 3, "max": 4}, (OFFLINE, "wrong-firmware")),
        ({"min": 0, "max": 1}, (ONLINE, "")),
    ],
)
def test_another_edition_is_usable_and_another_protocol_is_not(
    other: dict[str, formats.Value], state: tuple[LinkState, str]
) -> None:
    talk = Talk()
    said = talk.begin(**other)
    assert talk.states()[-1] == state
    assert bool(named(said, "WELCOME")) == (state[0] is not OFFLINE)


def test_silence_degrades_then_goes_offline_and_traffic_brings_it_back() -> None:
    talk = Talk()
    talk.begin()
    talk.states()
    seen = []
    for tenth in range(160):
        talk.step(0.1)
        seen += [(round((tenth + 1) / 10, 1), *state) for state in talk.states()]
    assert [(state, why) for _, state, why in seen] == [(DEGRADED, "no-answer"), (OFFLINE, "no-answer")]
    assert 2.9 <= seen[0][0] <= 4.0  # three pings of 0.98 s unanswered
    assert 9.9 <= seen[1][0] <= 11.5
    talk.say("LOG", level=1, text=b"here I am")
    assert talk.states() == [(ONLINE, "")]


def test_answered_pings_keep_it_online_and_map_its_clock() -> None:
    talk = Talk()
    talk.begin()
    talk.states()
    for tick in range(200):
        for question in named(talk.step(0.1), "TIME_Q"):
            talk.now_s += 0.004  # there and back
            t_ms = 5000 + tick * 100
            talk.say("TIME_A", t1=question["t1"], t2=t_ms, t3=t_ms)
    assert talk.states() == []
    found = talk.device.clock_map.ours_s(3, 5000)
    assert found is not None
    assert talk.device.clock_map.ours_s(2, 5000) is None
    assert found[1] == pytest.approx(0.003, abs=1e-5)  # half of 4 ms, and the device's whole milliseconds


def test_a_pulled_cable_is_offline_at_once_and_comes_back() -> None:
    talk = Talk()
    talk.begin()
    talk.link.pull()
    talk.step()
    talk.link.plug()
    talk.step()
    talk.say("HELLO", **HELLO)
    assert talk.states()[-3:] == [(OFFLINE, "cable"), (LinkState.CONNECTING, ""), (ONLINE, "")]


@pytest.mark.parametrize(("noise", "why"), [(b"", "no-power"), (b"\x05boot log\0" * 4, "wrong-firmware")])
def test_a_port_without_a_tower_says_what_to_look_at(noise: bytes, why: str) -> None:
    talk = Talk()
    talk.step()
    talk.link.send(noise)
    for _ in range(4):
        talk.step(1.0)
    assert talk.states()[-1] == (OFFLINE, why)


def test_an_order_is_sent_again_until_it_is_answered() -> None:
    talk = Talk()
    talk.begin()
    talk.device.order(1, b"\2", 3.0)
    copies = named(talk.step(), "CMD")
    for _ in range(10):
        copies += named(talk.step(0.1), "CMD")
    assert [copy["id"] for copy in copies] == [42] * 4  # at once, then after 0.1, 0.2 and 0.4 s
    assert [copy["ttl_ms"] for copy in copies] == sorted((copy["ttl_ms"] for copy in copies), reverse=True)
    talk.say("CMD_ACK", id=42, status=0)
    assert named(talk.step(1.0), "CMD") == []
    assert list(talk.device.orders.ended) == [(42, OrderEnd.DONE)]


def test_an_order_too_late_is_never_sent() -> None:
    talk = Talk()
    talk.device.order(2, b"\5", 1.0)
    talk.step(2.0)
    assert named(talk.say("HELLO", **HELLO), "CMD") == []
    assert list(talk.device.orders.ended) == [(42, OrderEnd.EXPIRED)]


def test_a_newer_order_of_the_same_kind_takes_the_place_of_the_older() -> None:
    talk = Talk()
    talk.step()
    talk.device.order(2, b"\4", 9.0)
    talk.device.order(2, b"\5", 9.0)
    assert [order["body"] for order in named(talk.say("HELLO", **HELLO), "CMD")] == [b"\5"]


def test_damage_on_the_line_is_counted_and_changes_nothing() -> None:
    talk = Talk()
    talk.begin()
    frame = bytearray(encode(Message("EVENT", {"seq": 1, "t_ms": 1, "boot": 3, "kind": 4, "body": b"\2"})))
    frame[8] ^= 16
    talk.link.send(bytes(frame))
    assert named(talk.step(), "ACK") == []
    assert talk.device.decoder.bad == 1
    assert named(talk.event(1), "ACK") == [{"epoch": 7, "upto": 1, "map": 0}]
