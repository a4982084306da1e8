"""A lens measured on a ChArUco board: focal length and bending, good to half a pixel or refused.

photographs of the board ──> corners of its squares ──> fit ──> error in px ──> MeasuredLens, camera.json
     │ too few corners, same view twice                  └── above 0.5 px: which photographs are to blame
     └─> LensRefused
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.documents import Node, load_document
from vision.arrays import Floats, Picture, grey
from vision.settings import LensSettings

BOARD_FORMAT, CAMERA_FORMAT = "tablewright/board@1", "tablewright/camera@1"
DICTIONARIES = tuple(
    sorted(name[5:] for name in dir(cv2.aruco) if name.startswith("DICT_"))
)  # 5X5_100, APRILTAG_36h11 …


_MOST_STEPS, _EXACT_PX = 20, 1e-7  # five are usual; a bending that cannot be undone never gets there
_TRIED, _UNDONE_PX = 17, 0.5  # places across and down a picture; as exact as a lens must be measured to be of use
_Seen = tuple[NDArray[np.float32], NDArray[np.float32]]  # corners on the board (n, 3), on the picture (n, 2)


@dataclass(frozen=True, slots=True)
class Board:
    """A printed ChArUco board, ours or another: squares across and down, their side and their markers' side in mm."""

    columns: int = 5
    rows: int = 7
    square_mm: float = 32.0
    marker_mm: float = 23.0
    dictionary: str = "5X5_100"  # ours is not the table's own family: a board beside the map is no corner marker


@dataclass(frozen=True, eq=False)
class MeasuredLens:
    """A lens whose pictures of ``size_px`` are known to ``error_px``; a ``Lens`` of ``lens.py``."""

    size_px: tuple[int, int]
    matrix: Floats  # (3, 3)
    bending: Floats  # (5,), OpenCV's k1 k2 p1 p2 k3
    error_px: float = 0.0

    def straighten(self, points_px: Floats, size_px: tuple[int, int]) -> Floats:
        """By Newton's steps: the bending's slope is what a pixel to the right and one down become of it."""
        target = np.asarray(points_px, dtype=np.float64).reshape(-1, 2)
        straight = target.copy()
        for _ in range(_MOST_STEPS):
            here = self.bend(straight, size_px)
            right, down = (self.bend(straight + step, size_px) - here for step in np.eye(2))
            off = target - here
            step = np.column_stack([_cross(off, down), _cross(right, off)]) / _cross(right, down)[:, None]
            straight += step
            if np.abs(step).max(initial=0.0) < _EXACT_PX:
                break
        return straight

    def bend(self, points_px: Floats, size_px: tuple[int, int]) -> Floats:
        matrix = self._matrix_for(size_px)
        points = np.asarray(points_px, dtype=np.float64).reshape(-1, 2)
        rays = np.column_stack([points, np.ones(len(points))]) @ np.linalg.inv(matrix).T
        out, _ = cv2.projectPoints(rays.reshape(-1, 1, 3), np.zeros(3), np.zeros(3), matrix, self.bending)
        return np.asarray(out, dtype=np.float64).reshape(-1, 2)

    def focal_px(self, size_px: tuple[int, int]) -> float | None:
        """The focal length for pictures of that size."""
        return float(self._matrix_for(size_px)[0, 0])

    def fits(self, size_px: tuple[int, int]) -> bool:
        """Whether pictures of this size can come from it: the same shape, larger or smaller."""
        return abs(size_px[0] * self.size_px[1] / (size_px[1] * self.size_px[0]) - 1.0) < 0.01

    def _matrix_for(self, size_px: tuple[int, int]) -> Floats:
        scale = size_px[0] / self.size_px[0]
        out = self.matrix * scale
        out[:2, 2] += (scale - 1.0) / 2.0  # the middle of a pixel stays the middle
        out[2, 2] = 1.0
        return np.asarray(out)


@dataclass(frozen=True, slots=True)
class LensRefused:
    """Why the photographs do not measure the lens; ``bad``: their names, each with what is wrong with it."""

    why: str
    bad: tuple[tuple[str, str], ...] = ()


def make_board(board: Board, *, older: bool = False) -> cv2.aruco.CharucoBoard:
    """OpenCV's board; ``older``: with a marker where OpenCV before 4.6 began with a black square (other even rows)."""
    family = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, f"DICT_{board.dictionary}"))
    made = cv2.aruco.CharucoBoard((board.columns, board.rows), board.square_mm, board.marker_mm, family)
    made.setLegacyPattern(older)
    return made


def measure_lens(
    pictures: Mapping[str, Picture], board: Board, settings: LensSettings | None = None
) -> MeasuredLens | LensRefused:
    """The lens that took the photographs, by name, or why it cannot be measured."""
    chosen = settings or LensSettings()
    sizes = {picture.shape[:2] for picture in pictures.values()}
    if len(sizes) > 1:
        return LensRefused("the photographs differ in size: they come from different cameras or settings")
    found = _corners(pictures, board)
    if not any(len(points) >= chosen.fewest_corners for points, _ in found.values()):
        found = _corners(pictures, board, older=True)
    seen = {name: one for name, one in found.items() if len(one[0]) >= chosen.fewest_corners}
    bad = [
        (name, f"{len(points)} corners of the board are seen, {chosen.fewest_corners} are needed")
        for name, (points, _) in found.items()
        if name not in seen
    ]
    if len(seen) < chosen.fewest_pictures:
        why = f"the board is seen on {len(seen)} photographs, {chosen.fewest_pictures} are needed"
        return LensRefused(why, tuple(bad))
    high, wide = sizes.pop()
    errors, lens = _fit(seen, (wide, high))
    worst = sorted(((error, name) for name, error in errors.items()), reverse=True)
    if lens.error_px > chosen.worst_error_px:
        blame = [(name, f"{error:.2f} px") for error, name in worst if error > chosen.worst_error_px]
        why = f"the error is {lens.error_px:.2f} px, at most {chosen.worst_error_px:g} px is good enough"
        return LensRefused(why, tuple(bad + blame))
    if _spread_deg(seen, lens) < chosen.least_spread_deg:
        return LensRefused("all photographs show the board from the same side: tilt it to the left, right, up, down")
    spots = np.concatenate([corners for _, corners in seen.values()])
    cover = (spots.max(axis=0) - spots.min(axis=0)) / (wide, high)
    if float(cover.min()) < chosen.least_cover or not _is_undone(lens):
        return LensRefused("the board never comes near the picture's edges, where a lens bends most: move it there")
    return lens


def _corners(pictures: Mapping[str, Picture], board: Board, *, older: bool = False) -> dict[str, _Seen]:
    made = make_board(board, older=older)
    detector = cv2.aruco.CharucoDetector(made)
    chess = np.asarray(made.getChessboardCorners(), dtype=np.float32).reshape(-1, 3)
    found = {}
    for name, picture in pictures.items():
        corners, ids, _, _ = detector.detectBoard(grey(picture))
        numbers = np.zeros(0, int) if ids is None else np.asarray(ids).reshape(-1)
        at = np.zeros((0, 2), np.float32) if ids is None else np.asarray(corners, dtype=np.float32).reshape(-1, 2)
        found[name] = (chess[numbers], at)
    return found


def _fit(seen: Mapping[str, _Seen], size: tuple[int, int]) -> tuple[dict[str, float], MeasuredLens]:
    space = [points.reshape(-1, 1, 3) for points, _ in seen.values()]
    image = [corners.reshape(-1, 1, 2) for _, corners in seen.values()]
    total, matrix, bending, turns, shifts = cv2.calibrateCamera(
        space,
        image,
        size,
        None,
        None,
        flags=cv2.CALIB_FIX_K3,  # a sixth power runs wild where no corner was seen
    )
    errors = {}
    for name, points, corners, turn, shift in zip(seen, space, image, turns, shifts, strict=True):
        back, _ = cv2.projectPoints(points, turn, shift, matrix, bending)
        away = np.asarray(back).reshape(-1, 2) - corners.reshape(-1, 2)
        errors[name] = float(np.sqrt(np.mean(np.sum(away**2, axis=1))))
    flat = np.zeros(5)
    flat[: min(5, np.size(bending))] = np.asarray(bending, dtype=np.float64).reshape(-1)[:5]
    return errors, MeasuredLens(size, np.asarray(matrix, dtype=np.float64).reshape(3, 3), flat, float(total))


def _spread_deg(seen: Mapping[str, _Seen], lens: MeasuredLens) -> float:
    """The widest angle between two views of the board: from one side only, distance and focal length look alike."""
    normals = []
    for points, corners in seen.values():
        _, turn, _ = cv2.solvePnP(points.reshape(-1, 1, 3), corners.reshape(-1, 1, 2), lens.matrix, lens.bending)
        normals.append(np.asarray(cv2.Rodrigues(np.asarray(turn).reshape(3))[0]).reshape(3, 3)[:, 2])
    cosines = np.clip(np.array(normals) @ np.array(normals).T, -1.0, 1.0)
    return float(np.degrees(np.arccos(cosines.min())))


def read_board(path: Path) -> Board:
    """The board a file names; raises ``InputError`` with the place."""
    top = load_document(str(path)).of_format(BOARD_FORMAT)
    top.table({"format", "columns", "rows", "square_mm", "marker_mm", "dictionary"})
    side = top["square_mm"].measure(5, 500)
    columns, rows, family = (
        top["columns"].number(3, 40),
        top["rows"].number(3, 40),
        top["dictionary"].word(set(DICTIONARIES)),
    )
    largest = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, f"DICT_{family}")).bytesList.shape[0]
    if columns * rows // 2 > largest:
        top["dictionary"].refuse(
            f"a dictionary of {columns * rows // 2} markers or more, one for every second square", family
        )
    return Board(columns, rows, side, top["marker_mm"].measure(3, side * 0.95), family)


def format_board(board: Board) -> str:
    """The board as the JSON text ``read_board`` reads."""
    return (
        json.dumps(
            {
                "format": BOARD_FORMAT,
                "columns": board.columns,
                "rows": board.rows,
                "square_mm": board.square_mm,
                "marker_mm": board.marker_mm,
                "dictionary": board.dictionary,
            },
            indent=2,
        )
        + "\n"
    )


def camera_document(lens: MeasuredLens) -> dict[str, object]:
    """The lens as the JSON object of a camera file."""
    return {
        "format": CAMERA_FORMAT,
        "picture_px": list(lens.size_px),
        "matrix": lens.matrix.tolist(),
        "bending": lens.bending.tolist(),
        "error_px": round(lens.error_px, 4),
    }


def read_camera(path: Path) -> MeasuredLens:
    """The lens in a camera file; raises ``InputError`` with the place."""
    return lens_of(load_document(str(path)))


def lens_of(top: Node) -> MeasuredLens:
    """The lens a document describes; raises ``InputError`` with the place."""
    top.of_format(CAMERA_FORMAT).table({"format", "picture_px", "matrix", "bending", "error_px"})
    wide, high = (node.number(16, 50_000) for node in _list(top["picture_px"], 2))
    matrix = [[node.measure(-1e6, 1e6) for node in _list(row, 3)] for row in _list(top["matrix"], 3)]
    if matrix[0][0] <= 0 or matrix[1][1] <= 0 or matrix[2] != [0.0, 0.0, 1.0]:
        top["matrix"].refuse("a camera matrix: positive focal lengths, last row 0 0 1")
    bending = [node.measure(-1e4, 1e4) for node in _list(top["bending"], 5)]
    lens = MeasuredLens((wide, high), np.array(matrix), np.array(bending), top["error_px"].measure(0, 1000))
    if not _is_undone(lens):
        top["bending"].refuse("a bending that can be undone all over the picture")
    return lens


def _cross(a: Floats, b: Floats) -> Floats:
    """The area that two ways (n, 2) span."""
    return np.asarray(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0])


def _is_undone(lens: MeasuredLens) -> bool:
    """Whether every place of the picture comes back to itself, straightened and bent: a strong sixth power folds it."""
    across, down = (np.linspace(0, side - 1, _TRIED) for side in lens.size_px)
    spots = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)
    with np.errstate(all="ignore"):
        away = np.abs(lens.bend(lens.straighten(spots, lens.size_px), lens.size_px) - spots)
    return bool(np.all(away < _UNDONE_PX))


def _list(node: Node, count: int) -> Sequence[Node]:
    found = list(node.items())
    if len(found) != count:
        node.refuse(f"{count} entries", f"{len(found)}")
    return found
