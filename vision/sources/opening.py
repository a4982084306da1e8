"""One door to every source of frames.

"0"                  a camera by its number          "http://…" "rtsp://…"   a phone's stream
"evening.mp4"        a clip                          "photos/"  "photo.jpg"  pictures
"virtual"            the virtual table

The virtual table as a camera: a printed map, its markers and figures, with fresh noise in every frame.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np

from companion.errors import InputError
from vision.arrays import Frame, Picture
from vision.pictures import PICTURE_ENDINGS
from vision.plane.layout import Layout
from vision.sources.frames import CameraFrames, Clock, FolderFrames, FramesLost, FrameSource
from vision.sources.live import LiveFrames, open_device
from vision.sources.watched import WatchedFrames
from vision.virtual.camera import Camera, camera_over
from vision.virtual.scene import Base, Scene
from vision.virtual.sensor import GOOD
from vision.virtual.table import still_frames, still_picture

_PERIOD_S = 0.1  # between two frames
_SIZES = ((1920, 1080), (2560, 1440), (3840, 2160))  # of its pictures: a large map is looked at by a better camera
TRAY_MM = 34.0  # least side of a tray: a tag and a figure stand on it side by side, however small the map is printed
_CLEAR_PX = 44.0  # of a square at the far edge, at which tags are read with some to spare; more renders more slowly


class RenderedFrames:
    """Frames of a table that exists only as numbers, at the pace of the ``clock``."""

    def __init__(self, scene: Scene, clock: Clock, *, tilt_deg: float = 10.0) -> None:
        layout = scene.layout
        out = 2.0 * max([0.0, *(max(-x, -y) for x, y in (corner.centre_mm for corner in layout.corners))])
        wide, high = layout.columns * layout.square_mm, layout.rows * layout.square_mm
        self._scene, self._clock = scene, clock
        hung = [camera_over(wide, high, margin_mm=max(30.0, out), tilt_deg=tilt_deg, size_px=size) for size in _SIZES]
        self._camera = next((one for one in hung if _square_px(one, layout.square_mm) >= _CLEAR_PX), hung[-1])
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


def _square_px(camera: Camera, square_mm: float) -> float:
    """Return how wide the camera sees the first square of the map's far edge."""
    left, right = camera.to_px(np.array([[0.0, 0.0, 0.0], [square_mm, 0.0, 0.0]]))
    return float(np.hypot(*(right - left)))


def scene_of_layout(layout: Layout) -> Scene:
    """The layout's table, with one base for every tag, spread over the map."""
    bases = []
    for number, tag in enumerate(sorted(layout.by_tag)):
        place = (2 * number + 1) % max(1, layout.columns * layout.rows)
        column, row = place % layout.columns, (1 + place // layout.columns * 2) % layout.rows  # none at a marker
        bases.append(Base(tag, column, row, label=str(tag), square_mm=max(0.9 * layout.square_mm, TRAY_MM)))
    return Scene(layout, bases=tuple(bases))


_SCHEMES = ("http://", "https://", "rtsp://", "rtsps://")
_EXPECTED = "a camera's number, http://… or rtsp://…, a clip, a folder of pictures, a picture, or virtual"


def is_live(where: str) -> bool:
    """Whether the source goes on until somebody stops it."""
    return where == "virtual" or where.isdecimal() or where.lower().startswith(_SCHEMES)


def open_frames(where: str, clock: Clock, *, layout: Layout | None = None, place: str = "source") -> FrameSource:
    """The frames of a source; raises ``InputError`` (under ``place``) for what can be none.

    A camera or a stream that is not there *now* is no bad input: its first ``read`` says so, and it may come back.
    ``layout``: what lies on the virtual table.
    """
    if where == "virtual":
        from vision.sources.opening import RenderedFrames, scene_of_layout
        from vision.virtual.scene import example_scene

        return RenderedFrames(scene_of_layout(layout) if layout else example_scene(), clock)
    if where.isascii() and where.isdecimal():
        if int(where) > 99:
            raise InputError(place, "", where, "a camera's number from 0 to 99")
        return WatchedFrames(LiveFrames(partial(open_device, int(where)), clock, name=f"camera {where}"), clock)
    if where.lower().startswith(_SCHEMES):
        if not where.split("://", 1)[1].strip("/"):
            raise InputError(place, "", where, "the address of a stream, http://ADDRESS/…")
        return WatchedFrames(LiveFrames(partial(open_device, where), clock, name="the stream"), clock)
    path = Path(where)
    if path.is_dir():
        frames = FolderFrames(path)
        if not len(frames):
            raise InputError(where, "", "a folder without pictures", f"pictures ({', '.join(PICTURE_ENDINGS)})")
        return frames
    if not path.exists():
        raise InputError(place, "", where or "nothing", _EXPECTED)
    if path.suffix.lower() in PICTURE_ENDINGS:
        return FolderFrames(path)
    clip = CameraFrames(path, clock)
    try:
        clip.reopen()
    except FramesLost as lost:
        raise InputError(where, "", "no clip that can be read", _EXPECTED) from lost
    return clip
