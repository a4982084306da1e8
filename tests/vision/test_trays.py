"""A tray that is remembered: what its throws teach, what that lets stand, and that it never hides a die."""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from companion.errors import InputError
from companion.table.observation import DiceSeen, LinkSeen, ReadVerdict
from tests.rendered import kept
from tests.thinned import thinned
from vision.arrays import Frame
from vision.dice.lean import leaning
from vision.dice.reading import read_dice
from vision.lab.judging.trays import CAMERAS, LOOKS, judge, throw_of
from vision.trays.keeper import TrayKeeper, camera_name, read_kept, tray_path
from vision.trays.learning import TrayLearner
from vision.trays.memory import TrayMemory, format_memory, read_memory
from vision.trays.reading import KnownTray, read_in_tray
from vision.trays.shape import pixel_shape
from vision.trays.slant import Slant, fit_slant, from_middle
from vision.virtual.dice import IVORY, DiceShot, DieLook
from vision.virtual.tray import Lamp, TrayStage
from vision.watch.tray import TrayPipeline

pytestmark = pytest.mark.slow

CLUTTERED = TrayStage(seed=7, size_px=(640, 480), clutter=4)
FROM_THE_SIDE = TrayStage(seed=8, size_px=(640, 480), tilt_deg=35.0, felt=(60, 44, 40))
NARROW_PIXELS = TrayStage(seed=9, size_px=(640, 480), squeeze=0.75, felt=(110, 60, 40))


@kept
def thrown(stage: TrayStage, faces: tuple[int, ...], seed: int, look: DieLook = IVORY) -> DiceShot:
    return stage.throw(faces, seed, look)


@kept
def placed(stage: TrayStage, face: int, at_mm: tuple[float, float], seed: int, look: DieLook) -> DiceShot:
    return stage.place(face, at_mm, seed, look)


@cache
def taught(stage: TrayStage, throws: int = 5) -> str:
    """The memory after some throws, as its file has it."""
    learner = TrayLearner("test")
    for number in range(throws):
        shot = thrown(stage, (1 + number % 6, 1 + (3 * number + 1) % 6), 300 + number)
        learner.learn(shot.picture, learner.read(shot.picture, 2), 2)
    assert learner.memory is not None
    return format_memory(learner.memory)


def memory_of(stage: TrayStage, folder: Path) -> TrayMemory:
    path = folder / "tray.json"
    path.write_text(taught(stage))
    return read_memory(path)


def faces(seen: DiceSeen) -> list[str]:
    return sorted(die.face or "?" for die in seen.dice)


def test_things_that_lay_there_before_the_throw_are_not_asked_about(tmp_path: Path) -> None:
    memory = memory_of(CLUTTERED, tmp_path)
    for seed in (403, 405):
        shot = thrown(CLUTTERED, (2, 5), seed)
        assert read_dice(shot.picture).verdict is ReadVerdict.ASK, "read without a memory it proves nothing"
        seen = read_in_tray(shot.picture, memory).seen
        assert (seen.verdict, faces(seen)) == (ReadVerdict.READ, ["2", "5"]), seen.why


@pytest.mark.parametrize("number", thinned(range(8), 8))
def test_a_die_put_anywhere_on_a_learnt_tray_is_read_or_asked_about(tmp_path: Path, number: int) -> None:
    """Upon a thing that lay there, and on the bare felt; dice of five looks, from 11 to 19 mm."""
    memory, things = memory_of(CLUTTERED, tmp_path), CLUTTERED.things_mm()
    bare = (-44.0 + 9 * number, 40.0 - 8 * number)
    shot = placed(CLUTTERED, 1 + number % 6, things[number % 4] if number % 2 else bare, 500, LOOKS[number // 2])
    for expect in (None, 1, 2):
        seen = read_in_tray(shot.picture, memory, expect=expect).seen
        assert seen.dice
        assert seen.verdict is ReadVerdict.ASK or faces(seen) == [str(1 + number % 6)]
        assert seen.verdict is ReadVerdict.ASK or expect != 2


def test_the_camera_s_own_slant_is_learnt(tmp_path: Path) -> None:
    memory = memory_of(FROM_THE_SIDE, tmp_path)
    assert memory.slant is not None
    assert 0.3 < np.hypot(*memory.slant.middle) < 0.6  # the sine of 35 degrees is 0.57, the network shortens slants
    assert memory.pixel_shape == 1.0, "what is foreshortened is not squeezed"
    for number in range(2):
        shot = thrown(FROM_THE_SIDE, (1 + number,), 600 + number)
        seen = read_in_tray(shot.picture, memory).seen
        assert (seen.verdict, faces(seen)) == (ReadVerdict.READ, [str(1 + number)]), seen.why


def test_what_is_left_of_a_slant_is_judged_and_not_the_slant() -> None:
    middle = (319.5, 239.5)
    flat, upright, tipped = np.array([0.0, -0.55]), np.zeros(2), np.array([0.25, -0.5])
    memory = TrayMemory("test", (640, 480), slant=Slant((0.0, -0.55), 0.4, 0.03, 30))
    known = KnownTray(memory, (640, 480), None)
    for slant, alone, there in ((flat, True, False), (upright, False, True), (tipped, True, True)):
        leans = leaning([middle], [slant], (640, 480))
        assert (leans[0] > 1.0) is alone
        assert (known.leaning([middle], [slant], leans)[0] > 1.0) is there
    assert KnownTray(TrayMemory("test", (640, 480)), (640, 480), None).leaning([middle], [flat], [0.5]) == [0.5]


@pytest.mark.parametrize("number", thinned(range(4), 4))
def test_a_leaning_die_is_still_asked_about_where_the_slant_is_known(tmp_path: Path, number: int) -> None:
    memory = memory_of(FROM_THE_SIDE, tmp_path)
    shot = FROM_THE_SIDE.throw([2 + number, 5][: 1 + number % 2], 650 + number, cocked=[0], lean_deg=32.0)
    assert read_in_tray(shot.picture, memory).seen.verdict is ReadVerdict.ASK


@pytest.mark.parametrize("number", thinned([0, 4], 2))
def test_a_lone_die_that_leans_is_asked_about_where_the_camera_is_known_to_look_straight_down(number: int) -> None:
    """Both are certain by their outlines; in an unknown tray it may as well be the camera that looks from the side."""
    stage = TrayStage(seed=1, size_px=(720, 540))
    memory = TrayMemory("test", stage.size_px, slant=Slant((0.0, 0.0), 0.45, 0.03, 30))
    told = [
        read_in_tray(
            stage.throw([1 + number], 70_000 + number, cocked=cocked, lean_deg=30.0).picture, memory
        ).seen.verdict
        for cocked in ((0,), ())
    ]
    assert told == [ReadVerdict.ASK, ReadVerdict.READ]


@pytest.mark.long
def test_pixels_that_are_not_square_are_learnt(tmp_path: Path) -> None:
    memory = memory_of(NARROW_PIXELS, tmp_path)
    assert memory.pixel_shape == pytest.approx(0.75, abs=0.04)
    shot = thrown(NARROW_PIXELS, (6, 3), 700)
    seen = read_in_tray(shot.picture, memory).seen
    assert faces(seen) == ["3", "6"]
    for die in seen.dice:  # told in px of the camera's picture
        assert any(np.hypot(die.x - true.x_px, die.y - true.y_px) < 0.3 * true.size_px for true in shot.dice)


@pytest.mark.long
def test_another_light_is_learnt_beside_the_first_and_another_tray_in_its_place(tmp_path: Path) -> None:
    learner = TrayLearner("test", memory_of(CLUTTERED, tmp_path))
    dimmed = replace(CLUTTERED, lamp=Lamp(0.7, 0.4, 200.0, (0.85, 1.0, 1.1)))
    for number in range(3):
        shot = thrown(dimmed, (1, 4), 720 + number)
        reading = learner.read(shot.picture, 2)
        assert reading.fits
        learner.learn(shot.picture, reading, 2)
    assert learner.memory is not None
    assert len(learner.memory.looks) == 2
    other = TrayStage(seed=11, size_px=(640, 480), felt=(170, 180, 190))
    fits = []
    for number in range(4):
        shot = thrown(other, (2, 6), 740 + number)
        reading = learner.read(shot.picture, 2)
        assert reading.seen.verdict is ReadVerdict.ASK or faces(reading.seen) == ["2", "6"]
        fits.append(reading.fits)
        learner.learn(shot.picture, reading, 2)
    assert fits == [False, False, False, True]
    assert learner.memory.throws < 4


@pytest.mark.long
def test_a_thing_new_in_the_tray_that_no_die_explains_is_asked_about(tmp_path: Path) -> None:
    memory = memory_of(replace(CLUTTERED, clutter=0), tmp_path)
    shot = thrown(replace(CLUTTERED, clutter=0), (3, 3), 760)
    assert read_in_tray(shot.picture, memory).seen.verdict is ReadVerdict.READ
    strange = shot.picture.copy()
    strange[400:440, 300:340] = (30, 30, 220)  # a plain red tile: no die, yet it was not there
    assert read_in_tray(strange, memory).seen.verdict is ReadVerdict.ASK


def test_few_dice_tell_no_slant_and_dice_that_differ_tell_none() -> None:
    draw = np.random.default_rng(3)
    places = from_middle([(float(x), float(y)) for x, y in draw.uniform(100, 500, (30, 2))], (640, 480))
    true = np.array([0.05, 0.4]) + 0.6 * places
    fitted = fit_slant(places, true + draw.normal(0, 0.03, (30, 2)))
    assert fitted is not None
    assert np.abs(fitted.at(places) - true).max() < 0.06
    assert fit_slant(places[:3], true[:3]) is None
    assert fit_slant(places, draw.uniform(-0.6, 0.6, (30, 2))) is None
    leaning = true.copy()
    leaning[::6] = draw.uniform(-0.6, 0.6, (5, 2))
    fitted = fit_slant(places, leaning)
    assert fitted is not None, "one die in six that leans spoils nothing"
    assert np.abs(fitted.at(places[:1]) - true[:1]).max() < 0.08


@pytest.mark.parametrize(
    ("logs", "shape"), [([0.29] * 8, 0.748), ([0.29] * 3, 1.0), ([0.03] * 9, 1.0), ([0.5, -0.5] * 5, 1.0)]
)
def test_pixels_count_as_square_until_many_faces_say_otherwise(logs: list[float], shape: float) -> None:
    assert pixel_shape(logs) == pytest.approx(shape, abs=0.01)


def test_what_is_kept_is_read_again_as_it_was(tmp_path: Path) -> None:
    memory = memory_of(CLUTTERED, tmp_path)
    again = json.loads(format_memory(memory))
    told = json.loads(taught(CLUTTERED))
    for document in (again, told):
        document["looks"] = len(document["looks"])  # a picture packed twice loses a little twice
    assert again == told
    assert len(taught(CLUTTERED)) < 400_000


@pytest.mark.parametrize(
    ("damage", "place"),
    [
        (lambda text: text[: len(text) // 2], "line 1"),
        (lambda text: text.replace("tablewright/tray@1", "tablewright/tray@9"), "format"),
        (lambda text: text.replace('"pixel_shape": 1.0', '"pixel_shape": 0.0'), "pixel_shape"),
        (lambda text: text.replace('"jpeg": "', '"jpeg": "!'), "looks[0].jpeg"),
        (lambda text: text.replace('"picture_px": [640, 480]', '"picture_px": [480, 640]'), "looks[0].jpeg"),
        (lambda text: _packed(text, b"\xff\xd8\xff\xe0 not a picture"), "looks[0].jpeg"),
        (lambda text: text.replace('"throws": 5', '"throws": 5, "throws": 9'), "throws"),
    ],
)
def test_a_damaged_file_is_refused_with_its_place(tmp_path: Path, damage, place: str) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "tray.json"
    path.write_text(damage(taught(CLUTTERED)))
    with pytest.raises(InputError) as refused:
        read_memory(path)
    assert place in str(refused.value)
    assert "\n" not in str(refused.value)


def _packed(text: str, picture: bytes) -> str:
    document = json.loads(text)
    document["looks"][0]["jpeg"] = base64.b64encode(picture).decode()
    return json.dumps(document)


def test_a_keeper_learns_at_rest_keeps_it_and_says_what_it_cannot_use(tmp_path: Path) -> None:
    path = tmp_path / "trays" / "tray.json"
    tray = TrayPipeline(keeper=TrayKeeper("rtsp://me:secret@cam/1", path))
    tray.expect(("d6", "d6"))
    at_s = 0.0
    for number in range(2):
        shot = thrown(CLUTTERED, (2, 5), 400 + number)
        for step in range(34):
            at_s += 0.1
            tray.feed(Frame(np.roll(shot.picture, 40 * step, axis=1) if step < 3 else shot.picture, at_s))
    memory = read_kept(path, "rtsp://me:secret@cam/1")
    assert memory.throws == 2
    assert "secret" not in path.read_text()
    with pytest.raises(InputError, match="camera"):
        read_kept(path, "1")
    path.write_text("{}")
    damaged = TrayPipeline(keeper=TrayKeeper("rtsp://cam/1", path))
    (told,) = [one for one in damaged.feed(Frame(shot.picture, 0.0)) if isinstance(one, LinkSeen)]
    assert told.why.startswith("tray-damaged: ")


def test_cameras_have_files_of_their_own_without_their_secrets() -> None:
    assert camera_name("rtsp://me:secret@cam/1") == "rtsp://cam/1"
    assert tray_path("0") != tray_path("1")
    assert "secret" not in str(tray_path("http://me:secret@cam/1"))


@pytest.mark.long
def test_the_holes_of_a_button_are_no_die_where_the_dice_are_counted() -> None:
    shot = throw_of(CAMERAS["above"], 57).shot  # a five touches a button, whose holes make a four
    seen = read_dice(shot.picture, expect=1)
    assert seen.verdict is ReadVerdict.READ
    assert [die.face for die in seen.dice] == ["5"]
    assert read_dice(shot.picture).verdict is ReadVerdict.ASK


def test_a_one_and_a_pip_of_the_front_face_are_no_two() -> None:
    shot = throw_of(replace(CAMERAS["side"], seed=12), 98).shot
    assert judge(read_dice(shot.picture, expect=1), shot) in ("asked", "right")
