"""``companion camera`` and the options of a view, as a newcomer would type them."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.board.squares import format_square
from companion.core.ids import PieceId
from tests.cli.command_line import companion
from tests.rendered import render_dice, render_table
from vision.lab.judging.games import game_table
from vision.pictures import write_picture
from vision.plane.calibration import map_corners_mm
from vision.plane.layout import build_layout, format_layout
from vision.plane.view import parse_corners, read_view
from vision.virtual.camera import camera_over
from vision.virtual.scene import Base, Scene
from vision.virtual.stage import Light
from vision.virtual.table import still_frames

pytestmark = pytest.mark.slow

SCENE = Scene(
    build_layout(8, 6, {8: PieceId("red-1"), 9: PieceId("blue-1")}), bases=(Base(8, 2, 3), Base(9, 6, 1, (2.0, -3.0)))
)
OVER = camera_over(8 * 38.1, 6 * 38.1)
BARE = Scene(SCENE.layout, bases=SCENE.bases, hidden_corners=frozenset(range(8)))
SQUARES = {base.tag: format_square(base.column, base.row) for base in SCENE.bases}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("table")
    (folder / "layout.json").write_text(format_layout(SCENE.layout), encoding="utf-8")
    write_picture(folder / "table.jpg", render_table(SCENE, OVER, 3))
    write_picture(folder / "bare.jpg", render_table(BARE, OVER, 4))
    soft = cv2.GaussianBlur(render_table(SCENE, OVER, 3), (0, 0), 5)
    write_picture(folder / "soft.png", np.asarray(soft, dtype=np.uint8))
    return folder


def dragged() -> list[str]:
    """The map's corners as a finger puts them: up to 4 px off."""
    off = np.array([[4.0, -3.0], [-3.0, 2.0], [3.0, 4.0], [-2.0, -4.0]])
    spots = OVER.to_px(np.column_stack([map_corners_mm(SCENE.layout), np.zeros(4)])) + off
    return [f"{x:.1f},{y:.1f}" for x, y in spots]


def test_a_view_by_dragged_corners_reads_a_table_without_markers(table: Path, tmp_path: Path) -> None:
    layout, view = table / "layout.json", tmp_path / "view.json"
    assert companion("look", table / "bare.jpg", "--layout", layout).status == 1
    seen = companion("look", table / "bare.jpg", "--layout", layout, "--corners", *dragged(), "--json")
    assert seen.status == 0
    assert {one["tag"]: one["square"] for one in seen.document["pieces"]} == SQUARES
    assert seen.document["registered_by"] == "corners, grid"
    done = companion("camera", "setup", table / "bare.jpg", "--layout", layout, "--corners", *dragged(), "--out", view)
    assert (done.status, done.err) == (0, "")
    assert "The camera is ready." in done.out
    truth = OVER.to_px(np.column_stack([map_corners_mm(SCENE.layout), np.zeros(4)]))
    assert np.abs(np.array(read_view(view).corners_px) - truth).max() < 1.0
    again = companion("look", table / "bare.jpg", "--layout", layout, "--view", view, "--json")
    assert {one["tag"]: one["square"] for one in again.document["pieces"]} == SQUARES
    watched = companion(
        "camera", "watch", table / "bare.jpg", "--layout", layout, "--view", view, "--out", tmp_path / "s"
    )
    assert watched.status == 0
    assert len(list((tmp_path / "s").glob("*.jpg"))) == 1


def test_the_wizard_says_what_is_wrong_in_both_languages(table: Path, tmp_path: Path) -> None:
    layout, view = table / "layout.json", tmp_path / "view.json"
    bad = companion("camera", "setup", table / "soft.png", "--layout", layout, "--out", view)
    assert bad.status == 1
    assert bad.out.startswith("1. The picture is blurred")
    assert not view.exists()
    french = companion("camera", "setup", table / "soft.png", "--layout", layout, "--lang", "fr")
    assert french.out.startswith("1. L'image est floue")
    document = companion("camera", "setup", table / "soft.png", "--layout", layout, "--json").document
    assert document["good"] is False
    assert document["reasons"][0]["code"] == "blurred"
    good = companion("camera", "setup", table / "table.jpg", "--layout", layout, "--json").document
    assert (good["good"], good["reasons"]) == (True, [])
    assert set(good["readable"]) == {"collars", "dice", "tags"}


def test_frames_at_rest_give_one_picture(table: Path, tmp_path: Path) -> None:
    still = np.asarray(cv2.imread(str(table / "table.jpg")), dtype=np.uint8)
    for number, frame in enumerate(still_frames(still, 12, 1)):
        write_picture(tmp_path / f"{number:02}.jpg", frame)
    seen = companion("camera", "watch", tmp_path, "--layout", table / "layout.json", "--json")
    assert seen.status == 0
    assert [line["kind"] for line in seen.lines] == ["LinkSeen", "PictureSeen"]
    assert {one["tag"]: one["space"] for one in seen.lines[1]["pieces"]} == SQUARES


def test_a_tray_is_watched_without_a_map(tmp_path: Path) -> None:
    (tmp_path / "film").mkdir()
    still = render_dice((5, 2), 3, size_px=(640, 480)).picture
    for number, frame in enumerate(still_frames(still, 14, 1)):
        write_picture(tmp_path / "film" / f"{number:02}.jpg", frame)
    seen = companion("camera", "watch", tmp_path / "film", "--dice", "--json", "--out", tmp_path / "seen")
    assert (seen.status, seen.err) == (0, "")
    assert [line["kind"] for line in seen.lines] == ["LinkSeen", "DiceSeen"]
    assert sorted(die["face"] for die in seen.lines[1]["dice"]) == ["2", "5"]
    assert len(list((tmp_path / "seen").glob("*.jpg"))) == 2


@pytest.mark.parametrize(
    "asked",
    [
        ("camera", "watch", "nowhere"),
        ("camera", "setup", "nowhere", "--layout", "LAYOUT"),
        ("camera", "setup", "TABLE"),
        ("camera", "setup", "TABLE", "--layout", "LAYOUT", "--view", "LAYOUT"),
        ("camera", "setup", "TABLE", "--layout", "LAYOUT", "--lens", "none.json"),
        ("camera", "calibrate", "TABLE", "--board", "LAYOUT", "--out", "x.json"),
        ("look", "TABLE", "--layout", "LAYOUT", "--corners", "1,2", "3,4", "5,6", "seven"),
        ("look", "TABLE", "--layout", "LAYOUT", "--corners", "1,2", "3,4", "5,6", "7,8", "--view", "v.json"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(table: Path, asked: tuple[str, ...]) -> None:
    files = {"TABLE": str(table / "table.jpg"), "LAYOUT": str(table / "layout.json")}
    done = companion(*(files.get(word, word) for word in asked))
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1), done.err


def test_photographs_without_a_board_measure_no_lens(table: Path, tmp_path: Path) -> None:
    board = tmp_path / "board.json"
    made = companion(
        "print-markers", "--layout", table / "layout.json", "--what", "charuco", tmp_path / "b.pdf", "--json"
    )
    assert made.document["board"] == str(board)
    measure = ("camera", "calibrate", table / "table.jpg", "--board", board, "--out", tmp_path / "camera.json")
    done = companion(*measure, "--json")
    assert (done.status, done.document["calibrated"]) == (1, False)
    assert done.document["bad"][0]["picture"].endswith("table.jpg")
    assert not (tmp_path / "camera.json").exists()


def test_corners_are_parsed_with_their_place() -> None:
    assert parse_corners(("1,2", "3.5,4", "5,6", "7,8"))[1] == (3.5, 4.0)
    for words, place in ((("1,2", "x", "3,4", "5,6"), "corner 2"), (("1,2",), "1 corners")):
        with pytest.raises(ValueError, match=place):
            parse_corners(words)


def test_files_of_a_layout_with_absent_markers_are_told(table: Path, tmp_path: Path) -> None:
    document = json.loads((table / "layout.json").read_text())
    document["corner_markers"].append({"id": 30, "centre_mm": [400, 400], "size_mm": 30})
    document["base_tags"].append({"tag": 20, "piece": "green-1", "size_mm": 16, "height_mm": 5})
    other = tmp_path / "layout.json"
    other.write_text(json.dumps(document))
    seen = companion("look", table / "table.jpg", "--layout", other, "--json").document
    assert (seen["missing_markers"], seen["unseen"]) == ([30], [20])
    refused = companion("look", table / "bare.jpg", "--layout", other, "--json")
    assert refused.status == 1
    assert refused.document["missing_markers"] == [0, 1, 2, 3, 4, 5, 6, 7, 30]
    assert "0 (top left)" in refused.document["why"]


def test_figures_without_a_tag_are_watched_where_they_stand(tmp_path: Path) -> None:
    """A short film of figures on collar cards over their empty map: every foot on its square, every card its name."""
    layout, stage, minis = game_table(5, True, "good")
    (tmp_path / "layout.json").write_text(format_layout(layout), encoding="utf-8")
    write_picture(tmp_path / "empty.png", stage.frame((), Light(), 0))
    (tmp_path / "film").mkdir()
    for number in range(12):
        write_picture(tmp_path / "film" / f"{number:02}.png", stage.frame(tuple(minis.values()), Light(), number + 1))
    options = ["--layout", tmp_path / "layout.json", "--empty", tmp_path / "empty.png", "--out", tmp_path / "out"]
    watched = companion("camera", "watch", tmp_path / "film", *options, "--json")
    assert (watched.status, watched.err) == (0, "")
    (rest,) = [one for one in map(json.loads, watched.out.splitlines()) if one["kind"] == "PictureSeen"]
    standing = {format_square(*square): mini.name for square, mini in minis.items()}
    seen = {figure["spaces"][0] for figure in rest["figures"]}
    named = {piece["space"]: str(layout.by_tag[piece["tag"]].piece) for piece in rest["pieces"]}
    assert seen | set(named) == set(standing)
    assert len(named) >= 6
    assert named.items() <= standing.items()
    assert list((tmp_path / "out").glob("*.jpg"))
