"""A photograph of a table, seen from straight above: read, registered by its corner markers, warped.

photo ──markers──> calibration ──refused: why──> InputError
                        └──rectify──> the map alone, squares are squares, row 1 at the top
"""

from __future__ import annotations

from pathlib import Path

from companion.errors import InputError
from vision.arrays import Picture
from vision.pictures import read_picture
from vision.plane.calibration import CalibrationRefused, calibrate
from vision.plane.layout import Layout
from vision.plane.markers import detect_markers
from vision.plane.rectify import rectify
from vision.settings import VisionSettings


def overhead(photo: Path, layout: Layout, square_px: int, settings: VisionSettings | None = None) -> Picture:
    """The map on the photograph, BGR, ``square_px`` pixels a square; ``InputError`` says why there is none."""
    chosen = settings or VisionSettings()
    picture = read_picture(photo)
    found = detect_markers(picture, {marker.id for marker in layout.corners}, chosen.markers)
    size = (picture.shape[1], picture.shape[0])
    fitted = calibrate(found, layout, size, chosen.calibration, chosen.markers)
    if isinstance(fitted, CalibrationRefused):
        raise InputError(str(photo), "", fitted.why, "a photograph with the layout's corner markers")
    return rectify(picture, fitted, layout, square_px)
