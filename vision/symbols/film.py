"""Enrols faces from a film: one die on the table, face up, turned slowly about the upright by hand or with the table.

    frames ──one die, flat, sharp──> crops ──still the same drawing──> those that differ most ──> the album
       │ two dice, something beside it: refused, with the frame        │ another one: the next face of the
       │ a hand over it, a blur: passed over, if enough is left        │ order, or refused, with the frame

The order of several faces is that in which they are filmed. Between two of them the die is taken up or covered.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np

from companion.errors import InputError
from vision.arrays import Frame, Picture, median
from vision.dice.decision import LIMITS
from vision.symbols.album import MOST_CROPS, Album
from vision.symbols.faces import Face, find_faces
from vision.symbols.likeness import Match, Matcher

_MOST_FRAMES = 80  # looked at in every step: a longer film is looked at in longer steps
_MANY = "more than one die, or something beside it"
_LEAST_SHARP = 0.35  # of the film's sharpest frames: below, the die moved too fast
_BLURRED = 14.0  # Laplacian of a crop's light, spread: a whole film below is blurred
_LEAST = 4  # frames of a face, and degrees between its turns
_APART_DEG = 6.0  # between two turns of a face that teach something; less is the same picture
_SAME = 0.80  # correlation of a face with itself in another turn; other drawings have 0.7 and less
_KEPT = 6  # crops of a face from one film: the album keeps the newest of several


@dataclass(frozen=True, eq=False)
class _Shot:
    number: int  # of the frame, from 1
    face: Face
    sharp: float


def enrol_film(album: Album, faces: Sequence[str], frames: Iterable[Frame], name: str) -> tuple[Album, int]:
    """The album with these faces as the film shows them in this order, and how many frames taught it something.

    Raises ``InputError`` under ``name``, at the frame (from 1), for a film that shows more than one die or none, that
    is blurred, or on which the die shows more or fewer faces than were named.
    """
    wanted = f"one die, flat on a plain ground, that shows {', then '.join(faces)}, turned slowly"
    shots = _shots(album, frames, name, wanted)
    _refuse_blur(shots, name, wanted)
    sharpest = float(np.percentile([shot.sharp for shot in shots], 90))
    parts = _by_face([shot for shot in shots if shot.sharp >= _LEAST_SHARP * sharpest])
    if not parts:
        raise InputError(name, f"frame {shots[-1].number}", "the same face is hardly seen twice", wanted)
    if len(parts) != len(faces):
        at = parts[len(faces)][0].number if len(parts) > len(faces) else parts[-1][-1].number
        wrong = "another face" if len(parts) > len(faces) else f"the last of {len(parts)} faces"
        raise InputError(name, f"frame {at}", wrong, wanted)
    learnt, used = album, 0
    for face, part in zip(faces, parts, strict=True):
        chosen = _differing(part)
        if len(chosen) < 2:
            raise InputError(name, f"frame {part[-1].number}", f"{face} is never turned", wanted)
        crops = (*learnt.faces.get(face, ()), *(shot.face.kept for shot in chosen))[-MOST_CROPS:]
        learnt = replace(learnt, faces={**learnt.faces, face: crops})
        used += len(chosen)
    return learnt, used


def _shots(album: Album, frames: Iterable[Frame], name: str, wanted: str) -> list[_Shot]:
    """The frames that show one die and nothing else that may be one."""
    shots: list[_Shot] = []
    many, number, step, looked = 0, 0, 1, 0
    for number, frame in enumerate(frames, 1):
        if (number - 1) % step:
            continue
        looked += 1
        if looked % _MOST_FRAMES == 0:
            shots, step = shots[::2], 2 * step
        found = find_faces(frame.picture)
        if len(found) > 1:
            if many and many >= number - step:  # twice in a row: no flicker
                raise InputError(name, f"frame {many}", _MANY, wanted)
            many = number
        elif found and found[0].heat >= LIMITS.fair:
            shots.append(_Shot(number, found[0], _sharpness(found[0].kept)))
    if len(shots) < _LEAST:
        few = f"only {len(shots)} frames on which a die can be told from the ground"
        at, what = (f"frame {many}", _MANY) if many else (f"frames 1 to {number}", few)
        raise InputError(name, at, what, wanted)
    usual = median([shot.face.side_px for shot in shots])
    return [shot for shot in shots if 0.75 < shot.face.side_px / usual < 1.33]


def _sharpness(crop: Picture) -> float:
    return float(cv2.Laplacian(crop[..., 0], cv2.CV_32F).std())


def _refuse_blur(shots: Sequence[_Shot], name: str, wanted: str) -> None:
    best = max(shots, key=lambda shot: shot.sharp)
    if best.sharp < _BLURRED:
        raise InputError(name, f"frame {best.number}", "a blurred picture, and that is the sharpest", wanted)


def _by_face(shots: Sequence[_Shot]) -> list[list[_Shot]]:
    """The shots in runs that show the same drawing, as the film goes on; a frame or two of another are passed over."""
    runs: list[list[_Shot]] = []
    doubtful: list[_Shot] = []
    for shot in shots:
        if runs and _is_same(runs[-1], shot):
            runs[-1].append(shot)
            doubtful = []
        elif doubtful and _is_same(doubtful, shot):
            doubtful.append(shot)
        else:
            doubtful = [shot]
        if len(doubtful) >= _LEAST:
            runs.append(doubtful)
            doubtful = []
    return runs


def _is_same(run: Sequence[_Shot], shot: _Shot) -> bool:
    return max(_beside(one, shot).alike for one in (run[0], run[-1])) >= _SAME


def _beside(one: _Shot, other: _Shot) -> Match:
    return _matcher(one).match(other.face.crop)


@lru_cache(maxsize=_MOST_FRAMES)
def _matcher(shot: _Shot) -> Matcher:
    return Matcher({"": [shot.face.kept]})


def _differing(shots: Sequence[_Shot]) -> list[_Shot]:
    """Return the shots whose turns are farthest from each other's, the sharpest first."""
    chosen = [max(shots, key=lambda shot: shot.sharp)]
    turns = {shot.number: _beside(chosen[0], shot).turn_deg for shot in shots}
    while len(chosen) < _KEPT:
        far = [min(_apart(turns[shot.number], turns[other.number]) for other in chosen) for shot in shots]
        if max(far) < _APART_DEG:
            break
        chosen.append(shots[int(np.argmax(far))])
    return chosen


def _apart(one: float, other: float) -> float:
    apart = abs(one - other) % 360.0
    return min(apart, 360.0 - apart)
