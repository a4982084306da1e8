"""A lens measured on rendered photographs of the printed board, against the lens that rendered them."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.documents import parse_json
from companion.errors import InputError
from tests.thinned import thinned
from vision.arrays import Floats, Picture
from vision.plane.intrinsics import (
    Board,
    LensRefused,
    MeasuredLens,
    camera_document,
    format_board,
    lens_of,
    make_board,
    measure_lens,
    read_board,
    read_camera,
)

pytestmark = pytest.mark.slow

BOARD, SIZE, PX = Board(), (960, 720), 8  # PX: of the board's own drawing, per mm
TRUTH = MeasuredLens(
    SIZE, np.array([[820.0, 0, 470.0], [0, 820.0, 365.0], [0, 0, 1.0]]), np.array([-0.18, 0.05, 0.0, 0.0, 0.0])
)
TURNS = [(0.0, 0.0), (0.5, 0.0), (-0.5, 0.1), (0.0, 0.5), (0.1, -0.5), (0.35, 0.35), (-0.35, -0.3)]


def photograph(
    turn: tuple[float, float], seed: int, curl_mm: float = 0.0, board: Board = BOARD, *, older: bool = False
) -> Picture:
    """The board seen through the true lens; ``curl_mm``: how far paper that is not glued bows up in its middle."""
    wide, high = board.columns * board.square_mm, board.rows * board.square_mm
    drawn = make_board(board, older=older).generateImage((round(wide * PX), round(high * PX)), marginSize=0)
    flat = np.asarray(drawn, np.uint8)
    turning = cv2.Rodrigues(np.array([turn[0], turn[1], 0.3 * turn[0]]))[0]
    middle = np.array([wide / 2, high / 2, 0.0])
    shift = -turning @ middle + np.array([220.0 * turn[1], 120.0 * turn[0], 360.0])
    nodes = np.stack(np.meshgrid(np.arange(0, SIZE[0] + 8, 8), np.arange(0, SIZE[1] + 8, 8)), -1)
    grid = nodes.reshape(-1, 2).astype(np.float64)  # the lens bends little between two nodes
    rays = np.column_stack([TRUTH.straighten(grid, SIZE), np.ones(len(grid))]) @ np.linalg.inv(TRUTH.matrix).T
    back, start = rays @ turning, -turning.T @ shift
    on_board = start + back * (-start[2] / back[:, 2])[:, None]
    if curl_mm:
        bow = curl_mm * np.cos(np.pi * (on_board[:, 0] / wide - 0.5))
        on_board = start + back * ((bow - start[2]) / back[:, 2])[:, None]
    coarse: Floats = (on_board[:, :2] * PX - 0.5).reshape(*nodes.shape)
    x, y = np.arange(SIZE[0]) / 8, np.arange(SIZE[1]) / 8
    left, top = x.astype(int), y.astype(int)
    right, down = (x - left)[None, :, None], (y - top)[:, None, None]
    upper = coarse[top][:, left] * (1 - right) + coarse[top][:, left + 1] * right
    lower = coarse[top + 1][:, left] * (1 - right) + coarse[top + 1][:, left + 1] * right
    where = (upper * (1 - down) + lower * down).astype(np.float32)
    seen = cv2.remap(flat, where, None, cv2.INTER_AREA, borderMode=cv2.BORDER_CONSTANT, borderValue=200)
    noise = np.random.default_rng(seed).normal(0, 2, seen.shape)
    soft = cv2.GaussianBlur(seen.astype(np.float32), (0, 0), 0.8) + noise
    return np.asarray(cv2.cvtColor(np.clip(soft, 0, 255).astype(np.uint8), cv2.COLOR_GRAY2BGR), dtype=np.uint8)


@pytest.fixture(scope="module")
def photographs() -> dict[str, Picture]:
    return {f"{n}.jpg": photograph(turn, n) for n, turn in enumerate(TURNS)}


def test_the_lens_is_found_again(photographs: dict[str, Picture], tmp_path: Path) -> None:
    lens = measure_lens(photographs, BOARD)
    assert isinstance(lens, MeasuredLens)
    assert lens.error_px <= 0.5
    assert lens.matrix[0, 0] == pytest.approx(820.0, rel=0.015)
    spots = np.array([[60.0, 60.0], [900.0, 80.0], [480.0, 360.0], [100.0, 650.0], [880.0, 660.0]])
    ours, true = (one.straighten(spots, SIZE) / one.matrix[0, 0] for one in (lens, TRUTH))
    apart = np.abs((ours - ours[2]) - (true - true[2])).max() * 820
    assert apart < 3.0  # px at the corners of the picture
    assert lens.bend(lens.straighten(spots, SIZE), SIZE) == pytest.approx(spots, abs=1e-3)
    doubled = (SIZE[0] * 2, SIZE[1] * 2)
    assert lens.straighten(spots * 2 + 0.5, doubled) == pytest.approx(lens.straighten(spots, SIZE) * 2 + 0.5, abs=1e-6)
    path = tmp_path / "camera.json"
    path.write_text(json.dumps(camera_document(lens)))
    again = read_camera(path)
    assert again.straighten(spots, SIZE) == pytest.approx(lens.straighten(spots, SIZE))
    assert (again.fits((1920, 1440)), again.fits((1920, 1080))) == (True, False)


@pytest.mark.parametrize(
    ("board", "older"),
    thinned(
        [
            (Board(6, 8, 26.0, 20.0, "6X6_250"), True),  # drawn by a program of before OpenCV 4.6
            (Board(11, 8, 22.0, 17.0, "4X4_50"), False),
            (Board(7, 6, 36.0, 28.0, "APRILTAG_36h11"), False),
        ],
        3,
    ),
)
def test_any_board_will_do(board: Board, older: bool, tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    path.write_text(format_board(board))
    pictures = {str(n): photograph(turn, n, board=board, older=older) for n, turn in enumerate(TURNS)}
    lens = measure_lens(pictures, read_board(path))
    assert isinstance(lens, MeasuredLens), lens
    assert lens.matrix[0, 0] == pytest.approx(820.0, rel=0.02)


def test_photographs_that_are_not_good_enough_are_named(photographs: dict[str, Picture]) -> None:
    few = measure_lens({"a": photographs["0.jpg"], "b": np.full((720, 960, 3), 90, np.uint8)}, BOARD)
    assert isinstance(few, LensRefused)
    assert few.bad == (("b", "0 corners of the board are seen, 8 are needed"),)
    middle = measure_lens({str(n): photograph((0.12 * n - 0.2, 0.0), n) for n in range(4)}, BOARD)
    assert isinstance(middle, LensRefused)
    assert "picture's edges" in middle.why
    same = measure_lens({str(n): photograph((0.02 * n, 0.0), n) for n in range(4)}, BOARD)
    assert isinstance(same, LensRefused)
    assert "from the same side" in same.why
    curled = photographs | {"curled.jpg": photograph((0.3, -0.4), 9, curl_mm=25.0)}
    bent = measure_lens(curled, BOARD)
    assert isinstance(bent, LensRefused)
    assert bent.bad[0][0] == "curled.jpg"
    other = measure_lens({"a": photographs["0.jpg"], "b": np.zeros((10, 10, 3), np.uint8)}, BOARD)
    assert isinstance(other, LensRefused)
    assert "differ in size" in other.why


def test_files_are_read_back_or_refused(tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    path.write_text(format_board(BOARD))
    assert read_board(path) == BOARD
    path.write_text(format_board(BOARD).replace("32.0", "0.5"))
    with pytest.raises(InputError, match="square_mm"):
        read_board(path)
    path.write_text(format_board(Board(dictionary="4X4_500")))
    with pytest.raises(InputError, match="dictionary"):
        read_board(path)
    path.write_text(format_board(Board(12, 10, 20.0, 15.0, "4X4_50")))
    with pytest.raises(InputError, match="60 markers or more"):
        read_board(path)
    path.write_text(
        '{"format": "tablewright/camera@1", "picture_px": [640, 480], "matrix": [[1,0],[0,1]], '
        '"bending": [0,0,0,0,0], "error_px": 0.1}'
    )
    with pytest.raises(InputError, match="matrix"):
        read_camera(path)


@pytest.mark.parametrize(
    ("bending", "focal"),
    [((-0.28, 0.07, 0, 0, 0), 700), ((0.2, 0.1, 0.01, 0.01, 0), 700), ((-0.28, 0.07, 0, 0, 0), 1000)],
)
def test_a_lens_that_bends_strongly_is_undone_all_over_the_picture(bending: tuple[float, ...], focal: float) -> None:
    lens = read_lens(bending, focal)
    spots = np.random.default_rng(7).uniform((0, 0), (1919, 1079), (500, 2))
    assert lens.bend(lens.straighten(spots, (1920, 1080)), (1920, 1080)) == pytest.approx(spots, abs=1e-6)


@pytest.mark.parametrize(
    ("bending", "focal"),
    [((5, -9, 2, 1, 8), 1000), ((-1, 0, 0, 0, 0), 1000), ((0, 0, 0, 0, -50), 700), ((-0.28, 0.07, 0, 0, 0), 1)],
)
def test_a_lens_that_folds_the_picture_is_refused(bending: tuple[float, ...], focal: float) -> None:
    with pytest.raises(InputError, match=r"bending: .* expected a bending that can be undone all over the picture"):
        read_lens(bending, focal)


def read_lens(bending: tuple[float, ...], focal: float) -> MeasuredLens:
    matrix = [[focal, 0, 959.5], [0, focal, 539.5], [0, 0, 1]]
    told = {"format": "tablewright/camera@1", "picture_px": [1920, 1080], "matrix": matrix, "error_px": 0.1}
    return lens_of(parse_json(json.dumps(told | {"bending": list(bending)}), "lens.json"))
