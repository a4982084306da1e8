"""Choosing a limit with a source left out: the remembered reader is the reader, and folds name what they choose."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from companion.table.observation import ReadVerdict
from tests.rendered import render_dice
from vision.arrays import Picture
from vision.dice.reading import read_dice
from vision.evaluate.limits import main
from vision.evaluate.remembered import Remembered
from vision.evaluate.rendered_dice import rendered_throws, shoot


def never() -> Picture:
    raise AssertionError("the picture was measured again")


@pytest.mark.slow
def test_what_is_remembered_is_read_as_the_picture_itself() -> None:
    picture = render_dice((3, 5), 4, size_px=(640, 480)).picture
    remembered = Remembered()
    assert remembered.read("a throw", lambda: picture) == read_dice(picture)
    assert remembered.read("a throw", never) == read_dice(picture)


@pytest.mark.slow
def test_a_fold_says_what_it_chooses_and_what_that_does(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "images").mkdir()
    entries = []
    for name, faces in (("one", (3, 5)), ("two", (6, 2))):
        shot = render_dice(faces, 4, size_px=(640, 480))
        cv2.imwrite(str(tmp_path / "images" / f"{name}.png"), shot.picture)
        dice = [{"value": d.face, "cx": d.x_px, "cy": d.y_px, "size": d.size_px} for d in shot.dice]
        entries.append({"file": f"{name}.png", "source": name, "dice": dice})
    (tmp_path / "labels.json").write_text(json.dumps({"images": entries}), encoding="utf-8")
    kept = tmp_path / "kept"
    assert main([str(tmp_path), "--keep", str(kept), "seconded._AGREES=0.1,1.1"]) == 0
    said = capsys.readouterr().out
    assert "seconded._AGREES = 0.3 (ships): {'right': 2}" in said
    assert "without one      chooses 0.3: there right 1, wrong 0 (ships: 1, 0)" in said
    assert kept.stat().st_size > 1000


def test_limits_of_what_proposes_dice_cannot_be_chosen_here(tmp_path: Path) -> None:
    (tmp_path / "labels.json").write_text('{"images": []}', encoding="utf-8")
    with pytest.raises(
        SystemExit, match="finder: limits of reading, seconded, strange, agreed, die, verdict, unread, lean"
    ):
        main([str(tmp_path), "finder._SURE=0.5"])


@pytest.mark.slow
def test_a_die_half_covered_by_another_is_not_left_out() -> None:
    throw = next(one for one in rendered_throws(4) if one.kind == "leaning  6 deg" and one.seed == 6603)
    seen = read_dice(shoot(throw).picture)
    assert seen.verdict is ReadVerdict.ASK
    assert len(seen.dice) == 2
