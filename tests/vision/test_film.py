"""Faces enrolled from a film of a die that is turned slowly, and what a film is refused for, with the frame."""

from __future__ import annotations

import pytest

from companion.errors import InputError
from companion.table.observation import ReadVerdict
from tests.rendered import render_dice
from tests.vision.films import film, hand, smeared, turned
from vision.symbols.album import Album
from vision.symbols.film import enrol_film
from vision.symbols.reading import read_symbols
from vision.virtual.dice import COMBAT

pytestmark = pytest.mark.slow

SIDES = {"skull": 1, "white_shield": 2, "black_shield": 6}


def test_faces_of_films_are_read_in_throws() -> None:
    album, used = Album("combat"), 0
    for face, side in SIDES.items():
        album, learnt = enrol_film(album, [face], film([turned(side, step) for step in range(8)]), "film")
        used += learnt
    assert set(album.faces) == set(SIDES)
    assert 9 <= used <= 18, "frames that differ, not all of them"
    shot = render_dice([1, 6, 2], 50, looks=(COMBAT,))
    seen = read_symbols(shot.picture, album, expect=3)
    assert seen.verdict is ReadVerdict.READ, seen.why
    assert sorted(die.face or "" for die in seen.dice) == ["black_shield", "skull", "white_shield"]


def test_several_faces_are_learnt_in_the_order_of_the_film() -> None:
    skulls, shields = ([turned(side, step) for step in range(6)] for side in (1, 6))
    album, _ = enrol_film(Album("combat"), ["skull", "black"], film([*skulls, hand(skulls[-1]), *shields]), "film")
    seen = read_symbols(render_dice([6, 1], 51, looks=(COMBAT,)).picture, album, expect=2)
    assert seen.verdict is ReadVerdict.READ, seen.why
    assert {die.face for die in seen.dice} == {"skull", "black"}


def test_a_hand_and_a_blur_are_passed_over() -> None:
    pictures = [turned(1, step) for step in range(8)]
    film_of_it = film([*pictures[:3], hand(pictures[3]), smeared(pictures[4]), *pictures[5:]])
    album, used = enrol_film(Album("combat"), ["skull"], film_of_it, "film")
    assert set(album.faces) == {"skull"}
    assert used >= 3


@pytest.mark.long
def test_what_a_film_is_refused_for_names_the_frame() -> None:
    skulls, shields = ([turned(side, step) for step in range(6)] for side in (1, 6))
    two = [turned(1, step, COMBAT, 2) for step in range(6)]
    empty = render_dice([], 1).picture
    for pictures, at, what in (
        ([*skulls[:3], *two[3:]], "frame 4", "more than one die"),
        ([empty] * 5, "frames 1 to 5", "only 0 frames"),
        ([smeared(picture) for picture in skulls], "frame", "blurred|only 0"),
        ([*skulls, *shields], "frame 7", "another face"),
        ([skulls[0]] * 6, "frame 6", "never turned"),
        (skulls[:2], "frames 1 to 2", "only 2 frames"),
    ):
        with pytest.raises(InputError, match=what) as refused:
            enrol_film(Album("combat"), ["skull"], film(pictures), "film.mp4")
        assert at in str(refused.value)
        assert "film.mp4" in str(refused.value) and "one die" in str(refused.value)


def test_more_faces_named_than_filmed_is_refused() -> None:
    with pytest.raises(InputError, match="the last of 1 faces"):
        enrol_film(Album("combat"), ["skull", "shield"], film([turned(1, step) for step in range(6)]), "film")
