"""A folder of photographs as the tray's camera: one a throw, whenever it is put there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.table.observation import DiceSeen, LinkSeen, LinkState, Observation, ReadVerdict
from tests.rendered import render_dice
from vision.pictures import write_picture
from vision.sources.thrown import ThrownFrames
from vision.watch.adapter import TrayPhotographs
from vision.watch.tray import TrayPipeline

pytestmark = pytest.mark.slow

TWO = ("d6", "d6")


class Table:
    """A folder before a tray, and a clock that is stepped."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.now_s = folder, 0.0
        self.camera = TrayPhotographs(ThrownFrames(folder, lambda: self.now_s), TrayPipeline(), lambda: self.now_s)

    def put(self, name: str, *faces: int) -> None:
        write_picture(self.folder / name, render_dice(faces, 3, size_px=(640, 480)).picture)

    def wait(self, seconds: float) -> list[Observation]:
        seen: list[Observation] = []
        for _ in range(round(seconds * 10)):
            self.now_s += 0.1
            seen += self.camera.poll()
        return seen


def read(seen: Sequence[Observation]) -> list[list[str]]:
    told = [one for one in seen if isinstance(one, DiceSeen) and one.verdict is not ReadVerdict.GONE]
    return [sorted(die.face or "?" for die in one.dice) for one in told]


def test_each_throw_that_is_asked_for_has_the_next_photograph(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.put("1.png", 5, 2)
    table.put("2.png", 5, 2)  # the same faces again are another throw
    assert table.wait(2) == [], "nobody threw"
    for thrown in ("first", "second"):
        table.camera.expect(TWO)
        assert read(table.wait(3)) == [["2", "5"]], thrown
        table.camera.expect(TWO)  # something else happened, and the throw is still asked for
        assert table.wait(1) == []
        table.camera.told(("2", "5"))
    table.camera.expect(TWO)
    assert read(table.wait(3)) == [], "no photograph was put there yet"
    table.put("3.png", 5, 6)
    assert read(table.wait(3)) == [["5", "6"]]


def test_a_throw_that_was_taken_back_has_a_photograph_of_its_own(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.put("1.png", 5, 2)
    table.put("2.png", 5, 6)
    table.camera.expect(TWO)
    assert read(table.wait(3)) == [["2", "5"]]
    table.camera.expect(())
    table.camera.expect(TWO)
    assert read(table.wait(3)) == [["5", "6"]]


def test_a_photograph_that_is_still_written_is_taken_once_it_is_whole(tmp_path: Path) -> None:
    table = Table(tmp_path)
    (tmp_path / "1.png").write_bytes(b"\x89PNG")
    table.camera.expect(TWO)
    links = [one for one in table.wait(1) if isinstance(one, LinkSeen)]
    assert [one.state for one in links] == [LinkState.OFFLINE]
    assert "1.png" in links[0].why
    table.put("1.png", 5, 2)
    assert read(table.wait(6)) == [["2", "5"]]


def test_a_folder_that_went_is_told_and_comes_back(tmp_path: Path) -> None:
    table = Table(tmp_path / "throws")
    table.folder.mkdir()
    table.camera.expect(TWO)
    assert table.wait(1) == []
    table.folder.rmdir()
    assert [one.state for one in table.wait(1) if isinstance(one, LinkSeen)] == [LinkState.OFFLINE]
    table.folder.mkdir()
    table.put("1.png", 5, 2)
    assert read(table.wait(6)) == [["2", "5"]]
