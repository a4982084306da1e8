"""Rendered throws: the reader against the exact truth. A wrong value under ``read`` fails, whatever else happens."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from companion.table.observation import ReadVerdict
from tests.rendered import render_dice
from tests.thinned import thinned
from vision.arrays import Floats
from vision.dice.known import NothingKnown, Place
from vision.dice.reading import read_dice
from vision.lab.judging.rendered_dice import judge_throw, rendered_throws, shoot
from vision.lab.judging.strangers import among_pips
from vision.lab.judging.throws import throw
from vision.virtual import dice
from vision.virtual.dice import IVORY, DieLook, DieTruth
from vision.virtual.glyphs import GLYPHS
from vision.virtual.scene import Colour
from vision.virtual.tray import Lamp, TrayStage

pytestmark = pytest.mark.slow

RED = DieLook(body=(40, 30, 190), pips=(240, 240, 240))
BLUE = DieLook(body=(180, 90, 30), pips=(235, 240, 240))


def faces_of(seed: int) -> list[int]:
    return [int(face) for face in np.random.default_rng(seed).integers(1, 7, 2)]


@pytest.mark.parametrize("seed", thinned(range(8), 8))
def test_a_normal_throw_is_read_where_it_lies(seed: int) -> None:
    look = (IVORY, RED, BLUE)[seed % 3]
    shot = render_dice(faces_of(seed), seed, looks=(look,))
    seen = read_dice(shot.picture, expect=2)
    assert seen.verdict is ReadVerdict.READ, seen.why
    for truth in shot.dice:
        near = min(seen.dice, key=lambda die: float(np.hypot(die.x - truth.x_px, die.y - truth.y_px)))
        assert near.face == str(truth.face)
        assert np.hypot(near.x - truth.x_px, near.y - truth.y_px) < 0.1 * truth.size_px


@pytest.mark.parametrize("seed", thinned(range(30, 36), 6))
def test_a_cocked_die_is_asked_about(seed: int) -> None:
    assert read_dice(render_dice(faces_of(seed), seed, cocked=[1]).picture, expect=2).verdict is ReadVerdict.ASK


@pytest.mark.parametrize("seed", thinned(range(60, 63), 3))
@pytest.mark.parametrize("lean_deg", thinned([34.0, 40.0], 2))
def test_a_clear_lean_is_never_read(lean_deg: float, seed: int) -> None:
    look = (IVORY, RED)[seed % 2]
    shot = render_dice(faces_of(seed), seed, cocked=[1], lean_deg=(lean_deg, lean_deg), looks=(look,))
    assert read_dice(shot.picture).verdict is ReadVerdict.ASK


@pytest.mark.parametrize("seed", thinned(range(70, 73), 3))
@pytest.mark.parametrize("symbol", thinned(sorted(GLYPHS), 6))
def test_a_symbol_is_never_read_as_pips(symbol: str, seed: int) -> None:
    strange = DieLook(art=(symbol,) * 6)
    shot = render_dice([4, *faces_of(seed)], seed, looks=(IVORY, strange, strange))
    seen = read_dice(shot.picture)
    assert seen.verdict is ReadVerdict.ASK
    for truth in shot.dice[1:]:
        near = [die for die in seen.dice if np.hypot(die.x - truth.x_px, die.y - truth.y_px) < 0.5 * truth.size_px]
        assert all(die.face is None for die in near), near


@pytest.mark.parametrize(
    ("symbol", "face", "body", "seed"),
    [
        ("eye", 1, (42, 38, 36), 10_000),
        ("eye", 1, (42, 38, 36), 10_582),
        ("bat", 2, (50, 44, 40), 10_097),
        ("bat", 6, (50, 44, 40), 10_485),
        ("black_shield", 1, (42, 38, 36), 19_000),
        ("claw", 4, (50, 44, 40), 11_291),
    ],
)
def test_a_dark_symbol_die_on_dark_felt_is_not_overlooked(symbol: str, face: int, body: Colour, seed: int) -> None:
    pips = (232, 236, 238)
    looks = DieLook(body=body, pips=pips, pip_share=0.21), DieLook(body=body, pips=pips, art=(symbol,) * 6)
    assert read_dice(render_dice([face, 4], seed, looks=looks).picture).verdict is ReadVerdict.ASK


@pytest.mark.parametrize("seed", thinned(range(8), 8))
def test_a_die_of_more_sides_among_dice_of_pips_is_asked_about(seed: int) -> None:
    assert read_dice(among_pips(seed, is_numbered=True)).verdict is ReadVerdict.ASK


@pytest.mark.parametrize("seed", thinned([1003, 1027, 1105, 1153, 1176, 1201, 2003, 2131, 2173], 5))
def test_a_drawing_that_was_taken_for_all_of_the_die_is_asked_about(seed: int) -> None:
    seen = read_dice(among_pips(seed))
    assert seen.verdict is ReadVerdict.ASK
    assert any(die.face is None for die in seen.dice)


@pytest.mark.parametrize(
    ("seed", "is_numbered"), thinned([(5019, True), (2099, False), (3033, False), (4099, False), (3069, False)], 2)
)
def test_what_stands_alone_beside_a_die_is_asked_about(seed: int, is_numbered: bool) -> None:
    assert read_dice(among_pips(seed, is_numbered=is_numbered)).verdict is ReadVerdict.ASK


def test_a_die_that_leans_far_from_the_middle_is_asked_about() -> None:
    (shot,) = [shoot(one) for one in rendered_throws(5) if (one.kind, one.seed) == ("one of five 36 deg", 15_604)]
    assert read_dice(shot.picture).verdict is ReadVerdict.ASK  # one lens looking straight down would explain it


@pytest.mark.parametrize("kind", thinned(["poor camera", "mixed colours", "translucent", "25 dice"], 4))
def test_other_throws_are_never_read_wrong(kind: str) -> None:
    throws = [throw for throw in rendered_throws(3) if throw.kind == kind]
    assert throws
    assert "wrong" not in [judge_throw(throw) for throw in throws]


@pytest.mark.parametrize("seed", thinned(range(40, 44), 4))
def test_touching_dice_are_read_right_or_asked_about(seed: int) -> None:
    shot = render_dice(faces_of(seed), seed, touching=True)
    seen = read_dice(shot.picture)
    if seen.verdict is ReadVerdict.READ:
        assert sorted(die.face or "" for die in seen.dice) == sorted(str(die.face) for die in shot.dice)


def test_another_number_of_dice_than_thrown_is_asked_about() -> None:
    seen = read_dice(render_dice([3, 4], 50).picture, expect=3)
    assert seen.verdict is ReadVerdict.ASK
    assert seen.why is not None
    assert seen.why.startswith("2 dice are seen, 3 expected")


CLUTTER = {
    "a coin": ((40, (150, 190, 200), -1), (30, (120, 160, 170), 4)),
    "a ring": ((40, (200, 200, 200), 8),),
    "rings of a cup": ((40, (210, 210, 200), 3), (30, (210, 210, 200), 3)),
}


@pytest.mark.parametrize("thing", CLUTTER)
def test_what_is_plainly_no_die_is_not_asked_about(thing: str) -> None:
    picture = render_dice([5, 2], 3).picture.copy()
    for radius, colour, thick in CLUTTER[thing]:
        cv2.circle(picture, (90, 90), radius, colour, thick, cv2.LINE_AA)
    seen = read_dice(picture)
    assert (seen.verdict, [die.face for die in seen.dice]) == (ReadVerdict.READ, ["5", "2"])


def test_the_number_of_dice_lets_a_reading_stand_beside_a_card_and_forbids_another() -> None:
    picture = TrayStage(seed=6, size_px=(720, 540), felt=(110, 60, 40), clutter=4).throw([5, 2], 10).picture
    alone = read_dice(picture)
    assert alone.verdict is ReadVerdict.ASK
    assert "a die shows something else than pips" in (alone.why or "")
    counted = read_dice(picture, expect=2)
    assert (counted.verdict, sorted(str(die.face) for die in counted.dice)) == (ReadVerdict.READ, ["2", "5"])
    for other in (1, 4):
        seen = read_dice(picture, expect=other)
        assert seen.verdict is ReadVerdict.ASK
        assert f", {other} expected" in (seen.why or "")


@pytest.mark.parametrize("seed", thinned(range(30, 33), 3))
def test_no_number_makes_a_cocked_die_clutter(seed: int) -> None:
    assert read_dice(render_dice([3, 4], seed, cocked=[1]).picture, expect=1).verdict is ReadVerdict.ASK


def test_symbol_dice_are_asked_about_until_they_are_enrolled() -> None:
    seen = read_dice(render_dice([3, 4], 51).picture, faces="heroquest")
    assert seen.verdict is ReadVerdict.ASK
    assert [die.face for die in seen.dice] == [None, None]


@pytest.mark.parametrize("level", thinned([0, 128, 255], 3))
def test_an_empty_picture_is_asked_about(level: int) -> None:
    seen = read_dice(np.full((480, 640, 3), level, np.uint8))
    assert seen.verdict is ReadVerdict.ASK
    assert seen.dice == ()


def test_the_same_seed_gives_the_same_bytes() -> None:
    one, two = (dice.render_dice([1, 6], 52).picture.tobytes() for _ in range(2))
    assert one == two


def test_a_small_or_thin_picture_is_no_fault() -> None:
    for shape in ((1, 1, 3), (2, 900, 3), (900, 2, 3), (12, 12, 3)):
        assert read_dice(np.full(shape, 90, np.uint8)).verdict is ReadVerdict.ASK


def test_the_corners_of_a_two_are_no_pips_of_a_sheet_of_spots() -> None:
    stage = TrayStage(seed=1, size_px=(720, 540), clutter=4)
    seen = read_dice(stage.throw((2,), 10_019).picture, expect=1)  # its face and its corners look like a four's
    assert (seen.verdict, [die.face for die in seen.dice]) == (ReadVerdict.READ, ["2"])


@pytest.mark.parametrize(
    "seed",
    [
        pytest.param(620, id="the hole of a letter, a one"),
        pytest.param(10_027, id="the holes of a button, a four"),
        pytest.param(71_173, id="the hole of a button under a die, a one"),
        pytest.param(73_410, id="a one and a pip of the front face, a two"),
    ],
)
def test_what_was_once_read_beside_dice_is_read_no_more(seed: int) -> None:
    shot, _ = throw(seed)
    seen = read_dice(shot.picture)
    told = sorted(str(die.face) for die in seen.dice)
    assert seen.verdict is ReadVerdict.ASK or told == sorted(str(die.face) for die in shot.dice)


def test_a_die_half_covered_by_another_is_not_left_out() -> None:
    (shot,) = [shoot(one) for one in rendered_throws(4) if (one.kind, one.seed) == ("leaning  6 deg", 6603)]
    assert read_dice(shot.picture).verdict is ReadVerdict.ASK


def test_a_one_that_was_a_two_with_a_pip_of_its_front_face_is_read() -> None:
    shot, _ = throw(70_925)
    seen = read_dice(shot.picture)
    assert (seen.verdict, [die.face for die in seen.dice]) == (ReadVerdict.READ, ["1"])


class Old(NothingKnown):
    """A tray in which everything lay before that is far from the die."""

    def __init__(self, die: DieTruth) -> None:
        self._die = die

    def lay_there(self, place: Place, dice: Sequence[Place] = ()) -> bool:
        return float(np.hypot(place[0] - self._die.x_px, place[1] - self._die.y_px)) > self._die.size_px


def test_a_die_beside_a_thing_of_another_size_is_read_where_that_is_old_or_dice_are_counted() -> None:
    lamp = Lamp(0.8, 0.45, 200.0, (0.88, 1.0, 1.08))
    shot = TrayStage(seed=1, size_px=(720, 540), clutter=4, lamp=lamp).throw([5], 10_063)
    assert read_dice(shot.picture).verdict is ReadVerdict.ASK, "with a coin for a pip, ground is a large die"
    for seen in (read_dice(shot.picture, known=Old(shot.dice[0])), read_dice(shot.picture, expect=1)):
        assert (seen.verdict, [die.face for die in seen.dice]) == (ReadVerdict.READ, ["5"])


class Before(NothingKnown):
    """A place where one of the dice lay before; as the camera sees it, that one leans."""

    def __init__(self, old: DieTruth) -> None:
        self._old = old

    def leaning(
        self, places: Sequence[tuple[float, float]], slants: Sequence[Floats], alone: Sequence[float]
    ) -> Sequence[float]:
        return [2.0 if self.lay_there((x, y, 0.0)) else 0.0 for x, y in places]

    def lay_there(self, place: Place, dice: Sequence[Place] = ()) -> bool:
        return float(np.hypot(place[0] - self._old.x_px, place[1] - self._old.y_px)) < 10


def test_of_counted_dice_what_seems_to_lean_where_it_lay_before_was_not_thrown() -> None:
    shot = render_dice([2, 5], 6)
    old, new = shot.dice
    seen = read_dice(shot.picture, expect=1, known=Before(old))
    assert (seen.verdict, [die.face for die in seen.dice]) == (ReadVerdict.READ, [str(new.face)])
    assert read_dice(shot.picture, known=Before(old)).verdict is ReadVerdict.ASK
