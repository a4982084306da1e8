"""Re-rolls used as well as can be, held against every face and every choice; and by hand."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from companion.core.again import Best, Right
from companion.core.dice import Die, DieFace
from tests.oracles import again


def die(name: str, faces: tuple[int, ...]) -> Die:
    return Die(name, tuple(DieFace(str(value), value) for value in faces))


def test_by_hand() -> None:
    """One die of 0 1 1 3 that needs a 1: with one more throw 3/4 + 1/4 · 3/4. Two dice that need a 3 in all."""
    red = die("red", (0, 1, 1, 3))
    needs_one = Best({"red": red}, lambda face: face.value or 0, lambda total: Fraction(total >= 1))
    assert needs_one.of_pool(["red"], [Right(1)]) == Fraction(15, 16)
    assert needs_one.of_pool(["red"], [Right(2, singly=True)]) == Fraction(63, 64)
    assert needs_one.of_pool(["red"], []) == Fraction(3, 4)


@pytest.mark.parametrize("seed", range(12))
def test_what_can_be_hoped_for_is_what_every_choice_of_every_throw_comes_to(seed: int) -> None:
    rng = random.Random(seed)
    kinds = {name: die(name, tuple(rng.choice((0, 0, 1, 2)) for _ in range(3))) for name in ("red", "blue")}
    dice = [rng.choice(("red", "blue")) for _ in range(rng.randint(1, 3))]
    rights = [(rng.randint(1, 2), rng.random() < 0.5) for _ in range(rng.randint(0, 2))]
    needed = rng.randint(1, 4)
    hoped = Best(kinds, lambda face: face.value or 0, lambda total: Fraction(total >= needed))
    found = hoped.of_pool(dice, [Right(most, singly) for most, singly in rights])
    numbers = [[face.value or 0 for face in kinds[kind].faces] for kind in dice]
    assert found == again.best(numbers, rights, lambda total: int(total >= needed))
