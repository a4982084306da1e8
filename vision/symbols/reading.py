"""Reads enrolled symbol dice on a picture: two readers agree on every face, or a person is asked."""

from __future__ import annotations

from companion.table.observation import DiceSeen, DieSeen, ReadVerdict
from vision.arrays import Picture
from vision.settings import SymbolSettings
from vision.symbols.album import Album
from vision.symbols.finding import SquareFace, find_squares
from vision.symbols.matching import Matcher


def read_symbols(
    picture: Picture,
    album: Album,
    *,
    expect: int | None = None,
    source: str = "dice",
    at_s: float = 0.0,
    settings: SymbolSettings | None = None,
) -> DiceSeen:
    """What the picture (BGR ``uint8``) shows: ``read`` with every face by its enrolled name, or ``ask`` and why.

    Centres and sizes are pixels of the picture as given. ``expect`` is the number of dice thrown.
    """
    found = find_squares(picture)
    matcher = Matcher(album.faces, settings)
    dice, reasons = [], []
    for face in found.faces:
        die, why = _read(face, matcher)
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


def _read(face: SquareFace, matcher: Matcher) -> tuple[DieSeen, str]:
    drawing, shape = matcher.correlate(face.crop), matcher.compare_shape(face.crop)
    evidence = {
        "correlation": drawing.alike,
        "correlation_lead": drawing.lead,
        "shape": shape.alike,
        "margin": shape.lead,
        "turn_deg": round(face.turn_deg, 1),
    }
    why = ""
    if drawing.face is None or shape.face is None:
        why = "a face is like none that was enrolled"
    elif drawing.face != shape.face:
        why = f"a face may be {drawing.face} or {shape.face}"
    side = round(face.side_px, 1)
    label = None if why else drawing.face
    return DieSeen(label, round(face.x, 1), round(face.y, 1), side, side, evidence), why
