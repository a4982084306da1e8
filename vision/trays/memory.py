"""The memory of the tray under one camera, as a value and as a small file.

{"format": "tablewright/tray@1", "camera": "0", "picture_px": [1280, 720], "throws": 14,
 "pixel_shape": 1.0,                                   a pixel's width over its height
 "slant": {"middle": [0.02, 0.41], "growth": 0.5, "left": 0.05, "dice": 31},
 "dice": {"side_px": 61.0, "spread": 0.08, "colour": [214, 230, 238], "count": 31},
 "outline_px": [[112, 40], …],
 "looks": [{"jpeg": "…", "unknown": "…"}, …]}          the tray without dice, the newest light first; base64
"""

from __future__ import annotations

import base64
import binascii
import json
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.documents import Node, load_document
from companion.errors import InputError
from vision.arrays import Picture
from vision.trays.slant import Slant

FORMAT = "tablewright/tray@1"
LOOK_PX = 640  # longer side of a look: a die 25 px wide on 1280 is 12 px wide there
MOST_LOOKS = 3  # lamps of an evening
_QUALITY = 92  # of JPEG
_MOST_CORNERS = 64  # of an outline that a file may hold
Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Look:
    """The tray without dice in one light: BGR, ``LOOK_PX`` long; ``unknown``: where dice hid it so far."""

    picture: Picture
    unknown: Mask


@dataclass(frozen=True, slots=True)
class DiceInUse:
    """The dice mostly thrown: the upper face's side in px, how much sides differ (a share), the bodies' BGR colour."""

    side_px: float
    spread: float
    colour: tuple[int, int, int]
    count: int


@dataclass(frozen=True, eq=False)
class TrayMemory:
    """All that is remembered; what is not known yet is absent."""

    camera: str
    picture_px: tuple[int, int]  # as the camera gives it: width, height
    throws: int = 0  # it was learnt from
    pixel_shape: float = 1.0
    slant: Slant | None = None
    dice: DiceInUse | None = None
    outline_px: tuple[tuple[float, float], ...] = ()
    looks: tuple[Look, ...] = field(default=())

    def with_look(self, look: Look) -> TrayMemory:
        """The memory with a further look, the oldest of too many forgotten."""
        return replace(self, looks=(look, *self.looks)[:MOST_LOOKS])

    @property
    def look_size(self) -> tuple[int, int]:
        """Width and height of a look."""
        return look_size(self.picture_px)


def look_size(picture_px: tuple[int, int]) -> tuple[int, int]:
    """Width and height of a look at pictures so large."""
    wide, high = picture_px
    scale = min(1.0, LOOK_PX / max(wide, high))
    return max(1, round(wide * scale)), max(1, round(high * scale))


def read_memory(path: Path) -> TrayMemory:
    """The memory in a file; raises ``InputError`` with the place where it is damaged."""
    top = load_document(str(path)).of_format(FORMAT)
    needed = {"format", "camera", "picture_px", "throws", "pixel_shape", "outline_px", "looks"}
    top.table(needed, {"slant", "dice"})
    wide, high = (node.number(16, 50_000) for node in _list(top["picture_px"], 2, 2))
    corners = [_list(node, 2, 2) for node in _list(top["outline_px"], 0, _MOST_CORNERS)]
    return TrayMemory(
        top["camera"].text(),
        (wide, high),
        top["throws"].number(0, 10**9),
        top["pixel_shape"].measure(0.25, 4.0),
        _slant(top["slant"]) if "slant" in top else None,
        _dice(top["dice"]) if "dice" in top else None,
        tuple((x.measure(-1e5, 1e5), y.measure(-1e5, 1e5)) for x, y in corners),
        tuple(_look(node, look_size((wide, high))) for node in _list(top["looks"], 0, MOST_LOOKS)),
    )


def format_memory(memory: TrayMemory) -> str:
    """The memory as the JSON text ``read_memory`` reads."""
    document: dict[str, object] = {
        "format": FORMAT,
        "camera": memory.camera,
        "picture_px": list(memory.picture_px),
        "throws": memory.throws,
        "pixel_shape": round(memory.pixel_shape, 4),
        "outline_px": [[round(x, 1), round(y, 1)] for x, y in memory.outline_px],
        "looks": [_packed(look) for look in memory.looks],
    }
    if (slant := memory.slant) is not None:
        middle = [round(part, 4) for part in slant.middle]
        numbers = {"growth": round(slant.growth, 4), "left": round(slant.left, 4), "dice": slant.dice}
        document["slant"] = {"middle": middle, **numbers}
    if (dice := memory.dice) is not None:
        sides = {"side_px": round(dice.side_px, 1), "spread": round(dice.spread, 3)}
        document["dice"] = {**sides, "colour": list(dice.colour), "count": dice.count}
    return json.dumps(document) + "\n"


def check_fits(memory: TrayMemory, file: str, size_px: tuple[int, int]) -> None:
    """Raise ``InputError`` when the memory is of pictures of another size, and so of another camera."""
    if size_px != memory.picture_px:
        wide, high = memory.picture_px
        expected = f"a tray on pictures of {size_px[0]} x {size_px[1]}"
        raise InputError(file, "picture_px", f"a tray on pictures of {wide} x {high}", expected)


def _slant(node: Node) -> Slant:
    node.table({"middle", "growth", "left", "dice"})
    x, y = (part.measure(-1.0, 1.0) for part in _list(node["middle"], 2, 2))
    return Slant(
        (x, y), node["growth"].measure(0.0, 4.0), node["left"].measure(0.0, 1.0), node["dice"].number(1, 10**9)
    )


def _dice(node: Node) -> DiceInUse:
    node.table({"side_px", "spread", "colour", "count"})
    blue, green, red = (part.number(0, 255) for part in _list(node["colour"], 3, 3))
    side, spread = node["side_px"].measure(1.0, 1e5), node["spread"].measure(0.0, 10.0)
    return DiceInUse(side, spread, (blue, green, red), node["count"].number(1, 10**9))


def _look(node: Node, size: tuple[int, int]) -> Look:
    node.table({"jpeg", "unknown"})
    picture = _unpacked(node["jpeg"], size, cv2.IMREAD_COLOR)
    return Look(picture, np.asarray(_unpacked(node["unknown"], size, cv2.IMREAD_GRAYSCALE) > 127))


def _packed(look: Look) -> dict[str, str]:
    jpeg = cv2.imencode(".jpg", look.picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1]
    unknown = cv2.imencode(".png", look.unknown.astype(np.uint8) * 255)[1]
    return {"jpeg": base64.b64encode(jpeg.tobytes()).decode(), "unknown": base64.b64encode(unknown.tobytes()).decode()}


def _unpacked(node: Node, size: tuple[int, int], how: int) -> Picture:
    expected = f"a picture of {size[0]} x {size[1]}, packed as base64"
    try:
        packed = base64.b64decode(node.text(), validate=True)
    except binascii.Error:
        node.refuse(expected, "text that is not base64")
    picture = _decoded(packed, how)
    if picture is None:
        node.refuse(expected, "a picture that cannot be read")
    if (picture.shape[1], picture.shape[0]) != size:
        node.refuse(expected, f"one of {picture.shape[1]} x {picture.shape[0]}")
    return picture


def _decoded(packed: bytes, how: int) -> Picture | None:
    from vision.pictures import announced_size

    announced = announced_size(packed)
    if announced is None or max(announced) > LOOK_PX:  # never decoded: a small text may promise a huge picture
        return None
    try:
        picture = cv2.imdecode(np.frombuffer(packed, np.uint8), how)
    except cv2.error:
        return None
    return None if picture is None else np.asarray(picture, dtype=np.uint8)


def _list(node: Node, least: int, most: int) -> list[Node]:
    nodes = list(node.items())
    if not least <= len(nodes) <= most:
        node.refuse(f"{least} entries" if least == most else f"{least} to {most} entries", f"{len(nodes)}")
    return nodes
