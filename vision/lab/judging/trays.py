"""Throws asked about in an evening, without what was learnt of the tray and with it.

    python -m vision.lab.judging trays CAMERA [THROWS]           one rendered camera: above, side, wide
    python -m vision.lab.judging trays leaning [THROWS]          a die that leans, before and after learning
    python -m vision.lab.judging trays anywhere [DICE]           one die put anywhere into a tray that was learnt
    python -m vision.lab.judging trays FOLDER SOURCE FIRST       photographs of one camera; the first ones teach

The evening has four parts: the bare tray; things lie in it; the lamp is moved; the dice are others. How many dice were
thrown is known to both readers, as in a game, unless ``--uncounted`` is given. Every fourth throw the tray is seen
without dice before it. ``--keep FOLDER`` keeps what was asked about or read wrong, as pictures with what was seen;
``--seed N`` takes another tray, other things in it and other throws than those the rules were made with.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from companion.table.observation import DiceSeen, ReadVerdict
from vision.arrays import Picture
from vision.dice.reading import read_dice
from vision.lab.judging.splits import photographs
from vision.lab.judging.verdicts import became
from vision.pictures import read_picture, write_picture
from vision.trays.learning import TrayLearner
from vision.virtual.dice import IVORY, DiceShot, DieLook
from vision.virtual.tray import Lamp, TrayStage

_SIZE = (720, 540)
CAMERAS = {
    "above": TrayStage(seed=1, size_px=_SIZE),
    "side": TrayStage(seed=2, size_px=_SIZE, tilt_deg=35.0, felt=(60, 44, 40)),
    "wide": TrayStage(seed=3, size_px=_SIZE, tilt_deg=8.0, squeeze=0.75, felt=(110, 60, 40)),
}
RED = DieLook(side_mm=13.0, body=(40, 30, 190), pips=(240, 240, 240))
_MOVED = Lamp(0.8, 0.45, 200.0, (0.88, 1.0, 1.08))
_PARTS = ("bare", "clutter", "lamp moved", "other dice")
_SEEN_EMPTY = 4
_LEAN_DEG = (14.0, 18.0, 22.0, 26.0, 30.0, 36.0)


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw of an evening: its part, what lies there, and the tray before it where that was seen."""

    part: str
    shot: DiceShot
    before: Picture | None


def evening(stage: TrayStage, throws: int) -> Iterator[Throw]:
    """The throws of an evening under one camera."""
    return (throw_of(stage, number, throws) for number in range(throws))


def throw_of(stage: TrayStage, number: int, throws: int = 100) -> Throw:
    """Draw one throw of an evening of so many, always the same."""
    part = number * len(_PARTS) // throws
    there = replace(stage, clutter=4 if part else 0, lamp=_MOVED if part > 1 else stage.lamp)
    look = RED if part == 3 else IVORY
    draw = np.random.default_rng([stage.seed, number, 61])
    faces = [int(face) for face in draw.integers(1, 7, int(draw.integers(1, 4)))]
    seed = 10_000 * stage.seed + number
    before = there.throw((), seed + 5_000).picture if number % _SEEN_EMPTY == 0 else None
    return Throw(_PARTS[part], there.throw(faces, seed, look), before)


def judge(seen: DiceSeen, shot: DiceShot) -> str:
    """``right``, ``wrong`` or ``asked``; a die that leans must be asked about."""
    truth = [{"value": die.face, "cx": die.x_px, "cy": die.y_px, "size": die.size_px} for die in shot.dice]
    if any(die.is_cocked for die in shot.dice):
        return "asked" if seen.verdict is ReadVerdict.ASK else "wrong"
    return became(seen, truth)


def main(arguments: Sequence[str]) -> int:
    """The exit status: 1 when anything was read wrong; prints the table."""
    parser = argparse.ArgumentParser(prog="python -m vision.lab.judging trays")
    parser.add_argument("words", nargs="+")
    parser.add_argument("--uncounted", action="store_true")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--seed", type=int)
    asked = parser.parse_args(arguments)
    words, is_counted = asked.words, not asked.uncounted
    number = int(words[-1]) if len(words) > 1 and words[-1].isdecimal() else 0
    match words[0]:
        case "leaning":
            return _leaning(number or 10)
        case "anywhere":
            return _anywhere(number or 60)
        case name if name in CAMERAS:
            stage = CAMERAS[name]
            stage = stage if asked.seed is None else replace(stage, seed=asked.seed)
            return _evening(name, evening(stage, number or 100), is_counted, asked.keep)
        case folder:
            return _photographs(Path(folder), words[1], number, is_counted)


def _evening(name: str, throws: Iterator[Throw], is_counted: bool, keep: Path | None) -> int:
    learner, alone, known = TrayLearner(name), Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for index, throw in enumerate(throws):
        if throw.before is not None:
            expect = 2 if is_counted else None
            reading = learner.read(throw.before, expect)
            alone[throw.part, "empty asked"] += bool(read_dice(throw.before, expect=expect).dice)
            known[throw.part, "empty asked"] += bool(reading.seen.dice)
            learner.learn(throw.before, reading)
        count = len(throw.shot.dice) if is_counted else None
        word = judge(read_dice(throw.shot.picture, expect=count), throw.shot)
        alone[throw.part, word] += 1
        reading = learner.read(throw.shot.picture, count)
        word = judge(reading.seen, throw.shot)
        known[throw.part, word] += 1
        if word != "right":
            _say(f"{name} {index} {throw.part}: {word} {reading.seen.why or ''}")
            keep_seen(keep, f"{name}_{index}_{word}", throw.shot.picture, reading.seen)
        learner.learn(throw.shot.picture, reading, count)
    for part in _PARTS:
        words = ("right", "asked", "wrong", "empty asked")
        cells = " ".join(f"{word} {alone[part, word]:3} → {known[part, word]:3}" for word in words)
        _say(f"{name:8} {part:11} {cells}")
    _say(f"{name:8} memory: {_memory_in_words(learner)}")
    return int(any(counts[part, "wrong"] for counts in (alone, known) for part in _PARTS))


def _leaning(throws: int) -> int:
    """Print how often leaning dice, one of two or alone, are asked about; return 1 when a steep one was not."""
    wrong = 0
    for name, stage in CAMERAS.items():
        learner = _taught(name, stage, 14)
        for lean_deg in _LEAN_DEG:
            told = Counter[str]()
            for number in range(throws):
                faces = [1 + number % 6, 1 + (number * 5) % 6][: 1 + number % 2]
                shot = stage.throw(faces, 70_000 + number, cocked=[0], lean_deg=lean_deg)
                told["alone"] += judge(read_dice(shot.picture, expect=len(faces)), shot) == "asked"
                told["known"] += judge(learner.read(shot.picture, len(faces)).seen, shot) == "asked"
            wrong += lean_deg >= 30 and told["known"] < throws
            _say(f"{name:8} leaning {lean_deg:3.0f}: asked {told['alone']} → {told['known']} of {throws}")
    return int(wrong > 0)


def _anywhere(dice: int) -> int:
    """A die of any look put anywhere into a tray that was learnt, half of them upon the things that lie there."""
    told, wrong = Counter[str](), 0
    for name, stage in CAMERAS.items():
        there = replace(stage, clutter=4)
        learner = _taught(name, there, 10)
        for number in range(dice // len(CAMERAS)):
            draw = np.random.default_rng([stage.seed, number, 67])
            things = there.things_mm()
            spot = things[number % len(things)] if number % 2 else tuple(draw.uniform(-52, 52, 2))
            look = LOOKS[number % len(LOOKS)]
            face = int(draw.integers(1, 7))
            shot = there.place(face, (float(spot[0]), float(spot[1])), 80_000 + number, look)
            for count in (None, 1):
                word = judge(learner.read(shot.picture, count).seen, shot)
                word = "wrong" if not learner.read(shot.picture, None).seen.dice else word
                told[f"{name}: {word}"] += 1
                wrong += word == "wrong"
    _say(f"one die put anywhere: {dict(told)}")
    return int(wrong > 0)


LOOKS = (
    IVORY,
    RED,
    DieLook(side_mm=16.0, body=(42, 38, 36), pips=(214, 234, 240)),
    DieLook(side_mm=11.0, body=(60, 190, 230), pips=(30, 30, 40)),
    DieLook(side_mm=19.0, body=(70, 140, 40), pips=(240, 240, 240)),
)


def _taught(name: str, stage: TrayStage, throws: int) -> TrayLearner:
    learner = TrayLearner(name)
    for number in range(throws):
        draw = np.random.default_rng([stage.seed, number, 71])
        shot = stage.throw([int(face) for face in draw.integers(1, 7, 2)], 60_000 + number)
        learner.learn(shot.picture, learner.read(shot.picture, 2), 2)
    return learner


def _photographs(folder: Path, source: str, first: int, is_counted: bool) -> int:
    """Photographs of one camera in their order: the first ones are learnt from, and not judged."""
    learner, alone, known = TrayLearner(source), Counter[str](), Counter[str]()
    own = [photo for photo in photographs(folder) if photo.source == source]
    for index, photo in enumerate(own):
        picture, count = read_picture(photo.path), len(photo.dice) if is_counted else None
        reading = learner.read(picture, count)
        if index >= first:
            for counts, seen in ((alone, read_dice(picture, expect=count)), (known, reading.seen)):
                word = became(seen, photo.dice)
                counts[word] += 1
            if word != "right":
                _say(f"{photo.path.name}: {word} {reading.seen.why or ''}")
        learner.learn(picture, reading, count)
    _say(f"{source}: {first} learnt from, then alone {dict(alone)}, known {dict(known)}; {_memory_in_words(learner)}")
    return int(bool(alone["wrong"] or known["wrong"]))


def keep_seen(folder: Path | None, name: str, picture: Picture, seen: DiceSeen) -> None:
    """Keep the picture with what was seen, where there is a folder for it."""
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        write_picture(folder / f"{name}.png", drawn(picture, seen))


def drawn(picture: Picture, seen: DiceSeen) -> Picture:
    """The picture with every die found: green when read, red when asked about."""
    out = picture.copy()
    for die in seen.dice:
        colour = (0, 200, 0) if die.face is not None else (0, 0, 255)
        cv2.circle(out, (round(die.x), round(die.y)), round(0.7 * die.width), colour, 2, cv2.LINE_AA)
        cv2.putText(out, die.face or "?", (round(die.x), round(die.y)), 0, 1.0, colour, 2, cv2.LINE_AA)
    return out


def _memory_in_words(learner: TrayLearner) -> str:
    memory = learner.memory
    if memory is None:
        return "none"
    slant = memory.slant and f"{np.hypot(*memory.slant.middle):.2f} left {memory.slant.left:.2f}"
    return f"{memory.throws} throws, pixels {memory.pixel_shape:.3f}, slant {slant}, {len(memory.looks)} looks"


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
