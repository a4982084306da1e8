"""An evening, rendered: ``python -m vision.lab.judging evening [MINUTES] [SEED]``.

Ten frames a second for two hours of play: a move about every half minute, hands, shadows, bumps, lamps, dice thrown in
a tray beside it. Every frame goes through the real pipelines. Printed every ten minutes of play: frames, moves, throws,
questions, silent errors, and the memory of the process, which must stay flat.

The frames of a table at rest are eight pictures with their own sensor noise, shown in turn: drawing each anew would
take hours and show nothing else.
"""

from __future__ import annotations

import gc
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np

from companion.table.observation import DiceSeen, LinkSeen, PictureSeen, ReadVerdict
from vision.arrays import Frame, Picture
from vision.lab.judging.follower import Follower
from vision.lab.judging.games import KINDS, game_events, game_table
from vision.plane.calibration import CalibrationRefused
from vision.settings import VisionSettings
from vision.virtual.dice import render_dice
from vision.virtual.script import Film, Shot
from vision.virtual.stage import Light
from vision.watch.pipeline import TablePipeline, empty_reference
from vision.watch.tray import TrayPipeline

FRAMES_S = 10.0
MOVE_EVERY_S = 30.0
THROWS = 12  # different throws, shown in turn
SETTLING_MINUTES = 10  # until caches are full: memory is compared with what it was then
FLAT_MB = 12.0  # by which it may have grown at the end: noise of the allocator, a tenth of what the start takes


@dataclass(frozen=True, slots=True)
class Report:
    """The evening's figures up to a minute of play."""

    minute: int
    frames: int
    counts: Counter[str]
    memory_mb: float


def evening(minutes: int, seed: int = 1) -> Iterator[Report]:
    """A report for every ten minutes of play, and one at the end."""
    layout, stage, minis = game_table(seed, collars=False, preset="good")
    reference = empty_reference(stage.frame((), Light(), 0), layout, VisionSettings())
    if isinstance(reference, CalibrationRefused):
        raise ValueError(reference.why)
    film, draw = Film(stage, minis, seed), np.random.default_rng([seed, 23])
    table, tray = TablePipeline(layout, empty=reference), TrayPipeline()
    follower = Follower(dict(film.places), frozenset(film.places), {})
    counts: Counter[str] = Counter()
    clock = _Clock()

    def watch(shots: Iterator[Shot]) -> None:
        for shot in shots:
            for seen in table.feed(replace(shot.frame, at_s=clock.tick())):
                counts["trouble"] += isinstance(seen, LinkSeen) and bool(seen.why)
                if isinstance(seen, PictureSeen) and follower.see(seen):
                    counts["questions"] += 1
                    follower.tell(dict(shot.places))

    watch(film.opening())
    throw, told = 0, 0
    kinds, weights = [one for one, _ in KINDS], np.array([share for _, share in KINDS])
    while clock.now_s < minutes * 60:
        due_s = clock.now_s + MOVE_EVERY_S
        for events, _ in game_events(str(draw.choice(kinds, p=weights / weights.sum())), film, draw):
            watch(film.play(events))
            counts["moves"] += 1
            if follower.places != film.places:
                counts["silent"] += 1
                follower.tell(dict(film.places))
        throw += 1
        counts["throws"] += 1
        counts.update(_throw(tray, throw % THROWS, clock))
        _rest(table, film, clock, due_s)
        if clock.now_s // 600 > told:
            told = int(clock.now_s // 600)
            yield Report(round(clock.now_s / 60), clock.frames, Counter(counts), _memory_mb())
    yield Report(round(clock.now_s / 60), clock.frames, Counter(counts), _memory_mb())


class _Clock:
    """The camera's time: a frame every tenth of a second."""

    def __init__(self) -> None:
        self.frames = 0

    @property
    def now_s(self) -> float:
        return self.frames / FRAMES_S

    def tick(self) -> float:
        self.frames += 1
        return self.now_s


def _throw(tray: TrayPipeline, throw: int, clock: _Clock) -> Counter[str]:
    """Show the tray camera one throw, two seconds of it, while the table rests; return the outcomes."""
    faces, pictures = _thrown(throw)
    count: Counter[str] = Counter()
    for number in range(20):
        picture = np.roll(pictures[0], 40 * number, axis=1) if number < 4 else pictures[number % len(pictures)]
        for seen in tray.feed(Frame(picture, clock.tick())):
            if isinstance(seen, DiceSeen) and seen.verdict is ReadVerdict.READ:
                count["dice read" if sorted(str(die.face) for die in seen.dice) == faces else "silent"] += 1
            elif isinstance(seen, DiceSeen) and seen.verdict is ReadVerdict.ASK:
                count["dice asked"] += 1
    return count


@cache
def _thrown(throw: int) -> tuple[list[str], list[Picture]]:
    draw = np.random.default_rng([throw, 29])
    faces = [int(face) for face in draw.integers(1, 7, 2)]
    return sorted(map(str, faces)), _noisy(render_dice(faces, 500 + throw).picture, 3, draw)


def _noisy(picture: Picture, count: int, draw: np.random.Generator) -> list[Picture]:
    return [np.clip(picture + draw.normal(0, 2, picture.shape), 0, 255).astype(np.uint8) for _ in range(count)]


def _rest(table: TablePipeline, film: Film, clock: _Clock, until_s: float) -> None:
    """Leave the table alone until then."""
    still = [shot.frame.picture for shot in film.opening()]
    while clock.now_s < until_s:
        table.feed(Frame(still[clock.frames % len(still)], clock.tick()))


def _memory_mb() -> float:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / 1e6


def main(arguments: Sequence[str]) -> int:
    """The exit status: 0 when nothing was silently wrong and the memory stayed flat."""
    minutes, seed = [*(int(argument) for argument in arguments), *(120, 1)[len(arguments) :]][:2]
    began, reports = time.perf_counter(), []
    for report in evening(minutes, seed):
        reports.append(report)
        sys.stdout.write(
            f"{report.minute:4} min {report.frames:6} frames {report.memory_mb:7.1f} MB {dict(report.counts)}\n"
        )
        sys.stdout.flush()
    settled = next((report for report in reports if report.minute >= SETTLING_MINUTES), reports[0])
    grown = reports[-1].memory_mb - settled.memory_mb
    sys.stdout.write(f"memory grew by {grown:.1f} MB after {settled.minute} min; {time.perf_counter() - began:.0f} s\n")
    return 1 if reports[-1].counts["silent"] or grown > FLAT_MB else 0
