"""Judges enrolled symbol dice on rendered throws: enrolled in one light before one camera, read in others.

Every set of dice is enrolled from three throws a face before the first camera. Then it is thrown before each camera in
each light. Left out of the album in turn, every face of a set is also thrown as a stranger: naming it is wrong.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.table.observation import DiceSeen
from vision.arrays import Floats, Picture
from vision.symbols.album import Album, enrol
from vision.symbols.reading import read_symbols
from vision.virtual.dice import COMBAT, DiceShot, DieLook, DieTruth, render_dice
from vision.virtual.scene import Colour
from vision.virtual.sensor import Sensor


@dataclass(frozen=True, slots=True)
class View:
    """A camera and a light: how it is turned away from straight down, what it makes of colours."""

    name: str
    sensor: Sensor
    tilt_deg: float = 0.0
    shrink: float = 1.0
    cast: tuple[float, float, float] = (1.0, 1.0, 1.0)  # blue, green, red
    felt: Colour = (34, 52, 36)


SETS: dict[str, DieLook] = {
    "combat": COMBAT,
    "red": DieLook(body=(40, 30, 190), pips=(240, 240, 240), art=("bat", "claw", "bolt", "star", "eye", "fist")),
    "black": DieLook(body=(34, 30, 28), pips=(90, 190, 225), art=("skull", "hand", "bat", "eye", "star", "bolt")),
    "purple": DieLook(body=(150, 60, 110), pips=(90, 190, 110), art=("fist", "hand", "claw", "skull", "bolt", "bat")),
}
_PALE = (120, 150, 190)  # a tray must differ from its dice: dark ones lie on pale felt
VIEWS = (
    View("enrolling", Sensor(noise_level=2.5, uneven=0.12, vignette=0.2, jpeg_quality=92)),
    View("evening", Sensor(blur_px=0.9, noise_level=5, uneven=0.4, exposure=0.55), cast=(0.75, 0.95, 1.1)),
    View("window", Sensor(blur_px=0.8, noise_level=3, uneven=0.5, exposure=1.2), cast=(1.12, 1.0, 0.9)),
    View("tilted", Sensor(blur_px=0.9, noise_level=4, uneven=0.25, jpeg_quality=88), tilt_deg=14),
    View("small", Sensor(blur_px=1.0, noise_level=4, uneven=0.25, jpeg_quality=85), shrink=0.55),
    View("paper", Sensor(blur_px=0.8, noise_level=4, uneven=0.3, jpeg_quality=88), tilt_deg=8, felt=_PALE),
)


def throw(look: DieLook, faces: Sequence[int], view: View, seed: int) -> DiceShot:
    """The throw as that camera sees it, with its truth."""
    clean = render_dice(
        faces,
        seed,
        looks=(look,),
        sensor=replace(view.sensor, jpeg_quality=None),
        felt=_PALE if sum(look.body) < 120 else view.felt,
    )
    turn = _turned_camera(clean.picture, view)
    wide, high = (round(part * view.shrink) for part in clean.picture.shape[1::-1])
    seen = cv2.warpPerspective(clean.picture, turn, (wide, high), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    seen = np.clip(seen * np.array(view.cast), 0, 255).astype(np.uint8)
    _, packed = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, view.sensor.jpeg_quality or 95])
    picture: Picture = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)
    return DiceShot(picture, tuple(_seen_from(die, turn, view.shrink) for die in clean.dice))


def enrolled(look: DieLook, without: str = "") -> Album:
    """The album of a set, three dice a face, before the first camera; one face may be left out."""
    album = Album("rendered")
    for name in sorted(set(look.art) - {without}):
        sides = [number for number, art in enumerate(look.art, 1) if art == name]
        shot = throw(look, [sides[i % len(sides)] for i in range(3)], VIEWS[0], 900 + sides[0])
        album, _ = enrol(album, name, shot.picture, name)
    return album


def _turned_camera(picture: Picture, view: View) -> Floats:
    # a camera that turns about its own place sees the same rays: a homography, exactly
    high, wide = picture.shape[:2]
    focal = high / 142.0 * 420.0  # the renderer's: 142 mm across, from 420 mm above
    tilt = np.radians(view.tilt_deg)
    turn = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    lens = np.array([[focal, 0, (wide - 1) / 2], [0, focal, (high - 1) / 2], [0, 0, 1.0]])
    out = lens @ turn @ np.linalg.inv(lens)
    middle = out @ np.array([(wide - 1) / 2, (high - 1) / 2, 1.0])
    shift = np.eye(3)
    shift[:2, 2] = np.array([(wide - 1) / 2, (high - 1) / 2]) - middle[:2] / middle[2]
    return np.asarray(np.diag([view.shrink, view.shrink, 1.0]) @ shift @ out)


def _seen_from(die: DieTruth, turn: Floats, shrink: float) -> DieTruth:
    x, y, w = turn @ np.array([die.x_px, die.y_px, 1.0])
    return replace(die, x_px=float(x / w), y_px=float(y / w), size_px=die.size_px * shrink)


def score(seen: DiceSeen, shot: DiceShot, look: DieLook, album: Album) -> Counter[str]:
    """Count the outcomes of the dice: right, wrong, asked, missed; extra faces where no die lies."""
    count: Counter[str] = Counter()
    free = list(seen.dice)
    for truth in shot.dice:
        near = min(free, key=lambda die: np.hypot(die.x - truth.x_px, die.y - truth.y_px), default=None)
        if near is None or np.hypot(near.x - truth.x_px, near.y - truth.y_px) > 0.6 * truth.size_px:
            count["missed"] += 1
            continue
        free.remove(near)
        name = look.art[truth.face - 1]
        known = name in album.faces
        count["asked" if near.face is None else "right" if near.face == name and known else "wrong"] += 1
    count["extra"] += sum(die.face is not None for die in free)
    told = str(seen.verdict) == "read"
    count["pictures"] += 1
    count["read"] += told
    count["silent"] += told and (count["wrong"] + count["missed"] + count["extra"] > 0)
    return count


def throws(look: DieLook, view: View, count: int, seed: int) -> Iterator[DiceShot]:
    """Generate so many throws of four dice."""
    draw = np.random.default_rng([seed, 5])
    for number in range(count):
        yield throw(look, [int(face) for face in draw.integers(1, 7, 4)], view, 10_000 * seed + number)


def main(arguments: Sequence[str]) -> int:
    """The exit status: 1 when anything was silently wrong; prints a line per set and view."""
    count = int(arguments[0]) if arguments else 6
    total: Counter[str] = Counter()
    _print(f"{'set':8} {'view':10} dice: right wrong asked missed extra | pictures read silent")
    for seed, (name, look) in enumerate(SETS.items(), 1):
        album = enrolled(look)
        for view in VIEWS:
            here: Counter[str] = Counter()
            for shot in throws(look, view, count, seed):
                here += score(read_symbols(shot.picture, album, expect=len(shot.dice)), shot, look, album)
            _line(name, view.name, here)
            total += here
        for stranger in sorted(set(look.art)):
            less = enrolled(look, stranger)
            here = Counter()
            side = look.art.index(stranger) + 1
            for view in VIEWS[1:]:
                shot = throw(look, [side] * 3, view, 77 + seed)
                here += score(read_symbols(shot.picture, less), shot, look, less)
            _line(name, f"no {stranger}"[:10], here)
            total["silent"] += here["silent"]
            total["strangers named"] += here["wrong"]
    _line("all", "", total)
    _print(f"strangers named: {total['strangers named']}")
    return 1 if total["silent"] else 0


def _line(name: str, view: str, count: Counter[str]) -> None:
    dice = " ".join(f"{count[kind]:5}" for kind in ("right", "wrong", "asked", "missed", "extra"))
    _print(f"{name:8} {view:10}       {dice} | {count['pictures']:5} {count['read']:5} {count['silent']:5}")


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")
