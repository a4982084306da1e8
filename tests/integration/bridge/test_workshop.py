"""Tower and mat by touch: the shipped firmware in its VM, a real broker, the page under a finger, both languages."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.errors import MissingPart
from companion.text.wording import Wording
from firmware_bridge.bridge import Bridge, BridgeThread
from firmware_bridge.broker import Broker
from firmware_bridge.broker_home import own_folder
from firmware_bridge.ports_found import announce, withdraw
from firmware_bridge.radio_link import CABLE
from firmware_bridge.registry import Registry, keys_file, list_file, load_keys
from firmware_bridge.serial_link import SerialLink
from firmware_bridge.virtual import VirtualNode
from hardware.update.package import version
from tests.missing import absent
from tests.patience import PATIENCE_S
from ui.presenters.hardware import PluggedDesk
from ui.presenters.pages import Desk, Go, Page
from ui.table.maintenance import DeviceMaintenance

MAT = "mat-9f3a12c4"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user's own folders."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def mat(vm: Path, tmp_path: Path) -> Iterator[VirtualNode]:
    """A mat that is plugged in, and restarts as a board does."""
    with VirtualNode(tmp_path / "mat", kind="mat") as node:
        announce(node.name, node.port)
        ended = threading.Event()

        def live() -> None:
            while not ended.wait(0.05):
                node.revive()

        board = threading.Thread(target=live)
        board.start()
        yield node
        ended.set()
        board.join()
        withdraw(node.name, node.port)


class Finger:
    """Desks on a stack, tapped by action; ``done`` waits for the work and never longer than a page may."""

    def __init__(self) -> None:
        self.desks: list[Desk] = [PluggedDesk(DeviceMaintenance())]

    def page(self, lang: str = "en") -> Page:
        return self.desks[-1].page(Wording(lang))

    def tap(self, action: str) -> Page:
        turn = self.desks[-1].press(action)
        if isinstance(turn, Go):
            self.desks.append(turn.desk)
        return self.done()

    def done(self, seen: Callable[[Page], None] = lambda page: None, within_s: float = PATIENCE_S) -> Page:
        ends = time.monotonic() + within_s
        while (page := self.page()).is_waiting:
            assert time.monotonic() < ends, page
            seen(page)
            time.sleep(0.02)
        return page


def words(page: Page) -> str:
    tiles = (f"{one.title}|{one.text}|{one.badge}" for one in page.tiles)
    return "\n".join([page.title, page.text, *page.notes, *tiles])


def test_a_mat_is_found_paired_checked_updated_and_unpaired_by_touch(mat: VirtualNode) -> None:
    finger = Finger()
    assert finger.page().is_waiting, "asking who is there blocks nobody"
    row, _ = finger.done().tiles
    assert (row.title, row.badge, row.tone) == (MAT, "not paired yet", "good")
    assert row.text == f"{MAT} · firmware {version()} · 1 reading kept"  # its port, here named after it
    finger.tap(row.action)
    finger.desks[-1].enter("name", "Objectives")
    finger.desks[-1].enter("zones", "A1, B2,C3 ,D4")
    said = finger.tap("pair")
    assert said.notes[0].startswith("Objectives is paired and signs from reading")
    entry = Registry.load(list_file()).devices[MAT]
    assert (entry.name, entry.zones) == ("Objectives", ("A1", "B2", "C3", "D4"))
    assert MAT in load_keys(keys_file())
    checked = finger.tap("check")
    assert [one.title for one in checked.tiles[:4]] == ["Greets", "Answers", "Obeys", "Link"]
    assert {one.tone for one in checked.tiles[:4]} == {"good"}
    assert "32 of 32 questions answered" in checked.tiles[1].text
    french = finger.page("fr")
    assert "32 questions sur 32 répondues" in french.tiles[1].text
    shares: set[str] = set()
    finger.desks[-1].press("update")
    updated = finger.done(lambda page: shares.update(page.notes))
    assert updated.notes[0] == f"It now runs {version()} (folder a)."
    assert len([one for one in shares if one.startswith(f"Updating {MAT}: ")]) > 3, "its progress is seen"
    gone = finger.tap("forget")
    assert gone.notes[0] == f"{MAT} no longer belongs to this table."
    assert load_keys(keys_file()) == {} == Registry.load(list_file()).devices
    finger.desks.pop()
    row, _ = finger.tap("look").tiles
    assert (row.badge, row.tone) == ("not paired yet", "good"), "its key was taken away at its cable"


def test_every_fault_is_told_in_words_of_both_languages(mat: VirtualNode) -> None:
    finger = Finger()
    finger.tap(finger.done().tiles[0].action)
    finger.tap("pair")
    keys_file().unlink()
    assert "signs with a key that this table does not have" in words(finger.tap("check"))
    assert "il signe d'une clé que cette table n'a pas" in words(finger.page("fr"))
    link = SerialLink(mat.port)
    link.read()
    finger.desks.pop()
    held = finger.tap("look")
    assert "this table uses it now" in words(held)
    assert "cette table s'en sert" in words(finger.page("fr"))
    link.close()
    mat.power_cut()
    away, _ = finger.tap("look").tiles
    assert (away.title, away.tone) == (MAT, "bad")
    assert "not plugged in" in away.text
    assert "ni branché" in words(finger.page("fr"))
    finger.tap(away.action)
    assert [one.action for one in finger.page().tiles] == ["forget"]
    finger.tap("forget")
    finger.desks.pop()
    assert finger.tap("look").notes == ("No device found. Plug one in, then look again.",)
    list_file().write_text("{")
    assert "devices.json" in finger.tap("look").notes[0], "a list that is broken is named, and the page stays"


def test_a_device_on_the_broker_is_seen_with_its_link(mat: VirtualNode, tmp_path: Path) -> None:
    try:
        broker = Broker(own_folder(), nodes=(CABLE + MAT,))
    except MissingPart as missing:
        absent(missing)
    with broker:
        bridge = BridgeThread(Bridge(broker.connect, named=(mat.port,), ports=lambda: ()))
        finger = Finger()
        finger.done()
        ends = time.monotonic() + PATIENCE_S
        seen = f"by radio · firmware {version()}\nthe table is closed: open it"
        while seen not in {one.text for one in finger.page().tiles} and time.monotonic() < ends:
            finger.tap("look")  # who looks before the bridge holds the port finds the mat at its cable
        row = next(one for one in finger.page().tiles if one.action)
        assert row.text == seen
        assert "par radio" in words(finger.page("fr"))
        assert finger.tap(row.action).buttons == (), "it is worked on at its cable alone"
        finger.desks.pop()
        bridge.close()
        mat.power_cut()
        lost = finger.tap("look")
        assert f"{MAT}|by radio" in words(lost)
        assert "its bridge is not running" in words(lost)
        assert any(one.tone == "bad" for one in lost.tiles)
