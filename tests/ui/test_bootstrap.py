"""What connects the parts: devices that are off are absent, a broken one is said and not felt, the store goes on."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import cast

import cv2
import numpy as np
import pytest

from companion.core.dice import DiceResult
from companion.errors import InputError
from companion.games.heroclix.commands import BeginGame
from companion.games.heroclix.sample import RED, sample_setup
from companion.games.heroclix.system import HeroClix
from companion.ports import RingPattern
from companion.table.observation import LinkSeen, LinkState, Observation
from tests.patience import PATIENCE_S
from ui.presenters.games import game_of
from ui.table.bootstrap import Radio, Table, open_table
from ui.table.settings import TableConfig
from ui.table.sources import sources_of

LAYOUT = {
    "format": "tablewright/layout@1",
    "map": {"columns": 16, "rows": 16, "square_mm": 38.1},
    "corner_markers": [
        {"id": number, "centre_mm": [x, y], "size_mm": 50}
        for number, (x, y) in enumerate([(-40, -40), (650, -40), (650, 650), (-40, 650)])
    ],
    "base_tags": [{"tag": 30, "piece": "red-1", "size_mm": 14, "height_mm": 4}],
}


class Source:
    """Says what it is told to say, then breaks."""

    name = "camera"

    def __init__(self, *batches: Sequence[Observation]) -> None:
        self._batches, self.is_closed = list(batches), False

    def poll(self) -> Sequence[Observation]:
        return self._batches.pop(0)

    def close(self) -> None:
        self.is_closed = True


class Tower(Source):
    """A tower that notes its orders."""

    name = "tower"

    def __init__(self) -> None:
        super().__init__()
        self.orders: list[object] = []

    def poll(self) -> Sequence[Observation]:
        return ()

    def arm(self, dice: int) -> None:
        self.orders.append(dice)

    def show(self, pattern: RingPattern) -> None:
        self.orders.append(pattern)


def see_all(table: Table) -> None:
    """The sources' threads have ended, and the gate is empty."""
    table.start()
    for thread in table._threads:
        thread.join(timeout=PATIENCE_S)
    table.step()


class Slow(Source):
    """A camera whose look ends when it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.looks, self.may_end = threading.Event(), threading.Event()

    def poll(self) -> Sequence[Observation]:
        self.looks.set()
        self.may_end.wait(PATIENCE_S)
        return ()


def test_a_source_that_is_busy_when_a_table_closes_is_let_go_once_it_has_looked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ui.table.bootstrap.STOPS_S", 0.0)
    slow = Slow()
    table = open_table(TableConfig(lang="en"), sample_setup(), sources=[slow])
    table.start()
    assert slow.looks.wait(PATIENCE_S)
    table.close()
    assert not slow.is_closed, "torn away in the middle of a picture"
    slow.may_end.set()
    for thread in table._threads:
        thread.join(PATIENCE_S)
    assert slow.is_closed


def test_devices_that_are_off_are_absent() -> None:
    assert sources_of(TableConfig()) == []


def test_the_app_starts_without_the_devices_libraries() -> None:
    code = """
import sys
from ui.cli.demo.playable import demo_table
from ui.table.settings import TableConfig

demo_table(TableConfig()).close()
print([one for one in ("cv2", "serial", "paho", "kivy") if one in sys.modules])
"""
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"


def test_a_camera_without_a_layout_is_refused() -> None:
    with pytest.raises(InputError, match="--layout"):
        sources_of(TableConfig(camera="0"))


def test_a_camera_that_is_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a folder of pictures"):
        sources_of(TableConfig(camera=str(tmp_path / "nowhere"), layout="layout.json"))


@pytest.mark.parametrize("kind", ["number", "folder", "clip"])
def test_a_camera_is_a_number_a_folder_or_a_clip(kind: str, tmp_path: Path) -> None:
    layout = tmp_path / "layout.json"
    layout.write_text(json.dumps(LAYOUT), encoding="utf-8")
    clip = tmp_path / "clip.avi"
    writer = cv2.VideoWriter(str(clip), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    writer.write(np.full((48, 64, 3), 90, np.uint8))
    writer.release()
    cv2.imwrite(str(tmp_path / "1.png"), np.full((48, 64, 3), 90, np.uint8))
    camera = {"number": "0", "folder": str(tmp_path), "clip": str(clip)}[kind]
    config = TableConfig(camera=camera, layout=str(layout))
    (source,) = sources_of(config)
    assert source.name == "camera"
    table = open_table(config, sample_setup(), sources=[source])
    assert table.follower.roster == {30: "red-1"}  # as the layout has it
    table.close()


def test_a_tower_that_is_not_plugged_in_is_there_and_says_so(tmp_path: Path) -> None:
    (tower,) = sources_of(TableConfig(tower=str(tmp_path / "ttyNONE"), store=str(tmp_path / "game.db")))
    assert tower.name == "tower"
    tower.close()
    assert (tmp_path / "game.db.spool").exists()


def test_a_source_that_breaks_is_a_link_that_is_gone() -> None:
    source = Source([LinkSeen("camera", 1.0, LinkState.ONLINE)])  # its second poll raises
    table = open_table(TableConfig(), sample_setup(), sources=[source])
    see_all(table)
    link = table.follower.links["camera"]
    assert (link.state, link.why.partition(":")[0]) == (LinkState.OFFLINE, "source-fault")
    assert table.presenter.model().links[0].detail in ("it broke down", "en panne")
    table.close()
    assert source.is_closed


def test_a_tower_is_armed_for_every_roll() -> None:
    tower = Tower()
    table = open_table(TableConfig(), sample_setup(), sources=[tower])
    session = table.session
    session.submit(BeginGame(RED))
    assert tower.orders == [2, RingPattern.READY]
    request = table.follower.open_roll()
    assert request is not None
    table.follower.answer_dice(DiceResult(request.id, ("6", "5")).faces)
    assert tower.orders == [2, RingPattern.READY] * 2  # the other player's roll
    table.close()


def test_a_game_in_the_store_goes_on(tmp_path: Path) -> None:
    config = TableConfig(store=str(tmp_path / "game.db"), lang="en")
    first = open_table(config, sample_setup())
    first.presenter.press("do:0")
    version = first.session.version
    first.close()
    again = open_table(config, None)
    assert again.session.version == version
    assert again.step()  # there is something to draw
    assert not again.step()
    again.close()


def test_tags_are_numbered_in_the_order_of_the_forces() -> None:
    assert list(game_of(HeroClix.id).tags(sample_setup()).items())[:2] == [(10, "red-1"), (11, "red-2")]


class Tray(Source):
    """A camera over a tray that notes which dice it was told."""

    name = "tray"

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[str, ...]] = []
        self.faces: list[tuple[str, ...]] = []

    def expect(self, dice: tuple[str, ...], beside: tuple[str, ...] = ()) -> None:
        self.asked.append(dice)

    def told(self, faces: tuple[str, ...]) -> None:
        self.faces.append(faces)


def test_a_tray_camera_is_told_which_dice_are_asked_for_and_what_they_showed() -> None:
    tray = Tray()
    table = open_table(TableConfig(), sample_setup(), sources=[tray])
    assert tray.asked == [()]
    table.session.submit(BeginGame(RED))
    request = table.follower.open_roll()
    assert request is not None
    assert tray.asked[-1] == request.dice
    assert tray.faces == []
    faces = ("5", "2")[: len(request.dice)]
    table.follower.answer_dice(faces)
    assert tray.faces == [faces]
    table.close()


class LitTray(Tray):
    """One that takes a lamp for second looks."""

    def lit_by(self, light: Callable[[bool], bool]) -> None:
        self.light = light


@pytest.mark.parametrize("by_radio", [False, True])
def test_a_towers_ring_lights_the_tray_for_a_second_look(by_radio: bool) -> None:
    tray, tower = LitTray(), Tower()
    table = open_table(TableConfig(), sample_setup(), sources=[tray] if by_radio else [tray, tower])
    if by_radio:
        assert not tray.light(True), "there is no ring"
        table.radio = cast("Radio", tower)
    tower.orders.clear()
    assert tray.light(True)
    assert tray.light(False)
    assert tower.orders == [RingPattern.READING, RingPattern.OFF]
    table.close()


def test_a_tray_camera_needs_no_layout(tmp_path: Path) -> None:
    (source,) = sources_of(TableConfig(tray="0"))
    assert source.name == "tray"
    source.close()
    with pytest.raises(InputError, match="--tray"):
        sources_of(TableConfig(tray=str(tmp_path / "nothing")))
