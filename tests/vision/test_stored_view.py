"""A camera that reads by its stored view alone: no marker is seen, so only the picture itself shows a bump."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.core.ids import PieceId
from companion.table.observation import LinkSeen, LinkState, Observation, PictureSeen
from tests.rendered import render_table
from vision.arrays import Frame
from vision.plane.calibration import Calibration
from vision.plane.layout import build_layout
from vision.plane.register import register
from vision.plane.view import view_of
from vision.settings import VisionSettings
from vision.virtual.camera import camera_over
from vision.virtual.scene import Base, Scene
from vision.virtual.sensor import GOOD
from vision.watch.pipeline import TablePipeline, TableState

pytestmark = pytest.mark.slow

LAYOUT = build_layout(12, 8, {8: PieceId("A"), 9: PieceId("B")})
SCENE = Scene(LAYOUT, bases=(Base(8, 2, 3), Base(9, 8, 5)))
BARE = replace(SCENE, hidden_corners=frozenset(range(8)))
CAMERA = camera_over(12 * 38.1, 8 * 38.1, tilt_deg=15, size_px=(1280, 800))


def watched() -> TablePipeline:
    marked = register(render_table(SCENE, CAMERA, 3, sensor=GOOD), LAYOUT, VisionSettings())
    assert isinstance(marked, Calibration)
    settings = VisionSettings()
    return TablePipeline(
        LAYOUT, replace(settings, calibration=replace(settings.calibration, view=view_of(marked, LAYOUT)))
    )


class Rest:
    """A second and a half at rest before one camera or another, with the noise of a sensor."""

    def __init__(self) -> None:
        self._at_s, self._noise = 0.0, np.random.default_rng(2)

    def before(self, pipeline: TablePipeline, shift_mm: float) -> list[Observation]:
        x, y = CAMERA.aim_mm
        shot = render_table(BARE, replace(CAMERA, aim_mm=(x + shift_mm, y)), 3, sensor=GOOD)
        seen: list[Observation] = []
        for _ in range(15):
            self._at_s += 0.1
            noisy = np.clip(shot + self._noise.normal(0, 2, shot.shape), 0, 255).astype(np.uint8)
            seen.extend(pipeline.feed(Frame(noisy, self._at_s)))
        return seen


def test_a_bump_stops_the_reading_until_the_camera_is_back() -> None:
    pipeline, rest = watched(), Rest()
    (picture,) = (one for one in rest.before(pipeline, 0.0) if isinstance(one, PictureSeen))
    assert {piece.tag: piece.space for piece in picture.pieces} == {8: "C4", 9: "I6"}

    bumped = rest.before(pipeline, 25.0)  # two thirds of a square
    assert [one for one in bumped if isinstance(one, PictureSeen)] == []
    (link,) = (one for one in bumped if isinstance(one, LinkSeen))
    assert link.state is LinkState.DEGRADED
    assert link.why.startswith("camera-moved") and "set it up again" in link.why
    assert pipeline.state is TableState.MOVED

    back = rest.before(pipeline, 0.0)
    assert [one.state for one in back if isinstance(one, LinkSeen)] == [LinkState.ONLINE]
    (again,) = (one for one in back if isinstance(one, PictureSeen))
    assert [piece.space for piece in again.pieces] == ["C4", "I6"]
