"""The states of the pipeline on filmed events: bumps, blur, hands that come back too soon, light that drifts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import cv2
import numpy as np
import pytest

from companion.board.squares import format_square
from companion.table.observation import LinkSeen, LinkState, Observation, PictureSeen
from vision.arrays import Frame
from vision.figures.reference import Square
from vision.lab.judging.games import game_table
from vision.plane.calibration import CalibrationRefused
from vision.settings import VisionSettings
from vision.virtual.script import Bump, Event, Film, Lamp, Moves, Rest
from vision.virtual.stage import Light
from vision.watch.pipeline import TablePipeline, TableState, empty_reference

pytestmark = pytest.mark.slow


class Evening:
    """A table, its film and the pipeline that watches it."""

    def __init__(self, seed: int = 6) -> None:
        layout, stage, minis = game_table(seed, False, "good")
        empty = empty_reference(stage.frame((), Light(), 0), layout, VisionSettings())
        assert not isinstance(empty, CalibrationRefused)
        self.film, self.pipeline = Film(stage, minis, seed), TablePipeline(layout, empty=empty)
        assert self.pipeline.state is TableState.UNCALIBRATED
        self.last: Frame | None = None
        self.during_hands: list[Observation] = []
        self.opening = [seen for shot in self.film.opening() for seen in self.pipeline.feed(shot.frame)]

    def play(self, *events: Event) -> list[Observation]:
        seen: list[Observation] = []
        for shot in self.film.play(events):
            new = list(self.pipeline.feed(shot.frame))
            if not shot.at_rest:
                self.during_hands += new
            seen, self.last = [*seen, *new], shot.frame
        return seen


def squares(seen: Iterable[Observation]) -> list[set[str]]:
    return [{str(figure.spaces[0]) for figure in one.figures or ()} for one in seen if isinstance(one, PictureSeen)]


def truth(places: Mapping[str, Square]) -> set[str]:
    return {format_square(*square) for square in places.values()}


def free(film: Film, count: int) -> list[Square]:
    """Squares far from everybody, in a fixed order."""
    taken = film.places.values()
    found = [
        (c, r) for r in range(2, 10) for c in range(2, 14) if all(max(abs(c - a), abs(r - b)) > 1 for a, b in taken)
    ]
    return found[:: max(1, len(found) // count)][:count]


def test_the_opening_shows_every_figure_once() -> None:
    evening = Evening()
    assert squares(evening.opening) == [truth(evening.film.places)]
    assert evening.pipeline.state is TableState.IDLE


def test_a_bump_is_noticed_within_two_seconds_and_the_table_is_read_again() -> None:
    evening = Evening()
    before = truth(evening.film.places)
    seen = evening.play(Bump((7.0, -5.0), 0.5))
    links = [one for one in seen if isinstance(one, LinkSeen)]
    assert [link.state for link in links] == [LinkState.DEGRADED, LinkState.ONLINE]
    assert links[0].why.startswith("camera-moved")
    assert links[0].at_s <= 1.2 + 2.0  # the film's opening takes 1.2 s
    assert squares(seen)[-1] == before


def test_sliding_over_squares_says_nothing_while_the_hand_is_there() -> None:
    evening = Evening()
    goal = free(evening.film, 2)[1]
    seen = evening.play(Moves((("figure-0", goal),), slide=True))
    assert evening.during_hands == []
    assert squares(seen) == [truth(evening.film.places)]


def test_a_hand_that_comes_back_before_the_vote_is_complete_does_not_lose_the_first_change() -> None:
    evening = Evening()
    first, second = free(evening.film, 2)
    begin = truth(evening.film.places)
    seen = evening.play(Moves((("figure-0", first), ("figure-1", second)), quick_frames=8))  # four of them vote
    shown = squares(seen)
    assert len(shown) == 2
    assert format_square(*first) in shown[0] - begin
    assert format_square(*second) not in shown[0]
    assert shown[1] == truth(evening.film.places)


def test_a_light_that_drifts_and_a_hand_that_rests_change_nothing() -> None:
    evening = Evening()
    before = truth(evening.film.places)
    seen = evening.play(Lamp(Light(0.82, 0.05)), Rest((300.0, 200.0)), Lamp(Light(1.1, -0.04)))
    assert len(squares(seen)) >= 1
    assert all(shown == before for shown in squares(seen))


def test_a_warmer_lamp_is_no_hand() -> None:
    evening = Evening()
    evening.play(Lamp(Light(1.1, -0.04)))
    evening.play(Lamp(Light(0.96, 0.04)))
    goal = free(evening.film, 2)[0]
    seen = evening.play(Moves((("figure-0", goal),)))
    assert squares(seen) == [truth(evening.film.places)]


@pytest.mark.long
def test_a_hand_that_stays_is_told_once_and_taken_back() -> None:
    evening = Evening()
    seen = evening.play(Rest((300.0, 200.0), frames=120))
    links = [(one.state, one.why.partition(":")[0]) for one in seen if isinstance(one, LinkSeen)]
    assert links == [(LinkState.DEGRADED, "hand-stays"), (LinkState.ONLINE, "")]
    assert squares(seen)[-1] == truth(evening.film.places)


def test_a_picture_that_lost_its_sharpness_is_not_read() -> None:
    evening = Evening()
    goal = free(evening.film, 2)[0]
    evening.play(Moves((("figure-0", goal),)))
    assert evening.last is not None
    soft = np.asarray(cv2.GaussianBlur(evening.last.picture, (0, 0), 9.0), dtype=np.uint8)
    seen = [one for n in range(25) for one in evening.pipeline.feed(Frame(soft, evening.last.at_s + 0.1 * (n + 1)))]
    assert [one.state for one in seen if isinstance(one, LinkSeen)] == [LinkState.DEGRADED]
    assert evening.pipeline.state is TableState.BLUR
    assert squares(seen) == []
