"""Rendered games, judged: ``python -m vision.lab.judging games [MOVES] [SEED] [collars]``.

script of random events ──film──> frames ──TablePipeline──> PictureSeen ──Follower──> record, compared with the truth

    silent   the record differs from the truth though nothing was asked: must be 0
    asked    a question; `due` are those nobody could have spared: twins that were both touched, a figure that fell
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from companion.core.ids import PieceId
from companion.table.observation import LinkSeen, PictureSeen
from vision.figures.reference import Square
from vision.lab.judging.follower import FARTHEST, Follower
from vision.plane.calibration import CalibrationRefused
from vision.plane.collars import COLLAR_CARD_MM, COLLAR_TAG
from vision.plane.layout import BaseTag, Layout, build_layout
from vision.settings import VisionSettings
from vision.virtual.camera import camera_over
from vision.virtual.minis import Mini, seeded_looks
from vision.virtual.scene import Scene
from vision.virtual.script import Bump, Drop, Event, Fall, Film, Lamp, Moves, PutBack, Rest, Rise, Swap, TakeOff
from vision.virtual.stage import PRESETS, Light, Stage
from vision.watch.pipeline import TablePipeline, empty_reference

COLUMNS, ROWS, FIGURES, TWINS = 16, 12, 12, 2
TERRAIN = {
    "hindering": frozenset({(5, 3), (5, 4), (6, 4), (10, 8), (11, 8)}),
    "water": frozenset({(7, 1), (8, 1), (8, 2)}),
    "blocking": frozenset({(13, 5), (13, 6)}),
    "elevated": frozenset({(0, 9), (1, 9)}),
}
KINDS = (  # kind of event, how often
    ("move", 0.50),
    ("slide", 0.28),
    ("two", 0.06),
    ("quick", 0.03),
    ("off", 0.02),
    ("rest", 0.03),
    ("lamp", 0.03),
    ("bump", 0.01),
    ("drop", 0.02),
    ("fall", 0.005),
    ("swap", 0.015),
)


@dataclass
class GameScore:
    """Counts of one game."""

    moves: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    silent: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    due: int = 0
    bumps_noticed: int = 0
    seconds: float = 0.0

    def spared(self) -> int:
        """The questions that were not due."""
        return len(self.asked) - self.due


def play_game(
    moves: int,
    seed: int,
    *,
    collars: bool = False,
    preset: str = "good",
    kinds: Sequence[tuple[str, float]] = KINDS,
    so_far: Callable[[GameScore], None] = lambda score: None,
) -> GameScore:
    """The score of a rendered game, the same for the same arguments; ``so_far`` hears of each event."""
    began, draw = time.perf_counter(), np.random.default_rng([seed, 17])
    layout, stage, minis = game_table(seed, collars, preset)
    reference = empty_reference(stage.frame((), Light(), 0), layout, VisionSettings())
    if isinstance(reference, CalibrationRefused):
        raise ValueError(reference.why)
    film = Film(stage, minis, seed)
    pipeline = TablePipeline(layout, empty=reference)
    tags = {base.tag: str(base.piece) for base in layout.bases}
    follower = Follower(dict(film.places), frozenset(film.places), tags)
    score, looks = GameScore(), {mini.name: mini.look for mini in minis.values()}
    for shot in film.opening():
        for seen in pipeline.feed(shot.frame):
            if isinstance(seen, PictureSeen) and follower.see(seen):
                score.asked.append(f"opening: {follower.question}")
                follower.tell(shot.places)
    while score.moves < moves:
        kind = str(draw.choice([one for one, _ in kinds], p=np.array([n for _, n in kinds]) / sum(n for _, n in kinds)))
        for events, touched in game_events(kind, film, draw):
            label = f"move {score.moves} {kind} {sorted(touched)}"
            places, asked = {}, len(score.asked)
            for shot in film.play(events):
                places = dict(shot.places)
                for seen in pipeline.feed(shot.frame):
                    if isinstance(seen, LinkSeen) and seen.why.startswith("camera-moved"):
                        score.bumps_noticed += 1
                    if isinstance(seen, PictureSeen) and follower.see(seen):
                        score.asked.append(f"{label}: {follower.question}")
                        follower.tell(places)
            if len(score.asked) > asked:
                alike = [looks[name] for name in touched]
                score.due += 1 if kind == "fall" or len(set(alike)) < len(alike) else 0
            if follower.places != places:
                wrong = {
                    n: (follower.places.get(n), places.get(n)) for n in looks if follower.places.get(n) != places.get(n)
                }
                score.silent.append(f"{label}: {wrong}")
                follower.tell(places)
            score.moves += kind in ("move", "slide", "off", "swap")
            score.moves += 2 * (kind in ("two", "quick"))
            score.kinds[kind] += 1
            score.seconds = time.perf_counter() - began
            so_far(score)
    score.seconds = time.perf_counter() - began
    return score


def game_table(seed: int, collars: bool, preset: str) -> tuple[Layout, Stage, dict[Square, Mini]]:
    """The layout, the stage, and the figures of a game as they stand at its start; the same for the same seed."""
    draw = np.random.default_rng([seed, 19])
    layout = build_layout(COLUMNS, ROWS, {})
    names = [f"figure-{number}" for number in range(FIGURES)]
    if collars:
        bases = tuple(
            BaseTag(COLLAR_TAG + n, PieceId(name), COLLAR_CARD_MM, 0.4, kind="collar") for n, name in enumerate(names)
        )
        layout = replace(layout, bases=bases)
    camera = camera_over(COLUMNS * 38.1, ROWS * 38.1, tilt_deg=PRESETS[preset].tilt_deg, size_px=(1280, 720))
    stage = Stage(Scene(layout, TERRAIN, (((7, 6), (8, 6)), ((7, 7), (8, 7)))), camera, PRESETS[preset].sensor, seed)
    looks = seeded_looks(FIGURES, seed, twins=TWINS)
    squares = draw.permutation(COLUMNS * ROWS)[:FIGURES]
    minis: dict[Square, Mini] = {}
    for number, (name, place) in enumerate(zip(names, squares, strict=True)):
        square = (int(place % COLUMNS), int(place // COLUMNS))
        away, lean = draw.uniform(-3, 3, 2), draw.uniform(-7, 7, 2)
        at = ((square[0] + 0.5) * 38.1 + float(away[0]), (square[1] + 0.5) * 38.1 + float(away[1]))
        collar, turn = number if collars else None, float(draw.uniform(-9, 9))
        minis[square] = Mini(name, at, looks[number], (float(lean[0]), float(lean[1])), collar, turn)
    return layout, stage, minis


def game_events(kind: str, film: Film, draw: np.random.Generator) -> Iterator[tuple[list[Event], set[str]]]:
    """Events of a kind that are possible now, one part after another, with the figures they touch."""
    names = sorted(film.places)
    one, other = (str(name) for name in draw.choice(names, 2, replace=False))
    match kind:
        case "move" | "slide":
            yield [Moves(((one, _goal(one, film, draw)),), slide=kind == "slide")], {one}
        case "two" | "quick":
            first = _goal(one, film, draw)
            second = _goal(other, film, draw, taken=first)
            yield [Moves(((one, first), (other, second)), quick_frames=8 if kind == "quick" else 0)], {one, other}
        case "swap":
            yield [Swap(one, other)], {one, other}
        case "off":
            yield [TakeOff(one)], {one}
            yield [PutBack(one, _free(film, draw))], {one}
        case "fall":
            yield [Fall(one, float(draw.uniform(0, 360)))], {one}
            yield [Rise(one)], {one}
        case "rest":
            yield [Rest((float(draw.uniform(60, 550)), float(draw.uniform(60, 400))))], set()
        case "lamp":
            yield [Lamp(Light(float(draw.uniform(0.8, 1.15)), float(draw.uniform(-0.06, 0.06))))], set()
        case "bump":
            shift, roll = draw.uniform(4, 9, 2) * draw.choice([-1, 1], 2), float(draw.uniform(-0.8, 0.8))
            yield [Bump((float(shift[0]), float(shift[1])), roll)], set()
        case "drop":
            yield [Drop(int(draw.integers(2, 6))), Moves(((one, _goal(one, film, draw)),))], {one}


def _free(film: Film, draw: np.random.Generator) -> Square:
    taken = set(film.places.values())
    while True:
        square = (int(draw.integers(0, COLUMNS)), int(draw.integers(0, ROWS)))
        if square not in taken:
            return square


def _goal(name: str, film: Film, draw: np.random.Generator, taken: Square | None = None) -> Square:
    start = film.places[name]
    while True:
        square = _free(film, draw)
        if square != taken and max(abs(square[0] - start[0]), abs(square[1] - start[1])) <= FARTHEST:
            return square


def main(arguments: Sequence[str]) -> int:
    """The exit status: 0 when no error was silent; prints the counts and every question."""
    numbers = [int(argument) for argument in arguments if argument.isdigit()]
    moves, seed = [*numbers, *(500, 1)[len(numbers) :]][:2]
    preset = next((argument for argument in arguments if argument in PRESETS), "good")
    told = Counter[str]()

    def so_far(score: GameScore) -> None:
        for name, lines in (("SILENT", score.silent), ("asked", score.asked)):
            for line in lines[told[name] :]:
                sys.stdout.write(f"{name} {line}\n")
            told[name] = len(lines)
        if score.moves >= told["moves"] + 50:
            told["moves"] = score.moves
            _print(score)

    score = play_game(moves, seed, collars="collars" in arguments, preset=preset, so_far=so_far)
    _print(score)
    return 1 if score.silent else 0


def _print(score: GameScore) -> None:
    sys.stdout.write(
        f"{score.moves} moves, {dict(score.kinds)}: {len(score.silent)} silent errors, {len(score.asked)} questions, "
        f"{score.due} of them due, {score.bumps_noticed} bumps noticed, {score.seconds:.0f} s\n"
    )
    sys.stdout.flush()
