"""Cubes on a screen whose boxes were shown once: in all light, from the side, worn, blurred; never miscounted."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.errors import InputError
from tests.vision.screens import BOXES_MM, NAMES, Cube, boxes_px, in_rows, photographed, printed, spread
from vision.cubes.counting import count_on, show_screen
from vision.cubes.shown import ShownScreen, format_screen, read_screen
from vision.virtual.sensor import GOOD, HARD, TYPICAL

pytestmark = pytest.mark.slow

ONE_EACH = dict.fromkeys(NAMES, 1)


@pytest.fixture(scope="module")
def shown() -> ShownScreen:
    """The screen as two photographs show it."""
    return show_screen("lamplight", printed(), photographed(spread(ONE_EACH, 3), 2, tilt_deg=8), boxes_px(), "one.jpg")


def photo_of(seed: int) -> tuple[Any, dict[str, int]]:
    """Nine cubes anyhow on the boxes (every third time in rows that touch), photographed anyhow; and how many where."""
    rng = random.Random(seed)
    counts = Counter(dict.fromkeys(NAMES, 0))
    while counts.total() < 9:
        box = rng.choice(NAMES)
        counts[box] += counts[box] < 5
    cubes = (in_rows if seed % 3 == 2 else spread)(counts, seed)
    tints = [(1.0, 1.0, 1.0), (0.8, 0.95, 1.05), (1.1, 1.0, 0.85)]  # daylight, a lamp, a screen's light
    picture = photographed(
        cubes,
        seed,
        tilt_deg=rng.choice([0, 8, 15, 22, 30]),
        sensor=rng.choice([GOOD, TYPICAL, HARD]),
        roll_deg=rng.uniform(-40, 40),
        worn=rng.choice([0.0, 0.5, 1.0]),
        away=rng.uniform(0.95, 1.3),
        aim=(rng.uniform(0.4, 0.6), rng.uniform(0.4, 0.6)),
        tint=rng.choice(tints),
    )
    return picture, dict(counts)


def judged(screen: ShownScreen, seed: int) -> Counter[str]:
    """By box: right, wrong, asked."""
    picture, counts = photo_of(seed)
    seen = count_on(picture, screen, "anna", 0.0)
    told = Counter(
        "asked" if box.count is None else "right" if box.count == counts[box.box] else "wrong" for box in seen.boxes
    )
    return told + Counter(asked=len(NAMES) - len(seen.boxes))


@pytest.mark.long
def test_every_box_with_its_count(shown: ShownScreen) -> None:
    counts = ONE_EACH | {"available": 4, "melee": 0, "thought": 3, "wounds": 0}
    cubes = [
        Cube(BOXES_MM[name][0] + 9 + 18 * (number % 2), BOXES_MM[name][1] + 10 + 23 * (number // 2), 7.0 * number)
        for name, count in counts.items()
        for number in range(count)
    ]
    seen = count_on(photographed(cubes, 5, tilt_deg=10, roll_deg=-20), shown, "anna", 2.0)
    assert (seen.screen, seen.why) == ("lamplight", "")
    assert {box.box: box.count for box in seen.boxes} == counts
    assert all(box.evidence["seen"] == 1.0 for box in seen.boxes)


def test_anyhow_photographed_it_is_counted_or_asked(shown: ShownScreen) -> None:
    told = sum((judged(shown, seed) for seed in (2, 9, 12)), Counter[str]())
    assert told["wrong"] == 0 and told["right"] >= 15


@pytest.mark.long
def test_none_of_a_thousand_boxes_is_miscounted(shown: ShownScreen) -> None:
    """A hundred photographs. Measured: 902 right, 98 asked."""
    told = sum((judged(shown, seed) for seed in range(100)), Counter[str]())
    assert told["wrong"] == 0 and told["asked"] <= 150, told


def cubes_at(*spots: tuple[float, float]) -> list[Cube]:
    return [Cube(x, y) for x, y in spots]


MELEE = BOXES_MM["melee"]
LINE = (MELEE[0] + MELEE[2], MELEE[1] + 20)  # on the rim of melee


@pytest.mark.parametrize(
    ("cubes", "may_be"),
    [
        (cubes_at(LINE), {0, 1}),
        (cubes_at((MELEE[0] + 12, MELEE[1] + 36), LINE), {1, 2}),
        ([Cube(MELEE[0] + 15, MELEE[1] + 20), Cube(MELEE[0] + 15, MELEE[1] + 20, floor=1)], {1, 2}),
    ],
    ids=["on the rim", "one in, one on the rim", "one upon another"],
)
def test_what_is_not_certain_is_asked(shown: ShownScreen, cubes: list[Cube], may_be: set[int]) -> None:
    seen = {one.box: one for one in count_on(photographed(cubes, 4, tilt_deg=10), shown, "anna", 0.0).boxes}
    assert seen["melee"].count is None and set(seen["melee"].may_be) & may_be


@pytest.mark.long
def test_a_cube_beside_the_boxes_and_a_box_out_of_sight(shown: ShownScreen) -> None:
    stray = count_on(photographed(cubes_at((110.0, 18.0)), 6), shown, "anna", 0.0)
    assert stray.why == "a cube lies on no box"
    cut = count_on(photographed(spread(ONE_EACH, 3), 6, aim=(0.1, 0.5), away=0.75), shown, "anna", 0.0)
    assert {box.count for box in cut.boxes} == {1, None}
    assert next(box for box in cut.boxes if box.box == "wounds").count is None


def test_another_sheet_or_a_look_from_the_side_is_not_counted(shown: ShownScreen) -> None:
    plain = np.full((900, 1200, 3), 140, np.uint8)
    assert count_on(plain, shown, "anna", 0.0).why == "the screen is not found on the photograph"
    slant = count_on(photographed([], 3, tilt_deg=52, away=1.4), shown, "anna", 0.0)
    assert slant.boxes == () and slant.why


def test_a_screen_is_kept_and_read_again(shown: ShownScreen, tmp_path: Path) -> None:
    file = tmp_path / "lamplight.json"
    file.write_text(format_screen(shown))
    again = read_screen(file)
    assert (again.name, dict(again.boxes)) == (shown.name, dict(shown.boxes))
    assert np.array_equal(again.picture, shown.picture) and abs(again.cube_px - shown.cube_px) < 0.01


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: text.replace('"boxes": {', '"boxes": {"moon": [1, 2, 3000, 4], '), "boxes.moon"),
        (lambda text: text.replace("tablewright/screen@1", "tablewright/layout@1"), "format"),
        (lambda text: text.replace('"side_px"', '"side"'), "side"),
    ],
)
def test_bad_files(shown: ShownScreen, tmp_path: Path, change: Callable[[str], str], words: str) -> None:
    file = tmp_path / "screen.json"
    file.write_text(change(format_screen(shown)))
    with pytest.raises(InputError, match=words):
        read_screen(file)


@pytest.mark.long
def test_what_cannot_be_shown() -> None:
    empty, boxes = printed(), boxes_px()
    none = photographed(spread(ONE_EACH | {"melee": 0}, 3), 2, tilt_deg=8)
    with pytest.raises(InputError, match=r"the box melee.*no cube"):
        show_screen("lamplight", empty, none, boxes, "one.jpg")
    two = photographed(spread(ONE_EACH | {"melee": 2}, 3), 2, tilt_deg=8)
    with pytest.raises(InputError, match=r"the box melee.*2 cubes"):
        show_screen("lamplight", empty, two, boxes, "one.jpg")
    with pytest.raises(InputError, match="the box moon"):
        show_screen("lamplight", empty, two, {"moon": (10, 10, 5000, 20)}, "one.jpg")
    pale = photographed(spread(ONE_EACH, 3), 2, tilt_deg=8, colour=(150, 180, 172))
    with pytest.raises(InputError, match=r"no cube that differs|colour"):
        show_screen("lamplight", empty, pale, boxes, "one.jpg")
