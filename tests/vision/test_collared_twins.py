"""Twins on collar cards that change places within one rest: the cards tell, or nothing is said."""

from __future__ import annotations

import pytest

from companion.board.squares import format_square
from companion.table.observation import PictureSeen
from tests.thinned import thinned
from vision.lab.judging.games import game_table
from vision.plane.calibration import CalibrationRefused
from vision.settings import VisionSettings
from vision.virtual.script import Film, Swap
from vision.virtual.stage import Light
from vision.watch.pipeline import TablePipeline, empty_reference

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("seed", thinned([5, 6, 7], 3))
def test_a_swap_of_twins_never_keeps_their_old_names(seed: int) -> None:
    layout, stage, minis = game_table(seed, True, "good")
    empty = empty_reference(stage.frame((), Light(), 0), layout, VisionSettings())
    assert not isinstance(empty, CalibrationRefused)
    film, pipeline = Film(stage, minis, seed), TablePipeline(layout, empty=empty)
    looks = {mini.name: mini.look for mini in minis.values()}
    names = sorted(film.places)
    one, other = next((a, b) for a in names for b in names if a < b and looks[a] == looks[b])
    tags = {base.tag: str(base.piece) for base in layout.bases}

    def named(shots: object) -> dict[str, str]:
        seen = [one for shot in shots for one in pipeline.feed(shot.frame)]  # type: ignore[attr-defined]
        (picture,) = (one for one in seen if isinstance(one, PictureSeen))
        return {tags[piece.tag]: str(piece.space) for piece in picture.pieces}

    named(film.opening())
    after = named(film.play([Swap(one, other)]))
    assert after  # other cards are read or carried
    for name, space in after.items():
        assert space == format_square(*film.places[name])
