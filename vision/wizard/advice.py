"""Advice on a camera's picture: the reasons why it cannot be read, coded, with numbers; the words are elsewhere.

    frames ──light──> no-picture, dark, flat, glare, blurred, flicker       (stop: nothing else can be said)
       └──registration──> markers-missing, marker-misplaced, marker-hidden, corners, grid-shifted, grid-not-found
             └──> moves, tilted, too-far, tag-hidden          Figures: px per mm, error, tilt, what will be readable

A picture without reasons is good; ``note`` reasons do not stop anybody.

What light, lens and sensor do to a picture, measured: level, spread, glare, edges, flicker.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.board.squares import format_square
from vision.arrays import Picture, grey
from vision.lens import Four
from vision.plane.calibration import Calibration, CalibrationRefused, place_of
from vision.plane.collars import COLLAR_CELL_MM, COLLAR_TAG
from vision.plane.drift import drift, remember
from vision.plane.layout import Layout
from vision.plane.markers import detect_markers
from vision.plane.overhead import rectify
from vision.plane.register import register_with_reason
from vision.settings import SetUpSettings, VisionSettings


@dataclass(frozen=True, slots=True)
class Light:
    """``level`` and ``spread`` in grey levels, ``glare`` as share of the picture, ``edge_px`` from dark to light."""

    level: float
    spread: float
    glare: float
    edge_px: float
    flicker: float  # how much the level goes up and down between frames, as share of it


def measure_light(pictures: Sequence[Picture]) -> Light:
    """The light of some frames of one view; the last one is measured closely."""
    shots = [grey(picture) for picture in pictures]
    last = shots[-1]
    levels = [float(shot[::4, ::4].mean()) for shot in shots]
    flicker = float(np.std(levels)) / max(float(np.mean(levels)), 1.0)
    return Light(levels[-1], float(last[::4, ::4].std()), float((last >= _WHITE).mean()), _edge_px(last), flicker)


def glaring_squares(flat: Picture, square_px: int, share: float) -> list[tuple[int, int]]:
    """Squares (column, row) of the map seen from above of which more than a share is washed out."""
    burnt = (grey(flat) >= _WHITE).astype(np.float32)
    rows, columns = flat.shape[0] // square_px, flat.shape[1] // square_px
    part = cv2.resize(burnt, (columns, rows), interpolation=cv2.INTER_AREA)
    return [(int(column), int(row)) for row, column in np.argwhere(np.asarray(part).reshape(rows, columns) > share)]


_WHITE = 252  # of 255: a sensor that is full


def _edge_px(shot: Picture) -> float:
    """Return the pixels that the sharpest edges take from dark to light: 2.5 times the blur's radius."""
    calm = cv2.GaussianBlur(shot, (0, 0), 0.6)
    across, down = (cv2.Sobel(calm, cv2.CV_32F, dx, dy, ksize=3, scale=0.125) for dx, dy in ((1, 0), (0, 1)))
    steep = float(np.percentile(cv2.magnitude(across, down), 99.9))
    low, high = np.percentile(calm, [1.0, 99.0])
    return float((high - low) / max(steep, 0.1))


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that is wrong: its code, whether it stops the set-up, and its numbers."""

    code: str
    stops: bool = True
    words: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Figures:
    """The quality of the view; ``readable``: thing -> good, fair (more questions) or poor."""

    px_per_mm: float
    error_mm: float
    tilt_deg: float
    on_grid: bool
    readable: Mapping[str, str]


@dataclass(frozen=True, eq=False)
class Advice:
    """The reasons, worst first, and the quality of the view when it could be measured."""

    reasons: tuple[Reason, ...]
    figures: Figures | None = None
    calibration: Calibration | None = None

    @property
    def is_good(self) -> bool:
        """Whether nothing stops the set-up."""
        return self.calibration is not None and not any(reason.stops for reason in self.reasons)


def advise(
    pictures: Sequence[Picture],
    layout: Layout,
    settings: VisionSettings | None = None,
    *,
    corners_px: Four | None = None,
) -> Advice:
    """Advise on some frames of one camera (the last one counts) before they can be read."""
    chosen = settings or VisionSettings()
    limits = chosen.set_up
    if not pictures:
        return Advice((Reason("no-picture"),))
    light = measure_light(pictures)
    reasons = _light(light, limits)
    if any(reason.code in ("dark", "flat") for reason in reasons):
        return Advice(tuple(reasons))
    last = pictures[-1]
    done = register_with_reason(last, layout, chosen, corners_px=corners_px)
    if isinstance(done, CalibrationRefused):
        if light.glare > limits.glare_share:
            reasons.append(Reason("glare", words={"share": round(100 * light.glare), "where": "-"}))
        return Advice((*reasons, Reason(done.code, words=_missing(done, layout))))
    view = done.calibration
    reasons += _view(pictures, view, layout, limits, done.code, done.why)
    reasons += _tags(last, layout, chosen)
    return Advice(tuple(reasons), _figures(view, layout), view)


def unreadable(picture: Picture, limits: SetUpSettings) -> str:
    """Why nothing can be read on a picture by its light alone (dark, flat, blurred); empty where it can."""
    return next((reason.code for reason in _light(measure_light([picture]), limits) if reason.stops), "")


def _light(light: Light, limits: SetUpSettings) -> list[Reason]:
    out = []
    if light.level < limits.dark_level:
        out.append(Reason("dark", words={"level": round(light.level)}))
    elif light.spread < limits.flat_level:
        out.append(Reason("flat", words={"level": round(light.level)}))
    elif light.edge_px > limits.edge_px:
        out.append(Reason("blurred", words={"edge": round(light.edge_px, 1), "most": limits.edge_px}))
    if light.flicker > limits.flicker_share:
        out.append(Reason("flicker", words={"share": round(100 * light.flicker)}))
    return out


def _view(
    pictures: Sequence[Picture], view: Calibration, layout: Layout, limits: SetUpSettings, code: str, why: str
) -> list[Reason]:
    out = []
    burnt = glaring_squares(rectify(pictures[-1], view, layout, 8), 8, limits.glare_square_share)
    if burnt:
        names = [format_square(*one) for one in burnt]
        out.append(Reason("glare", words={"share": len(names), "where": _few(names)}))
    if len(pictures) > 1:
        moved = drift(remember(view, pictures[-1], layout), pictures[0])
        if moved is not None and moved > limits.moves_squares:
            out.append(Reason("moves", words={"squares": round(moved, 2)}))
    if view.markers:
        for corner in layout.corners:
            if corner.id not in view.markers:
                where = place_of(corner.centre_mm, layout)
                out.append(Reason("marker-hidden", False, {"marker": corner.id, "place": where}))
    if view.tilt_deg > limits.most_tilt_deg:
        out.append(Reason("tilted", words={"tilt": round(view.tilt_deg), "most": limits.most_tilt_deg}))
    px = view.px_per_mm(layout) * layout.square_mm
    if px < limits.least_square_px:
        out.append(Reason("too-far", words={"px": round(px), "least": limits.least_square_px}))
    elif any(_grade(size * view.px_per_mm(layout), 24.0, 18.0) == "poor" for size in _tag_sizes(layout)):
        side = min(_tag_sizes(layout)) * view.px_per_mm(layout)
        out.append(Reason("tags-small", words={"px": round(side), "least": 18}))
    if code:
        # given corners hold nowhere but on the grid; markers are measured by themselves
        out.append(Reason(code, not view.markers, {"why": why}))
    return out


def _tags(picture: Picture, layout: Layout, chosen: VisionSettings) -> list[Reason]:
    wanted = {tag for tag in layout.by_tag if tag < COLLAR_TAG}
    seen = {marker.id for marker in detect_markers(picture, wanted, chosen.markers, layout.family)} if wanted else set()
    return [
        Reason("tag-hidden", False, {"tag": tag, "piece": layout.by_tag[tag].piece}) for tag in sorted(wanted - seen)
    ]


def _missing(refused: CalibrationRefused, layout: Layout) -> dict[str, object]:
    places = {corner.id: place_of(corner.centre_mm, layout) for corner in layout.corners}
    listed = ", ".join(f"{number} ({places[number]})" for number in refused.missing)
    return {"why": refused.why, "markers": listed, "seen": len(layout.corners) - len(refused.missing)}


def _figures(view: Calibration, layout: Layout) -> Figures:
    px = view.px_per_mm(layout)
    readable = {
        "dice": _grade(14.0 * px, 44.0, 22.0),  # side of a common die; pips can be measured, only recognised
        "collars": _grade(COLLAR_CELL_MM * px, 5.8, 4.8),
    }
    if _tag_sizes(layout):
        readable["tags"] = _grade(min(_tag_sizes(layout)) * px, 24.0, 18.0)
    return Figures(round(px, 2), round(view.residual_mm, 2), round(view.tilt_deg, 1), view.on_grid, readable)


def _tag_sizes(layout: Layout) -> list[float]:
    return [base.size_mm for base in layout.bases if base.tag < COLLAR_TAG]


def _grade(px: float, good: float, fair: float) -> str:
    return "good" if px >= good else "fair" if px >= fair else "poor"


def _few(names: Sequence[str]) -> str:
    return ", ".join(names[:6]) + (", …" if len(names) > 6 else "")
