"""Random scenes for the oracles: terrain, terraces, ramps, roofs, walls, and pieces of every base and size.

The same seed draws the same scene in every run.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from tests.oracles.sight import Piece, Scene, Square, level

SIZES = ("standard", "standard", "tiny", "giant", "colossal")
SMALL = ((1, 1), (1, 1), (1, 2), (2, 1))
EVERY = ((1, 1), (1, 1), (1, 1), (1, 2), (2, 1), (2, 2), (2, 4), (4, 2), (3, 6), (6, 3))

Shape = tuple[int, int]


def random_scene(
    seed: int,
    columns: int,
    rows: int,
    *,
    levels: int,
    density: float = 0.18,
    bases: Sequence[Shape] = SMALL,
    is_lawful: bool = True,
) -> Scene:
    """A crowded little board with everything on it that a line or a step may meet."""
    dice = random.Random(seed)
    scene = Scene(columns, rows)
    squares = scene.squares()
    for group in (scene.blocking, scene.hindering, scene.water):
        group.update(s for s in squares if dice.random() < density * dice.random())
    for _ in range(dice.randint(1, 4) if levels > 1 else 0):
        height = dice.randint(2, levels)
        scene.level.update(dict.fromkeys(zone(scene, dice, 4), height))
    for _ in range(dice.choice([0, 0, 0, 1, 2])):
        scene.indoor.update(zone(scene, dice, 3))
    if dice.random() < 0.05:
        scene.indoor.update(squares)
    edges = [(s, t) for s in squares for t in ((s[0] + 1, s[1]), (s[0], s[1] + 1)) if is_on(scene, t)]
    scene.walls.update(frozenset(pair) for pair in edges if dice.random() < density * 0.6)
    diagonals = [(s, t) for s in squares for t in ((s[0] + 1, s[1] + 1), (s[0] - 1, s[1] + 1)) if is_on(scene, t)]
    steps = [(s, t) for s, t in edges + diagonals if level(scene, s) != level(scene, t)]
    scene.ramps.update(frozenset(pair) for pair in steps if dice.random() < 0.3)
    people(scene, dice, dice.randint(2, 9), bases, is_lawful)
    return scene


def is_on(scene: Scene, square: Square) -> bool:
    return 0 <= square[0] < scene.columns and 0 <= square[1] < scene.rows


def zone(scene: Scene, dice: random.Random, longest: int) -> list[Square]:
    """The squares of a random rectangle, cut off at the edge of the board."""
    x, y = dice.randrange(scene.columns), dice.randrange(scene.rows)
    wide, tall = dice.randint(1, longest), dice.randint(1, longest)
    return [s for s in rectangle((x, y), (wide, tall)) if is_on(scene, s)]


def rectangle(corner: Square, shape: Shape) -> list[Square]:
    x, y = corner
    return [(x + dx, y + dy) for dy in range(shape[1]) for dx in range(shape[0])]


def people(
    scene: Scene, dice: random.Random, count: int, bases: Sequence[Shape] = EVERY, is_lawful: bool = True
) -> None:
    """Sets up to ``count`` pieces down: flat, whole, not on blocking squares; or lawlessly, anywhere free."""
    squares = scene.squares()
    for number in range(count):
        shape, side, size = dice.choice(bases), dice.choice(["red", "blue"]), dice.choice(SIZES)
        tried = (rectangle(dice.choice(squares), shape) for _ in range(12))
        base = next((b for b in tried if is_free(scene, b) and (may_stand(scene, b) or not is_lawful)), None)
        if base is not None:
            scene.pieces.append(Piece(f"P{number}", side, base, size))


def is_free(scene: Scene, base: list[Square]) -> bool:
    taken = {s for piece in scene.pieces for s in piece.squares}
    return all(is_on(scene, s) and s not in taken for s in base)


def may_stand(scene: Scene, base: list[Square]) -> bool:
    is_flat = len({level(scene, s) for s in base}) == 1
    return is_flat and scene.blocking.isdisjoint(base) and not any(wall <= set(base) for wall in scene.walls)
