"""The radio of the shipped firmware: told how to come in over its cable, and what it says when something is in the way.

The firmware runs in the MicroPython VM; joining a network is simulated, its sockets are real, the broker is mosquitto.
"""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from pathlib import Path

import pytest

from firmware_bridge import formats
from firmware_bridge.broker import Broker
from firmware_bridge.pairing import STATUS
from firmware_bridge.protocol import Message
from firmware_bridge.radio_link import PREFIX, RadioLink, Receiver
from hardware.conformance import conform
from tests.hardware.board import Board, powered
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.slow

NODE = "tower-9f3a12c4"
NETWORK, PASSWORD = "table", "correct-horse"
AIR = f"{NETWORK} {PASSWORD}"


def tell(board: Board, broker: Broker, node: str = NODE, **other: formats.Value) -> str:
    """How the device answered to what it takes to come in, with some of it other than right."""
    fields: dict[str, formats.Value] = {
        "ssid": NETWORK,
        "password": PASSWORD,
        "host": "127.0.0.1",
        "port": broker.port,
        "secret": broker.passwords[PREFIX + node],
    }
    board.say("WIFI", **(fields | other))
    return STATUS[board.until(lambda one: one.name == "WIFI_STATE").number("status")]


def welcomed(board: Board, why: str = "wifi-unset") -> None:
    """The session is open, and it said how its radio is."""
    board.hello()
    board.welcome()
    until_why(board, why)


def until_why(board: Board, why: str) -> None:
    """Wait until the device says so; it asks anew whenever this host was busy for longer than a session lasts."""

    def is_told(one: Message) -> bool:
        if one.name == "HELLO":
            board.welcome()
        return one.name == "WIFI_STATE" and one.text("why") == why

    board.until(is_told)


class OddBroker:
    """A broker that lets everybody in and then says what it was told to, and nothing else."""

    def __init__(self, words: bytes) -> None:
        self._words, self.calls = words, 0
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = self._server.getsockname()[1]
        self._open: list[socket.socket] = []
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                one, _ = self._server.accept()
                self._open.append(one)
                self.calls += 1
                one.recv(1024)
                one.sendall(self._words)

    def close(self) -> None:
        for one in (self._server, *self._open):
            one.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_it_is_told_over_the_cable_comes_in_and_finds_its_way_after_a_power_cut(
    vm: Path, tmp_path: Path, broker: Broker
) -> None:
    receiver = Receiver(broker.address.connector())
    (tmp_path / "flash").mkdir()
    (tmp_path / "flash" / "country").write_text("fr\n")
    with powered(vm, tmp_path, "tower", air=AIR) as tower:
        welcomed(tower)
        assert tell(tower, broker) == "DONE"
        until_why(tower, "")
        assert (tmp_path / "flash-air.country").read_text() == "FR"
        tower.pull()
        tower.plug()
        tower.hello(boot=2)
        link = receiver.link_to(NODE)
        end_s, said = time.monotonic() + PATIENCE_S, b""
        while b"tower" not in said and time.monotonic() < end_s:  # its HELLO
            said += link.read()
            link.wait(0.05)
        assert NODE.encode() in said
        tower.welcome()
        assert tell(tower, broker, ssid="") == "DONE"
        until_why(tower, "wifi-unset")
        assert not (tower.flash / "wifi").exists()
    receiver.close()


def test_each_thing_in_the_way_has_its_word_and_the_events_wait(vm: Path, tmp_path: Path, broker: Broker) -> None:
    mute, bare = OddBroker(b"\x20\x02\0\0"), OddBroker(b"\x20\x02\0\5")
    with powered(vm, tmp_path, "tower", air=AIR) as tower:
        welcomed(tower)
        for why, other in (
            ("wifi-password", {"password": "wrong"}),
            ("wifi-away", {"ssid": "elsewhere"}),
            ("broker-gone", {"port": free_port()}),
            ("broker-auth", {"secret": "wrong"}),
            ("broker-auth", {"port": bare.port}),
            ("broker-rules", {"port": mute.port}),
        ):
            assert tell(tower, broker, **other) == "DONE"
            until_why(tower, why)
        assert tell(tower, broker) == "DONE"
        until_why(tower, "")
        tower.air("")
        until_why(tower, "wifi-away")
        tower.air(AIR)
        until_why(tower, "")
        broker.kill()
        until_why(tower, "broker-gone")
        broker.start()
        until_why(tower, "")
        assert tower.command("ARM", dice=3) == 0
        assert tower.event("ARMED", expected=3)
    mute.close()
    bare.close()


def test_a_broker_without_our_rules_is_refused_as_is_what_is_no_address(
    vm: Path, tmp_path: Path, broker: Broker
) -> None:
    rights = broker.home.folder / "acl"
    ours = rights.read_text()
    rights.write_text("topic readwrite #\n")
    broker.home.reload()
    try:
        with powered(vm, tmp_path, "tower", air=AIR) as tower:
            tower.hello()
            tower.welcome()
            assert tell(tower, broker) == "DONE"
            until_why(tower, "broker-rules")
            for host in ("broker.local", "1.2.3", "1.2.3.256", ""):
                assert tell(tower, broker, host=host) == "REFUSED"
    finally:
        rights.write_text(ours)
        broker.home.reload()


@pytest.mark.long
def test_a_network_that_gives_no_address_says_so(vm: Path, tmp_path: Path, broker: Broker) -> None:
    with powered(vm, tmp_path, "tower", air=f"{AIR} mute") as tower:
        welcomed(tower)
        assert tell(tower, broker) == "DONE"
        for _ in range(10):  # a host that pings
            time.sleep(1)
            tower.say("TIME_Q", t1=1)
        until_why(tower, "wifi-address")
        tower.air(AIR)
        until_why(tower, "")


def test_without_a_radio_it_says_so(vm: Path, tmp_path: Path, broker: Broker) -> None:
    with powered(vm, tmp_path, "panel") as panel:
        welcomed(panel, "wifi-none")
        assert tell(panel, broker) == "REFUSED"


@pytest.mark.parametrize("left", ["half", "damaged", "half beside a whole one"])
def test_half_a_file_after_a_power_cut_is_none_and_a_whole_one_holds(
    vm: Path, tmp_path: Path, broker: Broker, left: str
) -> None:
    with powered(vm, tmp_path, "tower", air=AIR) as tower:
        welcomed(tower)
        assert tell(tower, broker) == "DONE"
        tower.pull()
        path = tower.flash / "wifi"
        whole = path.read_bytes()
        if "beside" in left:
            (tower.flash / "wifi.new").write_bytes(whole[:20])
        else:
            path.write_bytes(whole[:20] if left == "half" else b"\xff" + whole[1:])
        tower.plug()
        tower.hello(boot=2)
        tower.welcome()
        until_why(tower, "" if "beside" in left else "wifi-unset")
        assert not (tower.flash / "wifi.new").exists()


def test_nobody_gets_the_secrets_out_again(vm: Path, tmp_path: Path, broker: Broker) -> None:
    with powered(vm, tmp_path, "tower", air=AIR) as tower:
        welcomed(tower)
        assert tell(tower, broker) == "DONE"
        until_why(tower, "")
        tower.command("ARM", dice=2)
        tower.pull()
        tower.plug()
        tower.hello(boot=2)
        said = repr(tower.heard)
        for secret in (PASSWORD, broker.passwords[PREFIX + NODE]):
            assert secret not in said
            found = [
                one.name for one in tower.flash.rglob("*") if one.is_file() and secret.encode() in one.read_bytes()
            ]
            assert found == ["wifi"]


@pytest.mark.long
def test_it_gets_its_certificate_by_radio_too(vm: Path, tmp_path: Path, broker: Broker) -> None:
    """The examiner is that of the cable; the examined way is a real broker."""
    receiver = Receiver(broker.address.connector())
    with powered(vm, tmp_path, "tower", air=AIR) as tower:
        welcomed(tower)
        assert tell(tower, broker) == "DONE"
        until_why(tower, "")
        tower.pull()
        tower.plug()
        link = RestartedLink(receiver, tower)
        wanted = ("greeting", "golden", "damaged", "window", "restart", "flood", "key", "written")
        steps = [step for step in conform.EXAMS if step.names[0] in wanted]
        found = list(conform.examine(link, lambda what, _: pytest.fail(what), steps, is_cable=False))[-1]
    receiver.close()
    assert found.failures == []
    assert found.line("kept").figures == {"made": 12, "lost": 0, "changed": 0}
    assert {line.name for line in found.lines if line.why == "cable"} == {"signed", "key-kept", "key-gone"}
    assert found.about["line"] == PREFIX + NODE


class RestartedLink(RadioLink):
    """The link by radio; the board behind it starts again by itself."""

    def __init__(self, receiver: Receiver, board: Board) -> None:
        super().__init__(NODE, receiver)
        receiver.link_to(NODE)
        receiver.links[NODE] = self
        self._board = board

    def read(self) -> bytes:
        self._board.restart_if_it_ended()
        return super().read()
