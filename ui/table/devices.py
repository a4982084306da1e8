"""The devices of this machine for the page on which they are chosen; vision and firmware are imported when asked for.

Everything that is made lies beside the game's store: its layout, its view, its empty map; the markers among the papers.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.board.picture import GridDrawing
from companion.board.squares import parse_square
from companion.core.ids import PieceId, SpaceId
from companion.documents import load_document
from companion.errors import InputError, MissingPart
from companion.files import write_file
from companion.text.faults import seen_words
from companion.text.wording import Wording
from ui.library import Library
from ui.presenters.adapter import Drawing
from ui.presenters.devices import why_of
from ui.presenters.equipment import Looked
from ui.table.album import Album

if TYPE_CHECKING:
    from vision.arrays import Picture
    from vision.plane.layout import Layout
    from vision.wizard.advice import Advice, Reason

ANSWERS_S = 2.0  # how long a tower may take to say who it is
FRAME_S, STILL_S = 10.0, 1.0  # how long a camera may take for its first picture, and for the next


class LocalDeviceSetup:
    """The devices for one game: its map of so many squares, if it has one, and the piece each tag stands for."""

    def __init__(
        self,
        library: Library,
        store: Path,
        drawing: Drawing,
        tags: Mapping[int, PieceId],
        standing: Callable[[], Mapping[PieceId, Sequence[SpaceId]]],
    ) -> None:
        self._library = library
        self._store = store
        self._tags = dict(tags)
        self._standing = standing
        grid = drawing if isinstance(drawing, GridDrawing) else None
        self.has_squares, self._is_turned = grid is not None, grid is not None and grid.is_turned
        self._squares = (grid.board.columns, grid.board.rows) if grid else (0, 0)
        self._view, self._album = "", Album(store)

    def ports(self) -> Sequence[tuple[str, str]]:
        """The serial ports: each with what it calls itself."""
        try:
            from firmware_bridge.ports_found import find_ports
        except ImportError as missing:
            raise MissingPart(f"the package {missing.name}", "install tablewright[hardware]") from missing
        return [(port.path, port.what) for port in find_ports()]

    def answers(self, port: str, wording: Wording) -> str:
        """Ask the port which device answers; return one line."""
        from companion.table.observation import LinkSeen, LinkState
        from firmware_bridge import SerialTower
        from firmware_bridge.registry import keys_file, load_keys

        tower = SerialTower(port, spool=":memory:", keys=load_keys(keys_file()))
        try:
            ends, last = time.monotonic() + ANSWERS_S, None
            while time.monotonic() < ends and (last is None or last.state is not LinkState.ONLINE):
                last = next((one for one in reversed([*tower.poll()]) if isinstance(one, LinkSeen)), last)
                time.sleep(0.02)
        finally:
            tower.close()
        if last is not None and last.state is LinkState.ONLINE:
            return wording.say("devices.answers", node=last.source, detail=last.why)
        return wording.say("devices.silent", why=why_of(last.why if last else "cable", wording))

    def make_layout(self, square_mm: float, wording: Wording) -> tuple[Path, Path]:
        """The layout of this table, and its markers as PDF."""
        try:
            from vision.plane.layout import build_layout, format_layout
            from vision.prints.markers import print_markers
        except ImportError as missing:
            raise MissingPart(f"the package {missing.name}", "install tablewright[camera]") from missing
        columns, rows = self._squares
        layout = build_layout(
            columns, rows, {tag: piece for tag, piece in self._tags.items() if tag < MOST_TAGS}, square_mm=square_mm
        )
        path = self._store.with_suffix(".layout.json")
        printed = print_markers(layout, wording.say, file=str(path))
        write_file(path, format_layout(layout).encode())
        return path, self._library.keep_paper(f"{self._store.stem}-markers.pdf", printed.pdf)

    def look(self, source: str, layout: str, wording: Wording) -> Looked:
        """Look once through the camera; keep a good view."""
        from vision.pictures import encode_png
        from vision.plane.layout import read_layout
        from vision.plane.view import format_view, view_of
        from vision.wizard.advice import advise
        from vision.wizard.overlay import draw_seen

        known = read_layout(Path(layout))
        shots = _shots(source, known)
        advice = advise(shots, known)
        if advice.is_good and advice.calibration is not None:
            self._view = str(self._store.with_suffix(".view.json"))
            write_file(self._view, format_view(view_of(advice.calibration, known)).encode())
        drawn = encode_png(draw_seen(shots[-1], known, advice.calibration)) if shots else b""
        return Looked(drawn, advice_lines(advice, "", wording), advice.is_good)

    def snap(self, source: str, layout: str) -> bytes:
        """Take the camera's picture of now, as a PNG."""
        from vision.pictures import encode_png
        from vision.plane.layout import read_layout

        shots = _shots(source, read_layout(Path(layout)) if layout else None)
        if not shots:
            raise InputError(source, "", "no picture", "a camera that gives some")
        return encode_png(shots[-1])

    def view(self) -> str:
        """The view that was kept last."""
        return self._view

    def keep_empty(self, source: str, layout: str) -> Path:
        """A photograph of the empty map, kept; squared, it becomes the ground of the board."""
        from vision.pictures import encode_png
        from vision.plane.overhead import on_its_side

        picture, flat = _from_above(source, layout)
        path = self._store.with_suffix(".empty.png")
        write_file(path, encode_png(picture))
        self._album.keep_ground(encode_png(on_its_side(flat) if self._is_turned else flat))
        return path

    def keep_portraits(self, source: str, layout: str) -> int:
        """Cut portraits from one look, each where the record says that the figure stands; return their number."""
        from vision.pictures import encode_png
        from vision.plane.overhead import cut_out, on_its_side

        _, flat = _from_above(source, layout)
        standing = self._standing()
        for piece, spaces in standing.items():
            columns, rows = (sorted(ends) for ends in zip(*map(parse_square, spaces), strict=True))
            across, down = ((ends[0] + ends[-1] + 1) / 2 * SQUARE_PX for ends in (columns, rows))
            side = round(1.2 * SQUARE_PX * max(ends[-1] - ends[0] + 1 for ends in (columns, rows)))
            cut = cut_out(flat, (across, down), side)
            self._album.keep_portrait(piece, encode_png(on_its_side(cut) if self._is_turned else cut))
        return len(standing)


def fits(layout: str, drawing: Drawing, tags: Mapping[int, PieceId]) -> bool:
    """Whether the layout in that file is of this map, and has these pieces on its tags."""
    if not layout or not isinstance(drawing, GridDrawing):
        return False
    try:
        top = load_document(layout).table({"map", "base_tags"}, {"format", "corner_markers", "board"})
        size = top["map"]["columns"].value, top["map"]["rows"].value
        pieces = {base["tag"].value: base["piece"].value for base in top["base_tags"].items()}
    except InputError:
        return False
    there = {tag: piece for tag, piece in tags.items() if tag < MOST_TAGS}
    return size == (drawing.board.columns, drawing.board.rows) and pieces == there


MOST_TAGS = 50  # of the family on the trays
SQUARE_PX = 64  # of a square from above, for people to look at


def _from_above(source: str, layout: str) -> tuple[Picture, Picture]:
    """The camera's picture, and its map from straight above; raises ``InputError`` where the map is not found."""
    from vision.plane.calibration import CalibrationRefused
    from vision.plane.layout import read_layout
    from vision.plane.overhead import rectify
    from vision.plane.register import register
    from vision.settings import VisionSettings

    known = read_layout(Path(layout))
    shots = _shots(source, known)
    if not shots:
        raise InputError(source, "", "no picture", "a camera that gives some")
    fitted = register(shots[-1], known, VisionSettings())
    if isinstance(fitted, CalibrationRefused):
        raise InputError(source, "", fitted.why, "the whole map and its markers in the picture")
    return shots[-1], rectify(shots[-1], fitted, known, SQUARE_PX)


def _shots(source: str, layout: Layout | None) -> list[Picture]:
    """Take some frames of the camera, the last one the newest; none where it gives none in time."""
    from vision.sources.frames import FramesLost
    from vision.sources.opening import open_frames

    frames = open_frames(source, time.monotonic, layout=layout, place="camera")
    shots: list[Picture] = []
    try:
        ends = time.monotonic() + FRAME_S
        while len(shots) < 3 and time.monotonic() < ends:
            if (frame := frames.read()) is not None:
                shots.append(frame.picture)
                ends = min(ends, time.monotonic() + STILL_S)
            time.sleep(0.02)
    except FramesLost as lost:
        if not shots:
            raise InputError(source, "", str(lost), "a camera that gives pictures") from lost
    finally:
        frames.close()
    return shots


def advice_lines(advice: Advice, lost: str, wording: Wording) -> list[str]:
    """Say what keeps a camera's picture from being read, worst first, and how good it is."""
    say, lines = wording.say, []

    def words(reason: Reason) -> str:
        told = {name: seen_words(str(value), wording) for name, value in reason.words.items()}
        return say(f"camera.reason.{reason.code}", **told)

    for number, one in enumerate((reason for reason in advice.reasons if reason.stops), 1):
        lines.append(f"{number}. {words(one)}")
        if one.code == "no-picture" and lost:
            lines.append(f"   {lost}")
    lines += [f"({words(one)})" for one in advice.reasons if not one.stops]
    seen = advice.figures
    if seen:
        lines.append(say("camera.figures", px=seen.px_per_mm, error=seen.error_mm, tilt=seen.tilt_deg))
        grades = [
            f"{say(f'camera.thing.{thing}')}: {say(f'camera.grade.{grade}')}"
            for thing, grade in sorted(seen.readable.items())
        ]
        lines.append(say("camera.readable", things="; ".join(grades)))
    lines.append(say("camera.good" if advice.is_good else "camera.not-yet"))
    return lines
