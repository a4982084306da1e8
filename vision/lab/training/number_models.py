"""The models that the geometric reader compares with: every numeral in many typefaces, small, as ``models.npz``."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from vision.lab.training.typefaces import TYPEFACES, mask_of
from vision.numbers.ink import MODEL_PX, in_frame
from vision.numbers.kinds import EITHER, NUMERALS

_WEIGHTS = (0, 9)


def write_models(path: Path) -> dict[str, int]:
    """Figures of the models; writes their ``ink`` (n, side, side) ``uint8`` and ``numerals`` (n,), by index."""
    ink, numerals = [], []
    for typeface in TYPEFACES[::2]:
        for weight in _WEIGHTS:
            for index, numeral in enumerate(NUMERALS):
                for text, mark in _spellings(numeral):
                    share = mask_of(text, typeface, mark, weight).astype(np.float32) / 255.0
                    ink.append(np.round(255 * in_frame(share)).astype(np.uint8))
                    numerals.append(index)
    np.savez_compressed(path, ink=np.array(ink), numerals=np.array(numerals, dtype=np.uint8))
    return {"count": len(ink), "side_px": MODEL_PX, "bytes": path.stat().st_size}


def _spellings(numeral: str) -> list[tuple[str, str]]:
    if numeral == EITHER:
        return [("6", ""), ("9", "")]
    return [(numeral, "line"), (numeral, "dot")] if numeral in ("6", "9") else [(numeral, "")]
