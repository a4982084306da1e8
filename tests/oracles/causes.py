"""Why a line is what it is: every square, wall edge and piece that makes the verdict, named one by one.

Written from the catalogue's text (HC-LOS-02, -03, -06, -08..16, HC-MAP-05, HC-MULTI-11, -12, -17, AMB-12, -17, -18) and
the public contract: all causes of the verdict and no others, at a corner those of the mildest flanks. Only what a line
crosses is taken from the other oracles.
"""

from __future__ import annotations

from typing import NamedTuple

from tests.oracles.offsets import moved, way
from tests.oracles.sight import BLOCKED, CLEAR, HINDERED, Piece, Scene, Square, level, who


class Cause(NamedTuple):
    """One square, the two squares of a wall, or a piece by its name."""

    squares: frozenset[Square] = frozenset()
    piece: str = ""


Met = tuple[int, set[Cause]]


def why(scene: Scene, a: Square, b: Square, edition: str) -> Met:
    """The severity of the line from a to b, and all that makes it so."""
    if a == b:
        return found(hindering={Cause(frozenset({a}))} if edition == "newer" and a in scene.hindering else set())
    crossed = way(b[0] - a[0], b[1] - a[1])
    met = [met_in(scene, a, b, moved(square, a), edition) for square in crossed.squares]
    met += [met_at_edge(scene, a, b, moved(one, a), moved(other, a)) for one, other in crossed.edges]
    for corner in crossed.corners:
        on_the_line = [moved(square, a) for square in corner.on_the_line]
        flanks = [met_at_flank(scene, a, b, moved(flank, a), on_the_line, edition) for flank in corner.beside]
        met.append(together(flanks, min(severity for severity, _ in flanks)))
    if b in scene.hindering:
        met.append((HINDERED, {Cause(frozenset({b}))}))
    return together(met, max((severity for severity, _ in met), default=CLEAR))


def together(met: list[Met], severity: int) -> Met:
    """What all those of one severity name."""
    return severity, {cause for one, causes in met if one == severity for cause in causes}


def found(blocking: set[Cause] | None = None, hindering: set[Cause] | None = None) -> Met:
    if blocking:
        return BLOCKED, blocking
    return (HINDERED, hindering) if hindering else (CLEAR, set())


def met_in(scene: Scene, a: Square, b: Square, square: Square, edition: str) -> Met:
    """What the line meets inside a square between its ends, or beside it at a corner."""
    low, high = sorted([level(scene, a), level(scene, b)])
    somebody, here = who(scene, square), level(scene, square)
    is_source, is_target = (somebody is not None and somebody is who(scene, end) for end in (a, b))
    stranger = None if is_source or is_target else somebody
    blocking: set[Cause] = set()
    hindering: set[Cause] = set()
    if square in scene.indoor and a not in scene.indoor and b not in scene.indoor:
        blocking.add(Cause(frozenset({square})))
    if here > low and (low == high or not (is_source or is_target)):
        blocking.add(Cause(frozenset({square})))
    if here == low and square in scene.blocking:
        blocking.add(Cause(frozenset({square})))
    if stranger is not None and stands_in_the_way(stranger, here, low, high, edition):
        blocking.add(Cause(piece=stranger.name))
    if here == low == high and square in scene.hindering and not is_source:
        hindering.add(Cause(frozenset({square})))
    return found(blocking, hindering)


def stands_in_the_way(stranger: Piece, here: int, low: int, high: int, edition: str) -> bool:
    if here == low:
        return stranger.tall or low == high
    return here < low and stranger.tall and edition == "core"


def met_at_edge(scene: Scene, a: Square, b: Square, one: Square, other: Square) -> Met:
    wall = frozenset({one, other})
    reaches_up = min(level(scene, one), level(scene, other)) >= min(level(scene, a), level(scene, b))
    return found(blocking={Cause(wall)} if wall in scene.walls and reaches_up else set())


def met_at_flank(scene: Scene, a: Square, b: Square, flank: Square, on_the_line: list[Square], edition: str) -> Met:
    """The flank's own square, closed too by a wall on either of its edges that touch the corner."""
    met = [met_in(scene, a, b, flank, edition), *(met_at_edge(scene, a, b, flank, one) for one in on_the_line)]
    return together(met, max(severity for severity, _ in met))
