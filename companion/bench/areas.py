"""The areas of the report: each is a module that yields its rows one by one."""

from __future__ import annotations

import importlib
from collections.abc import Iterator

from companion.bench.rows import Row

# area -> (module, how many rows it has)
AREAS: dict[str, tuple[str, int]] = {
    "bridge": ("companion.bench.bridge", 5),
    "demo": ("companion.bench.demo", 2),
    "rules": ("companion.bench.rules", 6),
    "sight": ("companion.bench.sight", 14),
    "storage": ("companion.bench.storage", 4),
    "ui": ("companion.bench.tablet", 1),
    "vision": ("companion.bench.pictures", 2),
}


def rows_of(area: str) -> Iterator[Row]:
    """The rows of an area, each as soon as it is measured."""
    measured: Iterator[Row] = importlib.import_module(AREAS[area][0]).measure()
    return measured
