"""Devices by radio from the tablet's page: real mosquitto, or the app's own ear; the shipped firmware in its VM."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.errors import MissingPart
from companion.games.heroclix.sample import sample_setup
from companion.table.observation import LinkState
from companion.text.wording import Wording
from firmware_bridge.bridge import Bridge, BridgeThread
from firmware_bridge.broker_home import find_mosquitto, home_of, own_folder
from firmware_bridge.radio_link import CABLE, PREFIX
from firmware_bridge.registry import DeviceEntry, Registry, list_file
from firmware_bridge.virtual import VirtualNode
from hardware.update.package import version
from tests.hardware.test_join import CARD, NODE, phone_at
from tests.hardware.test_radio import NETWORK, PASSWORD
from tests.missing import absent
from tests.patience import PATIENCE_S
from ui.presenters.pages import Leave
from ui.presenters.radio import AdmitDesk, AiringDesk
from ui.table.bootstrap import Table, hear, open_table
from ui.table.radio import RadioDevices
from ui.table.settings import TableConfig

from .guests import open_broker

MAT, UID = "mat-9f3a12c4", "04a1b2c3d4e5f6"


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RadioDevices]:
    """A machine of its own, in a network of its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        made = RadioDevices("127.0.0.1", probe.getsockname()[1])
    yield made
    made.close()


def until(reached: Callable[[], bool], within_s: float = PATIENCE_S) -> None:
    ends_s = time.monotonic() + within_s
    while not reached():
        assert time.monotonic() < ends_s
        time.sleep(0.02)


def said(table: Table) -> list[str]:
    """What waits there to be evidence of a move."""
    table.step()
    return [one.says for one in table.follower.sightings._open]


def without_mosquitto(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(program: str = "mosquitto") -> str:
        raise MissingPart(program, "install the package mosquitto")

    for module in ("broker_home", "radio_opening"):
        monkeypatch.setattr(f"firmware_bridge.{module}.find_mosquitto", missing)


@pytest.mark.parametrize(
    "has_mosquitto",
    [pytest.param(True, id="mosquitto"), pytest.param(False, id="our own ear", marks=pytest.mark.long)],
)
def test_a_tap_lets_a_mat_in_the_open_table_hears_it_and_another_tap_closes(
    vm: Path, room: RadioDevices, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, has_mosquitto: bool
) -> None:
    try:
        find_mosquitto()
    except MissingPart as missing:
        absent(missing)
    if not has_mosquitto:
        without_mosquitto(monkeypatch)
    Registry({MAT: DeviceEntry("Objectives", ("A1", "B2", "C3", "D4"))}, {UID: "red-1"}).save(list_file())
    desk, english = AiringDesk(room), Wording("en")
    desk.press("switch")
    until(lambda: room.now.is_on)
    notes = desk.page(english).notes
    assert notes[0] == f"They come in at 127.0.0.1, port {room.now.port}."
    assert ("Mosquitto is not here" in notes[1]) != has_mosquitto
    secret = home_of(own_folder()).secret_of(PREFIX + MAT)  # as `companion devices wifi` asks for it
    until(lambda: desk.page(english).tiles[-1].badge == "gone")
    config = TableConfig(lang="en")
    table = open_table(config, sample_setup())
    hear(table, room)
    table.start()
    try:
        with VirtualNode(tmp_path / "mat", kind="mat", radio=("127.0.0.1", room.now.port, secret)) as mat:
            until(lambda: desk.page(english).tiles[-1].badge == "online")
            assert desk.page(english).tiles[-1].title == f"Objectives · {MAT}"
            until(lambda: desk.page(english).tiles[-1].text == f"firmware {version()} · radio strong (-61 dBm)")
            mat.order(f"tag 1 {UID}")
            until(lambda: "red-1 came to B2" in said(table))
            assert table.follower.links["mat"].state is LinkState.ONLINE
            assert [one.name for one in table.presenter.model().links] == ["Mat"]
            desk.press("switch")
            until(lambda: not room.now.is_busy)
            assert [one.badge for one in desk.page(english).tiles] == ["off"]
            with socket.socket() as probe:  # nobody listens there any more
                assert probe.connect_ex(("127.0.0.1", room._port)) != 0
            mat.order(f"take 1 {UID}")
            time.sleep(1.0)  # a reader is sure by then
            desk.press("switch")
            until(lambda: "red-1 left B2" in said(table))
    finally:
        table.close()


@pytest.mark.parametrize("has_mosquitto", [True, False], ids=["mosquitto", "our own ear"])
def test_a_new_device_comes_in_without_cable_and_terminal(
    vm: Path, room: RadioDevices, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, has_mosquitto: bool
) -> None:
    if not has_mosquitto:
        without_mosquitto(monkeypatch)
    english = Wording("en")
    room.start()
    until(lambda: room.now.is_on)
    desk = AdmitDesk(room)
    with phone_at(vm, tmp_path, room.now.port) as phone:
        assert phone.sees_network()
        told = {"ssid": NETWORK, "password": PASSWORD, "host": room.now.address}
        assert phone.ask("POST", **told)[0] == 200
        assert phone.sees_network(False)
        assert phone.sees_network()
        assert "does not know this device: admit it" in phone.ask()[1]
        desk.enter("node", NODE)
        desk.enter("card", CARD)
        assert desk.press("admit") is Leave.BACK
        assert phone.ask("POST", **told)[0] == 200
        until(
            lambda: [(one.title, one.badge) for one in AiringDesk(room).page(english).tiles[2:]] == [(NODE, "online")]
        )


def test_the_switch_joins_the_broker_that_runs_and_the_open_table_hears_the_bridge_on_it(
    vm: Path, room: RadioDevices, tmp_path: Path
) -> None:
    desk, english = AiringDesk(room), Wording("en")
    with open_broker(own_folder(), CABLE + MAT) as broker, VirtualNode(tmp_path / "mat", kind="mat") as mat:
        table = open_table(TableConfig(lang="en"), sample_setup())
        hear(table, room)
        table.start()
        bridge = BridgeThread(Bridge(broker.connect, named=(mat.port,), ports=lambda: ()))
        try:
            desk.press("switch")
            until(lambda: [(one.title, one.badge) for one in desk.page(english).tiles[2:]] == [(MAT, "online")])
            assert (room.now.port, room.now.is_broker) == (broker.port, True)
            until(lambda: table.step() or table.follower.links["mat"].state is LinkState.ONLINE)
            second = RadioDevices("127.0.0.1", room._port)  # of another program
            second.start()
            until(lambda: not second.now.is_busy)
            (note,) = AiringDesk(second).page(english).notes
            assert note == "the table has the devices now: end its game first"
            desk.press("switch")
            until(lambda: not room.now.is_busy)
            assert broker.is_running, "it is not ours to end"
        finally:
            bridge.close()
            table.close()


@pytest.mark.parametrize("has_mosquitto", [True, False], ids=["mosquitto", "our own ear"])
def test_a_bridge_of_this_machine_finds_the_table_by_itself(
    vm: Path, room: RadioDevices, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, has_mosquitto: bool
) -> None:
    if not has_mosquitto:
        without_mosquitto(monkeypatch)
    room.start()
    until(lambda: room.now.is_on)
    with VirtualNode(tmp_path / "mat", kind="mat") as mat:
        command = [sys.executable, "-m", "companion", "device", "bridge", mat.port]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as bridge:
            try:
                until(lambda: [(one.node, one.state) for one in room.now.devices] == [(MAT, LinkState.ONLINE)])
            finally:
                bridge.kill()
    until(lambda: [one.state for one in room.now.devices] == [LinkState.OFFLINE])


def test_what_stands_in_the_way_is_said_and_the_switch_goes_back(
    room: RadioDevices, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told(lang: str) -> str:
        until(lambda: not room.now.is_busy)
        assert not room.is_on
        (note,) = AiringDesk(room).page(Wording(lang)).notes
        return note

    with socket.create_server(("127.0.0.1", room._port)):
        room.start()
        assert told("en").startswith(f"Another program uses port {room._port} of 127.0.0.1")
        assert told("fr").startswith(f"Un autre programme tient le port {room._port}")
    monkeypatch.setattr("ui.web.address.own_address", lambda: "127.0.0.1")
    alone = RadioDevices()
    alone.start()
    until(lambda: not alone.now.is_busy)
    assert "in no network" in AiringDesk(alone).page(Wording("en")).notes[0]


def test_a_program_that_was_killed_leaves_no_broker_in_the_way(room: RadioDevices) -> None:
    try:
        find_mosquitto()
    except MissingPart as missing:
        absent(missing)
    script = (
        "import sys, time; from ui.table.radio import RadioDevices\n"
        "room = RadioDevices('127.0.0.1', int(sys.argv[1])); room.start()\n"
        "while not room.now.is_on: time.sleep(0.02)\n"
        "print('open', flush=True); time.sleep(600)"
    )
    with subprocess.Popen([sys.executable, "-c", script, str(room._port)], stdout=subprocess.PIPE) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == b"open\n"
        room.start()
        until(lambda: not room.now.is_busy)
        assert room.now.why is not None, "its owner lives: nobody ends it"
        program.kill()
        program.wait()
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", room._port)) == 0, "mosquitto outlives a program that was killed"
    room.start()
    until(lambda: room.now.is_on)
