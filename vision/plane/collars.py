"""The collar code: which cells of a square card under a round base are black, for every identity.

    ██░░· · · ·░░██    A 38.1 mm card leaves four free corners around a 33 mm disc; each holds 2 x 2 cells of
    ░░██ ╭────╮ ██░░   3.6 mm, flush with the card's edges: 16 bits. The card may lie in any direction, so two
    ·    │disc│    ·   identities differ in at least 5 bits however one of them is turned, and so does each from
    ██░░ ╰────╯ ░░░░   itself turned: a corner that was read wrongly (4 bits) never makes another identity. Every
    ░░░░· · · ·░░██    corner has a black and a white cell, so a corner without contrast is a hidden corner.

The table is found by ``search_words``: all words of 16 bits in rising order, each kept when it is far enough from all
kept before (a greedy lexicode, 30 words in all). The first 24 are the identities; their order never changes.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

COLLAR_CARD_MM = 38.1  # side of the card: one 1.5-inch square
COLLAR_CELL_MM = 3.6  # side of a cell; two of them fit beside a 33 mm disc
COLLAR_DISC_MM = 33.0  # the largest base that hides no cell
COLLAR_IDS = 24  # identities that a card can have
COLLAR_TAG = 100  # identity n is tag 100 + n where tags are named
DISTANCE = 5  # bits between two identities, in any direction

Bits = NDArray[np.bool_]

_WORDS = (
    0x1111,
    0x1126,
    0x11CB,
    0x121E,
    0x1265,
    0x12B3,
    0x142B,
    0x16EE,
    0x183D,
    0x1852,
    0x19BA,
    0x1CD9,
    0x1D61,
    0x1D97,
    0x211A,
    0x212D,
    0x247E,
    0x25D3,
    0x279D,
    0x2ADA,
    0x2AE7,
    0x3768,
    0x3B2B,
    0x471B,
)


def collar_cells(identity: int) -> Bits:
    """The cells of an identity (0-23), shape (4, 2, 2): corner, row, column; True is black.

    Corners run top left, top right, bottom right, bottom left; rows run down and columns right on the upright card.
    """
    if not 0 <= identity < COLLAR_IDS:
        raise ValueError(f"collar {identity}: identities are 0 to {COLLAR_IDS - 1}")
    return _cells(_WORDS[identity])


def collar_words() -> Bits:
    """All identities in all four directions, shape (24, 4, 16): identity, quarter turns clockwise, flat cells."""
    return np.array([[turned(collar_cells(n), q).reshape(16) for q in range(4)] for n in range(COLLAR_IDS)])


def turned(cells: Bits, quarters: int) -> Bits:
    """The cells as they lie when the card is turned clockwise by so many quarters."""
    for _ in range(quarters % 4):
        cells = np.stack([np.rot90(cells[(corner - 1) % 4], -1) for corner in range(4)])
    return cells


@lru_cache(maxsize=1)
def search_words(most: int = COLLAR_IDS) -> tuple[int, ...]:
    """The first ``most`` words of the greedy search described above; it takes some seconds."""
    kept: list[int] = []
    taken: list[Bits] = []
    for word in range(1 << 16):
        cells = _cells(word)
        blacks = cells.reshape(4, 4).sum(axis=1)
        if blacks.min() < 1 or blacks.max() > 3:
            continue
        turns = [turned(cells, q).reshape(16) for q in range(4)]
        if min(int((turns[0] != turns[q]).sum()) for q in (1, 2, 3)) < DISTANCE:
            continue
        if taken and int((np.array(taken) != turns[0]).sum(axis=1).min()) < DISTANCE:
            continue
        kept.append(word)
        taken += turns
        if len(kept) == most:
            break
    return tuple(kept)


def _cells(word: int) -> Bits:
    return np.array([bool(word >> (15 - bit) & 1) for bit in range(16)]).reshape(4, 2, 2)
