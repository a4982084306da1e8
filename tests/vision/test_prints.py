"""Printed sheets rasterised at 300 dpi: every marker is found again, in its true size and place, on both papers."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.core.ids import PieceId
from companion.errors import InputError
from companion.text.wording import Wording
from tests.missing import absent
from tests.thinned import thinned
from vision.arrays import Picture
from vision.plane.collars import COLLAR_CARD_MM, COLLAR_CELL_MM, collar_cells
from vision.plane.intrinsics import Board, make_board
from vision.plane.layout import Layout, build_layout
from vision.plane.markers import Marker, detect_markers
from vision.prints.cards import corner_of, side_of
from vision.prints.markers import KINDS, print_markers
from vision.prints.paper import EDGE_MM, PAPERS
from vision.settings import MarkerSettings

pytestmark = pytest.mark.slow

DPI, ERROR_MM = 300, 0.2
PX = DPI / 25.4  # pixels per millimetre
LAYOUT = build_layout(16, 12, {8 + n: PieceId(f"p{n}") for n in range(10)})


def pages(folder: Path, layout: Layout, kinds: tuple[str, ...], paper: str = "a4", lang: str = "en") -> list[Picture]:
    if shutil.which("pdftoppm") is None:
        absent("poppler-utils is missing (.ci/system-packages): no page can be rasterised")
    done = print_markers(layout, Wording(lang).say, kinds=kinds, paper=paper)
    (folder / "out.pdf").write_bytes(done.pdf)
    subprocess.run(["pdftoppm", "-r", str(DPI), "-png", "out.pdf", "page"], cwd=folder, check=True)
    found = sorted(folder.glob("page-*.png"))
    assert len(found) == done.pages
    out = [np.asarray(cv2.imread(str(path)), dtype=np.uint8) for path in found]
    for page in out:
        assert page.shape[:2] == pytest.approx([side * PX for side in reversed(PAPERS[paper])], abs=2)
    return out


def markers(sheets: list[Picture], wanted: set[int], family: str = "4X4_50") -> dict[int, tuple[int, Marker]]:
    settings = MarkerSettings()
    return {one.id: (n, one) for n, page in enumerate(sheets) for one in detect_markers(page, wanted, settings, family)}


@pytest.mark.parametrize(
    ("paper", "lang", "family"),
    thinned([("a4", "fr", "APRILTAG_36h11"), ("letter", "fr", "4X4_50"), ("a4", "en", "4X4_50")], 2),
)
def test_tags_and_corner_markers_have_their_true_size(tmp_path: Path, paper: str, lang: str, family: str) -> None:
    sheets = pages(tmp_path, replace(LAYOUT, family=family), ("corners", "tags"), paper, lang)
    sizes = {one.id: one.size_mm for one in LAYOUT.corners} | {base.tag: base.size_mm for base in LAYOUT.bases}
    found = markers(sheets, set(sizes), family)
    assert set(found) == set(sizes)
    for number, (_, marker) in found.items():
        sides = np.linalg.norm(marker.corners_px - np.roll(marker.corners_px, 1, axis=0), axis=1) / PX
        assert np.abs(sides - sizes[number]).max() <= ERROR_MM, number


@pytest.mark.long
def test_a_bracket_laid_against_the_map_puts_its_marker_where_the_layout_says(tmp_path: Path) -> None:
    sheets = pages(tmp_path, LAYOUT, ("corners",))
    found = markers(sheets, {one.id for one in LAYOUT.corners})
    for corner in LAYOUT.corners:
        page, marker = found[corner.id]
        ink = sheets[page].min(axis=2) < 160
        away = corner_of(corner, LAYOUT)
        middle = np.array(marker.centre_px)
        if away is not None:  # the notch: two cut lines run along the map's edges, and meet at its corner
            x, y = middle - np.array(away) * PX
            along = np.array([1 if away[0] < 0 else -1, 1 if away[1] < 0 else -1])
            assert _ink_near(ink, x + along[0] * 20 * PX, y)
            assert _ink_near(ink, x, y + along[1] * 20 * PX)
            assert not _ink_near(ink, x + along[0] * 20 * PX, y + along[1] * 20 * PX)  # there the map lies
        else:
            side = side_of(corner, LAYOUT)
            assert side is not None
            step = np.array([0.0, side[1]]) if side[0] in ("top", "bottom") else np.array([side[1], 0.0])
            x, y = middle - step * PX
            assert _ink_near(ink, x, y)


def _ink_near(ink: np.ndarray, x: float, y: float) -> bool:
    reach = int(np.ceil(ERROR_MM * PX))
    row, column = round(y), round(x)
    return bool(ink[row - reach : row + reach + 1, column - reach : column + reach + 1].any())


def test_collars_have_their_cells_where_the_code_has_them(tmp_path: Path) -> None:
    (sheet,) = pages(tmp_path, LAYOUT, ("collars",))
    top = 34.0
    for identity in range(4):
        left = EDGE_MM + identity * (COLLAR_CARD_MM + 6.0)
        far = COLLAR_CARD_MM - 2 * COLLAR_CELL_MM
        for place, (right, down) in enumerate(((0.0, 0.0), (far, 0.0), (far, far), (0.0, far))):
            for row in (0, 1):
                for column in (0, 1):
                    x, y = left + right + column * COLLAR_CELL_MM, top + down + row * COLLAR_CELL_MM
                    cell = sheet[_px(y + 0.2) : _px(y + 3.4), _px(x + 0.2) : _px(x + 3.4)]
                    is_black = bool(collar_cells(identity)[place, row, column])
                    share = float((cell.min(axis=2) < 100).mean())
                    assert (share > 0.95) if is_black else (share < 0.05), (identity, place, row, column)


def _px(place_mm: float) -> int:
    return round(place_mm * PX)


@pytest.mark.parametrize("paper", PAPERS)
def test_the_board_is_found_whole_with_squares_of_their_true_size(tmp_path: Path, paper: str) -> None:
    (sheet,) = pages(tmp_path, LAYOUT, ("charuco",), paper)
    board = Board()
    corners, ids, _, _ = cv2.aruco.CharucoDetector(make_board(board)).detectBoard(sheet)
    spots = np.asarray(corners, dtype=np.float64).reshape(-1, 2)
    numbers = np.asarray(ids).reshape(-1)
    assert len(numbers) == (board.columns - 1) * (board.rows - 1)
    truth = np.column_stack([numbers % (board.columns - 1), numbers // (board.columns - 1)]) * board.square_mm
    assert np.abs((spots - spots[0]) / PX - (truth - truth[0])).max() <= ERROR_MM


def test_the_rulers_are_as_long_as_they_say(tmp_path: Path) -> None:
    (sheet,) = pages(tmp_path, LAYOUT, ("ruler",))
    dark = sheet.min(axis=2) < 128
    for row_mm, length_mm in ((15.0, 100.0), (46.0, 170.0), (76.0, 7 * 25.4)):
        line = dark[_px(row_mm) - 2 : _px(row_mm) + 3].any(axis=0)
        inked = np.flatnonzero(line)
        assert (inked[-1] - inked[0]) / PX == pytest.approx(length_mm, abs=ERROR_MM + 0.2)


def test_small_squares_get_no_collars_and_are_told_why() -> None:
    small = build_layout(26, 19, {8: PieceId("a")}, square_mm=25.0)
    with pytest.raises(InputError, match=r"square_mm: found 25, .* a collar is as large"):
        print_markers(small, Wording("en").say, kinds=("collars",))
    done = print_markers(small, Wording("en").say, kinds=KINDS)
    assert done.left_out == [("collars", "print.collars.do-not-fit")]
    assert done.counts == {"corners": 8, "tags": 1, "charuco": 1, "ruler": 1}


def test_a_marker_larger_than_the_paper_is_refused() -> None:

    huge = replace(LAYOUT, bases=(replace(LAYOUT.bases[0], size_mm=180.0),))
    with pytest.raises(InputError, match="a card that fits on A4"):
        print_markers(huge, Wording("en").say, kinds=("tags",))


def test_the_same_layout_gives_the_same_bytes() -> None:
    one, two = (print_markers(LAYOUT, Wording("fr").say, kinds=KINDS) for _ in range(2))
    assert one.pdf == two.pdf
    assert "{" not in Wording("fr").say("print.done", out="x", things="y", pages=1)
