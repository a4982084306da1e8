"""A tray learnt again from throws the players told, and held against others of them before it replaces anything.

throws in their order ──two of three──> learnt anew, by what the players said ──┐
                      └─one of three──> the kept set: judged without memory, with what is kept, with what is new
                                                                               │
replaces what is kept only where nothing of the kept set is read wrong, and less of it is asked about
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.table.observation import DiceSeen, ReadVerdict
from vision.arrays import Picture
from vision.dice.reading import read_dice
from vision.trays.examples import Example
from vision.trays.learning import TrayLearner
from vision.trays.memory import TrayMemory
from vision.trays.reading import read_in_tray

FEWEST = 12  # throws: four of them are kept for judging
_EVERY = 3  # the third of each three is kept
Load = Callable[[Example], Picture]


@dataclass(frozen=True, slots=True)
class Judged:
    """The outcome of the kept set: throws read right, read wrong, asked about."""

    right: int
    wrong: int
    asked: int


@dataclass(frozen=True, eq=False)
class Tuning:
    """The result: figures of the reader alone, of the memory as it is, of the new one; and whether it replaces."""

    learnt: int
    kept: int
    alone: Judged
    before: Judged
    after: Judged
    memory: TrayMemory | None

    @property
    def is_better(self) -> bool:
        """Whether nothing is read wrong and less is asked about than before."""
        return self.memory is not None and self.after.wrong == 0 and self.after.asked < self.before.asked


def tune(camera: str, memory: TrayMemory | None, examples: Sequence[Example], load: Load) -> Tuning:
    """The tray learnt anew from two of three throws, and judged on the others."""
    kept = examples[_EVERY - 1 :: _EVERY]
    lessons = [example for index, example in enumerate(examples) if index % _EVERY != _EVERY - 1]
    learner = TrayLearner(camera)
    for example in lessons:
        picture, count = load(example), len(example.faces)
        reading = learner.read(picture, count)
        if _is_told(reading.square, example):
            learner.learn(picture, reading, count)
    words: dict[str, Counter[str]] = {"alone": Counter(), "before": Counter(), "after": Counter()}
    for example in kept:
        picture, count = load(example), len(example.faces)
        words["alone"][_judge(read_dice(picture, expect=count), example)] += 1
        for name, known in (("before", memory), ("after", learner.memory)):
            words[name][_judge(_read(picture, known, count), example)] += 1
    alone, before, after = (Judged(count["right"], count["wrong"], count["asked"]) for count in words.values())
    return Tuning(len(lessons), len(kept), alone, before, after, learner.memory)


def _read(picture: Picture, memory: TrayMemory | None, count: int) -> DiceSeen:
    if memory is None or memory.picture_px != (picture.shape[1], picture.shape[0]):
        return read_dice(picture, expect=count)
    return read_in_tray(picture, memory, expect=count).seen


def _is_told(seen: DiceSeen, example: Example) -> bool:
    """Whether every face that was read is one the players told: what was misread teaches nothing."""
    return not Counter(die.face for die in seen.dice if die.face) - Counter(example.faces)


def _judge(seen: DiceSeen, example: Example) -> str:
    if seen.verdict is not ReadVerdict.READ:
        return "asked"
    return "right" if sorted(die.face or "" for die in seen.dice) == sorted(example.faces) else "wrong"
