"""Scenes for hypothesis: small boards that shrink to the one thing that matters."""

from __future__ import annotations

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from tests.board.scenes import EVERY, is_free, may_stand, rectangle
from tests.oracles.sight import Piece, Scene, Square, level

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]

# the same examples in every run, on every machine
proven = settings(max_examples=30, derandomize=True, deadline=None, database=None, suppress_health_check=SLOW)


@st.composite
def scenes(draw: st.DrawFn, largest: int = 6) -> Scene:
    """A board of up to ``largest`` by ``largest`` squares with a little of everything on it."""
    scene = Scene(draw(st.integers(1, largest)), draw(st.integers(1, largest)))
    squares = scene.squares()
    for group in (scene.blocking, scene.hindering, scene.water, scene.indoor):
        group.update(draw(st.sets(st.sampled_from(squares), max_size=5)))
    scene.level.update(draw(st.dictionaries(st.sampled_from(squares), st.integers(2, 4), max_size=6)))
    edges = [pair for pair in pairs(scene) if is_straight(pair)]
    steps = [pair for pair in pairs(scene) if len({level(scene, square) for square in pair}) > 1]
    for drawn, chosen in ((scene.walls, edges), (scene.ramps, steps)):
        if chosen:
            drawn.update(draw(st.sets(st.sampled_from(chosen), max_size=4)))
    for number in range(draw(st.integers(0, 4))):
        shape, side, size = draw(bases())
        base = rectangle(draw(st.sampled_from(squares)), shape)
        if is_free(scene, base) and may_stand(scene, base):
            scene.pieces.append(Piece(f"P{number}", side, base, size))
    return scene


def bases() -> st.SearchStrategy[tuple[tuple[int, int], str, str]]:
    sizes = st.sampled_from(["standard", "tiny", "giant", "colossal"])
    return st.tuples(st.sampled_from(EVERY), st.sampled_from(["red", "blue"]), sizes)


def pairs(scene: Scene) -> list[frozenset[Square]]:
    """Every two squares of the board that touch."""
    squares = set(scene.squares())
    near = [((x, y), (x + dx, y + dy)) for x, y in sorted(squares) for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1))]
    return [frozenset(pair) for pair in near if pair[1] in squares]


def is_straight(pair: frozenset[Square]) -> bool:
    (x, y), (u, v) = pair
    return x == u or y == v
