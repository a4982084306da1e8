"""An update by radio: the shipped firmware in the VM takes it through mosquitto or the host's own ear.

It stays when it heard the host by radio; else, and after any cut, what ran before runs. Every waiting event is there.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from firmware_bridge import formats
from firmware_bridge.broker import Broker
from firmware_bridge.protocol import Message
from firmware_bridge.radio_link import RadioLink, Receiver
from firmware_bridge.radio_server import RadioServer
from hardware.conformance.talk import NoAnswer, Talk
from hardware.update import update
from hardware.update.package import files, package
from hardware.update.update import Renewed, renew
from tests.hardware.board import Board, powered
from tests.hardware.test_radio import AIR, tell, until_why

pytestmark = pytest.mark.slow

NODE = "mat-9f3a12c4"  # the one whose heap is the smallest
KEY = bytes(range(32))


class Alive:
    """A thread that starts the board again whenever it restarted itself, as a board does."""

    def __init__(self, board: Board) -> None:
        self._board, self._stop = board, threading.Event()
        self.live()

    def live(self) -> None:
        self._stop.clear()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._stop.wait(0.02):
            self._board.restart_if_it_ended()

    def rest(self) -> None:
        self._stop.set()
        self._thread.join()


@contextmanager
def on_the_air(board: Board, broker: Broker) -> Iterator[Alive]:
    """The board has its key and the network, and from now on no cable."""
    board.hello()
    board.welcome()
    board.say("KEY", key=KEY)
    board.until(lambda one: one.name == "KEY_STATE")
    assert tell(board, broker, NODE) == "DONE"
    until_why(board, "")
    board.pull()
    board.plug()
    board.hello(boot=2)
    alive = Alive(board)
    try:
        yield alive
    finally:
        alive.rest()


@pytest.fixture
def link(broker: Broker) -> Iterator[RadioLink]:
    receiver = Receiver(broker.address.connector())
    yield receiver.link_to(NODE)
    receiver.close()


def shipped(version: str = "0.9.9", **changed: tuple[str, str]) -> bytes:
    """An update: the shipped files under another number, and with some words replaced."""
    found = files()
    for name, (old, new) in {"node": ('VERSION = "0.3.0"', f'VERSION = "{version}"'), **changed}.items():
        path = name.replace("__", "/") + ".py"
        assert found[path].count(old.encode()) == 1
        found[path] = found[path].replace(old.encode(), new.encode())
    return package(found)


def kept(talk: Talk) -> dict[int, tuple[object, ...]]:
    """Every event that the device said, by its number, each always with the same content."""
    found: dict[int, tuple[object, ...]] = {}
    for one in talk.heard:
        if one.name == "EVENT":
            content = (one.number("boot"), one.number("kind"), one.raw("body"))
            assert found.setdefault(one.number("seq"), content) == content
    return found


def is_new(one: Message, kind: int, last: int) -> bool:
    """Whether it is an event of that kind, behind the last one."""
    return one.name == "EVENT" and one.number("kind") == kind and one.number("seq") > last


def test_a_mat_takes_an_update_by_radio_within_its_heap_and_keeps_its_events(
    vm: Path, tmp_path: Path, broker: Broker, link: RadioLink
) -> None:
    with powered(vm, tmp_path, "mat", air=AIR) as board, on_the_air(board, broker):
        talk, shares = Talk(link, patience=10), [0]
        talk.greet()
        talk.telemetry()
        for order, event in (("tag", "TAG_ON"), ("take", "TAG_OFF")) * 3:
            before, number = kept(talk), formats.KINDS["event"][event].number
            board.order(f"{order} 1 04a1b2c3d4e5f6")
            talk.until(partial(is_new, kind=number, last=max(before, default=0)), event)

        def look(done: int, of: int) -> None:
            if 10 * done // of != shares[-1]:
                shares.append(10 * done // of)
                talk.telemetry()

        assert renew(talk, shipped(), look, KEY) == Renewed("READY", NODE, "0.9.9", "a")
        heaps = [one.number("heap") for one in talk.heard if one.name == "TELE"]
        print(f"FIGURE heap while it takes an update: {heaps}")  # noqa: T201
        assert len(heaps) > 10
        assert min(heaps) > 16_000
        before = kept(talk)
        assert len(before) >= 8
        assert sorted(before) == list(range(1, len(before) + 1)), "none is missing"
        assert (board.flash / "slots").read_bytes()[2] & 1 == 0, "it is on trial no more"


def test_an_update_through_the_hosts_own_ear(vm: Path, tmp_path: Path, broker: Broker) -> None:
    ear = RadioServer("127.0.0.1", 0, broker.passwords)
    with powered(vm, tmp_path, "mat", air=AIR) as board:
        board.hello()
        board.welcome()
        board.say("KEY", key=KEY)
        board.until(lambda one: one.name == "KEY_STATE")
        assert tell(board, broker, NODE, port=ear.port) == "DONE"
        board.pull()
        board.plug()
        alive = Alive(board)
        assert renew(Talk(ear.link_to(NODE)), shipped(), key=KEY) == Renewed("READY", NODE, "0.9.9", "a")
        alive.rest()
    ear.close()


def test_without_the_key_and_with_another_one_it_is_refused(
    vm: Path, tmp_path: Path, broker: Broker, link: RadioLink
) -> None:
    with powered(vm, tmp_path, "mat", air=AIR) as board, on_the_air(board, broker):
        assert renew(Talk(link), shipped()).status == "REFUSED"
        assert renew(Talk(link), shipped(), key=bytes(32)).status == "REFUSED"
        assert not (board.flash / "a").exists()


def cut_at(share: float, cut: object) -> object:
    """Does something once when so much of the update is there."""
    done: list[int] = []

    def progress(at: int, of: int) -> None:
        if at >= share * of and not done:
            done.append(at)
            cut()  # type: ignore[operator]

    return progress


@pytest.mark.long
def test_a_network_that_goes_away_in_the_middle_and_comes_back_is_only_slower(
    vm: Path, tmp_path: Path, broker: Broker, link: RadioLink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(update, "PART_S", 1.0)
    with powered(vm, tmp_path, "mat", air=AIR) as board, on_the_air(board, broker):

        def away() -> None:
            board.air("")
            threading.Timer(2.0, board.air, (AIR,)).start()

        ended = renew(Talk(link), shipped(), cut_at(0.5, away), KEY)  # type: ignore[arg-type]
        assert ended == Renewed("READY", NODE, "0.9.9", "a")


@pytest.mark.parametrize("cut", ["power", pytest.param("network", marks=pytest.mark.long)])
def test_a_cut_that_stays_leaves_what_ran_before_and_says_so(
    vm: Path, tmp_path: Path, broker: Broker, link: RadioLink, monkeypatch: pytest.MonkeyPatch, cut: str
) -> None:
    monkeypatch.setattr(update, "PART_S", 0.5)
    monkeypatch.setattr(update, "TRIES", 2)
    with powered(vm, tmp_path, "mat", air=AIR) as board, on_the_air(board, broker) as alive:
        whole, talk = shipped(), Talk(link)
        with pytest.raises(NoAnswer):
            renew(talk, whole, cut_at(0.7, lambda: board.air("")), KEY)  # type: ignore[arg-type]
        assert any(one.name == "FW_STATE" and one.number("at") > 0.7 * len(whole) for one in talk.heard)
        before = kept(talk)
        if cut == "power":
            alive.rest()
            board.pull()
            board.plug()
            alive.live()
        board.air(AIR)
        again = Talk(link)
        hello = again.greet()
        assert (hello.text("fw"), hello.text("slot"), hello.text("why")) == ("0.3.0", "", "")
        again.until(lambda one: one.name == "EVENT", "its events")
        assert before.items() <= kept(again).items()


def test_a_firmware_that_does_not_reach_the_host_by_radio_falls_back(
    vm: Path, tmp_path: Path, broker: Broker, link: RadioLink
) -> None:
    deaf = shipped(
        node=("TRIAL_MS = 60000", "TRIAL_MS = 3000"),
        drivers__radio=("STA_IF)\n", "STA_IF)\n        ssid = 'other'\n        self._ssid = ssid\n"),
    )
    with powered(vm, tmp_path, "mat", air=AIR) as board, on_the_air(board, broker):
        talk = Talk(link)
        ended = renew(talk, deaf, key=KEY)
        seen = [one for one in talk.heard if one.name == "HELLO"]
        assert ended == Renewed("FELL_BACK", NODE, "0.3.0", "")
        assert seen[-1].number("boot") >= seen[0].number("boot") + 2
        assert kept(talk)


@pytest.mark.long
def test_a_tower_takes_one_beside_a_full_outbox(vm: Path, tmp_path: Path) -> None:
    with powered(vm, tmp_path, "tower", air=AIR) as board:
        talk = Talk(board.link())
        talk.greet()
        while talk.telemetry().number("waiting") < 490:
            talk.order("ARM", dice=0)
        assert renew(talk, shipped()).status == "READY"
        assert talk.telemetry().number("waiting") >= 490


def test_a_tower_that_is_armed_takes_none_and_takes_it_when_it_is_not(vm: Path, tmp_path: Path, broker: Broker) -> None:
    with powered(vm, tmp_path, "tower") as board:
        talk = Talk(board.link())  # which starts it again, too
        talk.greet()
        talk.order("ARM", dice=2)
        assert renew(talk, shipped()).status == "REFUSED"
        board.order("roll 2")
        talk.until(lambda one: one.name == "EVENT" and one.number("kind") == 3, "ROLLING")
        assert renew(talk, shipped()).status == "REFUSED"
        talk.until(lambda one: one.name == "EVENT" and one.number("kind") == 4, "SETTLED")
        assert renew(talk, shipped()).status == "READY"
