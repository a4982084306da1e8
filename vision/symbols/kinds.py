"""Dice of several kinds in one throw: whose body has this colour, then which of that kind's faces it is.

face ──colour of the body──> the kinds whose enrolled dice are the nearest ──the likest of their faces──> face, kind
A colour like none of them, faces of two kinds that are as like: a person is asked.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from companion.table.observation import DiceSeen, DieSeen
from vision.arrays import Picture
from vision.symbols.album import Album
from vision.symbols.faces import Face
from vision.symbols.likeness import Matcher, body_of
from vision.symbols.reading import die_of, read_face, seen_of

FAR, LEAD = 34.0, 14.0  # Lab steps: a kind's own dice in other light are nearer, another kind is so much farther
_WEIGHTS = np.array([0.4, 1.0, 1.0])  # light changes more than hue does


class KindReader:
    """Reads throws of the kinds in these albums; keeps what it has worked out about them."""

    def __init__(self, albums: Mapping[str, Album]) -> None:
        self._matchers = {kind: Matcher(album.faces) for kind, album in albums.items()}
        self._bodies = {
            kind: np.median([body_of(crop) for crops in album.faces.values() for crop in crops], axis=0)
            for kind, album in albums.items()
        }

    def read(self, picture: Picture, expect: int | None = None, *, source: str = "dice", at_s: float = 0.0) -> DiceSeen:
        """Read every die on the picture with its kind and its face, or ``ask`` and why."""
        return seen_of(picture, self._face, expect, source, at_s)

    def _face(self, face: Face) -> tuple[DieSeen, str]:
        body = body_of(face.crop)
        far = {kind: float(np.linalg.norm(_WEIGHTS * (body - own))) for kind, own in self._bodies.items()}
        nearest = min(far.values())
        evidence = {"body": round(nearest, 1)}
        near = [kind for kind, away in far.items() if away < nearest + LEAD]
        read = [read_face(face, self._matchers[kind], kind, evidence) for kind in near]
        told = [(die, why) for die, why in read if not why] or read
        if nearest > FAR or len(told) > 1:
            return die_of(face, None, evidence), "a die may be of one kind or of another"
        return told[0]
