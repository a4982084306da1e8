"""The vote of settled frames on tags: placed, doubtful, or hidden though nothing moved there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from companion.core.ids import SpaceId
from companion.table.observation import PieceSeen
from vision.arrays import Picture, grey
from vision.plane.calibration import Calibration
from vision.plane.layout import Layout
from vision.plane.overhead import rectify
from vision.plane.project import Doubt
from vision.settings import VoteSettings

TableReading = tuple[Calibration, tuple[PieceSeen, ...], tuple[Doubt, ...]]
_SQUARE_PX = 24  # of the rectified picture in which "nothing happened there" is judged


class TagVote:
    """Counts the readings of a rest, and remembers the last one to tell hidden tags from removed ones."""

    def __init__(self, layout: Layout, settings: VoteSettings) -> None:
        self._layout, self._settings = layout, settings
        self._last: tuple[dict[int, SpaceId], Picture] | None = None

    def count(
        self, votes: Sequence[TableReading], picture: Picture
    ) -> tuple[tuple[PieceSeen, ...], tuple[str, ...], tuple[str, ...]]:
        """Pieces, doubts and hidden tags on which the readings of one rest agree; ``picture`` is its last frame."""
        pieces: list[PieceSeen] = []
        doubts: list[str] = []
        most = len(votes)
        tags = sorted({p.tag for _, ps, _ in votes for p in ps} | {d.tag for _, _, ds in votes for d in ds})
        for tag in tags:
            seen = [piece for _, placed, _ in votes for piece in placed if piece.tag == tag]
            unsure = [doubt.why for _, _, doubted in votes for doubt in doubted if doubt.tag == tag]
            squares = Counter(piece.space for piece in seen)
            best, times = squares.most_common(1)[0] if squares else (SpaceId(""), 0)
            if times >= self._settings.agree_share * most:
                pieces.append(_middle([piece for piece in seen if piece.space == best], most))
            elif unsure:
                doubts.append(Counter(unsure).most_common(1)[0][0])
            elif len(squares) > 1:
                doubts.append(f"tag {tag} ({self._name(tag)}) wavers between {', '.join(sorted(squares))}")
            else:
                doubts.append(f"tag {tag} ({self._name(tag)}) was read in {times} of {most} frames only, at {best}")
        lost = self._lost(votes[-1], picture, {piece.tag for piece in pieces} | set(tags))
        return tuple(pieces), tuple(doubts), tuple(lost)

    def _lost(self, reading: TableReading, picture: Picture, found: set[int]) -> list[str]:
        calibration, pieces, _ = reading
        flat = rectify(grey(picture), calibration, self._layout, _SQUARE_PX)
        flat = np.asarray(cv2.GaussianBlur(flat, (0, 0), 1.5), dtype=np.uint8)
        lost: list[str] = []
        places = {piece.tag: piece.space for piece in pieces}
        if self._last is not None:
            for tag, space in self._last[0].items():
                if tag in found:
                    continue
                if self._unchanged(space, flat):
                    lost.append(f"tag {tag} ({self._name(tag)}) is not readable, though nothing moved at {space}")
                    places[tag] = space  # still believed to be there: asked again next time
        self._last = (places, flat)
        return lost

    def _unchanged(self, space: SpaceId, flat: Picture) -> bool:
        assert self._last is not None
        middle, square = self._layout.places.middle_mm(space), self._layout.square_mm
        x, y = (round((way / square - 0.5) * _SQUARE_PX) for way in middle)
        part = np.s_[max(y, 0) : y + _SQUARE_PX, max(x, 0) : x + _SQUARE_PX]
        return float(cv2.absdiff(self._last[1][part], flat[part]).mean()) < self._settings.unchanged_level

    def _name(self, tag: int) -> str:
        return self._layout.by_tag[tag].piece


def _middle(seen: list[PieceSeen], frames: int) -> PieceSeen:
    offset = np.median([piece.offset_mm for piece in seen], axis=0)
    evidence = {key: float(np.median([piece.evidence[key] for piece in seen])) for key in seen[0].evidence}
    evidence |= {"votes": float(len(seen)), "frames": float(frames)}
    return replace(seen[0], offset_mm=(round(float(offset[0]), 2), round(float(offset[1]), 2)), evidence=evidence)
