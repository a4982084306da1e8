"""Measuring: every claim about speed or size is a row, with its peer or its limit measured in the same run.

rows      Row, its arithmetic, limits that grow with a slow machine; who goes first changes with every sample
peers     boards and games to measure on, and what does the same elsewhere
bridge · crowd · demo · hall · hubs · pages · pictures · rules · sight · start · storage · tablet · venue    areas: rows

Only the command line opens this room. It may open every other one, lazily, to measure it.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ui.bench.rows import Row

__all__ = ["AREAS", "rows_of"]

# area -> (module, how many rows it has)
AREAS: dict[str, tuple[str, int]] = {
    "bridge": ("ui.bench.bridge", 8),
    "crowd": ("ui.bench.crowd", 3),
    "demo": ("ui.bench.demo", 2),
    "hall": ("ui.bench.hall", 9),
    "hubs": ("ui.bench.hubs", 4),
    "pages": ("ui.bench.pages", 3),
    "rules": ("ui.bench.rules", 6),
    "sight": ("ui.bench.sight", 14),
    "start": ("ui.bench.start", 2),
    "storage": ("ui.bench.storage", 4),
    "ui": ("ui.bench.tablet", 5),
    "venue": ("ui.bench.venue", 6),
    "vision": ("ui.bench.pictures", 5),
}


def rows_of(area: str) -> Iterator[Row]:
    """The rows of an area, each as soon as it is measured."""
    measured: Iterator[Row] = importlib.import_module(AREAS[area][0]).measure()
    return measured
