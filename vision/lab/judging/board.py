"""Judges figures without tags on photographs of a game: ``python -m vision.lab.judging board FOLDER``.

The folder holds ``labels.json`` (``images[]`` with ``corners`` of the grid, ``occupied``, ``ply``, ``move``) and
``images/``. The first position is known, as the record knows it; nothing else is: a square's reference is what was seen
when our own reading called it empty, or, before that, the nearest empty square of the same printed colour.

    squares   wrong: called occupied though empty or the other way round; unsure: not called
    moves     between neighbouring photographs, from what vanished, appeared or no longer looks like itself
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.arrays import Picture
from vision.figures.difference import difference
from vision.figures.likeness import Appearance, appearance, likeness
from vision.figures.occupancy import Occupancy, State, judge_squares
from vision.figures.reference import EmptyMap, Square, borrowed_map
from vision.pictures import read_picture
from vision.plane.calibration import Calibration, CalibrationRefused, calibrate
from vision.plane.layout import CornerMarker, Layout
from vision.plane.markers import Marker
from vision.plane.overhead import rectify
from vision.settings import VisionSettings

SQUARE_MM, PX, SIZE = 50.0, 24, 8
FOLDS = 2
CASTLING = {  # king's move -> rook's move
    ((4, 7), (6, 7)): ((7, 7), (5, 7)),
    ((4, 7), (2, 7)): ((0, 7), (3, 7)),
    ((4, 0), (6, 0)): ((7, 0), (5, 0)),
    ((4, 0), (2, 0)): ((0, 0), (3, 0)),
}


@dataclass
class BoardScore:
    """Counts over the photographs; ``shares`` keeps every square's evidence: (photograph, occupied, covered)."""

    squares: int = 0
    wrong: list[str] = field(default_factory=list)
    unsure: list[str] = field(default_factory=list)
    moves: int = 0
    missed: list[str] = field(default_factory=list)
    shares: list[tuple[int, bool, float]] = field(default_factory=list)


def judge_board(
    folder: Path, settings: VisionSettings | None = None, read: Callable[[Path], Picture] = read_picture
) -> BoardScore:
    """The score over a folder of labelled photographs, in the order of the game; ``read`` may worsen them."""
    chosen, score = settings or VisionSettings(), BoardScore()
    entries = json.loads((folder / "labels.json").read_text(encoding="utf-8"))["images"]
    empty: EmptyMap | None = None
    before: tuple[dict[Square, Appearance], Occupancy, int] | None = None
    for number, entry in enumerate(sorted(entries, key=lambda one: int(one["ply"]))):
        truth = {(c, r): mark == "#" for r, line in enumerate(entry["occupied"]) for c, mark in enumerate(line)}
        calibration = _registered(entry, chosen)
        flat = _flat(read(folder / "images" / entry["file"]), calibration)
        if empty is None:
            free = {square for square, stands in truth.items() if not stands}
            empty = borrowed_map(flat, free, {one: sum(one) % 2 for one in truth}, SIZE, SIZE)
        seen = difference(flat, empty.flat, PX, chosen.difference)
        judged = judge_squares(seen, _LAYOUT, calibration.camera_mm, chosen.occupancy)
        for square, stands in truth.items():
            state = judged.states[square]
            score.squares += 1
            score.shares.append((number, stands, judged.covered[square]))
            line = f"{entry['file']} {_name(square)}: {state} ({judged.covered[square]:.2f} covered)"
            if state is State.UNSURE:
                score.unsure.append(line)
            elif (state is State.OCCUPIED) != stands:
                score.wrong.append(line)
        shapes = {one: appearance(flat, seen, foot, chosen.likeness) for one, foot in judged.feet.items()}
        if before is not None and int(entry["ply"]) == before[2] + 1:
            score.moves += 1
            found = _move(before[0], before[1], shapes, judged, chosen)
            if found != entry["move"]:
                score.missed.append(f"{entry['file']}: {entry['move']} read as {found}")
        before = (shapes, judged, int(entry["ply"]))
        calm = {one for one in judged.named(State.EMPTY) if judged.covered[one] < chosen.occupancy.learn_below}
        empty = empty.learnt(flat, calm, seen)
    return score


def thresholds(score: BoardScore) -> list[tuple[float, int, int]]:
    """Cross-validation over halves of the game: the threshold one half would choose, errors and squares of the other.

    The threshold lies in the middle of the gap between the fullest empty and the emptiest occupied square.
    """
    last = max(number for number, _, _ in score.shares) + 1
    found = []
    for fold in range(FOLDS):
        held = [share for share in score.shares if share[0] * FOLDS // last == fold]
        rest = [share for share in score.shares if share[0] * FOLDS // last != fold]
        cut = (max(s for _, o, s in rest if not o) + min(s for _, o, s in rest if o)) / 2.0
        found.append((round(cut, 3), sum((share >= cut) != stands for _, stands, share in held), len(held)))
    return found


def _move(
    before: dict[Square, Appearance],
    earlier: Occupancy,
    now: dict[Square, Appearance],
    judged: Occupancy,
    settings: VisionSettings,
) -> str | None:
    gone = [square for square in before if judged.states[square] is State.EMPTY]
    new = [square for square in now if earlier.states[square] is State.EMPTY]
    for king, rook in CASTLING.items():
        if {king[0], rook[0]} == set(gone) and {king[1], rook[1]} == set(new):
            return _name(king[0]) + _name(king[1])
    if len(gone) != 1 or len(new) > 1:
        return None
    if new:
        return _name(gone[0]) + _name(new[0])
    mover = before[gone[0]]
    own = {square: likeness(now[square], before[square], settings.likeness) for square in now if square in before}
    come = {square: likeness(now[square], mover, settings.likeness) - own[square] for square in own}
    taken = max(come, key=lambda square: come[square])  # it looks least like itself and most like the mover
    return _name(gone[0]) + _name(taken)


def _registered(entry: dict[str, Any], settings: VisionSettings) -> Calibration:
    side = SIZE * SQUARE_MM
    grid = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    warp = cv2.getPerspectiveTransform(grid, np.array(entry["corners"], np.float32))
    marks = []
    for corner in _LAYOUT.corners:
        half = corner.size_mm / 2 * np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
        marks.append(Marker(corner.id, cv2.perspectiveTransform((half + corner.centre_mm)[None], warp)[0]))
    fitted = calibrate(marks, _LAYOUT, (entry["width"], entry["height"]), settings.calibration, settings.markers)
    if isinstance(fitted, CalibrationRefused):
        raise ValueError(fitted.why)
    return fitted


def _flat(photograph: Picture, calibration: Calibration) -> Picture:
    fine = rectify(photograph, calibration, _LAYOUT, 2 * PX)
    return np.asarray(cv2.resize(fine, (SIZE * PX, SIZE * PX), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _name(square: Square) -> str:
    return f"{'abcdefgh'[square[0]]}{SIZE - square[1]}"


_SPOTS = ((1, 1), (7, 1), (7, 7), (1, 7))  # where the labelled corners are handed to the calibration, in squares
_LAYOUT = Layout(
    SIZE,
    SIZE,
    SQUARE_MM,
    tuple(CornerMarker(number, (x * SQUARE_MM, y * SQUARE_MM), 20.0) for number, (x, y) in enumerate(_SPOTS)),
)


def main(arguments: Sequence[str]) -> int:
    """The exit status: 0 when no square is wrong and every move is found; prints the counts."""
    score = judge_board(Path(arguments[0]))
    for line in [*score.wrong, *score.unsure, *score.missed]:
        sys.stdout.write(line + "\n")
    empty = [share for _, stands, share in score.shares if not stands]
    stood = [share for _, stands, share in score.shares if stands]
    sys.stdout.write(
        f"{score.squares} squares: {len(score.wrong)} wrong, {len(score.unsure)} unsure; "
        f"{score.moves} moves: {len(score.missed)} missed\n"
        f"covered: empty squares up to {max(empty):.2f}, occupied ones from {min(stood):.2f}\n"
    )
    for cut, wrong, of in thresholds(score):
        sys.stdout.write(f"threshold {cut} chosen on the other half: {wrong} of {of} squares wrong\n")
    return 1 if score.wrong or score.missed else 0
