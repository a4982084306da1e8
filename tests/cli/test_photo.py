"""Answers drawn on a rendered photograph: the overlay's squares lie where the renderer put them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.core.ids import PieceId
from tests.cli.command_line import companion
from tests.cli.positions import a_piece, a_position
from tests.cli.scenes import square_pixel
from tests.rendered import render_table
from vision.pictures import read_picture, write_picture
from vision.plane.layout import CornerMarker, Layout, build_layout, format_layout
from vision.plane.markers import detect_markers
from vision.plane.overhead import overhead
from vision.settings import MarkerSettings
from vision.virtual.camera import camera_over
from vision.virtual.scene import Base, Scene
from vision.virtual.sensor import TYPICAL

pytestmark = pytest.mark.slow

COLUMNS, ROWS, SQUARE = 10, 8, 38.1
TOLD = build_layout(COLUMNS, ROWS, {8: PieceId("A"), 9: PieceId("B")})
# markers nobody is told about, flat on the middle of squares: where they come out is the measure
SECRET = {20: (0, 0), 21: (9, 0), 22: (9, 7), 23: (0, 7), 24: (5, 4), 25: (3, 6)}
PIECES = [a_piece("A", "B3"), a_piece("B", "H6", side="blue")]
POSITION = a_position(*["." * COLUMNS] * ROWS, pieces=PIECES)


def printed() -> Layout:
    spots = tuple(
        CornerMarker(number, ((column + 0.5) * SQUARE, (row + 0.5) * SQUARE), 22.0)
        for number, (column, row) in SECRET.items()
    )
    return replace(TOLD, corners=TOLD.corners + spots)


def photograph(folder: Path, *, tilt_deg: float, roll_deg: float, lens_bend: float, seed: int) -> tuple[Path, Path]:
    """A photograph and the layout it was told with."""
    over = camera_over(COLUMNS * SQUARE, ROWS * SQUARE, tilt_deg=tilt_deg, roll_deg=roll_deg, lens_bend=lens_bend)
    scene = Scene(printed(), bases=(Base(8, 1, 2), Base(9, 7, 5)))
    photo, layout = folder / "photo.jpg", folder / "layout.json"
    write_picture(photo, render_table(scene, over, seed, sensor=TYPICAL))
    layout.write_text(format_layout(TOLD), encoding="utf-8")
    return photo, layout


@pytest.fixture(scope="module")
def taken(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return photograph(tmp_path_factory.mktemp("photo"), tilt_deg=24, roll_deg=3, lens_bend=-0.05, seed=7)


def off_by(picture: Path, columns: int) -> dict[int, float]:
    """How far each secret marker is from the middle of its square on the drawn picture, in squares."""
    found = detect_markers(read_picture(picture), set(SECRET), MarkerSettings(), "4X4_50")
    places = {one.id: np.asarray(one.centre_px) for one in found}
    return {
        number: float(np.hypot(*(places[number] - square_pixel(columns, SECRET[number], 28, 28)))) / 56
        for number in places
    }


@pytest.mark.parametrize(("tilt_deg", "roll_deg", "lens_bend"), [(8, 0, 0.0), (24, 3, -0.05), (36, -4, 0.0)])
def test_squares_of_a_line_lie_where_the_table_has_them(
    tmp_path: Path, tilt_deg: float, roll_deg: float, lens_bend: float
) -> None:
    photo, layout = photograph(tmp_path, tilt_deg=tilt_deg, roll_deg=roll_deg, lens_bend=lens_bend, seed=5)
    out = tmp_path / "line.png"
    asked = ("sight", "-", "--from", "A", "--to", "B", "--picture", out, "--photo", photo, "--layout", layout)
    assert companion(*asked, stdin=POSITION).status == 0
    away = off_by(out, COLUMNS)
    assert len(away) >= 5
    assert max(away.values()) < 0.1, away


def test_a_field_lies_over_the_photograph_and_lets_it_through(taken: tuple[Path, Path], tmp_path: Path) -> None:
    photo, layout = taken
    out = tmp_path / "field.png"
    asked = ("sight", "-", "--from", "A", "--all-targets", "--picture", out, "--photo", photo, "--layout", layout)
    assert companion(*asked, stdin=POSITION).status == 0
    away = off_by(out, COLUMNS)  # the clear squares let the markers through
    assert len(away) >= 4
    assert max(away.values()) < 0.1, away


@pytest.mark.parametrize("more", [("sight", "-", "--from", "A", "--after-move"), ("reach", "-", "--piece", "A")])
def test_other_answers_are_drawn_on_it_too(taken: tuple[Path, Path], tmp_path: Path, more: tuple[str, ...]) -> None:
    from PIL import Image

    photo, layout = taken
    out = tmp_path / "out.png"
    done = companion(*more, "--picture", out, "--photo", photo, "--layout", layout, "--lang", "fr", stdin=POSITION)
    assert done.status == 0
    with Image.open(out) as image:
        assert image.width == COLUMNS * 56 + 80


def test_the_map_from_above_has_its_squares_at_their_pixels(taken: tuple[Path, Path]) -> None:
    flat = overhead(taken[0], TOLD, 40)
    assert flat.shape == (ROWS * 40, COLUMNS * 40, 3)
    found = detect_markers(flat, set(SECRET), MarkerSettings(), "4X4_50")
    assert len(found) >= 4
    for marker in found:
        column, row = SECRET[marker.id]
        assert np.hypot(marker.centre_px[0] - (column * 40 + 20), marker.centre_px[1] - (row * 40 + 20)) < 4


def test_a_photograph_that_does_not_fit_is_refused_in_one_line(taken: tuple[Path, Path], tmp_path: Path) -> None:
    photo, layout = taken
    text, empty, blank = tmp_path / "text.jpg", tmp_path / "empty.png", tmp_path / "blank.png"
    text.write_text("no picture")
    empty.write_bytes(b"")
    write_picture(blank, np.full((300, 400, 3), 128, np.uint8))
    other = a_position(*["." * 9] * ROWS, pieces=[a_piece("A", "B3")])
    cases = [
        (POSITION, text, layout, "no picture that can be read"),
        (POSITION, empty, layout, "an empty file"),
        (POSITION, tmp_path / "none.jpg", layout, "none.jpg"),
        (POSITION, blank, layout, "only 0 corner markers are seen"),
        (POSITION, photo, tmp_path / "none.json", "none.json"),
        (other, photo, layout, "10 x 8 squares, expected 9 x 8"),
    ]
    for position, shown, told, words in cases:
        asked = ("--picture", tmp_path / "out.png", "--photo", shown, "--layout", told)
        for question in (("--all-targets",), ("--to", "B4"), ("--after-move",)):
            answer = companion("sight", "-", "--from", "A", *question, *asked, stdin=position)
            assert (answer.status, answer.err.count("\n"), answer.out) == (2, 1, ""), answer.err
            assert words in answer.err
    assert not (tmp_path / "out.png").exists()


def test_pieces_stand_where_the_photograph_shows_them(taken: tuple[Path, Path]) -> None:
    """The position has A on C4 and B on D4, the table on B3 and H6: six squares apart."""
    photo, layout = taken
    pieces = [a_piece("A", "C4"), a_piece("B", "D4", side="blue"), a_piece("C", "J8", side="blue")]
    position = a_position(*["." * COLUMNS] * ROWS, pieces=pieces)
    asked = ("sight", "-", "--from", "A", "--to", "B", "--photo", photo, "--layout", layout, "--json")
    seen = companion(*asked, "--seen", stdin=position)
    assert (seen.status, seen.document["from"], seen.document["to"], seen.document["range"]) == (0, "B3", "H6", 6)
    assert "C is not seen" in seen.err
    told = companion(*asked, "--picture", photo.parent / "told.png", stdin=position)
    assert told.document["range"] == 1
    assert "A is seen on B3" in told.err and "B is seen on H6" in told.err


def test_two_pieces_cannot_stand_in_one_square(taken: tuple[Path, Path]) -> None:
    photo, layout = taken
    pieces = [a_piece("A", "A1"), a_piece("C", "B3", side="blue")]  # C is not seen, and A is seen on C's square
    done = companion(
        "sight",
        "-",
        "--from",
        "A",
        "--to",
        "C",
        "--photo",
        photo,
        "--layout",
        layout,
        "--seen",
        stdin=a_position(*["." * COLUMNS] * ROWS, pieces=pieces),
    )
    assert done.status == 2
    assert "B3" in done.err
