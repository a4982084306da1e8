"""The virtual table and the camera over it: what the hands do is drawn, what is drawn is read by the real vision."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from companion.board.grid import GridBoard
from companion.board.spaces import Terrain
from companion.board.squares import parse_square
from companion.core.ids import PieceId, SpaceId
from companion.table.observation import Observation, PictureSeen
from vision.arrays import Frame
from vision.pictures import write_picture
from vision.plane.layout import Layout, build_layout
from vision.sources.frames import FramesLost
from vision.virtual.camera import Camera, camera_over
from vision.virtual.scene import Base, Scene
from vision.virtual.table import hand_over, still_frames, still_picture
from vision.watch.adapter import TableCamera
from vision.watch.pipeline import TablePipeline

FRAME_S = 0.1  # between two frames of the virtual camera
STILL_FRAMES = 14  # 0.4 s and 5 frames to settle, 5 to vote, some to spare
TILT_DEG, VIEW_DEG = 6.0, 40.0  # high up with a longer lens: no figure hides the tag of the one behind it
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

    def __init__(self, board: GridBoard, tags: Mapping[int, PieceId], names: Mapping[str, str], out: Path) -> None:
        self.layout: Layout = build_layout(board.columns, board.rows, tags)
        self._tag = {piece: tag for tag, piece in tags.items()}
        self._names, self._out = names, out
        self._scene = scene_of(board, self.layout)
        wide, high = board.columns * self.layout.square_mm, board.rows * self.layout.square_mm
        self._camera: Camera = camera_over(wide, high, tilt_deg=TILT_DEG, view_deg=VIEW_DEG)
        self._film, self._now, self._taken = _Film(), 0.0, 0
        self.camera = TableCamera(self._film, TablePipeline(self.layout), lambda: self._now)
        self._still = still_picture(self._scene, self._camera)

    def stand(self, piece: PieceId, space: SpaceId, offset_mm: tuple[float, float] = (0.0, 0.0)) -> None:
        """Let a hand put the piece there, from wherever it was."""
        column, row = parse_square(space)
        seat = piece.rsplit("-", 1)[0]
        base = Base(self._tag[piece], column, row, offset_mm, COLOURS.get(seat, (90, 90, 90)), label=self._names[piece])
        others = tuple(other for other in self._scene.bases if other.tag != base.tag)
        self._scene = replace(self._scene, bases=(*others, base))

    def take(self, piece: PieceId) -> None:
        """Let a hand take the piece off the map."""
        self._scene = replace(
            self._scene, bases=tuple(base for base in self._scene.bases if base.tag != self._tag[piece])
        )

    def look(self, near: SpaceId | None = None, name: str = "table") -> list[Observation]:
        """What the camera says once the hands are gone: the hand is filmed first, then the table at rest."""
        self._taken += 1
        if not self._film.cut:
            column, row = parse_square(near) if near else (self.layout.columns // 2, self.layout.rows // 2)
            spot = ((column + 0.5) * self.layout.square_mm, (row + 0.5) * self.layout.square_mm)
            hand = hand_over(self._still, self._camera, spot, self._taken)
            self._shoot([hand, hand])
            self._still = still_picture(self._scene, self._camera)
            file = self._out / f"{self._taken:03}-{name}.jpg"
            self._shoot(still_frames(self._still, STILL_FRAMES, self._taken), str(file.name))
            write_picture(file, self._still)
        seen: list[Observation] = []
        self._now += FRAME_S
        for _ in range(STILL_FRAMES):
            seen += self.camera.poll()
            if not self._film.frames or any(isinstance(observation, PictureSeen) for observation in seen):
                break
        self._film.frames.clear()
        return seen

    def cut_the_cable(self) -> None:
        """Let the camera die."""
        self._film.cut = True

    def close(self) -> None:
        """Let go of the camera."""
        self.camera.close()

    def _shoot(self, pictures: Iterable[object], name: str = "") -> None:
        for picture in pictures:
            self._now += FRAME_S
            self._film.frames.append(Frame(picture, self._now, name))  # type: ignore[arg-type]


def scene_of(board: GridBoard, layout: Layout) -> Scene:
    """The printed map of a board, without figures."""
    terrain: dict[str, set[tuple[int, int]]] = {}
    for space in board.spaces:
        tile = board.tile(space)
        kinds = [kind.value for kind in (Terrain.BLOCKING, Terrain.WATER, Terrain.HINDERING) if kind in tile.terrain]
        kind = kinds[0] if kinds else "elevated" if tile.elevation > 1 else ""
        if kind:
            terrain.setdefault(kind, set()).add(parse_square(space))
    walls = tuple((parse_square(wall.a), parse_square(wall.b)) for wall in sorted(board.walls))
    return Scene(layout, {kind: frozenset(spots) for kind, spots in terrain.items()}, walls, title=board.name)
