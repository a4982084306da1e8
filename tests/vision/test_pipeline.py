"""Frames to settled pictures: rest, hands, votes, lost tags, dark and dead cameras."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pytest

from companion.table.observation import LinkSeen, LinkState, Observation, PictureSeen
from tests.rendered import render_table
from tests.vision.scenes import seeded_scene
from vision.arrays import Frame, Picture
from vision.sources.frames import FramesLost, SequenceFrames
from vision.virtual.camera import camera_over
from vision.virtual.scene import Scene
from vision.virtual.sensor import GOOD, expose
from vision.watch.adapter import TableCamera
from vision.watch.pipeline import TablePipeline

pytestmark = pytest.mark.slow

SCENE = seeded_scene(21, 4)
OVER = camera_over(16 * 38.1, 12 * 38.1, size_px=(1280, 720))
CLEAN = replace(GOOD, noise_level=0.0, jpeg_quality=None)
NOISY = replace(GOOD, blur_px=0.0, uneven=0.0, vignette=0.0)


def still(scene: Scene, frames: int, start: int, hand_mm: tuple[float, float] | None = None) -> list[Frame]:
    base = render_table(scene, OVER, 1, sensor=CLEAN, hand_mm=hand_mm)
    return [Frame(expose(base, NOISY, start + i), (start + i) * 0.1, f"f{start + i}") for i in range(frames)]


def run(frames: Iterable[Frame]) -> tuple[TablePipeline, list[Observation]]:
    pipeline = TablePipeline(SCENE.layout)
    return pipeline, [seen for frame in frames for seen in pipeline.feed(frame)]


def pictures(seen: list[Observation]) -> list[PictureSeen]:
    return [one for one in seen if isinstance(one, PictureSeen)]


def test_a_resting_table_gives_one_picture() -> None:
    _, seen = run(still(SCENE, 16, 0))
    (picture,) = pictures(seen)
    assert [piece.tag for piece in picture.pieces] == [8, 9, 10, 11]
    assert picture.doubtful == ()
    assert picture.at_s >= 0.8  # 0.4 s to settle, then five frames that vote
    assert all(piece.evidence["votes"] >= 4 for piece in picture.pieces)


def test_a_hand_keeps_the_table_busy_and_a_move_is_seen_afterwards() -> None:
    moved = replace(SCENE, bases=(replace(SCENE.bases[0], column=(SCENE.bases[0].column + 3) % 16), *SCENE.bases[1:]))
    pipeline = TablePipeline(SCENE.layout)
    seen = [one for frame in still(SCENE, 12, 0) for one in pipeline.feed(frame)]
    assert str(pipeline.phase) == "settled"
    with_hand = still(SCENE, 12, 12, hand_mm=(300.0, 200.0))
    during = [one for frame in with_hand for one in pipeline.feed(frame)]
    assert during == []
    assert str(pipeline.phase) == "busy"  # a hand that rests is still a hand
    after = [one for frame in still(moved, 14, 24) for one in pipeline.feed(frame)]
    first, second = pictures([*seen, *after])
    assert first.pieces[0].space != second.pieces[0].space
    assert second.doubtful == ()


def test_a_tag_that_becomes_unreadable_in_place_is_named_hidden_and_one_taken_away_is_not() -> None:
    pipeline = TablePipeline(SCENE.layout)
    frames = still(SCENE, 12, 0)
    seen = [one for frame in frames for one in pipeline.feed(frame)]
    tag = pictures(seen)[0].pieces[1]
    gone = replace(SCENE, bases=tuple(base for base in SCENE.bases if base.tag != 10))
    glint = [Frame(_glint(frame.picture, frames[-1].picture, tag.tag), frame.at_s) for frame in still(gone, 14, 12)]
    (after,) = pictures([one for frame in glint for one in pipeline.feed(frame)])
    assert after.hidden == (f"tag {tag.tag} (p1) is not readable, though nothing moved at {tag.space}",)
    assert 10 not in [piece.tag for piece in after.pieces]


def _glint(picture: Picture, before: Picture, tag: int) -> Picture:
    from vision.plane.markers import detect_markers
    from vision.settings import MarkerSettings

    (marker,) = detect_markers(before, {tag}, MarkerSettings(), "4X4_50")
    x, y = (round(part) for part in marker.corners_px[0])
    out = picture.copy()
    out[y : y + 5, x : x + 5] = 235  # a spark on one corner of the tag
    return out


def test_a_dark_picture_is_said_once_and_taken_back() -> None:
    dark = [Frame(np.zeros((720, 1280, 3), np.uint8), i * 0.1) for i in range(5)]
    light = [replace(frame, at_s=frame.at_s) for frame in still(SCENE, 14, 5)]
    _, seen = run([*dark, *light])
    links = [one for one in seen if isinstance(one, LinkSeen)]
    assert [link.state for link in links] == [LinkState.DEGRADED, LinkState.ONLINE]
    assert links[0].why.startswith("picture-dark")
    assert len(pictures(seen)) == 1


class Flaky:
    """A camera whose cable is pulled after three frames and put back later."""

    def __init__(self, frames: list[Frame]) -> None:
        self._frames, self._given, self.plugged = frames, 0, True

    def read(self) -> Frame | None:
        if not self.plugged:
            raise FramesLost("cable: the camera is gone")
        if self._given >= len(self._frames):
            return None
        self._given += 1
        return self._frames[self._given - 1]

    def reopen(self) -> None:
        if not self.plugged:
            raise FramesLost("cable: the camera is gone")

    def close(self) -> None:
        self.plugged = False


def test_a_dead_camera_is_said_and_it_recovers() -> None:
    now = [0.0]
    camera = Flaky(still(SCENE, 14, 0))
    source = TableCamera(camera, TablePipeline(SCENE.layout), lambda: now[0], name="cam")
    seen = list(source.poll())
    camera.plugged = False
    seen += [one for _ in range(3) for one in source.poll()]
    assert seen[-1] == LinkSeen("cam", 0.0, LinkState.OFFLINE, "cable: the camera is gone")
    assert sum(isinstance(one, LinkSeen) and one.state is LinkState.OFFLINE for one in seen) == 1
    camera.plugged = True
    assert source.poll() == ()  # the pause is not over
    now[0] = 5.0
    seen = [one for _ in range(6) for one in source.poll()]
    assert isinstance(seen[0], LinkSeen)
    assert seen[0].state is LinkState.ONLINE
    assert len(pictures(seen)) == 1
    source.close()
    source.close()
    assert source.poll() == ()


@pytest.mark.parametrize("fault", [RuntimeError("driver"), ValueError("shape"), OSError("usb")])
def test_poll_never_raises(fault: Exception) -> None:
    class Broken(SequenceFrames):
        def read(self) -> Frame | None:
            raise fault

    source = TableCamera(Broken([]), TablePipeline(SCENE.layout), lambda: 1.0)
    (seen,) = source.poll()
    assert isinstance(seen, LinkSeen)
    assert seen.state is LinkState.OFFLINE
    assert seen.why.startswith("camera-fault")
