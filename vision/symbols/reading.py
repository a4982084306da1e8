"""Reads enrolled symbol dice on a picture: two readers agree on every face, or a person is asked.

Which enrolled face a die shows: two readers that look at different things, and must agree.

    crop ──turned, shifted, against every enrolled crop──> correlation   what is where: sees drawings
         └─ink──radius and angle──> spectrum ────────────> shape         how much where: sees no place, no turn

Each gives the best face and by how much it beats the next; each refuses a drawing that is like none that was shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.table.observation import DiceSeen, DieSeen, ReadVerdict
from vision.arrays import Floats, Picture
from vision.settings import SymbolSettings
from vision.symbols.album import Album
from vision.symbols.finding import CROP_PX, Face, Found, find_faces

Field = NDArray[np.float32]
_INNER = 44  # px of the crop that are compared: the rest is edge, side face and ground
_HALF = 2  # drawings are compared at half size: finer print is lost to blur anyway
_RINGS, _ANGLES, _WAVES = 7, 48, 9  # rings of a face, samples on each, waves round it that are compared


@dataclass(frozen=True, slots=True)
class Match:
    """The face a reader names (``None``: like none that was shown), how alike 0 to 1, and its lead over the next."""

    face: str | None
    alike: float
    lead: float


class Matcher:
    """Compares crops with the enrolled ones; keeps what it has worked out about those."""

    def __init__(self, album: Album, settings: SymbolSettings | None = None) -> None:
        self._settings, self.corners, faces = settings or SymbolSettings(), album.corners, album.faces
        self._inner = {face: [_middle(crop) for crop in crops] for face, crops in faces.items()}
        self._shapes = {face: [_shape(crop, album.corners) for crop in crops] for face, crops in faces.items()}

    def correlate(self, crop: Picture) -> Match:
        """The face whose enrolled crops correlate best with this one, over turns, sizes and shifts."""
        alike = dict.fromkeys(self._inner, -1.0)
        for turned in _turned(crop, self.corners):
            for face, templates in self._inner.items():
                best = max(
                    float(cv2.matchTemplate(turned, template, cv2.TM_CCOEFF_NORMED).max()) for template in templates
                )
                alike[face] = max(alike[face], best)
        return _best(alike, self._settings.least_correlation, self._settings.lead_correlation)

    def compare_shape(self, crop: Picture) -> Match:
        """The face whose enrolled crops have their ink at the same radii, in the same rhythm around the middle."""
        shape = _shape(crop, self.corners)
        alike = {
            face: max(1.0 - float(np.linalg.norm(shape - one)) for one in shapes)
            for face, shapes in self._shapes.items()
        }
        return _best(alike, self._settings.least_shape, self._settings.lead_shape)


def _best(alike: Mapping[str, float], least: float, lead: float) -> Match:
    ordered = sorted(alike.items(), key=lambda one: -one[1])
    (face, most), second = ordered[0], ordered[1][1] if len(ordered) > 1 else 0.0
    ahead = most - second
    return Match(face if most >= least and ahead >= lead else None, round(most, 4), round(ahead, 4))


def _middle(crop: Picture) -> Field:
    edge = (CROP_PX - _INNER) // 2
    return _halved(crop)[edge // _HALF : -edge // _HALF, edge // _HALF : -edge // _HALF].copy()


def _halved(crop: Picture) -> Field:
    size = (CROP_PX // _HALF, CROP_PX // _HALF)
    return np.asarray(cv2.resize(crop, size, interpolation=cv2.INTER_AREA), np.float32)


def _turned(crop: Picture, corners: int) -> Iterator[Field]:
    """The crop in every turn of its outline, a little more or less, in three sizes; what may shift stays around."""
    small = _halved(crop)
    middle = (small.shape[0] - 1) / 2.0
    quarters = 4 if corners == 4 else 1  # exact, and quick
    for step in range(corners // quarters):
        for turn_deg in (-6, 0, 6):
            for size in (0.92, 1.0, 1.09):
                turn = cv2.getRotationMatrix2D((middle, middle), turn_deg + 360 / corners * step, size)
                turned = cv2.warpAffine(small, turn, small.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)[2:-2, 2:-2]
                for quarter in range(quarters):
                    yield np.ascontiguousarray(np.rot90(turned, quarter), dtype=np.float32)


def _shape(crop: Picture, corners: int) -> Floats:
    """The spectrum of the ink: for every ring, how strongly each wave around the middle is in it; length 1."""
    ink = _ink(crop, corners)
    high, wide = np.mgrid[0:CROP_PX, 0:CROP_PX]
    weight = float(ink.sum())
    if weight < 1.0:
        return np.zeros(_RINGS * _WAVES)
    x, y = float((ink * wide).sum() / weight), float((ink * high).sum() / weight)
    spread = float(np.sqrt((ink * ((wide - x) ** 2 + (high - y) ** 2)).sum() / weight))
    radii, turns = _polar()
    polar = cv2.remap(
        ink,
        (x + spread * radii * np.cos(turns)).astype(np.float32),
        (y + spread * radii * np.sin(turns)).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
    )
    rings = np.asarray(polar, np.float64).reshape(_RINGS, -1, _ANGLES).mean(axis=1)
    waves = np.abs(np.fft.rfft(rings, axis=1))[:, :_WAVES] * np.linspace(0.6, 1.4, _RINGS)[:, None]
    waves[:, 0] *= 0.5  # how much ink there is depends on light and blur more than where it is
    return np.asarray(waves.reshape(-1) / max(float(np.linalg.norm(waves)), 1e-9))


@cache
def _polar() -> tuple[Floats, Floats]:
    radii = np.linspace(0.1, 2.1, _RINGS * 3)[:, None] * np.ones((1, _ANGLES))
    turns = np.linspace(0, 2 * np.pi, _ANGLES, endpoint=False)[None, :] * np.ones((_RINGS * 3, 1))
    return radii, turns


def _ink(crop: Picture, corners: int) -> Field:
    """Return the ink, (64, 64) 0 to 1: the colour's distance from the body's, within the upper face."""
    lab, face = crop.astype(np.float32), _upper(corners)
    away = np.linalg.norm(lab - body_of(crop, corners), axis=2)
    most = max(float(np.percentile(away[face], 97)), 12.0)
    ink = np.clip((away / most - 0.3) / 0.4, 0, 1)
    return np.asarray(ink * cv2.dilate(face.astype(np.uint8), np.ones((5, 5), np.uint8)), np.float32)


def body_of(crop: Picture, corners: int = 4) -> Floats:
    """The colour of the die's body, Lab: the middle one around the drawing."""
    face = _upper(corners)
    rim = face & (cv2.erode(face.astype(np.uint8), np.ones((9, 9), np.uint8)) == 0)
    return np.asarray(np.median(crop.astype(np.float32)[rim], axis=0))


@cache
def _upper(corners: int) -> NDArray[np.bool_]:
    """Return the mask of what is the upper face for certain, (64, 64): a cube's square, a
    disc in an octahedron's triangle.
    """
    far = np.abs(np.mgrid[0:CROP_PX, 0:CROP_PX] - (CROP_PX - 1) / 2.0)
    return np.asarray(far.max(axis=0) < _INNER / 2 if corners == 4 else np.hypot(*far) < _INNER / 2)


def read_symbols(
    picture: Picture,
    album: Album,
    *,
    expect: int | None = None,
    source: str = "dice",
    at_s: float = 0.0,
    settings: SymbolSettings | None = None,
) -> DiceSeen:
    """Read symbol dice on the picture (BGR ``uint8``): ``read`` with every face by its enrolled name, or ``ask`` and
    why.

    Centres and sizes are pixels of the picture as given. ``expect`` is the number of dice thrown.
    """
    matcher = Matcher(album, settings)
    return seen_of(find_faces(picture, (album.corners,)), lambda face: read_face(face, matcher), expect, source, at_s)


def seen_of(
    found: Found,
    read: Callable[[Face], tuple[DieSeen, str]],
    expect: int | None,
    source: str,
    at_s: float,
) -> DiceSeen:
    """The reading of all that was found, each face read by ``read``: the die, and why it is not certain."""
    dice, reasons = [], []
    for face in found.faces:
        die, why = read(face)
        dice.append(die)
        reasons += [why] if why else []
    if found.strange:
        reasons.append("something like a die leans, touches another or is covered")
    if expect is not None and len(dice) != expect:
        reasons.append(f"{len(dice)} dice are seen, {expect} expected")
    if not dice and not reasons:
        reasons.append("no die is seen")
    verdict = ReadVerdict.ASK if reasons else ReadVerdict.READ
    return DiceSeen(source, at_s, verdict, tuple(dice), "; ".join(dict.fromkeys(reasons)) or None)


def read_face(
    face: Face, matcher: Matcher | None, kind: str = "", told: Mapping[str, float] | None = None
) -> tuple[DieSeen, str]:
    """The die by the faces of its kind, and why it is not certain; no ``matcher``: its kind is not."""
    side, at = round(face.side_px, 1), (round(face.x, 1), round(face.y, 1))
    if matcher is None:
        return DieSeen(None, *at, side, side, told or {}), "a die may be of one kind or of another"
    drawing, shape = matcher.correlate(face.crop), matcher.compare_shape(face.crop)
    evidence = {
        **(told or {}),
        "correlation": drawing.alike,
        "correlation_lead": drawing.lead,
        "shape": shape.alike,
        "margin": shape.lead,
        "turn_deg": round(face.turn_deg, 1),
    }
    why = ""
    if drawing.face is None or shape.face is None:
        why = "a face is like none that the camera was shown"
    elif drawing.face != shape.face:
        why = f"a face may be {drawing.face} or {shape.face}"
    return DieSeen(None if why else drawing.face, *at, side, side, evidence, kind), why
