"""Judges the number reader: ``python -m vision.lab.judging numbers COUNT SEED [SETTING…]``, throws of dice never seen.

Bodies, light, camera and typefaces are those of ``vision.virtual``, which nothing was taught with. A setting is what is
difficult in its throws; in each the number of dice is told in half of them. Under ``read``, anything but exactly the
dice that lie there flat, each with its face, is wrong, and is named by its seed.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.table.observation import DiceSeen, ReadVerdict
from vision.arrays import Floats
from vision.numbers.kinds import KINDS
from vision.numbers.reading import read_numbers
from vision.virtual.cube import Cube
from vision.virtual.dice import COMBAT, IVORY, NUMBERED, TRAY_MM, DiceShot, DieLook, lay_die
from vision.virtual.numerals import TYPEFACES
from vision.virtual.scene import Colour
from vision.virtual.sensor import Sensor
from vision.virtual.tray import Lamp, TrayStage

SETTINGS = ("plain", "light", "tilted", "small", "glass", "touching", "leaning", "clutter", "strangers", "nothing")
EASY = ("plain", "light", "tilted")
_LEANS = {"d8": (16.0, 34.0), "d10": (16.0, 26.0), "d12": (16.0, 30.0), "d20": (14.0, 20.0)}  # the same face stays up
_COLOURS: tuple[tuple[Colour, Colour], ...] = (  # bodies and inks
    ((40, 30, 190), (240, 240, 240)),
    ((190, 70, 30), (235, 240, 245)),
    ((38, 36, 34), (225, 230, 235)),
    ((222, 232, 236), (30, 28, 28)),
    ((50, 120, 40), (60, 215, 240)),
    ((140, 50, 110), (90, 200, 240)),
    ((60, 190, 235), (30, 30, 40)),
    ((200, 170, 60), (40, 30, 30)),
)
_FELTS: tuple[Colour, ...] = ((34, 52, 36), (60, 40, 30), (44, 44, 110), (120, 150, 190), (70, 72, 76))


@dataclass(frozen=True, eq=False)
class Throw:
    """A throw: the picture with its truth, the kind asked for, and the faces that lie there; ``None``: only ``ask``."""

    shot: DiceShot
    kind: str
    faces: tuple[str, ...] | None


def draw_look(kind: str, draw: np.random.Generator, *, unmarked: bool = False) -> DieLook:
    """Draw the look of a kind's dice by chance: colours, typeface, and how a six and a nine are marked."""
    body, ink = _COLOURS[int(draw.integers(0, len(_COLOURS)))]
    mark = "" if unmarked else str(draw.choice(["_", "."]))
    faces = [name.rstrip("_") for name in NUMBERED[kind].art]
    if kind == "d10" and draw.random() < 0.4:
        faces = [face + "0" for face in faces]
    art = tuple(face + mark if face in ("6", "9") and kind != "d8" else face for face in faces)
    return replace(NUMBERED[kind], body=body, pips=ink, art=art, typeface=str(draw.choice(TYPEFACES)))


def throw(kind: str, setting: str, seed: int) -> Throw:
    """The throw of a setting with this seed; the same for the same seed."""
    draw = np.random.default_rng([seed, 61, list(KINDS).index(kind), SETTINGS.index(setting)])
    look = draw_look(kind, draw)
    felt = next(one for one in draw.permutation(np.array(_FELTS)) if np.abs(one - np.array(look.body)).sum() > 90)
    stage = _stage(setting, (int(felt[0]), int(felt[1]), int(felt[2])), seed, draw)
    if setting == "glass":
        look = replace(look, opaque=float(draw.uniform(0.6, 0.85)))
    count = 0 if setting == "nothing" else int(draw.integers(1, 6))
    if setting in ("touching", "leaning"):
        count = max(2, count)
    looks = [look] * count
    if setting == "strangers":
        looks[-1] = _stranger(kind, look, draw)
    numbers = [int(draw.integers(1, len(one.shape.frames) + 1)) for one in looks]
    leaning = {count - 1} if setting == "leaning" else set()
    cubes: list[Cube] = []
    for index, (one, number) in enumerate(zip(looks, numbers, strict=True)):
        lean_deg = float(draw.uniform(*_LEANS[kind])) if index in leaning else 0.0
        spot = _spot(cubes, draw, touching=setting == "touching" and index == 1)
        cubes.append(lay_die(number, spot, float(draw.uniform(0, 360)), lean_deg, one))
    shot = stage.show(cubes, numbers, leaning, seed)
    told = tuple(one.art[number - 1].rstrip("_.") for one, number in zip(looks, numbers, strict=True) if one.art)
    return Throw(shot, kind, None if setting in ("strangers", "leaning", "nothing") else tuple(sorted(told)))


def _stage(setting: str, felt: Colour, seed: int, draw: np.random.Generator) -> TrayStage:
    tilt, level = float(draw.uniform(0, 6)), float(draw.uniform(0.85, 1.15))
    lamp = Lamp(level, float(draw.uniform(0, 0.2)), float(draw.uniform(0, 360)))
    sensor = Sensor(blur_px=float(draw.uniform(0.6, 1.0)), noise_level=float(draw.uniform(2, 4)), jpeg_quality=90)
    size = (960, 720)
    if setting == "light":
        blue, green, red = (float(part) for part in draw.uniform(0.75, 1.15, 3))
        level, fall_off = float(draw.uniform(0.5, 1.25)), float(draw.uniform(0.3, 0.7))
        lamp = Lamp(level, fall_off, lamp.side_deg, (blue, green, red))
        sensor = replace(sensor, noise_level=5.0, vignette=0.3)
    elif setting == "tilted":
        tilt = float(draw.uniform(8, 16))
    elif setting == "small":
        size = (560, 420)
        sensor = replace(sensor, blur_px=0.8, jpeg_quality=85)
    clutter = int(draw.integers(2, 5)) if setting in ("clutter", "nothing") else 0
    return TrayStage(seed, tilt, size, 1.0, felt, clutter, lamp, sensor)


def _stranger(kind: str, look: DieLook, draw: np.random.Generator) -> DieLook:
    others = [draw_look(other, draw) for other in KINDS if other != kind]
    chance = draw.random()
    if chance < 0.25:
        return replace(IVORY, body=look.body, pips=look.pips)
    if chance < 0.4:
        return replace(COMBAT, body=look.body, pips=look.pips)
    if chance < 0.5:
        return DieLook(16.0, look.body, look.pips, art=tuple("123456"), typeface=look.typeface)
    return replace(others[int(draw.integers(0, len(others)))], body=look.body, pips=look.pips)


def _spot(cubes: Sequence[Cube], draw: np.random.Generator, *, touching: bool) -> Floats:
    reach, spot = TRAY_MM / 2 - 16.0, np.zeros(2)
    for _ in range(500):
        spot = draw.uniform(-reach, reach, 2)
        if touching:
            way, far = float(draw.uniform(0, 2 * np.pi)), float(draw.uniform(22.0, 24.5))
            spot = cubes[0].centre_mm[:2] + far * np.array([np.cos(way), np.sin(way)])
        inside = bool((np.abs(spot) < reach + 2).all())
        if inside and all(np.hypot(*(spot - cube.centre_mm[:2])) > (21.5 if touching else 29.0) for cube in cubes):
            break
    return spot


def outcome(seen: DiceSeen, thrown: Throw) -> str:
    """Judge a reading: ``right``, ``asked`` or ``wrong``."""
    if seen.verdict is not ReadVerdict.READ:
        return "asked"
    return "right" if tuple(sorted(die.face or "?" for die in seen.dice)) == thrown.faces else "wrong"


def main(arguments: Sequence[str]) -> int:
    """The exit status: 1 when anything was silently wrong; prints a line per kind and setting, and what was wrong."""
    count, seed = (int(part) for part in (*arguments[:2], "4", "1")[:2]) if len(arguments) > 1 else (4, 1)
    settings = tuple(arguments[2:]) or SETTINGS
    total: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    _print(f"{'kind':5} {'setting':10} right asked wrong")
    for kind in KINDS:
        for setting in settings:
            here: Counter[str] = Counter()
            for number in range(count):
                thrown = throw(kind, setting, 1000 * seed + number)
                told = len(thrown.shot.dice) if number % 2 and thrown.faces is not None else None
                seen = read_numbers(thrown.shot.picture, (kind,), expect=told)
                result = outcome(seen, thrown)
                here[result] += 1
                reasons[f"{setting}: {seen.why}"] += setting in EASY and result == "asked"
                if result == "wrong":
                    faces = [die.face for die in seen.dice]
                    _print(f"WRONG {kind} {setting} {1000 * seed + number}: {thrown.faces} read as {faces}")
            _line(kind, setting, here)
            total += here
            total["easy"] += sum(here.values()) if setting in EASY else 0
            total["easy right"] += here["right"] if setting in EASY else 0
    _line("all", "", total)
    thrown_count = total["right"] + total["asked"] + total["wrong"]
    _print(f"easy pictures read: {total['easy right']} of {total['easy']}")
    if not total["wrong"]:
        _print(f"none wrong of {thrown_count}: with 95 % certainty fewer than 1 in {thrown_count // 3} is")
    for reason, times in reasons.most_common(8):
        _print(f"{times:4} {reason}")
    return 1 if total["wrong"] else 0


def _line(kind: str, setting: str, count: Counter[str]) -> None:
    _print(f"{kind:5} {setting:10} " + " ".join(f"{count[result]:5}" for result in ("right", "asked", "wrong")))


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
