"""The virtual table as a camera: a printed map, its markers and figures, with fresh noise in every frame."""

from __future__ import annotations

from vision.arrays import Frame, Picture
from vision.plane.layout import Layout
from vision.sources.frames import Clock
from vision.virtual.camera import camera_over
from vision.virtual.scene import Base, Scene
from vision.virtual.sensor import GOOD
from vision.virtual.still import still_frames, still_picture

_PERIOD_S = 0.1  # between two frames


class RenderedFrames:
    """Frames of a table that exists only as numbers, at the pace of the ``clock``."""

    def __init__(self, scene: Scene, clock: Clock, *, tilt_deg: float = 10.0) -> None:
        layout = scene.layout
        out = 2.0 * max([0.0, *(max(-x, -y) for x, y in (one.centre_mm for one in layout.corners))])
        wide, high = layout.columns * layout.square_mm, layout.rows * layout.square_mm
        self._scene, self._clock = scene, clock
        self._camera = camera_over(wide, high, margin_mm=max(30.0, out), tilt_deg=tilt_deg)
        self._still: Picture | None = still_picture(scene, self._camera)
        self._next_s, self._count = clock(), 0

    def read(self) -> Frame | None:
        """The frame that is due by the clock, or ``None`` before it is."""
        now = self._clock()
        if self._still is None or now < self._next_s:
            return None
        self._next_s = max(self._next_s + _PERIOD_S, now)
        self._count += 1
        (picture,) = still_frames(self._still, 1, self._count, noise_level=GOOD.noise_level)
        return Frame(picture, now, f"virtual-{self._count}")

    def reopen(self) -> None:
        """Do nothing: what was never there cannot die."""

    def close(self) -> None:
        """Let go of the picture; may be called twice."""
        self._still = None


def scene_of_layout(layout: Layout) -> Scene:
    """The layout's table, with one base for every tag, spread over the map."""
    bases = []
    for number, tag in enumerate(sorted(layout.by_tag)):
        place = (2 * number + 1) % max(1, layout.columns * layout.rows)
        column, row = place % layout.columns, (place // layout.columns * 2) % layout.rows
        bases.append(Base(tag, column, row, label=str(tag)))
    return Scene(layout, bases=tuple(bases))
