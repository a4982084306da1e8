"""The stored view of a camera that stays where it is: the map's corners on its picture, and its lens, as a small file.

{"format": "tablewright/view@1", "picture_px": [1920, 1080],
 "corners_px": [[312.4, 96.0], …],        outer corners of the map: top left of A1, then clockwise
 "lens_bend": -0.02}                      or "camera": {…}, the file `companion camera calibrate` writes
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from companion.documents import Node, load_document
from vision.lens import Bend, Four, Lens, View
from vision.plane.calibration import Calibration, map_corners_mm
from vision.plane.intrinsics import MeasuredLens, camera_document, lens_of
from vision.plane.layout import Layout

FORMAT = "tablewright/view@1"


def view_of(calibration: Calibration, layout: Layout) -> View:
    """The view a calibration found."""
    a, b, c, d = ((float(x), float(y)) for x, y in calibration.to_px(map_corners_mm(layout)))
    return View(calibration.size_px, (a, b, c, d), calibration.lens)


def read_view(path: Path) -> View:
    """The view in a file; raises ``InputError`` with the place."""
    top = load_document(str(path)).of_format(FORMAT)
    top.table({"format", "picture_px", "corners_px"}, {"lens_bend", "camera"})
    wide, high = (node.number(16, 50_000) for node in _list(top["picture_px"], 2))
    spots = [_list(node, 2) for node in _list(top["corners_px"], 4)]
    a, b, c, d = ((x.measure(-1e5, 1e5), y.measure(-1e5, 1e5)) for x, y in spots)
    lens: Lens
    if "camera" in top:
        lens = lens_of(top["camera"])
        if not lens.fits((wide, high)):
            top["camera"]["picture_px"].refuse(f"a lens of pictures shaped like {wide} x {high}")
    else:
        lens = Bend(top["lens_bend"].measure(-0.5, 0.5) if "lens_bend" in top else 0.0)
    return View((wide, high), (a, b, c, d), lens)


def format_view(view: View) -> str:
    """The view as the JSON text ``read_view`` reads."""
    document: dict[str, object] = {
        "format": FORMAT,
        "picture_px": list(view.picture_px),
        "corners_px": np.round(np.array(view.corners_px), 3).tolist(),
    }
    if isinstance(view.lens, MeasuredLens):
        document["camera"] = camera_document(view.lens)
    elif isinstance(view.lens, Bend):
        document["lens_bend"] = round(view.lens.amount, 6)
    return json.dumps(document, indent=2) + "\n"


def parse_corners(words: tuple[str, ...]) -> Four:
    """Four corners from ``x,y`` words; raises ``ValueError`` saying which one is wrong."""
    if len(words) != 4:
        raise ValueError(f"{len(words)} corners, four are needed: top left of A1, then clockwise, each as x,y")
    out = []
    for number, word in enumerate(words, 1):
        try:
            x, y = (float(part) for part in word.split(","))
        except ValueError:
            raise ValueError(f"corner {number}: {word!r} is no point like 312.5,96") from None
        if not (abs(x) < 1e5 and abs(y) < 1e5):
            raise ValueError(f"corner {number}: {word!r} is on no picture")
        out.append((x, y))
    a, b, c, d = out
    return a, b, c, d


def _list(node: Node, count: int) -> list[Node]:
    found = list(node.items())
    if len(found) != count:
        node.refuse(f"{count} entries", f"{len(found)}")
    return found
