"""The dice tray in time, on rendered throws: one reading a throw, locked until something moves, and gone with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import cycle
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.table.observation import DiceSeen, LinkSeen, LinkState, Observation, ReadVerdict
from tests.rendered import render_dice
from tests.thinned import thinned
from vision.arrays import Frame, Picture
from vision.dice.reading import read_dice
from vision.sources.frames import SequenceFrames
from vision.symbols.album import Album, enrol, format_album
from vision.virtual.dice import COMBAT, NUMBERED
from vision.watch.adapter import TrayCamera
from vision.watch.readers import DiceReaders
from vision.watch.tray import TrayPipeline

pytestmark = pytest.mark.slow


class Clip:
    """Frames ten times a second, with the noise of a sensor on each."""

    def __init__(self) -> None:
        self.at_s = 0.0
        self._noise = np.random.default_rng(5)

    def rest(self, picture: Picture, seconds: float) -> Iterator[Frame]:
        for _ in range(round(seconds * 10)):
            self.at_s += 0.1
            noise = self._noise.normal(0, 2, picture.shape)
            yield Frame(np.clip(picture + noise, 0, 255).astype(np.uint8), self.at_s)

    def roll(self, seconds: float) -> Iterator[Frame]:
        for step in range(round(seconds * 10)):
            self.at_s += 0.1
            yield Frame(np.roll(lying(5, 6), 25 * step, axis=step % 2), self.at_s)


SIZE = (640, 480)


@cache
def lying(*faces: int) -> Picture:
    return render_dice(faces, 3, size_px=SIZE).picture


EMPTY = render_dice([], 1, size_px=SIZE).picture


def feed(tray: TrayPipeline, *parts: Iterator[Frame]) -> list[Observation]:
    return [one for part in parts for frame in part for one in tray.feed(frame)]


def dice(seen: Sequence[Observation]) -> list[DiceSeen]:
    return [one for one in seen if isinstance(one, DiceSeen)]


def faces(seen: DiceSeen) -> list[str]:
    return sorted(die.face or "?" for die in seen.dice)


def test_a_throw_is_told_once_however_long_it_lies() -> None:
    clip, tray = Clip(), TrayPipeline()
    tray.expect(("d6", "d6"))
    (seen,) = dice(feed(tray, clip.roll(0.5), clip.rest(lying(5, 2), 5.0)))
    assert (seen.verdict, faces(seen)) == (ReadVerdict.READ, ["2", "5"])
    assert str(tray.phase) == "read"


def test_a_die_that_is_turned_after_it_was_read_takes_the_reading_back() -> None:
    clip, tray = Clip(), TrayPipeline()
    first, then = lying(5, 2), lying(5, 6)
    read, gone, again = dice(feed(tray, clip.rest(first, 2.0), clip.rest(then, 2.0)))
    assert (read.verdict, faces(read)) == (ReadVerdict.READ, ["2", "5"])
    assert (gone.verdict, gone.dice) == (ReadVerdict.GONE, ())
    assert (again.verdict, faces(again)) == (ReadVerdict.READ, ["5", "6"])


def test_dice_that_are_picked_up_are_gone_and_a_tray_known_to_be_empty_is_not_read_again() -> None:
    clip, read = Clip(), []

    def reader(picture: Picture, count: int | None) -> DiceSeen:
        read.append(count)
        return read_dice(picture, expect=count)

    tray = TrayPipeline(read=lambda kind: reader if kind == "d6" else None)
    there = lying(5, 2)
    assert dice(feed(tray, clip.rest(EMPTY, 2.0))) == []
    often = len(read)
    seen = dice(feed(tray, clip.rest(there, 2.0), clip.rest(EMPTY, 2.0), clip.roll(0.5), clip.rest(EMPTY, 2.0)))
    assert [one.verdict for one in seen] == [ReadVerdict.READ, ReadVerdict.GONE]
    assert (str(tray.phase), len(read)) == ("empty", often + 3)
    darker = np.clip(EMPTY * 0.7, 0, 255).astype(np.uint8)  # another light: looked at again
    feed(tray, clip.roll(0.5), clip.rest(darker, 2.0))
    assert len(read) > often + 3


@pytest.mark.parametrize("expected", [(), pytest.param(("d6", "d6"), marks=pytest.mark.long)])
def test_a_coin_in_the_tray_is_not_asked_about(expected: tuple[str, ...]) -> None:
    with_coin = lying(5, 2).copy()
    cv2.circle(with_coin, (90, 90), 40, (150, 190, 200), -1, cv2.LINE_AA)
    cv2.circle(with_coin, (90, 90), 30, (120, 160, 170), 4, cv2.LINE_AA)
    clip, tray = Clip(), TrayPipeline()
    tray.expect(expected)
    (seen,) = dice(feed(tray, clip.rest(with_coin, 3.0)))
    assert seen.verdict is ReadVerdict.READ
    assert faces(seen) == ["2", "5"]


@pytest.mark.parametrize("expected", thinned([3, 2], 2))
def test_what_cannot_be_read_is_asked_about_once_without_a_face(expected: int) -> None:
    """A leaning die, and a die too few."""
    clip, tray = Clip(), TrayPipeline()
    tray.expect(("d6",) * expected)
    picture = render_dice([5, 2], 31, cocked=[1], size_px=SIZE).picture if expected == 2 else lying(5, 2)
    (seen,) = dice(feed(tray, clip.rest(picture, 4.0)))
    assert seen.verdict is ReadVerdict.ASK
    assert seen.why
    assert all(die.face is None for die in seen.dice)


def test_a_reading_that_wavers_is_asked_about() -> None:
    clip, pictures = Clip(), (lying(5, 2), lying(5, 6))
    readings = cycle([read_dice(picture) for picture in pictures])
    (seen,) = dice(
        feed(TrayPipeline(read=lambda kind: lambda picture, count: next(readings)), clip.rest(pictures[0], 4.0))
    )
    assert (seen.verdict, seen.why) == (ReadVerdict.ASK, "the reading wavers between frames")


def test_a_covered_lens_is_said_and_taken_back() -> None:
    clip, tray = Clip(), TrayPipeline()
    there = lying(5, 2)
    seen = feed(tray, clip.rest(there, 2.0), clip.rest(np.zeros_like(there), 1.0), clip.rest(there, 2.0))
    links = [one for one in seen if isinstance(one, LinkSeen)]
    assert [one.state for one in links] == [LinkState.DEGRADED, LinkState.ONLINE]
    assert links[0].why.startswith("picture-dark")
    assert [one.verdict for one in dice(seen)] == [ReadVerdict.READ, ReadVerdict.GONE, ReadVerdict.READ]


def test_a_tray_camera_is_told_how_many_dice_to_expect() -> None:
    clip = Clip()
    camera = TrayCamera(SequenceFrames(clip.rest(lying(4), 4.0)), TrayPipeline(), lambda: 0.0)
    camera.expect(("d6", "d6"))
    seen = [one for _ in range(40) for one in camera.poll()]
    (read,) = dice(seen)
    assert (read.source, read.verdict) == ("tray", ReadVerdict.ASK)
    assert "2 expected" in str(read.why)


@pytest.mark.long
def test_of_a_mixed_throw_the_kind_that_was_enrolled_is_read(tmp_path: Path) -> None:
    album = Album("combat")
    for side, face in ((1, "skull"), (2, "white"), (6, "black")):
        album, _ = enrol(album, face, render_dice([side] * 3, 900 + side, looks=(COMBAT,)).picture, face)
    file = tmp_path / "combat.json"
    file.write_text(format_album(album))
    tray = TrayPipeline(read=DiceReaders(lambda kind: tmp_path / f"{kind}.json").of)
    tray.expect(("combat", "combat", "d20"))
    picture = render_dice([3, 6], 5, looks=(COMBAT,)).picture
    (seen,) = dice(feed(tray, Clip().rest(picture, 2.0)))
    assert (seen.verdict, faces(seen)) == (ReadVerdict.READ, ["black", "skull"])


def test_dice_with_numbers_that_are_thrown_alone_are_read_and_left_to_the_players_beside_others(tmp_path: Path) -> None:
    readers = DiceReaders(lambda kind: tmp_path / f"{kind}.json")
    picture = render_dice([13], 5, looks=(NUMBERED["d20"],)).picture
    tray = TrayPipeline(read=readers.of, mixed=readers.of_all)
    tray.expect(("d20",))
    (seen,) = dice(feed(tray, Clip().rest(picture, 2.0)))
    assert (seen.verdict, faces(seen)) == (ReadVerdict.READ, ["13"])
    beside = TrayPipeline(read=readers.of, mixed=readers.of_all)
    beside.expect(("d20", "combat"))
    assert dice(feed(beside, Clip().rest(picture, 2.0))) == []


def test_dice_nobody_enrolled_are_left_to_the_players(tmp_path: Path) -> None:
    tray = TrayPipeline(read=DiceReaders(lambda kind: tmp_path / f"{kind}.json").of)
    for asked in (("combat", "combat"), ("d8",)):
        tray.expect(asked)
        assert dice(feed(tray, Clip().rest(lying(5, 2), 2.0))) == []


def test_an_album_that_cannot_be_used_ends_the_camera_and_not_the_game(tmp_path: Path) -> None:
    (tmp_path / "combat.json").write_text("{}")
    pipeline = TrayPipeline(read=DiceReaders(lambda kind: tmp_path / f"{kind}.json").of)
    camera = TrayCamera(SequenceFrames(Clip().rest(lying(5, 2), 2.0)), pipeline, lambda: 0.0)
    camera.expect(("combat",))
    (gone,) = [one for _ in range(20) for one in camera.poll() if isinstance(one, LinkSeen) and one.why]
    assert gone.state is LinkState.OFFLINE
    assert "combat.json" in gone.why
