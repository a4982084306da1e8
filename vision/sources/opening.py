"""One door to every source of frames.

"0"                  a camera by its number          "http://…" "rtsp://…"   a phone's stream
"evening.mp4"        a clip                          "photos/"  "photo.jpg"  pictures
"virtual"            the virtual table
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from companion.errors import InputError
from vision.pictures import PICTURE_ENDINGS
from vision.plane.layout import Layout
from vision.sources.frames import CameraFrames, Clock, FolderFrames, FramesLost, FrameSource
from vision.sources.live import LiveFrames, open_device
from vision.sources.watched import WatchedFrames

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
        from vision.sources.rendered import RenderedFrames, scene_of_layout
        from vision.virtual.example import example_scene

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
