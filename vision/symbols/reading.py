"""Reads enrolled symbol dice on a picture: each place must be like one face that was shown, or a person is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from companion.table.observation import DiceSeen, DieSeen, ReadVerdict
from vision.arrays import Picture
from vision.symbols.album import Album
from vision.symbols.faces import Face, find_faces
from vision.symbols.likeness import Matcher

_ALBUMS = 8  # whose faces are worked out and kept


def read_symbols(
    picture: Picture, album: Album, *, expect: int | None = None, source: str = "dice", at_s: float = 0.0
) -> DiceSeen:
    """Read symbol dice on the picture (BGR ``uint8``): ``read`` with every face by its enrolled name, or ``ask`` and
    why.

    Centres and sizes are pixels of the picture as given. ``expect`` is the number of dice thrown.
    """
    matcher = matcher_of(album)
    return seen_of(picture, lambda face: read_face(face, matcher), expect, source, at_s)


def seen_of(
    picture: Picture, read: Callable[[Face], tuple[DieSeen, str]], expect: int | None, source: str, at_s: float
) -> DiceSeen:
    """The reading of all that was found, each face read by ``read``: the die, and why it is not certain."""
    told = [read(face) for face in find_faces(picture)]
    reasons = [why for _, why in told if why]
    if expect is not None and len(told) != expect:
        reasons.append(f"{len(told)} dice are seen, {expect} expected")
    if not told:
        reasons.append("no die is seen")
    verdict = ReadVerdict.ASK if reasons else ReadVerdict.READ
    return DiceSeen(source, at_s, verdict, tuple(die for die, _ in told), "; ".join(dict.fromkeys(reasons)) or None)


def read_face(
    face: Face, matcher: Matcher, kind: str = "", told: Mapping[str, float] | None = None
) -> tuple[DieSeen, str]:
    """The die by the faces of its kind, and why it is not certain."""
    found = matcher.match(face.crop)
    evidence = {
        **(told or {}),
        "heat": round(face.heat, 3),
        "alike": found.alike,
        "lead": found.lead,
        "least": round(matcher.least, 3),
        "turn_deg": found.turn_deg,
    }
    why = "" if found.face else "a face is like none that the camera was shown"
    if face.shown == "cocked":
        why = "a die may be cocked, or half covered"
    return die_of(face, None if why else found.face, evidence, kind), why


def die_of(face: Face, name: str | None, evidence: Mapping[str, float], kind: str = "") -> DieSeen:
    """The die as it is told."""
    side = round(face.side_px, 1)
    return DieSeen(name, round(face.x, 1), round(face.y, 1), side, side, evidence, kind)


@lru_cache(maxsize=_ALBUMS)
def matcher_of(album: Album) -> Matcher:
    """The matcher of the album's faces, made once."""
    return Matcher(album.faces)
