"""Dice of eight sides: each face is shown once, then read in other light and before another camera, or asked about."""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
import pytest

from companion.table.observation import DiceSeen, ReadVerdict
from tests.rendered import render_dice
from tests.thinned import thinned
from vision.lab.judging.symbols import VIEWS, throw
from vision.symbols.album import Album, enrol
from vision.symbols.reading import read_symbols
from vision.virtual.dice import COMBAT, DieLook
from vision.virtual.shapes import OCTAHEDRON

pytestmark = pytest.mark.slow

SIDES = ("0", "0", "0", "1", "1", "1", "2", "2")  # of the test die that comes with the game's content
LOOK = DieLook(
    side_mm=18.0,
    body=(240, 244, 244),
    art=tuple({"0": "eye", "1": "bolt", "2": "fist"}[side] for side in SIDES),
    shape=OCTAHEDRON,
)


@cache
def album(without: str = "") -> Album:
    shown = Album("test")
    for face in sorted(set(SIDES) - {without}):
        sides = [number for number, side in enumerate(SIDES, 1) if side == face]
        for seed in (700, 710):
            three = [sides[turn % len(sides)] for turn in range(3)]
            shown, _ = enrol(shown, face, render_dice(three, seed + int(face), looks=(LOOK,)).picture, face)
    return shown


def thrown(seed: int, view: int, count: int) -> tuple[DiceSeen, Counter[str | None]]:
    """What is read of a throw of that many dice, and what lies there."""
    sides = [int(side) for side in np.random.default_rng(seed).integers(1, 9, count)]
    seen = read_symbols(throw(LOOK, sides, VIEWS[view], seed).picture, album(), expect=count)
    return seen, Counter(SIDES[side - 1] for side in sides)


@pytest.mark.rule("GC-DICE-04")
@pytest.mark.parametrize("view", thinned(range(1, len(VIEWS)), 4), ids=lambda view: VIEWS[view].name)
def test_enrolled_faces_are_read_in_other_light_and_before_another_camera(view: int) -> None:
    seen, truth = thrown(40 + view, view, 2)
    assert seen.verdict is ReadVerdict.READ, seen.why
    assert Counter(die.face for die in seen.dice) == truth


def test_a_face_that_was_never_shown_is_asked_about() -> None:
    shot = render_dice([7, 1], 32, looks=(LOOK,))
    seen = read_symbols(shot.picture, album("2"))
    assert seen.verdict is ReadVerdict.ASK
    assert {die.face for die in seen.dice} == {None, "0"}


def test_a_cube_is_no_octahedron_and_the_other_way_round() -> None:
    cubes, octahedra = render_dice([1, 2], 5, looks=(COMBAT,)).picture, render_dice([1, 4], 5, looks=(LOOK,)).picture
    assert read_symbols(cubes, album()).verdict is ReadVerdict.ASK
    squares, _ = enrol(Album("combat"), "skull", render_dice([1, 3, 5], 8, looks=(COMBAT,)).picture, "skull")
    assert read_symbols(octahedra, squares).verdict is ReadVerdict.ASK


def test_a_die_that_leans_is_asked_about_and_two_that_touch_are_never_read_wrong() -> None:
    shot = render_dice([1, 4, 7], 9, looks=(LOOK,), cocked=[1])
    assert read_symbols(shot.picture, album(), expect=3).verdict is ReadVerdict.ASK
    seen = read_symbols(render_dice([1, 4, 7], 9, looks=(LOOK,), touching=True).picture, album(), expect=3)
    assert seen.verdict is ReadVerdict.ASK or Counter(die.face for die in seen.dice) == Counter("012")


@pytest.mark.long
@pytest.mark.parametrize("lot", range(5))
def test_no_die_of_two_hundred_throws_is_read_wrong(lot: int) -> None:
    asked = 0
    for seed in range(40 * lot, 40 * (lot + 1)):
        seen, truth = thrown(seed, seed % len(VIEWS), 1 + seed % 5)
        asked += seen.verdict is ReadVerdict.ASK
        assert seen.verdict is ReadVerdict.ASK or Counter(die.face for die in seen.dice) == truth, seed
    assert asked <= 10
