"""The collar code: its table is what the documented search finds, and identities stay far apart."""

from __future__ import annotations

import numpy as np
import pytest

from vision.plane import collars
from vision.plane.collars import COLLAR_CARD_MM, COLLAR_CELL_MM, COLLAR_DISC_MM, COLLAR_IDS, collar_cells, turned


@pytest.mark.long
@pytest.mark.slow
def test_the_table_is_what_the_search_finds() -> None:
    assert collars.search_words() == collars._WORDS


def test_identities_differ_in_five_bits_in_any_direction() -> None:
    for one in range(COLLAR_IDS):
        for other in range(COLLAR_IDS):
            for quarters in range(4):
                if (one, quarters) == (other, 0):
                    continue
                bits = int((collar_cells(one) != turned(collar_cells(other), quarters)).sum())
                assert bits >= 5, (one, other, quarters)


def test_every_corner_has_both_colours() -> None:
    for one in range(COLLAR_IDS):
        assert all(1 <= int(corner.sum()) <= 3 for corner in collar_cells(one)), one


def test_a_quarter_turn_moves_the_top_left_corner_to_the_top_right() -> None:
    cells = collar_cells(5)
    once = turned(cells, 1)
    # drawn by hand: (row, column) of a corner goes to (column, 1 - row)
    assert [[bool(once[1][r][c]) for c in (0, 1)] for r in (0, 1)] == [
        [bool(cells[0][1][0]), bool(cells[0][0][0])],
        [bool(cells[0][1][1]), bool(cells[0][0][1])],
    ]
    assert np.array_equal(turned(cells, 4), cells)


def test_the_cells_lie_beside_the_disc() -> None:
    inner = COLLAR_CARD_MM / 2 - 2 * COLLAR_CELL_MM  # the cell corner nearest to the middle
    assert inner * 2**0.5 >= COLLAR_DISC_MM / 2


@pytest.mark.parametrize("identity", [-1, 24])
def test_there_are_24_identities(identity: int) -> None:
    with pytest.raises(ValueError, match="0 to 23"):
        collar_cells(identity)
