"""Judges flat tags: ``python -m vision.lab.judging tags [EVENTS] [PRESET] [full]`` or ``… tags FOLDER``.

rendered   one event is a still table seen in five frames; a tag counts when the vote puts it on its square
           region: 4 tags in 560 x 315 px, an eighth of the map's squares; full: 40 tags in 1920 x 1080 px
           false: a tag placed that is not there, or on another square than its own, in any single frame
FOLDER     photographs with ``labels.json`` (``images[].tags[]``): recall by source, and ids that are not printed there
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from companion.board.squares import format_square
from companion.core.ids import PieceId
from vision.arrays import Picture
from vision.pictures import read_picture
from vision.plane.calibration import Calibration, CalibrationRefused, calibrate
from vision.plane.layout import BaseTag, CornerMarker, Layout
from vision.plane.markers import Marker, detect_markers, draw_tag
from vision.plane.project import place_tags
from vision.settings import MarkerSettings, VisionSettings
from vision.virtual.camera import Camera, camera_over
from vision.virtual.scene import Scene
from vision.virtual.sensor import expose
from vision.virtual.stage import PRESETS
from vision.virtual.table import map_picture
from vision.watch.tags import TagVote

REGISTERED = range(8, 32)  # 24 ids; the full table adds 16 more
FRAMES, HEIGHT_MM, TAG_MM = 5, 5.0, 16.0


@dataclass
class TagScore:
    """Counts: tags per settled event, tags per frame, false identities, milliseconds of detection."""

    frames: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    false: list[str] = field(default_factory=list)
    sides_px: list[float] = field(default_factory=list)
    seconds: float = 0.0


def judge_events(events: int, preset: str, *, full: bool = False, first: int = 0) -> TagScore:
    """The score over rendered events, numbered from ``first``; the same for the same arguments."""
    score, settings = TagScore(), VisionSettings()
    columns, rows, tags = (16, 12, 40) if full else (5, 3, 4)
    for seed in range(first, first + events):
        layout, camera, calibration = _table(columns, rows, preset, seed % 12)
        draw = np.random.default_rng([seed, 23])
        ids = draw.permutation([base.tag for base in layout.bases])[:tags]
        squares = draw.permutation(columns * rows)[:tags]
        truth = {int(tag): (int(s % columns), int(s // columns)) for tag, s in zip(ids, squares, strict=True)}
        clean = _with_tags(layout, camera, truth, seed)
        readings = []
        for number in range(FRAMES):
            shot = expose(clean, PRESETS[preset].sensor, seed * FRAMES + number)
            began = time.perf_counter()
            found = detect_markers(shot, layout.flat_tags, settings.markers, layout.family)
            score.seconds += time.perf_counter() - began
            pieces, doubts = place_tags(found, calibration, layout, settings)
            readings.append((calibration, pieces, doubts))
            score.frames += 1
            score.counts["frame right"] += sum(_right(p.tag, p.space, truth) for p in pieces)
            strange = [piece for piece in pieces if not _right(piece.tag, piece.space, truth)]
            score.false += [f"event {seed}: tag {piece.tag} on {piece.space}" for piece in strange]
            score.sides_px += [piece.evidence["side_px"] for piece in pieces]
        voted, _, _ = TagVote(layout, settings.vote).count(readings, shot)
        score.counts["event right"] += sum(_right(piece.tag, piece.space, truth) for piece in voted)
        score.counts["event tags"] += tags
    return score


def judge_photographs(folder: Path) -> dict[str, Counter[str]]:
    """Count, by source of photographs of 4x4 tags, how many are listed, found, and how
    many ids are not printed there.
    """
    entries = json.loads((folder / "labels.json").read_text(encoding="utf-8"))["images"]
    entries = [entry for entry in entries if "4x4" in entry["family"].lower()]
    printed = {tag["id"] for entry in entries for tag in entry["tags"]}
    found: dict[str, Counter[str]] = {}
    for entry in entries:
        seen = detect_markers(
            read_picture(folder / "images" / entry["file"]), set(range(50)), MarkerSettings(), Layout.family
        )
        counts = found.setdefault(entry["source"], Counter())
        counts["pictures"] += 1
        counts["false ids"] += sum(marker.id not in printed for marker in seen)
        for tag in entry["tags"]:
            centre = np.mean(np.asarray(tag["corners"], dtype=float), axis=0)
            counts["listed"] += 1
            counts["found"] += any(m.id == tag["id"] and np.hypot(*(m.centre_px - centre)) < 5 for m in seen)
    return found


def _right(tag: int, space: str, truth: dict[int, tuple[int, int]]) -> bool:
    return tag in truth and format_square(*truth[tag]) == space


@lru_cache(maxsize=16)
def _table(columns: int, rows: int, preset: str, which: int) -> tuple[Layout, Camera, Calibration]:
    wide, high = columns * 38.1, rows * 38.1
    spots = [(-25.0, -25.0), (wide + 25, -25.0), (wide + 25, high + 25), (-25.0, high + 25)]
    corners = tuple(CornerMarker(number, spot, 30.0) for number, spot in enumerate(spots))
    ids = REGISTERED if columns < 16 else range(8, 48)
    bases = tuple(BaseTag(tag, PieceId(f"p{tag}"), TAG_MM, HEIGHT_MM) for tag in ids)
    layout = Layout(columns, rows, 38.1, corners, bases)
    roll = float(np.random.default_rng([which, 29]).uniform(-6, 6))
    margin = 26.0 if columns < 16 else 20.0
    size = (560, 315) if columns < 16 else (1920, 1080)
    camera = camera_over(wide, high, margin_mm=margin, tilt_deg=PRESETS[preset].tilt_deg, roll_deg=roll, size_px=size)
    marks = []
    for corner in corners:  # the camera is known: registration is judged elsewhere
        half = 15.0 * np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]) + corner.centre_mm
        marks.append(Marker(corner.id, camera.to_px(np.column_stack([half, np.zeros(4)]))))
    settings = VisionSettings()
    fitted = calibrate(marks, layout, size, settings.calibration, settings.markers)
    if isinstance(fitted, CalibrationRefused):
        raise ValueError(fitted.why)
    return layout, camera, fitted


@lru_cache(maxsize=16)
def _ground(columns: int, rows: int, preset: str, which: int) -> Picture:
    layout, camera, _ = _table(columns, rows, preset, which)
    draw = np.random.default_rng([which, 31])
    spots = [(int(c), int(r)) for c, r in zip(draw.integers(0, columns, 6), draw.integers(0, rows, 6), strict=True)]
    terrain = {kind: frozenset(spots[2 * n : 2 * n + 2]) for n, kind in enumerate(("hindering", "water", "blocking"))}
    walls = (((1, 1), (2, 1)), ((2, 1), (2, 2)))
    return map_picture(Scene(layout, terrain, walls), camera, which)


def _with_tags(layout: Layout, camera: Camera, truth: dict[int, tuple[int, int]], seed: int) -> Picture:
    preset = next(name for name, one in PRESETS.items() if one.tilt_deg == camera.tilt_deg)
    picture = _ground(layout.columns, layout.rows, preset, seed % 12).copy()
    draw = np.random.default_rng([seed, 37])
    for tag, (column, row) in truth.items():
        away = draw.uniform(-4, 4, 2)
        centre = ((column + 0.5) * 38.1 + float(away[0]), (row + 0.5) * 38.1 + float(away[1]))
        _lay(picture, camera, tag, centre, float(draw.uniform(0, 360)))
    return picture


def _lay(picture: Picture, camera: Camera, tag: int, centre: tuple[float, float], turn_deg: float) -> None:
    """Draws the tag with its white rim, four times too large and averaged down."""
    card = np.full((128, 128, 3), 236, np.uint8)
    card[16:112, 16:112] = np.maximum(draw_tag(tag, 96, Layout.family), 24)[..., None]
    half, angle = TAG_MM * 4 / 6, np.radians(turn_deg)
    turning = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners = half * np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]) @ turning.T + centre
    spots = camera.to_straight_px(np.column_stack([corners, np.full(4, HEIGHT_MM)]))
    low = np.maximum(np.floor(spots.min(axis=0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(spots.max(axis=0)).astype(int) + 2, [picture.shape[1], picture.shape[0]])
    fine = ((spots - low + 0.5) * 4 - 0.5).astype(np.float32)
    warp = cv2.getPerspectiveTransform(np.array([[0, 0], [128, 0], [128, 128], [0, 128]], np.float32) - 0.5, fine)
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    big = cv2.warpPerspective(card, warp, (4 * size[0], 4 * size[1]), borderMode=cv2.BORDER_REPLICATE)
    cover = cv2.warpPerspective(np.full((128, 128), 255, np.uint8), warp, (4 * size[0], 4 * size[1]))
    alpha = cv2.resize(cover, size, interpolation=cv2.INTER_AREA).astype(np.float32)[..., None] / 255.0
    region = picture[low[1] : high[1], low[0] : high[0]]
    region[:] = (region * (1 - alpha) + cv2.resize(big, size, interpolation=cv2.INTER_AREA) * alpha).astype(np.uint8)


def main(arguments: Sequence[str]) -> int:
    """The exit status: 0 when no identity is false; prints the counts."""
    if arguments and Path(arguments[0]).is_dir():
        by_source = judge_photographs(Path(arguments[0]))
        for source, counts in by_source.items():
            recall = counts["found"] / counts["listed"]
            _print(
                f"{source:10} {counts['pictures']:4} pictures, recall {recall:.3f} of {counts['listed']}, "
                f"{counts['false ids']} false ids"
            )
        return 1 if any(counts["false ids"] for counts in by_source.values()) else 0
    events = next((int(argument) for argument in arguments if argument.isdigit()), 40)
    presets = [argument for argument in arguments if argument in PRESETS] or list(PRESETS)
    wrong = 0
    for preset in presets:
        score = judge_events(events, preset, full="full" in arguments)
        wrong += len(score.false)
        of = score.counts["event tags"]
        shares = [score.counts[f"{kind} right"] / of for kind in ("event", "frame")]
        _print(
            f"{preset:8} {score.frames} frames, {np.median(score.sides_px or [0]):.1f} px: events {shares[0]:.4f}, "
            f"frames {shares[1] / FRAMES:.4f} of {of} tags, {len(score.false)} false, "
            f"{1000 * score.seconds / score.frames:.0f} ms a frame"
        )
        for line in score.false:
            _print(line)
    return 1 if wrong else 0


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")
