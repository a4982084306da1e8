"""From points of the map on a picture to the map's plane, the camera's place, and how well they fit.

    corner markers ── 4 corners each ──> homography (map mm -> px) ──> residual in mm ──> Calibration
    four corners of the map, given   ──┘        │                          └ too large ─> CalibrationRefused
                                                └──> focal length, pose ──> planes above the map (tags on bases)

With six or more markers the bending of the lens is fitted too; four cannot tell it from perspective. A lens that was
measured beforehand (``intrinsics.py``) is used as it is. The printed grid makes both better: ``refine.py``.

Where the camera hangs, worked out from one view of the map's plane: focal length, place, planes above the map.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.arrays import Floats, Picture, median
from vision.lens import Bend, Four, Lens, straighten_px
from vision.plane.layout import Layout
from vision.plane.markers import Marker
from vision.settings import CalibrationSettings, MarkerSettings

_BENDS = -0.30, 0.15  # from a strong wide-angle lens to a slight pincushion
_ASIDE, _STILL, _MOST_STEPS = 1e-3, 1e-5, 8  # a bend of 1e-5 moves a corner by 0.01 px; two steps are usual

_Fitted = tuple[Floats | None, Floats]  # a homography from mm to px, and how far off, in mm, it leaves every point


def through(plane: Floats, points: Floats) -> Floats:
    """Map points (n, 2) through a homography (3, 3)."""
    out = np.asarray(points, dtype=np.float64).reshape(-1, 2) @ plane[:, :2].T + plane[:, 2]
    return np.asarray(out[:, :2] / out[:, 2:])


def find_focal_px(plane: Floats, size_px: tuple[int, int], settings: CalibrationSettings) -> float:
    """The focal length that makes the map's two directions perpendicular; a usual one when it looks straight down."""
    usual = size_px[0] / 2.0 / np.tan(np.radians(settings.usual_view_deg / 2.0))
    centred = _centring(size_px) @ plane
    one, two = centred[:, 0], centred[:, 1]
    if tilt_deg(plane, usual, size_px) < settings.tilt_for_focal_deg:
        return float(usual)
    # the two map directions are perpendicular and equally long in space (Zhang 2000); weighted mean of both equations
    top = np.array([one[0] * two[0] + one[1] * two[1], one[0] ** 2 + one[1] ** 2 - two[0] ** 2 - two[1] ** 2])
    low = np.array([one[2] * two[2], one[2] ** 2 - two[2] ** 2])
    square = -float(top @ low) / float(low @ low) if float(low @ low) > 0 else 0.0
    return float(np.clip(np.sqrt(square), 0.6 * usual, 2.5 * usual)) if square > 0 else float(usual)


def tilt_deg(plane: Floats, focal_px: float, size_px: tuple[int, int]) -> float:
    """Return the angle of the camera's view from straight down, degrees."""
    inner = np.diag([1.0 / focal_px, 1.0 / focal_px, 1.0]) @ _centring(size_px) @ plane
    normal = np.linalg.inv(inner)[2]  # square to the first two columns
    return float(np.degrees(np.arccos(min(1.0, abs(normal[2]) / float(np.linalg.norm(normal))))))


def find_pose(plane: Floats, focal_px: float, size_px: tuple[int, int]) -> tuple[Floats, tuple[float, float, float]]:
    """Return the change of the homography (3, 3) per millimetre of height, and the camera's place in the map frame."""
    centring = _centring(size_px)
    inner = np.diag([1.0 / focal_px, 1.0 / focal_px, 1.0]) @ centring @ plane
    scale = 2.0 / (np.linalg.norm(inner[:, 0]) + np.linalg.norm(inner[:, 1]))
    factor = scale * (1.0 if inner[2, 2] > 0 else -1.0)
    inner = inner * factor
    into_table = np.cross(inner[:, 0], inner[:, 1])  # x right, y down: the third axis points into the table
    turn, _, other = np.linalg.svd(np.column_stack([inner[:, 0], inner[:, 1], into_table]))
    turning = turn @ other
    camera = -turning.T @ inner[:, 2]
    lift = np.zeros((3, 3))
    lens = np.linalg.inv(centring) @ np.diag([focal_px, focal_px, 1.0])
    lift[:, 2] = lens @ -turning[:, 2] / factor
    return lift, (float(camera[0]), float(camera[1]), float(-camera[2]))


def _centring(size_px: tuple[int, int]) -> Floats:
    return np.array([[1.0, 0.0, -(size_px[0] - 1) / 2.0], [0.0, 1.0, -(size_px[1] - 1) / 2.0], [0.0, 0.0, 1.0]])


@dataclass(frozen=True, eq=False)
class Anchor:
    """A calibrated picture for recognising the view: small, in even light."""

    small: Picture
    landmarks: Floats  # (n, 2), small px
    corners: Floats  # of the map, (4, 2), small px
    square: float  # the smallest side of a corner square, small px


@dataclass(frozen=True, eq=False)
class Calibration:
    """A picture's relation to the map; frames: px of the picture, mm of the map (x right, y down)."""

    size_px: tuple[int, int]  # width, height
    lens_bend: float
    focal_px: float
    planes: tuple[Floats, Floats]  # homography of height h is planes[0] + h * planes[1]: map mm -> straight px
    camera_mm: tuple[float, float, float]  # x, y in the map frame, height above the map
    residual_mm: float  # root mean square over all marker corners, or over the grid's lines once refined
    worst_mm: float
    markers: tuple[int, ...]  # the ids used; none when the map's corners were given
    lens: Lens = field(default_factory=Bend)
    on_grid: bool = False  # refined on the printed lines
    anchor: Anchor | None = None  # what the picture looked like then: ``drift`` compares with it

    def to_px(self, points_mm: Floats, height_mm: float = 0.0) -> Floats:
        """Project points (n, 2) of a plane ``height_mm`` above the map on to the picture, px."""
        return self.lens.bend(through(self._plane(height_mm), points_mm), self.size_px)

    def to_mm(self, points_px: Floats, height_mm: float = 0.0) -> Floats:
        """Project picture points (n, 2) on to the plane ``height_mm`` above the map, mm in the map frame."""
        straight = self.lens.straighten(points_px, self.size_px)
        return through(np.asarray(np.linalg.inv(self._plane(height_mm)), dtype=np.float64), straight)

    @property
    def is_measured(self) -> bool:
        """Whether more was seen than the fit needs: four given corners fit whatever they are, and say nothing."""
        return bool(self.markers) or self.on_grid

    @property
    def tilt_deg(self) -> float:
        """The angle of the camera's view from straight down."""
        return tilt_deg(self.planes[0], self.focal_px, self.size_px)

    def px_per_mm(self, layout: Layout) -> float:
        """Return the pixels of a millimetre at the corner of the map that has the fewest."""
        corners = map_corners_mm(layout)
        steps = [self.to_px(corners + step) - self.to_px(corners - step) for step in ([0.5, 0.0], [0.0, 0.5])]
        return float(min(np.linalg.norm(step, axis=1).min() for step in steps))

    def _plane(self, height_mm: float) -> Floats:
        return np.asarray(self.planes[0] + height_mm * self.planes[1])


@dataclass(frozen=True, slots=True)
class CalibrationRefused:
    """Why this picture cannot be measured, in plain words; ``missing`` are corner markers that are not seen."""

    why: str
    missing: tuple[int, ...] = ()
    code: str = "markers"  # what the set-up wizard says about it


def calibrate(
    found: Sequence[Marker],
    layout: Layout,
    size_px: tuple[int, int],
    settings: CalibrationSettings,
    marker_settings: MarkerSettings,
    lens: Lens | None = None,
) -> Calibration | CalibrationRefused:
    """The calibration the corner markers give, or the reason why they give none; ``size_px`` is (width, height).

    Where too few are seen, a stored view holds (``settings.view``): a camera that stays needs no markers.
    """
    lens = lens or settings.lens or (settings.view.lens if settings.view else None)
    wanted = {marker.id: marker for marker in layout.corners}
    seen = _without_clutter([marker for marker in found if marker.id in wanted], marker_settings)
    doubled = sorted({one.id for one in seen if sum(other.id == one.id for other in seen) > 1})
    if doubled:
        return CalibrationRefused(f"corner marker {doubled[0]} is seen twice", code="marker-twice")
    missing = tuple(sorted(set(wanted) - {marker.id for marker in seen}))
    if len(seen) < settings.fewest_markers:
        stored = settings.view.corners_for(size_px) if settings.view else None
        if stored is not None:
            return calibrate_by_corners(stored, layout, size_px, settings, lens)
        names = ", ".join(f"{number} ({place_of(wanted[number].centre_mm, layout)})" for number in missing)
        why = f"only {len(seen)} corner markers are seen; missing: {names}"
        return CalibrationRefused(why, missing, "markers-missing")
    points_px = np.concatenate([marker.corners_px for marker in seen])
    points_mm = np.concatenate([_corners_mm(wanted[m.id].centre_mm, wanted[m.id].size_mm) for m in seen])
    if lens is None and len(seen) >= settings.lens_from_markers:
        lens, (plane, astray_mm) = _fit_bent(points_px, points_mm, size_px)
    else:
        lens = lens or Bend(0.0)
        plane, astray_mm = _fit(lens.straighten(points_px, size_px), points_mm)
    errors_mm = np.linalg.norm(astray_mm, axis=1)
    if plane is None:
        return CalibrationRefused("the corner markers lie on one line", missing, "markers-missing")
    worst = float(errors_mm.max())
    if worst > settings.worst_residual_squares * layout.square_mm:
        culprit = seen[int(errors_mm.argmax()) // 4].id
        why = f"corner marker {culprit} is {worst:.1f} mm from where the layout puts it"
        return CalibrationRefused(why, missing, "marker-misplaced")
    ids = tuple(marker.id for marker in seen)
    return assemble(plane, lens, size_px, settings, errors_mm, ids)


def calibrate_by_corners(
    corners_px: Four,
    layout: Layout,
    size_px: tuple[int, int],
    settings: CalibrationSettings,
    lens: Lens | None = None,
) -> Calibration | CalibrationRefused:
    """The calibration that the map's four outer corners give: top left, top right, bottom right, bottom left.

    Clockwise on the picture, as the map is printed; it holds exactly there, so only the grid can say how good it is.
    """
    points_px = np.asarray(corners_px, dtype=np.float64).reshape(4, 2)
    turns = [_turn(points_px[i - 1], points_px[i], points_px[(i + 1) % 4]) for i in range(4)]
    if min(turns) <= 0.0:
        return CalibrationRefused("the four corners are not clockwise round the map", code="corners")
    if float(cv2.contourArea(points_px.astype(np.float32))) < 0.01 * size_px[0] * size_px[1]:
        return CalibrationRefused("the four corners enclose less than a hundredth of the picture", code="corners")
    chosen = lens or settings.lens or Bend(0.0)
    plane, astray_mm = _fit(chosen.straighten(points_px, size_px), map_corners_mm(layout))
    if plane is None:
        return CalibrationRefused("the four corners lie on one line", code="corners")
    return assemble(plane, chosen, size_px, settings, np.linalg.norm(astray_mm, axis=1), ())


def assemble(
    plane: Floats,
    lens: Lens,
    size_px: tuple[int, int],
    settings: CalibrationSettings,
    errors_mm: Floats,
    markers: tuple[int, ...],
) -> Calibration:
    """The calibration of a plane (map mm -> straight px) with its pose and its errors."""
    focal = lens.focal_px(size_px) or find_focal_px(plane, size_px, settings)
    lift, camera_mm = find_pose(plane, focal, size_px)
    rms = float(np.sqrt(np.mean(errors_mm**2)))
    bend = lens.amount if isinstance(lens, Bend) else 0.0
    return Calibration(size_px, bend, focal, (plane, lift), camera_mm, rms, float(errors_mm.max()), markers, lens)


def map_corners_mm(layout: Layout) -> Floats:
    """The map's outer corners (4, 2) in its own frame, clockwise from the top left of A1."""
    wide, high = layout.columns * layout.square_mm, layout.rows * layout.square_mm
    return np.array([[0.0, 0.0], [wide, 0.0], [wide, high], [0.0, high]])


def place_of(centre_mm: tuple[float, float], layout: Layout) -> str:
    """Name a place beside the map in words: ``top left``, ``right``, …, as the map is printed."""
    wide, high = layout.columns * layout.square_mm, layout.rows * layout.square_mm
    upright = "top" if centre_mm[1] < high / 4 else "bottom" if centre_mm[1] > high * 3 / 4 else ""
    sideways = "left" if centre_mm[0] < wide / 4 else "right" if centre_mm[0] > wide * 3 / 4 else ""
    return " ".join(part for part in (upright, sideways) if part) or "middle"


def _turn(a: Floats, b: Floats, c: Floats) -> float:
    return float((b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]))


def _corners_mm(centre_mm: tuple[float, float], size_mm: float) -> Floats:
    return np.asarray(centre_mm) + size_mm / 2.0 * np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])


def _without_clutter(seen: list[Marker], settings: MarkerSettings) -> list[Marker]:
    if not seen:
        return seen
    sides = [marker.side_px for marker in seen]
    least = settings.corner_size_spread * median(sides)
    return [marker for marker, side in zip(seen, sides, strict=True) if side >= least]


def _fit(points_px: Floats, points_mm: Floats) -> _Fitted:
    """The homography that fits best; ``None`` where the points lie on one line."""
    plane, _ = cv2.findHomography(points_mm, points_px, 0)
    if plane is None or abs(np.linalg.det(plane)) < 1e-12:
        return None, np.full_like(points_mm, np.inf)
    return np.asarray(plane, dtype=np.float64), through(np.linalg.inv(plane), points_px) - points_mm


def _fit_bent(points_px: Floats, points_mm: Floats, size_px: tuple[int, int]) -> tuple[Bend, _Fitted]:
    """The bending that leaves the least error, by secants: what is left over is nearly a straight line in it."""

    def fit(bend: float) -> _Fitted:
        return _fit(straighten_px(points_px, size_px, bend), points_mm)

    before, bend = _ASIDE, 0.0
    (_, there), fitted = fit(before), fit(bend)
    for _ in range(_MOST_STEPS):
        here = fitted[1]
        slope = (here - there) / (bend - before)
        if not np.all(np.isfinite(slope)) or not np.any(slope):
            break
        after = float(np.clip(bend - float(np.vdot(slope, here) / np.vdot(slope, slope)), *_BENDS))
        if abs(after - bend) < _STILL:
            break
        before, there, bend = bend, here, after
        fitted = fit(bend)
    return Bend(bend), fitted
