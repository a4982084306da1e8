"""What breaks in practice (hardware notes 3.8), each with its rule held against the real parts."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import tty
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.table.observation import LinkState
from firmware_bridge import formats
from firmware_bridge.bridge import Bridge
from firmware_bridge.broker import Broker
from firmware_bridge.device import Device
from firmware_bridge.mqtt_link import MqttLink, MqttMessage
from firmware_bridge.ports_found import PortFound
from firmware_bridge.protocol import Decoder, Message, encode
from firmware_bridge.radio_link import CABLE, GONE, RECEIVER, wire_topic
from firmware_bridge.serial_link import SerialLink
from firmware_bridge.spool import Spool
from tests.patience import PATIENCE_S

from .guests import HONEST, Neighbourhood, open_broker, up, wait_for

HELLO: dict[str, formats.Value] = {
    "min": 1,
    "max": 2,
    "node": "tower-1",
    "epoch": 7,
    "boot": 3,
    "next": 1,
    "oldest": 1,
    "fw": "0.2.0",
    "hw": "rp2",
    "caps": "arm",
    "schema": formats.SCHEMA_CRC,
    "up_ms": 5,
}


class Board:
    """A board played by the test on the far end of a pseudo-terminal."""

    def __init__(self, folder: Path, name: str = "port") -> None:
        self.master, slave = os.openpty()
        tty.setraw(slave)
        self.port = os.ttyname(slave)
        self._slave = slave
        self._decoder = Decoder()

    def say(self, name: str, **fields: formats.Value) -> None:
        os.write(self.master, encode(Message(name, fields)))

    def heard(self) -> list[Message]:
        os.set_blocking(self.master, False)
        try:
            return self._decoder.feed(os.read(self.master, 4096))
        except BlockingIOError:
            return []

    def close(self) -> None:
        os.close(self._slave)
        os.close(self.master)


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Board]:
    made = Board(tmp_path)
    yield made
    made.close()


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    with open_broker(tmp_path / "broker", CABLE + HONEST, CABLE + "tower-00c0ffee", CABLE + "tower-1") as made:
        yield made


def test_frames_around_a_usb_packet_and_bytes_a_terminal_would_eat_arrive_whole(board: Board) -> None:
    """64-byte packets; Ctrl-C, Ctrl-D, XON and XOFF inside a frame."""
    spool = Spool()
    device = Device(SerialLink(board.port), spool, session=1)
    bodies = [b"\x03\x04\x11\x13\x1a" * 7 + b"y" * extra for extra in range(9)]
    wait_for(lambda: device.link.is_up, device.step)
    board.say("HELLO", **HELLO)
    for seq, body in enumerate(bodies, 1):
        board.say("EVENT", seq=seq, t_ms=seq, boot=3, kind=4, body=body)
    plain: dict[str, formats.Value] = {"seq": 1, "t_ms": 1, "boot": 3, "kind": 4}
    assert {62, 63, 64, 65, 66} <= {len(encode(Message("EVENT", {**plain, "body": body}))) for body in bodies}
    wait_for(lambda: len(spool.untaken()) == len(bodies), device.step)
    assert [one.body for one in spool.untaken()] == bodies
    device.link.close()


def test_a_board_in_its_prompt_is_started_again_and_said_to_have_crashed(board: Board) -> None:
    device = Device(SerialLink(board.port), Spool(), session=1)
    wait_for(lambda: device.link.is_up, device.step)
    os.write(board.master, b"Traceback (most recent call last):\r\nMemoryError\r\n>>> ")
    wait_for(lambda: (LinkState.OFFLINE, "firmware-crash") in [one[1:] for one in device.states], device.step)
    said = bytearray()
    wait_for(lambda: b"\x04" in said, lambda: said.extend(os.read(board.master, 4096)))  # Ctrl-D: a soft restart
    os.write(board.master, b"\0")  # as every start of the firmware begins
    board.say("HELLO", **HELLO)
    wait_for(lambda: device.states[-1][1] is LinkState.ONLINE, device.step)
    device.link.close()


def test_a_device_that_talks_nonsense_is_set_aside_with_the_reason_until_it_is_plugged_anew(
    board: Board, broker: Broker
) -> None:
    bridge = Bridge(broker.connect, named=(board.port,), ports=lambda: ())
    wait_for(lambda: bool(bridge.states()) and bridge.states()[0].state is LinkState.CONNECTING, bridge.step)
    for _ in range(70):
        os.write(board.master, b"\x05noise\0")
        bridge.step()
    wait_for(lambda: bridge.states()[0].why == "nonsense", bridge.step)
    board.say("HELLO", **HELLO)
    for _ in range(20):
        bridge.step()
    assert bridge.links() == ()  # too late: it stays set aside
    bridge.close()


@pytest.mark.parametrize("name", ["+", "a/b", "#", "Tower", "", "x" * 33, "tower_1"])
def test_a_name_that_would_be_a_topic_of_somebody_elses_is_never_used(board: Board, broker: Broker, name: str) -> None:
    bridge = Bridge(broker.connect, named=(board.port,), ports=lambda: ())
    wait_for(lambda: bool(bridge.states()) and bridge.states()[0].state is LinkState.CONNECTING, bridge.step)
    board.say("HELLO", **{**HELLO, "node": name})
    wait_for(lambda: bridge.states()[0].why == "bad-name", bridge.step)
    assert bridge.links() == ()
    bridge.close()


def test_two_boards_of_one_name_and_the_second_is_set_aside(board: Board, broker: Broker, tmp_path: Path) -> None:
    twin = Board(tmp_path)
    bridge = Bridge(broker.connect, named=(board.port, twin.port), ports=lambda: ())
    wait_for(lambda: len(bridge.states()) == 2, bridge.step)
    board.say("HELLO", **HELLO)
    wait_for(lambda: any(one.state is LinkState.ONLINE for one in bridge.states()), bridge.step)
    twin.say("HELLO", **{**HELLO, "epoch": 8})
    wait_for(lambda: any(one.why == "name-taken" for one in bridge.states()), bridge.step)
    assert {one.path: one.why for one in bridge.states()} == {board.port: "", twin.port: "name-taken"}
    bridge.close()
    twin.close()


def test_a_board_that_comes_back_at_another_path_is_the_same_device(
    board: Board, broker: Broker, tmp_path: Path
) -> None:
    """USB identity, never ttyACM0."""
    where = [PortFound(board.port, "Pico", "2e8a:0005 E66", True)]
    bridge = Bridge(broker.connect, ports=lambda: where, clock=_fast())
    wait_for(lambda: bool(bridge.states()), bridge.step)
    board.say("HELLO", **HELLO)
    wait_for(lambda: bridge.states()[0].state is LinkState.ONLINE, bridge.step)
    other = Board(tmp_path)
    where[:] = []
    board.close()
    wait_for(lambda: bridge.states()[0].why == "cable", bridge.step)
    where[:] = [PortFound(other.port, "Pico", "2e8a:0005 E66", True)]
    wait_for(lambda: bridge.states()[0].state is LinkState.CONNECTING, bridge.step)
    other.say("HELLO", **{**HELLO, "boot": 4})
    wait_for(lambda: bridge.states()[0].state is LinkState.ONLINE, bridge.step)
    assert [(one.path, one.node) for one in bridge.states()] == [(other.port, "tower-1")]
    bridge.close()
    board.master, board._slave = os.pipe()  # for the fixture's end
    other.close()


def _fast() -> Callable[[], float]:
    """A clock on which looking for ports once a second costs the test no second."""
    return lambda: time.monotonic() * 20


def test_a_device_that_moves_to_another_port_keeps_its_name(board: Board, broker: Broker, tmp_path: Path) -> None:
    """Its first port may be a path and no identity: then the other one speaks for it, and the first no more."""
    there = [PortFound(board.port, "named", "", True)]
    bridge = Bridge(broker.connect, ports=lambda: there, clock=_fast())
    wait_for(lambda: bool(bridge.states()), bridge.step)
    board.say("HELLO", **HELLO)
    wait_for(lambda: bridge.states()[0].state is LinkState.ONLINE, bridge.step)
    other = Board(tmp_path)
    there[:] = [PortFound(other.port, "named", "", True)]
    board.close()
    wait_for(lambda: len(bridge.states()) == 2, bridge.step)
    other.say("HELLO", **{**HELLO, "boot": 4})
    wait_for(
        lambda: {one.path: one.node for one in bridge.states()} == {board.port: "", other.port: "tower-1"}, bridge.step
    )
    assert len(bridge.links()) == 1
    bridge.close()
    board.master, board._slave = os.pipe()  # for the fixture's end
    other.close()


def test_a_broker_that_forgot_everything_is_told_again(board: Board, broker: Broker) -> None:
    bridge = Bridge(broker.connect, named=(board.port,), ports=lambda: ())
    topic = wire_topic("tower-1", "here", CABLE)
    marks: list[bytes] = []
    for _ in range(2):
        wait_for(lambda: bool(bridge.states()), bridge.step)
        board.say("HELLO", **HELLO)
        watcher, found = up(broker.connect(RECEIVER, None, (topic,))), list[MqttMessage]()

        def look(found: list[MqttMessage] = found, watcher: MqttLink = watcher) -> None:
            bridge.step()
            found += watcher.read()

        wait_for(lambda found=found: any(one.payload[:1] != GONE for one in found), look)  # type: ignore[misc]
        marks.append(found[-1].payload)
        watcher.close()
        broker.kill()
        ((_, link),) = bridge.links()
        wait_for(lambda link=link: not link.is_up, bridge.step)  # type: ignore[misc]
        shutil.rmtree(broker.folder / "data")
        (broker.folder / "data").mkdir()
        broker.start()
    assert len(set(marks)) == 2
    bridge.close()


def test_a_callback_that_raises_does_not_end_the_connection(broker: Broker) -> None:
    def broken() -> None:
        raise RuntimeError("a fault of somebody else")

    link = up(broker.address.connector(broken)(CABLE + HONEST, None, (wire_topic(HONEST, "down", CABLE),)))
    core = up(broker.connect(RECEIVER))
    for count in range(3):
        core.write(MqttMessage(wire_topic(HONEST, "down", CABLE), b"%d" % count))
    found: list[bytes] = []
    wait_for(lambda: len(found) == 3, lambda: found.extend(one.payload for one in link.read()))
    assert link.is_up
    link.close()
    core.close()


FILLED = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
from firmware_bridge.spool import Spool, SpooledEvent
spool = Spool(sys.argv[1])
spool.begin("tower-1", 7, 1)
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))
kept = [spool.keep(SpooledEvent("tower-1", 7, seq, 1, seq, 4, b"x" * 200)).value for seq in range(1, 2001)]
full = kept.index("full")
print(full, set(kept[:full]), bool(spool.trouble))
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
again = spool.keep(SpooledEvent("tower-1", 7, full + 1, 1, full + 1, 4, b"x" * 200)).value
print(again, spool.trouble == "", spool.upto("tower-1", 7))
"""


def test_a_full_disk_refuses_new_readings_loses_none_and_goes_on_when_there_is_room(tmp_path: Path) -> None:
    """The operating system refuses the write; nothing that was acknowledged is lost."""
    ended = subprocess.run(
        [sys.executable, "-c", FILLED, str(tmp_path / "spool.db")],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    first, second = ended.stdout.splitlines()
    kept, words = first.split(" ", 1)
    assert words == "{'new'} True"
    assert second == f"new True {int(kept) + 1}"
    spool = Spool(tmp_path / "spool.db")
    assert [one.seq for one in spool.untaken()][-1] <= int(kept) + 1
    assert spool.upto("tower-1", 7) == int(kept) + 1
    spool.close()


def test_a_full_disk_at_the_table_is_shown_and_nothing_is_acknowledged(broker: Broker, tmp_path: Path) -> None:
    air = Neighbourhood(broker, tmp_path, CABLE)
    air.roll()
    database = air.tower(HONEST).device.spool._db
    database.execute("PRAGMA max_page_count = 1")  # SQLite's own full disk
    seq = 1
    while air.why(HONEST) != "disk-full":
        seq += 1
        air.honest.event(seq)
        air.until(lambda seq=seq: air.honest.acked() >= seq or air.why(HONEST) == "disk-full")  # type: ignore[misc]
    assert air.honest.acked() < seq
    assert "disk-full" in air.whys(HONEST)
    database.execute("PRAGMA max_page_count = 1073741823")
    for again in range(air.honest.acked() + 1, seq + 2):  # as the firmware sends again what is not acknowledged
        air.honest.event(again)
    air.until(lambda: air.rolls(HONEST)[-1:] == [seq + 1] and air.honest.acked() == seq + 1)
    assert air.rolls(HONEST) == list(range(1, seq + 2))
    air.until(lambda: air.whys(HONEST)[-1] == "")
    air.close()
