"""The virtual table and the camera over it: what the hands do is drawn, what is drawn is read by the real vision."""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from companion.board.areas.map import AreaMap
from companion.board.grid import GridBoard
from companion.board.spaces import Terrain
from companion.board.squares import parse_square
from companion.core.ids import PieceId, SpaceId
from companion.table.observation import Observation, PictureSeen
from vision.arrays import Frame
from vision.pictures import write_picture
from vision.plane.layout import build_layout
from vision.plane.places import Printed
from vision.sources.frames import FramesLost
from vision.virtual.camera import Camera, camera_over
from vision.virtual.scene import Base, Scene
from vision.virtual.table import hand_over, still_frames, still_picture
from vision.watch.adapter import TableCamera
from vision.watch.pipeline import TablePipeline

FRAME_S = 0.1  # between two frames of the virtual camera
STILL_FRAMES = 14  # 0.4 s and 5 frames to settle, 5 to vote, some to spare
TILT_DEG, VIEW_DEG = 6.0, 40.0  # high up with a longer lens: no figure hides the tag of the one behind it
TRAY_MM, APART_MM = 34.3, 42  # a figure's tray; from the middle of one to the next, where a zone holds several
BOARD_MM, SQUARE_MM = 500.0, 50.0  # a printed board's longer side; the squares its markers are laid by
ZONES_MM = 750.0  # the longer side of a board whose zones hold several figures
COLOURS = {"red": (0, 94, 213), "blue": (178, 114, 0)}  # BGR


class _Film:
    """The frames the virtual camera has taken and nobody has read yet; ``cut`` is its cable."""

    def __init__(self) -> None:
        self.frames: deque[Frame] = deque()
        self.cut = False

    def read(self) -> Frame | None:
        if self.cut:
            raise FramesLost("no-frames: the camera gives no picture; check its cable")
        return self.frames.popleft() if self.frames else None

    def reopen(self) -> None:
        if self.cut:
            raise FramesLost("not-found: the camera is gone")

    def close(self) -> None:
        self.frames.clear()


class VirtualTable:
    """A table with figures that hands move, and a camera that looks."""

    def __init__(self, scene: Scene, names: Mapping[str, str], out: Path) -> None:
        self.layout, self._scene = scene.layout, scene
        self._tag = {base.piece: base.tag for base in self.layout.bases}
        self._names, self._out = names, out
        wide, high = self.layout.columns * self.layout.square_mm, self.layout.rows * self.layout.square_mm
        self._camera: Camera = camera_over(wide, high, tilt_deg=TILT_DEG, view_deg=VIEW_DEG)
        self._film, self._now, self._taken = _Film(), 0.0, 0
        self._is_leaving = False
        self.camera = TableCamera(self._film, TablePipeline(self.layout), lambda: self._now)
        self._still = still_picture(self._scene, self._camera)

    @property
    def pieces(self) -> frozenset[PieceId]:
        """The pieces that wear a tag."""
        return frozenset(self._tag)

    def stand(self, piece: PieceId, space: SpaceId, offset_mm: tuple[float, float] = (0.0, 0.0)) -> None:
        """Let a hand put the piece there, from wherever it was."""
        square, middle = self.layout.square_mm, self.layout.places.middle_mm(space)
        if self.layout.board is not None and self.layout.board.by_zone and not any(offset_mm):
            middle = self._free_mm(piece, space)
        (column, away), (row, down) = (divmod(way, square) for way in middle)
        half, seat = square / 2, piece.rsplit("-", 1)[0]
        offset_mm = away - half + offset_mm[0], down - half + offset_mm[1]
        base = Base(
            self._tag[piece],
            int(column),
            int(row),
            offset_mm,
            COLOURS.get(seat, (90, 90, 90)),
            label=self._names[piece],
            square_mm=TRAY_MM,
        )
        others = tuple(other for other in self._scene.bases if other.tag != base.tag)
        self._scene = replace(self._scene, bases=(*others, base))

    def _free_mm(self, piece: PieceId, zone: SpaceId) -> tuple[float, float]:
        """Where there is room in the zone, beside those who stand there: as near to its middle as can be."""
        square, places = self.layout.square_mm, self.layout.places
        others = [
            ((base.column + 0.5) * square + base.offset_mm[0], (base.row + 0.5) * square + base.offset_mm[1])
            for base in self._scene.bases
            if base.tag != self._tag[piece]
        ]
        wide, high = self.layout.columns * square, self.layout.rows * square
        points = [
            (float(x), float(y)) for x in range(0, round(wide), APART_MM) for y in range(0, round(high), APART_MM)
        ]
        free = [
            point
            for point in points
            if (spot := places.spot(point)) is not None
            and spot.space == zone
            and spot.margin_mm > TRAY_MM / 2
            and all(math.dist(point, other) >= APART_MM for other in others)
        ]
        return min(free, key=lambda point: math.dist(point, places.middle_mm(zone)))

    def half_way(self, space: SpaceId) -> tuple[float, float]:
        """How far it is, in mm, from the space's middle to the line half way to the next space or out of the zone."""
        places = self.layout.places
        x, y = places.middle_mm(space)
        steps = (number * 0.5 for number in range(200))
        return next((step, 0.0) for step in steps if (spot := places.spot((x + step, y))) is None or spot.margin_mm < 1)

    def take(self, piece: PieceId) -> None:
        """Let a hand take the piece off the map."""
        self._scene = replace(
            self._scene, bases=tuple(base for base in self._scene.bases if base.tag != self._tag[piece])
        )

    def look(self, near: SpaceId | None = None, name: str = "table") -> list[Observation]:
        """Return what the camera says once the hands are gone: they are filmed first, then the table at rest."""
        self._taken += 1
        if not self._film.cut:
            middle = (self.layout.columns * self.layout.square_mm / 2, self.layout.rows * self.layout.square_mm / 2)
            spot = self.layout.places.middle_mm(near) if near else middle
            hand = hand_over(self._still, self._camera, spot, self._taken)
            self._shoot([hand, hand])
            if self._is_leaving:
                return []
            self._still = still_picture(self._scene, self._camera)
            file = self._out / f"{self._taken:03}-{name}.jpg"
            self._shoot(still_frames(self._still, STILL_FRAMES, self._taken), str(file.name))
            write_picture(file, self._still)
        seen: list[Observation] = []
        self._now += FRAME_S
        for _ in range(STILL_FRAMES):
            seen += self.camera.poll()
            is_seen = any(isinstance(observation, PictureSeen) for observation in seen)
            if is_seen or self._is_leaving or not self._film.frames:
                break
        self._film.frames.clear()
        now_s = time.monotonic()  # the film has a clock of its own; what other devices saw is joined by the machine's
        return [replace(told, at_s=now_s) if isinstance(told, PictureSeen) else told for told in seen]

    def cut_the_cable(self) -> None:
        """Let the camera die."""
        self._film.cut = True

    def hurry(self) -> None:
        """Let a look that goes on end with nothing; called from another thread."""
        self._is_leaving = True

    def close(self) -> None:
        """Let go of the camera."""
        self.camera.close()

    def _shoot(self, pictures: Iterable[object], name: str = "") -> None:
        for picture in pictures:
            if self._is_leaving:
                return
            self._now += FRAME_S
            self._film.frames.append(Frame(picture, self._now, name))  # type: ignore[arg-type]


def printed_scene(areas: AreaMap, tags: Mapping[int, PieceId], *, by_zone: bool = False) -> Scene:
    """A printed board of zones and spaces, without figures; ``by_zone``: these stand anywhere in a zone."""
    corners = [corner for zone in areas.zones for corner in zone.outline]
    wide, high = max(x for x, _ in corners), max(y for _, y in corners)
    unit_mm = (ZONES_MM if by_zone else BOARD_MM) / max(wide, high)
    columns, rows = (math.ceil(side * unit_mm / SQUARE_MM) for side in (wide, high))
    layout = build_layout(columns, rows, tags, square_mm=SQUARE_MM)
    return Scene(replace(layout, board=Printed(areas, unit_mm, by_zone)), title=areas.name)


def scene_of(board: GridBoard, tags: Mapping[int, PieceId]) -> Scene:
    """The printed map of a board of squares, without figures."""
    layout = build_layout(board.columns, board.rows, tags)
    terrain: dict[str, set[tuple[int, int]]] = {}
    for space in board.spaces:
        tile = board.tile(space)
        kinds = [kind.value for kind in (Terrain.BLOCKING, Terrain.WATER, Terrain.HINDERING) if kind in tile.terrain]
        kind = kinds[0] if kinds else "elevated" if tile.elevation > 1 else ""
        if kind:
            terrain.setdefault(kind, set()).add(parse_square(space))
    walls = tuple((parse_square(wall.a), parse_square(wall.b)) for wall in sorted(board.walls))
    return Scene(layout, {kind: frozenset(spots) for kind, spots in terrain.items()}, walls, title=board.name)
