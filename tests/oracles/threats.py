"""What a piece could shoot at after one move: every walk, every way the base may then lie, every line from there.

Written from the catalogue's text (HC-MOVE, HC-MULTI-05..10, -16, HX-TERM-09, AMB-44). Slow: small boards only.
"""

from __future__ import annotations

from dataclasses import replace

from tests.oracles.flood import counts
from tests.oracles.offsets import judge_moved
from tests.oracles.reach import Walker, lyings
from tests.oracles.sight import BLOCKED, Piece, Scene, Square


def bases_after(scene: Scene, mover: Piece, speed: int, abilities: set[str]) -> list[list[Square]]:
    """Every way the base may lie when the move is over, the present one first."""
    walker = Walker(scene, mover, speed, abilities)
    found = [sorted(mover.squares)]
    for last, numbers in counts(scene, mover, speed, abilities).items():
        for base in lyings(mover.squares, last):
            fits = any(walker.fits(base, counted) for counted in numbers)
            if fits and sorted(base) not in found:
                found.append(sorted(base))
    return found


def threats(
    scene: Scene, mover: Piece, speed: int, abilities: set[str], distance: int, edition: str
) -> dict[Square, int]:
    """Every square within the distance of an unblocked line from where the move may end, with the best severity."""
    best: dict[Square, int] = {}
    for base in bases_after(scene, mover, speed, abilities):
        moved = replace(mover, squares=base)
        after = replace(scene, pieces=[moved, *(piece for piece in scene.pieces if piece is not mover)])
        for start in base:
            for end in scene.squares():
                if max(abs(start[0] - end[0]), abs(start[1] - end[1])) > distance:
                    continue
                severity = judge_moved(after, start, end, edition)
                if severity < BLOCKED:
                    best[end] = min(best.get(end, severity), severity)
    return best
