"""A screen that was shown once: how it looks empty, where its boxes are, what a cube on it looks like.

{"format": "tablewright/screen@1", "screen": "lamplight", "picture": "<PNG, base64>",
 "boxes": {"available": [40, 60, 400, 180], …}, "cube": {"side_px": 24.5, "bgr": [40, 60, 200]}}

Boxes are left, top, width and height in pixels of the picture, which is the empty screen, at most 900 px long.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from platformdirs import user_data_path

from companion.documents import Node, load_document
from companion.errors import InputError
from vision.arrays import Picture, grey

FORMAT = "tablewright/screen@1"
LONGEST_PX = 900  # longer side of a kept picture; more makes the search slower
_FAINT = 0.015  # print that is found at all: in half the light, at a slant, a little blurred
APART = 0.09  # in shares of colour: so much a cube must differ from what is printed under it

Box = tuple[int, int, int, int]  # left, top, width, height
Prints = tuple[NDArray[np.float64], NDArray[np.float32] | None]  # where each is, (n, 2); what it looks like, (n, 128)


@dataclass(frozen=True, eq=False)
class ShownScreen:
    """A screen that was shown once; ``cube_bgr`` is the colour of a cube's upper side in the light of the picture."""

    name: str
    picture: Picture
    boxes: Mapping[str, Box]
    cube_px: float
    cube_bgr: tuple[float, float, float]

    @cached_property
    def prints(self) -> Prints:
        """Its print, to be found again on photographs."""
        return prints_of(self.picture)


def prints_of(picture: Picture) -> Prints:
    """Return what SIFT finds on a picture, its light evened by places (CLAHE)."""
    finder = cv2.SIFT.create(4000, contrastThreshold=_FAINT)
    there, looks = finder.detectAndCompute(cv2.createCLAHE(3.0, (8, 8)).apply(grey(picture)), None)
    return np.array([one.pt for one in there], np.float64).reshape(-1, 2), looks


def screen_path(seat: str, given: str | None) -> Path:
    """The file of that seat's screen: the one given, or ``screens/SEAT.json`` in the data folder."""
    return Path(given) if given else user_data_path("tablewright") / "screens" / f"{seat}.json"


def shrunk(picture: Picture) -> tuple[Picture, float]:
    """The picture, no longer than a screen is kept, and how many of its pixels one was before."""
    scale = min(1.0, LONGEST_PX / max(picture.shape[:2]))
    size = (round(picture.shape[1] * scale), round(picture.shape[0] * scale))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8), scale


def shares(bgr: NDArray[np.generic]) -> NDArray[np.float32]:
    """Colours without their light: the shares of blue, green and red, last axis."""
    parts = np.asarray(bgr, dtype=np.float32) + 8.0  # dark pixels have no colour worth speaking of
    return np.asarray(parts / parts.sum(axis=-1, keepdims=True))


def read_screen(path: Path) -> ShownScreen:
    """The screen in a file; raises ``InputError`` with the place when it cannot be used."""
    top = load_document(str(path))
    top.table({"format", "screen", "picture", "boxes", "cube"})
    top["format"].word({FORMAT})
    picture = _picture(top["picture"])
    high, wide = picture.shape[:2]
    boxes: dict[str, Box] = {}
    for name, node in top["boxes"].entries():
        left, upper, across, down = (part.number(0, LONGEST_PX) for part in _of(node, 4))
        if not across or not down or left + across > wide or upper + down > high:
            node.refuse(f"left, top, width and height within {wide} x {high} pixels")
        boxes[name] = (left, upper, across, down)
    if not boxes:
        top["boxes"].refuse("at least one box")
    cube = top["cube"]
    cube.table({"side_px", "bgr"})
    blue, green, red = (part.measure(0, 255) for part in _of(cube["bgr"], 3))
    return ShownScreen(top["screen"].text(), picture, boxes, cube["side_px"].measure(2, LONGEST_PX), (blue, green, red))


def format_screen(screen: ShownScreen) -> str:
    """The screen as the JSON text ``read_screen`` reads."""
    _, packed = cv2.imencode(".png", screen.picture)
    document = {
        "format": FORMAT,
        "screen": screen.name,
        "boxes": {name: list(box) for name, box in screen.boxes.items()},
        "cube": {"side_px": round(screen.cube_px, 2), "bgr": [round(part, 1) for part in screen.cube_bgr]},
        "picture": base64.b64encode(packed.tobytes()).decode("ascii"),
    }
    return json.dumps(document, indent=1) + "\n"


def check_colours(screen: ShownScreen, place: str) -> None:
    """Refuse a screen on which a cube could not be told from what is printed in a box."""
    apart = np.linalg.norm(shares(screen.picture) - shares(np.array(screen.cube_bgr)), axis=2)
    for name, (left, top, wide, high) in screen.boxes.items():
        alike = float((apart[top : top + high, left : left + wide] < APART).mean())
        if alike > 0.03:
            raise InputError(place, f"the box {name}", "print of the colour of the cubes", "cubes of another colour")


def _of(node: Node, count: int) -> list[Node]:
    parts = list(node.items())
    if len(parts) != count:
        node.refuse(f"{count} numbers")
    return parts


def _picture(node: Node) -> Picture:
    try:
        packed = base64.b64decode(node.text(), validate=True)
        picture = cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR) if packed else None
    except (ValueError, cv2.error):
        picture = None
    if picture is None or max(picture.shape[:2]) > LONGEST_PX:
        node.refuse(f"a PNG of at most {LONGEST_PX} pixels, base64", "something else")
    return np.asarray(picture, dtype=np.uint8)
