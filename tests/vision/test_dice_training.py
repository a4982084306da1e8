"""What the networks learn from: the renderer's truth and its determinism; and the weights that are shipped."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from vision.dice.detector import WEIGHTS as DETECTOR
from vision.dice.network import CLASSES, CROP_PX, WEIGHTS, Pyramid, look_at
from vision.dice.pattern import fit_pattern
from vision.lab.training.clutter import Clutter, lay_clutter
from vision.lab.training.crops import Crops, scene_crops
from vision.lab.training.grounds import draw_ground
from vision.lab.training.marks import draw_make, draw_symbol, pip_spots
from vision.lab.training.scenes import SIZE, draw_scene
from vision.lab.training.solids import FACES, Camera, Cube, turning_of

pytestmark = pytest.mark.slow

ABOVE = Camera.over(0.0, 0.0, 30.0, 56.0, SIZE, 1.0)


def cube(face: int, lean_deg: float = 0.0, x: float = 0.0) -> Cube:
    return Cube(np.array([x, 0.0, 0.5]), turning_of(face, 0.7, np.radians(lean_deg), 0.4), 0.15)


def test_opposite_faces_sum_to_seven() -> None:
    for face, (normal, _, _) in FACES.items():
        assert np.allclose(FACES[7 - face][0], -normal)


@pytest.mark.parametrize("face", range(1, 7))
def test_the_face_laid_upwards_is_the_one_seen_from_above(face: int) -> None:
    seen, lean, slant = cube(face).upper(ABOVE)
    assert seen == face
    assert lean < 0.01
    assert np.linalg.norm(slant) < 0.01


@pytest.mark.parametrize("lean_deg", [10.0, 25.0, 40.0])
def test_a_leaning_die_leans_by_as_much(lean_deg: float) -> None:
    seen, lean, slant = cube(3, lean_deg).upper(ABOVE)
    assert seen == 3
    assert abs(np.degrees(lean) - lean_deg) < 1.0
    assert abs(np.linalg.norm(slant) - np.sin(np.radians(lean_deg))) < 0.02


def test_a_flat_die_beside_the_middle_slants_away_from_it() -> None:
    _, _, slant = cube(5, 0.0, 6.0).upper(ABOVE)
    middle = ABOVE.project(np.array([[0.0, 0.0, 0.5]]))[0]
    place = ABOVE.project(np.array([[6.0, 0.0, 0.5]]))[0]
    outward = (place - middle) / np.linalg.norm(place - middle)
    assert abs(slant @ outward - 6.0 / np.hypot(6.0, 29.0)) < 0.02


@pytest.mark.parametrize("face", range(1, 7))
def test_a_face_has_as_many_pips_as_it_says(face: int) -> None:
    assert pip_spots(face, draw_make(np.random.default_rng(face))).shape == (face, 2)


def test_symbols_leave_ink_on_the_face() -> None:
    for seed in range(60):
        assert 0.005 < float((draw_symbol(np.random.default_rng(seed)) > 127).mean()) < 0.6, seed


def test_scenes_and_crops_are_the_same_for_the_same_seed() -> None:
    for seed in (3, 4):
        one, two = (draw_scene(np.random.default_rng(seed)) for _ in range(2))
        assert one.picture.tobytes() == two.picture.tobytes()
        crops, again = Crops(), Crops()
        scene_crops(one, np.random.default_rng(9), crops)
        scene_crops(two, np.random.default_rng(9), again)
        assert crops.labels == again.labels
        assert all((a == b).all() for a, b in zip(crops.pictures, again.pictures, strict=True))


def test_crops_say_what_they_show() -> None:
    crops = Crops()
    for seed in range(20):
        draw = np.random.default_rng(seed)
        scene_crops(draw_scene(draw), draw, crops)
    assert {picture.shape for picture in crops.pictures} == {(CROP_PX, CROP_PX, 3)}
    assert set(crops.labels) >= {*range(6), CLASSES.index("part"), CLASSES.index("nothing")}
    for label, lean in zip(crops.labels, crops.leans, strict=True):
        assert np.isnan(lean[0]) == (label >= CLASSES.index("part"))


def test_a_reader_that_learnt_nothing_agrees_with_the_truth() -> None:
    """The pattern fit never saw a scene: where it is clear on a die, the scene's truth must say the same."""
    said, right = 0, 0
    for seed in range(40):
        scene = draw_scene(np.random.default_rng([seed, 8]))
        for die in scene.dice:
            if not 1 <= die.label <= 6 or die.hidden or np.linalg.norm(die.lean) > 0.3:
                continue
            fit = fit_pattern(Pyramid(scene.picture), die.x, die.y, die.side_px)
            if fit is not None and fit.clear > 0.4 and fit.contrast > 8:
                said += 1
                right += fit.value == die.label
    assert said >= 30
    assert right >= 0.95 * said, f"{right} of {said}"


def test_what_lies_beside_dice_is_named_where_it_lies() -> None:
    named, seen = 0, 0
    for seed in range(30):
        draw = np.random.default_rng(seed)
        bare = draw_ground(draw, SIZE)
        ground = bare.copy()
        for there in lay_clutter(ground, ABOVE, Clutter(), draw):
            x, y, reach = int(there.x), int(there.y), max(3, int(0.6 * there.side_px))
            if 0 <= x < SIZE and 0 <= y < SIZE:
                named += 1
                part = np.s_[max(0, y - reach) : y + reach, max(0, x - reach) : x + reach]
                seen += np.abs(ground[part] - bare[part]).max() > 2.0
    assert named >= 100
    assert seen >= 0.98 * named, f"{seen} of {named}"


def test_pictures_that_may_show_dice_are_left_out(tmp_path: Path) -> None:
    for name in ("games/dice_3.png", "games/kite.png", "tools/domino.png", "tools/spade.png"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert [file.name for file in Clutter.of(tmp_path, None).cut_out] == ["kite.png", "spade.png"]


@pytest.mark.parametrize("weights", [WEIGHTS, DETECTOR], ids=lambda path: path.stem)
def test_the_weights_are_the_ones_on_the_card(weights: Path) -> None:
    card = json.loads(weights.with_name("card.json").read_text(encoding="utf-8"))
    name, packed = weights.stem, weights.read_bytes()
    assert hashlib.sha256(packed).hexdigest() == card["networks"][name]["sha256"]
    assert len(packed) == card["networks"][name]["bytes"] < (8_000_000 if name == "detector" else 2_000_000)
    assert "Epanemu, CC BY 4.0" in card["about"]


def test_the_networks_answer_in_their_shapes() -> None:
    picture = draw_scene(np.random.default_rng(1)).picture
    sight = look_at(Pyramid(picture), 200, 200, 56)
    assert sight.chances.shape == (len(CLASSES),)
    assert sight.chances.sum() == pytest.approx(1.0, abs=1e-6)
