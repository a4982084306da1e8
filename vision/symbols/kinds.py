"""Dice of several kinds in one throw: whose body has this outline and colour, then which of that kind's faces it is.

face ──outline, colour of the body──> the kind whose enrolled dice are clearly the nearest ──its album──> face, kind
Kinds of one outline and colour, a colour like none of them: a person is asked.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from companion.table.observation import DiceSeen, DieSeen
from vision.arrays import Floats, Picture
from vision.symbols.album import Album
from vision.symbols.finding import Face, find_faces
from vision.symbols.reading import Matcher, body_of, read_face, seen_of

FAR, LEAD = 34.0, 14.0  # Lab steps: a kind's own dice in other light are nearer, another kind is so much farther
_WEIGHTS = np.array([0.4, 1.0, 1.0])  # light changes more than hue does


class KindReader:
    """Reads throws of the kinds in these albums; keeps what it has worked out about them."""

    def __init__(self, albums: Mapping[str, Album]) -> None:
        self._matchers = {kind: Matcher(album) for kind, album in albums.items()}
        self._bodies = {
            kind: np.median([body_of(crop, album.corners) for crops in album.faces.values() for crop in crops], axis=0)
            for kind, album in albums.items()
        }

    def read(self, picture: Picture, expect: int | None = None, *, source: str = "dice", at_s: float = 0.0) -> DiceSeen:
        """Read every die on the picture with its kind and its face, or ``ask`` and why."""
        outlines = {matcher.corners for matcher in self._matchers.values()}
        return seen_of(find_faces(picture, outlines), self._face, expect, source, at_s)

    def _face(self, face: Face) -> tuple[DieSeen, str]:
        body = body_of(face.crop, face.corners)
        alike = [kind for kind, matcher in self._matchers.items() if matcher.corners == face.corners]
        (nearest, kind), *others = sorted((_apart(body, self._bodies[kind]), kind) for kind in alike)
        ahead = min((far - nearest for far, _ in others), default=LEAD)
        if nearest > FAR or ahead < LEAD:
            return read_face(face, None, "", {"body": round(nearest, 1), "body_lead": round(ahead, 1)})
        evidence = {"body": round(nearest, 1), "body_lead": round(ahead, 1)}
        return read_face(face, self._matchers[kind], kind, evidence)


def _apart(one: Floats, other: Floats) -> float:
    return float(np.linalg.norm(_WEIGHTS * (one - other)))
