"""``companion enrol-dice`` and ``companion dice --faces``: as a player would, from the help's own example."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from tests.cli.command_line import companion
from tests.rendered import render_dice
from tests.vision.films import turned
from vision.pictures import write_picture
from vision.virtual.dice import COMBAT

pytestmark = pytest.mark.slow

SIDES = {"skull": 1, "white_shield": 2, "black_shield": 6}


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("photos")
    for face, side in SIDES.items():
        write_picture(folder / f"{face}.png", render_dice([side] * 2, 40 + side, looks=(COMBAT,)).picture)
    write_picture(folder / "throw.png", render_dice([1, 6, 2], 50, looks=(COMBAT,)).picture)
    write_picture(folder / "empty.png", render_dice([], 1).picture)
    return folder


def test_faces_are_learnt_and_then_read(photos: Path, tmp_path: Path) -> None:
    album = str(tmp_path / "combat.json")
    for face in SIDES:
        done = companion("enrol-dice", face, str(photos / f"{face}.png"), "--album", album, "--json")
        assert done.status == 0, done.err
        assert json.loads(done.out)["dice"] == 2
    read = companion("dice", str(photos / "throw.png"), "--faces", "heroquest", "--album", album, "--json")
    answer = json.loads(read.out)
    assert (read.status, answer["verdict"], answer["total"]) == (0, "read", None)
    assert sorted(die["face"] for die in answer["dice"]) == ["black_shield", "skull", "white_shield"]
    told = companion("dice", str(photos / "throw.png"), "--faces", "heroquest", "--album", album)
    assert "skull" in told.out and "None" not in told.out


def test_a_photo_that_cannot_be_used_leaves_the_album_as_it_was(photos: Path, tmp_path: Path) -> None:
    album = tmp_path / "combat.json"
    assert companion("enrol-dice", "skull", str(photos / "skull.png"), "--album", str(album)).status == 0
    before = album.read_bytes()
    done = companion("enrol-dice", "skull", str(photos / "skull.png"), str(photos / "empty.png"), "--album", str(album))
    assert done.status == 2
    assert "empty.png" in done.err and done.err.count("\n") == 1
    assert album.read_bytes() == before


def test_dice_that_were_never_enrolled_are_asked_about_or_refused(photos: Path, tmp_path: Path) -> None:
    unknown = companion("dice", str(photos / "throw.png"), "--faces", "gotham", "--album", str(tmp_path / "none.json"))
    assert unknown.status == 2
    assert "enrol-dice" in unknown.err


@pytest.mark.long
def test_faces_are_learnt_from_a_film_in_their_order(photos: Path, tmp_path: Path) -> None:
    album, frames = str(tmp_path / "combat.json"), tmp_path / "film"
    frames.mkdir()
    shown = [turned(side, step) for side in (1, 6) for step in range(6)]
    for number, picture in enumerate(shown):
        write_picture(frames / f"{number:03}.png", picture)
    done = companion("enrol-dice", "skull,black_shield", str(frames), "--album", album, "--json")
    assert done.status == 0, done.err
    told = json.loads(done.out)
    assert told["faces"] == ["black_shield", "skull"]
    assert (told["dice"], told["frames"] >= 4) == (0, True)
    clip = tmp_path / "white.avi"
    writer = cv2.VideoWriter(str(clip), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (640, 480))
    for step in range(6):
        writer.write(turned(2, step))
    writer.release()
    said = companion("enrol-dice", "white_shield", str(clip), "--album", album)
    assert said.status == 0, said.err
    assert "frames learnt from 1 film" in said.out
    read = companion("dice", str(photos / "throw.png"), "--faces", "heroquest", "--album", album, "--json")
    answer = json.loads(read.out)
    assert (answer["verdict"], len(answer["dice"])) == ("read", 3), answer.get("why")


def test_a_film_that_cannot_be_used_is_one_line_with_its_frame(tmp_path: Path) -> None:
    frames, album = tmp_path / "film", tmp_path / "combat.json"
    frames.mkdir()
    for step in range(4):
        write_picture(frames / f"{step}.png", turned(1, step, beside=2))
    done = companion("enrol-dice", "skull", str(frames), "--album", str(album))
    assert done.status == 2
    assert "frame 1" in done.err and "more than one die" in done.err and done.err.count("\n") == 1
    no_clip = tmp_path / "film.mp4"
    no_clip.write_bytes(b"no film at all")
    for film in (no_clip, tmp_path / "nothing"):
        done = companion("enrol-dice", "skull", str(film), "--album", str(album))
        assert done.status == 2, film
        assert done.err.count("\n") == 1 and film.name in done.err, done.err
    assert not album.exists()
