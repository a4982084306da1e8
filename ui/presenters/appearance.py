"""The tablet looks like the table: a photograph becomes the ground, or a figure's portrait, by hand.

looks ──ground──> which photograph ──four corners dragged──> the map squared ──taken──> the ground
      └─figures─> whom ──> which photograph ──a circle dragged──> the portrait ──taken──> on its token
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from companion.core.ids import PieceId
from companion.text.wording import Wording
from ui.presenters.models import Looks
from ui.presenters.pages import Field, Frame, Go, Leave, Mark, Page, PickDesk, Share, Tile, Turn, Untyped

INSET = 0.12  # of the photograph: where the corners stand before they are dragged
RADIUS = 0.15
MIDDLE, RIM = "+", "o"  # what the marks of a circle are called


class Unusable(Exception):
    """A photograph of which nothing can be made, and why: a word of ``looks.wrong``."""

    def __init__(self, why: str, **words: object) -> None:
        super().__init__(why)
        self.why, self.words = why, words


class Opened(Protocol):
    """A photograph that was opened."""

    @property
    def shown(self) -> bytes:
        """The whole of it as a PNG."""

    def square(self, corners: Sequence[Share], columns: int, rows: int) -> bytes:
        """Return the picture within the corners, clockwise, from straight above, as a PNG; raises ``Unusable``."""

    def round(self, middle: Share, rim: Share) -> bytes:
        """Return the picture within the circle, as a PNG; raises ``Unusable``."""


class PhotoEditor(Protocol):
    """The photographs of this machine."""

    @property
    def folders(self) -> Sequence[Path]:
        """The folders in which photographs are looked for."""

    @property
    def has_camera(self) -> bool:
        """Whether one can be taken now."""

    def photographs(self) -> Sequence[Path]:
        """Return the photographs there are, the newest first."""

    def small(self, path: Path) -> bytes:
        """One as a list shows it, as a PNG."""

    def open(self, path: Path) -> Opened:
        """One of them; raises ``Unusable``."""

    def snap(self) -> Opened:
        """Take the camera's picture of now."""


class Album(Protocol):
    """The pictures of this game."""

    def looks(self) -> Looks:
        """Return the pictures there are."""

    def keep_ground(self, picture: bytes) -> None:
        """Keep the ground as it is drawn."""

    def keep_portrait(self, piece: PieceId, picture: bytes) -> None:
        """Keep what the figure looks like."""

    def forget_ground(self) -> None:
        """Draw the ground again."""

    def forget_portraits(self) -> None:
        """Write letters on every token again."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The board as it is drawn: so many squares, and what its corners are called, clockwise from the top left."""

    columns: int
    rows: int
    corners: tuple[str, str, str, str]


class LooksDesk(Untyped):
    """The page of this table's photographs; ``plan`` is ``None`` where the board is drawn unlike it is printed."""

    def __init__(
        self, album: Album, photo_editor: PhotoEditor, plan: Plan | None, figures: Callable[[], Mapping[PieceId, str]]
    ) -> None:
        self._album = album
        self._photo_editor = photo_editor
        self._plan = plan
        self._figures = figures
        self._grounds: GroundDesk | None = None  # what was dragged stays

    def page(self, wording: Wording) -> Page:
        """The ground, the portraits, and how to be rid of them."""
        looks, say = self._album.looks(), wording.say
        tiles = [
            Tile(
                "portraits",
                say("looks.portraits"),
                say("looks.portraits_text"),
                say("looks.portraits_count", count=len(looks.portraits)),
            )
        ]
        if self._plan is not None:
            state = say("looks.photograph" if looks.ground else "looks.drawn")
            tiles.insert(0, Tile("ground", say("looks.ground"), say("looks.ground_text"), state, looks.ground))
        buttons = [("table", say("looks.to_table"))]
        buttons += [("forget_ground", say("looks.forget_ground"))] if looks.ground else []
        buttons += [("forget_portraits", say("looks.forget_portraits"))] if looks.portraits else []
        return Page(say("looks.title"), say("looks.about"), tiles=tuple(tiles), buttons=tuple(buttons))

    def press(self, action: str) -> Turn:
        """On to a photograph, or forget."""
        match action:
            case "ground" if self._plan is not None:
                self._grounds = self._grounds or GroundDesk(self._photo_editor, self._plan, self._album.keep_ground)
                return Go(self._grounds)
            case "portraits":
                return Go(PickDesk("looks.whom", self._faces, self._portray))
            case "forget_ground":
                self._album.forget_ground()
            case "forget_portraits":
                self._album.forget_portraits()
            case "table":
                return Leave.TABLE
        return None

    def _faces(self, wording: Wording) -> list[Tile]:
        portraits = self._album.looks().portraits
        return [Tile(piece, name, picture=portraits.get(piece, b"")) for piece, name in self._figures().items()]

    def _portray(self, action: str) -> Turn:
        piece = PieceId(action)
        return Go(
            FaceDesk(self._photo_editor, self._figures()[piece], lambda face: self._album.keep_portrait(piece, face))
        )


class _TakingDesk(ABC):
    """A picture out of a photograph: which one, its marks dragged, what comes of it shown before it is taken."""

    hint = ""  # what is to be dragged where
    is_round = False

    def __init__(self, photo_editor: PhotoEditor, take: Callable[[bytes], None], marks: Mapping[str, Share]) -> None:
        self._photo_editor, self._take, self._marks = photo_editor, take, dict(marks)
        self._photo: Opened | None = None
        self._made, self._typed = b"", ""
        self._list = PickDesk("looks.which", self._tiles, self._pick, picture=self._small)
        self._refused: Unusable | None = None

    @abstractmethod
    def cut(self, photo: Opened, marks: Mapping[str, Share]) -> bytes:
        """The picture."""

    @abstractmethod
    def name(self, wording: Wording) -> str:
        """Return the title of the page."""

    def page(self, wording: Wording) -> Page:
        """The photographs; the one with its marks; or what was made of it."""
        say = wording.say
        if self._photo is None:
            page = self._which(wording)
        elif self._made:
            more = () if self.is_round else (("turn", say("looks.turn")),)
            buttons = (("take", say("looks.take")), *more, ("again", say("looks.drag_again")))
            page = Page(self.name(wording), say("looks.made"), picture=self._made, buttons=buttons)
        else:
            marks = tuple(Mark(key, *at) for key, at in self._marks.items())
            buttons = (("make", say("looks.make")), ("other", say("looks.other")))
            frame = Frame(marks, self.is_round)
            page = Page(self.name(wording), say(self.hint), picture=self._photo.shown, frame=frame, buttons=buttons)
        wrong = self._refused
        return page.with_notes(say(f"looks.wrong.{wrong.why}", **wrong.words)) if wrong else page

    def press(self, action: str) -> Turn:
        """Choose, drag, make, take."""
        self._refused = None
        what, _, rest = action.partition(":")
        try:
            match what:
                case "mark":
                    key, x, y = rest.rsplit(":", 2)
                    self.drag(key, (float(x), float(y)))
                case "make":
                    self._made = self.cut(self._photo, self._marks) if self._photo else b""
                case "again":
                    self._made = b""
                case "other":
                    self._photo = None
                case "open":
                    self._photo = self._photo_editor.open(Path(self._typed).expanduser())
                case "take":
                    self._take(self._made)
                    self._made = b""
                    return Leave.BACK
                case _:
                    self._list.press(action)
        except Unusable as wrong:
            self._refused = wrong
        return None

    def enter(self, field: str, text: str) -> None:
        """Take the words to look for, or a file's name."""
        if field == "file":
            self._typed = text.strip()
        else:
            self._list.enter(field, text)

    def drag(self, key: str, to: Share) -> None:
        """A mark is somewhere else."""
        self._marks[key] = to

    def _which(self, wording: Wording) -> Page:
        page = self._list.page(wording)
        file = Field("file", wording.say("looks.file"), self._typed)
        buttons = ((("open", wording.say("looks.open")),) if self._typed else ()) + page.buttons
        folders = ", ".join(map(str, self._photo_editor.folders))
        page = replace(page, text=wording.say("looks.which_text", folders=folders), buttons=buttons)
        return replace(page, fields=(*page.fields, file))

    def _tiles(self, wording: Wording) -> list[Tile]:
        seen = [Tile(f"photo:{path}", path.name) for path in self._photo_editor.photographs()]
        camera = Tile("camera", wording.say("looks.camera"), wording.say("looks.camera_text"))
        return [camera, *seen] if self._photo_editor.has_camera else seen

    def _small(self, action: str) -> bytes:
        return self._photo_editor.small(Path(action.partition(":")[2])) if action != "camera" else b""

    def _pick(self, action: str) -> Turn:
        path = action.partition(":")[2]
        self._photo = self._photo_editor.open(Path(path)) if path else self._photo_editor.snap()
        self._made = b""
        return None


class GroundDesk(_TakingDesk):
    """The map within four dragged corners."""

    def __init__(self, photo_editor: PhotoEditor, plan: Plan, take: Callable[[bytes], None]) -> None:
        low, high = INSET, 1 - INSET
        places = ((low, low), (high, low), (high, high), (low, high))
        super().__init__(photo_editor, take, dict(zip(plan.corners, places, strict=True)))
        self._plan = plan
        self.hint = "looks.numbers_text" if plan.corners[0].isdigit() else "looks.corners_text"

    def name(self, wording: Wording) -> str:
        return wording.say("looks.ground")

    def cut(self, photo: Opened, marks: Mapping[str, Share]) -> bytes:
        corners = [marks[corner] for corner in self._plan.corners]
        return photo.square(corners, self._plan.columns, self._plan.rows)

    def press(self, action: str) -> Turn:
        """Turn, too: each corner takes the place of the next, as the map lay turned by a quarter."""
        if action == "turn":
            first, *others = self._plan.corners
            places = [self._marks[corner] for corner in (*others, first)]
            self._marks = dict(zip(self._plan.corners, places, strict=True))
        return super().press("make" if action == "turn" else action)


class FaceDesk(_TakingDesk):
    """A figure within a dragged circle."""

    hint, is_round = "looks.circle_text", True

    def __init__(self, photo_editor: PhotoEditor, whose: str, take: Callable[[bytes], None]) -> None:
        super().__init__(photo_editor, take, {MIDDLE: (0.5, 0.5), RIM: (0.5 + RADIUS, 0.5)})
        self._whose = whose

    def name(self, wording: Wording) -> str:
        return self._whose

    def cut(self, photo: Opened, marks: Mapping[str, Share]) -> bytes:
        return photo.round(marks[MIDDLE], marks[RIM])

    def drag(self, key: str, to: Share) -> None:
        """The rim goes along with the middle."""
        if key == MIDDLE:
            (x, y), (u, v) = self._marks[MIDDLE], self._marks[RIM]
            self._marks[RIM] = (min(max(u + to[0] - x, 0.0), 1.0), min(max(v + to[1] - y, 0.0), 1.0))
        super().drag(key, to)
