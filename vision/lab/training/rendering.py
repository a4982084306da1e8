"""Renders the training crops once, on every core, from a seed; the same seed gives the same crops on any machine."""

from __future__ import annotations

import multiprocessing
import os
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lab.training.crops import Crops, scene_crops
from vision.lab.training.photographs import Photograph, photograph_crops, photographs_of
from vision.lab.training.scenes import draw_scene

Sample = dict[str, NDArray[np.generic]]
_BATCH = 100  # scenes a task


def render_sample(seed: int, scenes: int, photographs: Path | None) -> Sample:
    """Arrays of crops: ``pictures``, ``labels``, ``leans``, ``may_be_cocked``."""
    tasks = [(seed, start, min(start + _BATCH, scenes)) for start in range(0, scenes, _BATCH)]
    shown = [(seed, index, photograph) for index, photograph in enumerate(photographs_of(photographs))]
    with multiprocessing.get_context("spawn").Pool(os.cpu_count()) as pool:
        parts = pool.map(_render, tasks, chunksize=1) + pool.map(_photographed, shown, chunksize=1)
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def _render(task: tuple[int, int, int]) -> Sample:
    cv2.setNumThreads(1)
    crops = Crops()
    seed, start, stop = task
    for index in range(start, stop):
        draw = np.random.default_rng([seed, 7, index])
        scene_crops(draw_scene(draw), draw, crops)
    return _arrays(crops)


def _photographed(task: tuple[int, int, Photograph]) -> Sample:
    cv2.setNumThreads(1)
    crops = Crops()
    seed, index, photograph = task
    photograph_crops(photograph, np.random.default_rng([seed, 5, index]), crops)
    return _arrays(crops)


def _arrays(crops: Crops) -> Sample:
    return {
        "pictures": np.array(crops.pictures),
        "labels": np.array(crops.labels, dtype=np.int64),
        "leans": np.array(crops.leans, dtype=np.float32),
        "may_be_cocked": np.array(crops.may_be_cocked),
    }
