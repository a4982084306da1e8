"""The detector's lessons: dice where its crops say, things beside them, hard places; and a run of seconds."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.dice.decision import settled
from vision.dice.detector import SHOWN, Sighted
from vision.lab.judging.splits import split_of
from vision.lab.training.clutter import Clutter
from vision.lab.training.detector_crops import CROP_PX, STRIDE, Lessons, Shot, cropped, lay, lesson, shots_of
from vision.lab.training.scenes import draw_scene
from vision.lab.training.things import DRAWN

SIDE_PX = 40.0
TEACHES = next(name for name in "abcdefgh" if split_of(name) == "train")
JUDGES = next(name for name in "abcdefgh" if split_of(name) == "judge")


def shot(*dice: tuple[float, float, float, float]) -> Shot:
    """Black dice on grey, each a square with its label."""
    picture = np.full((300, 400, 3), 128, np.uint8)
    for x, y, side, _ in dice:
        picture[int(y - side / 2) : int(y + side / 2), int(x - side / 2) : int(x + side / 2)] = 0
    return Shot(picture, np.array(dice, np.float32).reshape(-1, 4), "somebody")


def photographed(folder: Path) -> Path:
    """Two pictures of an owner who teaches, one without dice, and one of an owner who judges."""
    entries = []
    for number, (owner, has_dice) in enumerate([(TEACHES, True), (TEACHES, False), (JUDGES, True)]):
        scene = draw_scene(np.random.default_rng(number))
        (folder / "images").mkdir(exist_ok=True)
        cv2.imwrite(str(folder / "images" / f"{number}.png"), scene.picture)
        dice = [
            {"cx": die.x, "cy": die.y, "size": die.side_px, "value": die.label, "kind": "pips"} for die in scene.dice
        ]
        high, wide = scene.picture.shape[:2]
        named = {"file": f"{number}.png", "source": owner, "repo": f"{owner}/dice", "width": wide, "height": high}
        entries.append({**named, "dice": dice if has_dice else []})
    (folder / "labels.json").write_text(json.dumps({"images": entries}), encoding="utf-8")
    return folder


def test_only_who_teaches_is_learnt_from(tmp_path: Path) -> None:
    shots = shots_of([photographed(tmp_path)])
    assert [one.owner for one in shots] == [TEACHES, TEACHES]
    assert [len(one.dice) > 0 for one in shots] == [True, False]


def test_a_crop_has_its_dice_where_it_says() -> None:
    draw, found = np.random.default_rng(3), 0
    for _ in range(40):
        one = shot((200, 150, SIDE_PX, 5), (90, 80, SIDE_PX, 2))
        picture, dice = cropped(one, np.array([200.0, 150.0]), float(draw.uniform(0.6, 2.0)), draw, 0.3)
        for x, y, side, _ in dice:
            if side / 2 < min(x, y) and max(x, y) < CROP_PX - side / 2:
                found += 1
                assert picture[int(y), int(x)].max() < 20
    assert found >= 40


def test_things_are_laid_beside_dice_and_never_on_them() -> None:
    draw, laid = np.random.default_rng(4), 0
    for number in range(60):
        picture, dice = np.full((CROP_PX, CROP_PX, 3), 128, np.uint8), np.array([[128, 128, 60, 3]], np.float32)
        lay(picture, dice, DRAWN[number % len(DRAWN)](draw), float(draw.uniform(0.3, 1.0)), draw)
        assert (picture[98:158, 98:158] == 128).all()
        laid += bool((picture != 128).any())
    assert laid >= 40


def test_a_lesson_is_hot_where_a_die_lies_and_silent_where_nobody_knows() -> None:
    dice = np.array(
        [[60, 80, SIDE_PX, 4], [180, 80, SIDE_PX, 0], [120, 200, 200, 6], [-20, 200, SIDE_PX, 2]], np.float32
    )
    _, heat, counted, taught = lesson(np.zeros((CROP_PX, CROP_PX, 3), np.uint8), dice)
    assert heat[80 // STRIDE, 60 // STRIDE] > 0.85
    assert counted[80 // STRIDE, 60 // STRIDE] == 1
    for x, y in ((180, 80), (120, 200), (0, 200)):
        assert counted[y // STRIDE, x // STRIDE] == 0
    assert taught[taught[:, 3] > 0].tolist() == [[60, 80, SIDE_PX, 4]]


def test_hard_places_are_shown_to_who_was_forked_before_they_were_found() -> None:
    lessons = Lessons([shot((200, 150, SIDE_PX, 5)), shot()], Clutter(), 1)
    endless = lessons.endless()
    before = [next(endless).dice for _ in range(40)]
    lessons.mined([(0, 40.0, 40.0, 60.0)])
    after = [next(endless).dice for _ in range(40)]
    assert not np.array_equal(before, after)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the exporter that OpenCV understands
def test_a_run_of_seconds_leaves_weights_that_opencv_reads(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    pytest.importorskip("onnx")
    from vision.dice.detector import detect
    from vision.dice.network import read_net
    from vision.lab.training.detector import hard_places, main

    folder, out = photographed(tmp_path), tmp_path / "out"
    few = ["--batch", "2", "--workers", "0", "--threads", "1", "--mined", "1", "--drawn", "0"]
    run = [str(folder), "--out", str(out), *few]
    assert main([*run, "--minutes", "0.02"]) == 0
    assert main([*run, "--minutes", "0.01", "--start", str(out / "net.pt")]) == 0
    assert "mined 1 photographs" in (out / "log.txt").read_text(encoding="utf-8")
    assert {part.dtype for part in torch.load(out / "net.pt").values()} == {torch.half, torch.long}
    detect(draw_scene(np.random.default_rng(1)).picture, read_net(out / "net.onnx"))
    right = Sighted(200, 150, SIDE_PX, 0.9, 0.9, np.eye(len(SHOWN))[4], 1.0)
    assert settled(right) == 5
    beside = Sighted(60, 60, 30, 0.3, 0.5, np.eye(len(SHOWN))[0], 1.0)
    dice = shot((200, 150, SIDE_PX, 5), (300, 200, SIDE_PX, 1))
    assert list(hard_places(dice, [right, beside])) == [(60, 60, 30), (300, 200, SIDE_PX)]
