"""Enrolled symbol dice on rendered throws: each face is shown once, then read in other light, or refused."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from companion.errors import InputError
from companion.table.observation import ReadVerdict
from tests.rendered import render_dice
from tests.thinned import thinned
from vision.lab.judging.symbols import SETS, VIEWS, enrolled, throw
from vision.symbols.album import Album, enrol, format_album, read_album
from vision.symbols.faces import find_faces
from vision.symbols.reading import read_symbols
from vision.virtual.dice import COMBAT
from vision.virtual.glyphs import GLYPHS, glyph

pytestmark = pytest.mark.slow

COMBAT_FACES = {"skull", "white_shield", "black_shield"}


@cache
def album(without: str = "") -> Album:
    return enrolled(COMBAT, without)


@pytest.mark.parametrize("view", thinned(VIEWS[1:], 4), ids=lambda view: view.name)
def test_enrolled_faces_are_read_in_other_light_and_before_another_camera(view: object) -> None:
    shot = throw(COMBAT, [1, 2, 6], view, 31)  # type: ignore[arg-type]
    seen = read_symbols(shot.picture, album(), expect=3)
    assert seen.verdict is ReadVerdict.READ, seen.why
    for truth in shot.dice:
        near = min(seen.dice, key=lambda die: float(np.hypot(die.x - truth.x_px, die.y - truth.y_px)))
        assert near.face == COMBAT.art[truth.face - 1]
        assert np.hypot(near.x - truth.x_px, near.y - truth.y_px) < 0.15 * truth.size_px


def test_a_face_that_was_never_shown_is_asked_about() -> None:
    shot = throw(COMBAT, [6, 1], VIEWS[3], 32)
    seen = read_symbols(shot.picture, album("black_shield"))
    assert seen.verdict is ReadVerdict.ASK
    assert {die.face for die in seen.dice} == {None, "skull"}


def test_pips_are_no_symbol() -> None:
    seen = read_symbols(render_dice([5, 3], 4).picture, album())
    assert seen.verdict is ReadVerdict.ASK
    assert [die.face for die in seen.dice] == [None, None]


def test_a_die_that_leans_is_asked_about_and_two_that_touch_are_never_read_wrong() -> None:
    assert (
        read_symbols(render_dice([1, 2, 6], 9, looks=(COMBAT,), cocked=[1]).picture, album()).verdict is ReadVerdict.ASK
    )
    shot = render_dice([1, 2, 6], 9, looks=(COMBAT,), touching=True)
    seen = read_symbols(shot.picture, album())
    assert len(seen.dice) == 3
    for truth in shot.dice:
        near = min(seen.dice, key=lambda die: float(np.hypot(die.x - truth.x_px, die.y - truth.y_px)))
        assert near.face in (None, COMBAT.art[truth.face - 1])


def test_without_a_face_that_was_shown_everything_is_asked_about() -> None:
    seen = read_symbols(throw(COMBAT, [1, 2], VIEWS[0], 33).picture, Album("empty"))
    assert (seen.verdict, [die.face for die in seen.dice]) == (ReadVerdict.ASK, [None, None])


def test_a_die_too_few_is_asked_about() -> None:
    shot = throw(COMBAT, [1, 2], VIEWS[0], 33)
    seen = read_symbols(shot.picture, album(), expect=3)
    assert (seen.verdict, seen.why) == (ReadVerdict.ASK, "2 dice are seen, 3 expected")


def test_an_empty_tray_shows_no_dice() -> None:
    seen = read_symbols(render_dice([], 3).picture, album())
    assert (seen.verdict, seen.dice, seen.why) == (ReadVerdict.ASK, (), "no die is seen")


def test_an_album_is_the_same_after_writing_and_reading(tmp_path: Path) -> None:
    file = tmp_path / "combat.json"
    file.write_text(format_album(album()), encoding="utf-8")
    again = read_album(file)
    assert set(again.faces) == COMBAT_FACES
    for face, crops in album().faces.items():
        for crop, kept in zip(crops, again.faces[face], strict=True):
            assert np.abs(crop.astype(int) - kept.astype(int)).max() <= 4  # the way to PNG and back rounds colours


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"format": "tablewright/faces@1", "kind": "x", "faces": [{"face": "a", "crops": []}]}', "faces[0].crops"),
        ('{"format": "tablewright/faces@1", "kind": "x", "faces": [{"face": "a", "crops": ["AA"]}]}', "crops[0]"),
        ('{"format": "tablewright/faces@1", "kind": "x", "faces": [], "more": 1}', "more"),
        ('{"format": "tablewright/faces@2", "kind": "x", "faces": []}', "format"),
    ],
)
def test_a_broken_album_is_refused_with_its_place(text: str, place: str, tmp_path: Path) -> None:
    file = tmp_path / "album.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as refused:
        read_album(file)
    assert place in str(refused.value)


def test_nothing_is_learnt_from_an_empty_tray_or_from_two_faces_at_once() -> None:
    with pytest.raises(InputError, match="no die"):
        enrol(Album("x"), "skull", render_dice([], 3).picture, "empty.png")
    with pytest.raises(InputError, match="another face"):
        enrol(Album("x"), "skull", render_dice([1, 6], 3, looks=(COMBAT,)).picture, "two.png")


def test_dark_dice_are_found_on_pale_felt() -> None:
    shot = throw(SETS["black"], [1, 2, 4], VIEWS[0], 34)
    assert len(find_faces(shot.picture)) == 3


def test_every_symbol_is_drawn_and_no_two_are_alike() -> None:
    drawn = {name: glyph(name) for name in GLYPHS}
    for name, ink in drawn.items():
        assert 0.05 < float(ink.mean()) < 0.6
        assert all(float(np.abs(ink - other).mean()) > 0.05 for more, other in drawn.items() if more != name)
