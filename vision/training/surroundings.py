"""Lessons of the third network: places that the proposers name on scenes with clutter, and what is there.

    scene with clutter ──> find_spots, outlines ──> candidates ──truth──> die │ part of one │ nothing
                      └──> dice, things that look like dice, anywhere ──────┘

A crop is ``AROUND_PX`` wide and shows a die ``AROUND_DIE_PX`` wide: what lies around it tells half a domino from a die.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.dice.candidates import find_candidates
from vision.dice.finder import find_spots
from vision.dice.network import AROUND_DIE_PX, AROUND_PX, Around, Pyramid
from vision.dice.outlines import measure_outlines
from vision.pictures import read_picture
from vision.training.clutter import Clutter
from vision.training.crops import crop_at
from vision.training.photographs import Photograph, photographs_of
from vision.training.rendering import Sample
from vision.training.scenes import degrade, draw_scene

DIE, PART, NOTHING = range(len(Around._fields))
_SCENES = 50  # a task
_LOOKS_A_PICTURE = 4  # of the collection of photographs
_WARM = 0.5  # heat of a spot whose size outlines are measured for

Labelled = tuple[Picture, int]


def render_places(seed: int, scenes: int, clutter: Clutter, photographs: Path | None) -> Sample:
    """Crops (``pictures``), what is in their middle (``labels``), and whether a photograph showed it (``real``)."""
    tasks = [(seed, start, min(start + _SCENES, scenes), clutter) for start in range(0, scenes, _SCENES)]
    shown = [(seed, index, photograph) for index, photograph in enumerate(photographs_of(photographs))]
    with multiprocessing.get_context("spawn").Pool(os.cpu_count()) as pool:
        parts = pool.map(_render, tasks, chunksize=1) + pool.map(_photographed, shown, chunksize=1)
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def _render(task: tuple[int, int, int, Clutter]) -> Sample:
    cv2.setNumThreads(1)
    seed, start, stop, clutter = task
    return _arrays([one for index in range(start, stop) for one in _drawn([seed, 13, index], clutter)], real=False)


def _arrays(labelled: list[Labelled], *, real: bool) -> Sample:
    return {
        "pictures": np.array([picture for picture, _ in labelled]),
        "labels": np.array([label for _, label in labelled], dtype=np.int64),
        "real": np.full(len(labelled), real),
    }


def _drawn(seed: list[int], clutter: Clutter) -> Iterator[Labelled]:
    draw = np.random.default_rng(seed)
    scene = draw_scene(draw, clutter)
    scale = float(np.exp(draw.uniform(np.log(0.3), np.log(1.3))))
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    picture = degrade(
        np.asarray(cv2.resize(scene.picture, None, fx=scale, fy=scale, interpolation=way), np.uint8), draw
    )
    dice = scale * np.array([(die.x, die.y, die.side_px) for die in scene.dice]).reshape(-1, 3)
    lookalikes = scale * np.array(scene.lookalikes).reshape(-1, 3)
    sides = scale * np.array([side for die in scene.dice for side in die.side_faces]).reshape(-1, 2)
    yield from _crops(picture, dice, sides, lookalikes, draw)


def _photographed(task: tuple[int, int, Photograph]) -> Sample:
    cv2.setNumThreads(1)
    seed, index, photograph = task
    draw, picture = np.random.default_rng([seed, 5, index]), read_picture(photograph.path)
    nothing = np.zeros((0, 2)), np.zeros((0, 3))
    looks = [_crops(picture, photograph.places, *nothing, draw) for _ in range(_LOOKS_A_PICTURE)]
    return _arrays([one for look in looks for one in look], real=True)


def _crops(
    picture: Picture, dice: Floats, sides: Floats, lookalikes: Floats, draw: np.random.Generator
) -> Iterator[Labelled]:
    high, wide = picture.shape[:2]
    usual = float(np.median(dice[:, 2])) if len(dice) else 0.1 * max(high, wide)
    anywhere = np.column_stack(
        [draw.uniform(0, wide, 3), draw.uniform(0, high, 3), usual * np.exp(draw.uniform(-1, 0.6, 3))]
    )
    flanks = np.column_stack([sides, np.full(len(sides), usual)])[: len(dice)]
    proposed = np.array(_proposed(picture, with_outlines=draw.random() < 1 / 6)).reshape(-1, 3)
    for x, y, side in np.concatenate([dice, dice, flanks, lookalikes, anywhere, proposed[:40]]):
        label = label_of((x, y, side), dice, sides)
        if label is not None and side > 5 and 0 <= x < wide and 0 <= y < high:
            yield crop_at(picture, x, y, side, draw, size_px=AROUND_PX, die_px=AROUND_DIE_PX)[0], label


def _proposed(picture: Picture, *, with_outlines: bool) -> list[tuple[float, float, float]]:
    spots = find_spots(Pyramid(picture)).places
    if not with_outlines:  # which take ten times as long on clutter
        return [(spot.x, spot.y, spot.side_px) for spot in spots]
    measured = measure_outlines(picture, [spot.side_px for spot in spots if spot.heat > _WARM], None)
    return [(one.x, one.y, one.side_px) for one in find_candidates(spots, [measured])]


def label_of(place: tuple[float, float, float], dice: Floats, sides: Floats) -> int | None:
    """Label a place (x, y, side), for the dice's upper faces (n, 3) and their side faces' middles (m, 2).

    ``None`` where it is neither here nor there: a die, but off its middle or of another size.
    """
    x, y, side = place
    if not len(dice):
        return NOTHING
    apart = np.hypot(dice[:, 0] - x, dice[:, 1] - y)
    ratio = side / dice[:, 2]
    if ((apart < 0.2 * dice[:, 2]) & (ratio > 0.75) & (ratio < 1.35)).any():
        return DIE
    if ((apart < 0.4 * dice[:, 2]) & (ratio > 0.65) & (ratio < 1.6)).any():
        return None
    on_side = len(sides) and (np.hypot(sides[:, 0] - x, sides[:, 1] - y) < 0.4 * np.median(dice[:, 2])).any()
    if on_side or (apart < 0.55 * np.maximum(dice[:, 2], side)).any():
        return PART
    return NOTHING if (apart > 1.0 * dice[:, 2] + 0.3 * side).all() else None
