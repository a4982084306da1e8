"""The maps at hand: those that are shipped and this machine's own, each read and drawn once, its areas numbered.

gallery ──tap──> one map, as large as the page
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from companion.board.grid import GridBoard
from companion.board.loading import format_map, parse_map
from companion.board.picture import BoardPicture, filling
from companion.documents import Node
from companion.errors import InputError
from companion.games.heroclix.face.areas import area_marks
from companion.games.heroclix.face.setup import MAPS, count_areas, map_file
from companion.interchange.maps import load_map
from companion.painting import Sheet, board_sheet, picture_of
from companion.text.faults import fault_words
from companion.text.wording import Wording
from ui.library import Document, Library
from ui.presenters.pages import Go, Page, PickDesk, Tile, Turn, Untyped

PICTURE, WHOLE = 420, 1100  # pixels of a map in the gallery, and alone


class Maps:
    """The maps by name; one that cannot be read raises ``InputError``, and says so in its tile."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._documents: dict[str, Document] = {}
        self._boards: dict[str, GridBoard] = {}
        self._pictures: dict[tuple[str, int], bytes] = {}

    def document(self, name: str) -> Document:
        """The map as a game is set up with it."""
        if name not in self._documents:
            if name in MAPS:
                self._documents[name] = json.loads(map_file(name).read_text(encoding="utf-8"))
            else:
                self._documents[name] = format_map(load_map(name)[0])
        return self._documents[name]

    def board(self, name: str) -> GridBoard:
        """The map as a board."""
        if name not in self._boards:
            self._boards[name] = parse_map(Node(name, "", self.document(name)))
        return self._boards[name]

    def picture(self, name: str, width: int = PICTURE) -> bytes:
        """Draw the map, its starting areas numbered."""
        if (name, width) not in self._pictures:
            drawn = board_sheet(_numbered(self.board(name)), Sheet())
            self._pictures[name, width] = picture_of(drawn, width=width)
        return self._pictures[name, width]

    def about(self, name: str, wording: Wording) -> str:
        """Say the map's size and its starting areas."""
        board = self.board(name)
        return wording.say("evening.map_about", columns=board.columns, rows=board.rows, areas=count_areas(board))

    def fitting(self, players: int) -> str | None:
        """The first map with a starting area for each of so many players (HC-SETUP-06)."""
        for name in self._names():
            with suppress(InputError):
                if count_areas(self.board(name)) >= players:
                    return name
        return None

    def tiles(self, wording: Wording, chosen: str = "") -> list[Tile]:
        """Every map at hand."""
        tiles = []
        for name in self._names():
            try:
                tiles.append(Tile(name, self.board(name).name, self.about(name, wording), chosen=name == chosen))
            except InputError as wrong:
                tiles.append(Tile("", Path(name).stem, fault_words(wrong, wording), tone="bad"))
        return tiles

    def _names(self) -> list[str]:
        return [*MAPS, *map(str, self._library.maps())]

    def gallery(self) -> PickDesk:
        """All of them, to look at."""
        return PickDesk("evening.maps", self.tiles, lambda name: Go(_MapDesk(self, name)), picture=self.picture)


class _MapDesk(Untyped):
    def __init__(self, maps: Maps, name: str) -> None:
        self._maps, self._name = maps, name

    def page(self, wording: Wording) -> Page:
        """The map, as large as the page."""
        title, about = self._maps.board(self._name).name, self._maps.about(self._name, wording)
        return Page(title, about, picture=self._maps.picture(self._name, WHOLE))

    def press(self, action: str) -> Turn:
        """Stay: only the way back can be tapped."""
        return None


def _numbered(board: GridBoard) -> BoardPicture:
    """The map with a number on each of its starting areas."""
    drawing = filling(board)
    return drawing.picture(tokens=area_marks(board, drawing))
