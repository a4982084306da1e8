"""The tiles of a page leave no hole: those of the last row share its width."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

from tests.ui.screens.test_pages import Screen


@pytest.mark.parametrize("size", [(1280, 800), (1024, 600)])
def test_the_last_row_of_tiles_is_as_wide_as_the_others(window: None, tmp_path: Path, size: tuple[int, int]) -> None:
    screen = Screen(tmp_path, "en", size, 1.0)
    grid = screen.app._page._grid
    rows: dict[int, list[Any]] = {}
    for tile in grid.children:
        rows.setdefault(round(tile.top), []).append(tile)
    assert len(rows) >= 2
    for tiles in rows.values():
        tiles.sort(key=lambda tile: tile.x)
        assert tiles[0].x == pytest.approx(grid.x) and tiles[-1].right == pytest.approx(grid.right)
        for one, other in itertools.pairwise(tiles):
            assert other.x - one.right == pytest.approx(grid.spacing[0])
    screen.close()
