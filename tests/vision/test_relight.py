"""A second look in other light: the lamp goes on before anybody is asked, and what both looks say stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.table.observation import LEANS, DiceSeen, DieSeen, Observation, ReadVerdict
from tests.rendered import render_dice
from vision.arrays import Frame, Picture
from vision.virtual.dice import DiceShot
from vision.watch.tray import TrayPipeline

pytestmark = pytest.mark.slow

_DICE, _MOVED = (render_dice([5, 2], seed, size_px=(240, 180)).picture for seed in (3, 4))


class Bench:
    """A tray with a lamp: ten frames a second of what lies there, lighter while the lamp is on."""

    def __init__(self, tray: TrayPipeline, dim: Picture = _DICE, lit: Picture | None = None) -> None:
        self.tray, self.dim = tray, dim
        self.lit = np.clip(dim * 1.3, 0, 255).astype(np.uint8) if lit is None else lit
        self.switched: list[bool] = []
        self.has_lamp = True
        self.at_s, self._noise = 0.0, np.random.default_rng(5)
        tray.light = self._switch

    def _switch(self, is_on: bool) -> bool:
        if self.has_lamp or not is_on:
            self.switched.append(is_on)
        return self.has_lamp

    def rest(self, seconds: float) -> list[DiceSeen]:
        return [one for frame in self._frames(seconds) for one in self._told(self.tray.feed(frame))]

    def until_lit(self) -> list[DiceSeen]:
        told = []
        while not self.switched and self.at_s < 20:
            told += self.rest(0.1)
        return told

    def _frames(self, seconds: float) -> Iterator[Frame]:
        for _ in range(round(seconds * 10)):
            self.at_s += 0.1
            there = self.lit if self.switched and self.switched[-1] else self.dim
            yield Frame(np.clip(there + self._noise.normal(0, 2, there.shape), 0, 255).astype(np.uint8), self.at_s)

    @staticmethod
    def _told(seen: Sequence[Observation]) -> list[DiceSeen]:
        return [one for one in seen if isinstance(one, DiceSeen)]


def die(face: str | None, x: float, leans: bool = False) -> DieSeen:
    return DieSeen(face, x, 100.0, 40.0, 40.0, {LEANS: 1.0} if leans else {})


def looks(*dice: DieSeen, why: str | None = None) -> DiceSeen:
    return DiceSeen("tray", 0.0, ReadVerdict.ASK if why else ReadVerdict.READ, dice, why)


FIRST = looks(die("5", 100), die(None, 300), why="a die is not read")
READ = looks(die("5", 101), die("2", 300))


def reading(first: DiceSeen = FIRST, lit: DiceSeen = READ, reads: list[Picture] | None = None) -> TrayPipeline:
    """A tray whose reader sees ``first`` in its usual light, and ``lit`` where the picture is lighter than that."""
    usual, reads = float(_DICE.mean()), [] if reads is None else reads

    def read(picture: Picture, count: int | None) -> DiceSeen:
        reads.append(picture)
        return lit if float(picture.mean()) > 1.1 * usual else first

    return TrayPipeline(read=lambda kind: read)


def faces(seen: DiceSeen) -> list[str | None]:
    return [one.face for one in seen.dice]


def test_what_is_asked_about_in_one_light_is_read_in_another() -> None:
    bench = Bench(reading())
    (told,) = bench.until_lit() + bench.rest(8.0)
    assert (told.verdict, faces(told)) == (ReadVerdict.READ, ["5", "2"])
    assert bench.switched == [True, False]
    assert str(bench.tray.phase) == "read", "the lamp that goes out moves no die"


def test_without_a_lamp_the_question_is_told_as_before() -> None:
    bench = Bench(reading())
    bench.has_lamp = False
    (told,) = bench.rest(4.0)
    assert (told.verdict, told.why) == (ReadVerdict.ASK, "a die is not read")


@pytest.mark.parametrize(
    ("first", "lit", "why"),
    [
        (FIRST, looks(die("6", 101), die("2", 300)), "in other light the dice look otherwise"),  # a sure five, denied
        (FIRST, looks(die("5", 200), die("2", 300)), "in other light the dice look otherwise"),  # it lies elsewhere
        (FIRST, replace(FIRST, why="still not"), "a die is not read"),
        (looks(die("5", 100), die("2", 300, leans=True), why="it leans"), READ, "it leans"),
    ],
)
def test_looks_that_do_not_agree_are_asked_about(first: DiceSeen, lit: DiceSeen, why: str) -> None:
    bench = Bench(reading(first, lit))
    (told,) = bench.until_lit() + bench.rest(8.0)
    assert (told.verdict, told.why) == (ReadVerdict.ASK, why)
    assert all(one.face is None for one in told.dice)
    assert bench.switched == [True, False]


def test_a_lamp_that_does_not_reach_the_tray_costs_no_second_reading() -> None:
    reads: list[Picture] = []
    bench = Bench(reading(reads=reads), lit=_DICE)
    before, so_far = bench.until_lit(), len(reads)
    (told,) = before + bench.rest(1.0)
    assert len(reads) == so_far > 0
    assert (told.verdict, told.why) == (ReadVerdict.ASK, "a die is not read")


def _take_away(bench: Bench) -> None:
    bench.dim = _MOVED


def _darken(bench: Bench) -> None:
    bench.lit = np.zeros_like(_DICE)


@pytest.mark.parametrize(("change", "verdicts"), [(_take_away, ["read", "gone", "ask"]), (_darken, ["ask"])])
def test_dice_that_are_moved_or_in_the_dark_meanwhile_are_read_anew(
    change: Callable[[Bench], None], verdicts: list[str]
) -> None:
    bench = Bench(reading())
    told = bench.until_lit()
    change(bench)
    bench.has_lamp = False  # for the next time
    told += bench.rest(11.0)
    assert [str(one.verdict) for one in told] == verdicts
    assert bench.switched == [True, False]


def _with_glint(shot: DiceShot, number: int) -> Picture:
    """The picture with a lamp's reflection over the middle of a die: a third of its pips cannot be seen."""
    there = shot.dice[number]
    middle = round(there.x_px + 0.18 * there.size_px), round(there.y_px + 0.18 * there.size_px)
    veil = np.zeros(shot.picture.shape[:2], np.float32)
    cv2.ellipse(veil, middle, (round(0.3 * there.size_px), round(0.18 * there.size_px)), 30, 0, 360, 1.0, -1)
    veil = cv2.GaussianBlur(veil, (0, 0), 2.0)[..., None]
    return np.asarray(shot.picture * (1.0 - veil) + 255.0 * veil, dtype=np.uint8)


@pytest.mark.long
def test_a_six_under_a_lamps_glint_is_read_in_the_rings_own_light() -> None:
    shot = render_dice([6, 5], 3)
    bench = Bench(TrayPipeline(), _with_glint(shot, 0), np.clip(shot.picture * 1.1, 0, 255).astype(np.uint8))
    bench.tray.expect(("d6", "d6"))
    (told,) = bench.until_lit() + bench.rest(6.0)
    assert (told.verdict, sorted(map(str, faces(told)))) == (ReadVerdict.READ, ["5", "6"])
    assert bench.switched == [True, False]
