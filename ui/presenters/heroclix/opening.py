"""A new game of HeroClix by touch: one page with everything as it was last time; a tap on a row changes it.

rules · points · players · a force for each · map · rounds ──> Begin
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from math import dist
from pathlib import Path
from typing import Any

from companion.board.grid import GridBoard
from companion.board.loading import format_map, parse_map
from companion.board.picture import BoardPicture, Token, filling
from companion.core.ids import EditionId, PieceId, Seat, SystemId
from companion.documents import Node
from companion.errors import InputError
from companion.games import editions_of
from companion.games.heroclix.figures.collection import shipped_map
from companion.games.heroclix.figures.figure import Figure
from companion.games.heroclix.forces.setup import GameSetUp
from companion.games.heroclix.opening.areas import areas_on
from companion.games.heroclix.opening.begin import TABLE_SEATS, begin
from companion.interchange.maps import load_map
from companion.painting import Sheet, board_sheet, picture_of
from companion.text.wording import Wording
from ui.presenters.heroclix.muster import Muster
from ui.presenters.pages import Field, Go, Page, PickDesk, Play, Tile, Turn
from ui.shelf import Document, Shelf

GAME = "heroclix"
LARGE = 2  # squares that the number of a starting area covers
LONGEST = 24  # letters of a player's name
POINTS = ("100", "200", "300", "400", "500", "600", "800", "1000")
ROUNDS = ("0", "6", "8", "10", "12")
PLAYERS = {"2": 2, "3": 3, "4": 4, "pairs": 4}
SHIPPED = ("harbour-market", "lantern-vault")
PICTURE = 420  # pixels of a map in the gallery
_FIRST = {"edition": "core", "points": "300", "players": "2", "map": SHIPPED[0], "rounds": "0"}


class OpeningDesk:
    """Everything a game needs, as rows; ``Begin`` when nothing stands against it."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf, self._muster = shelf, Muster(shelf)
        kept = {key: value for key, value in shelf.draft(GAME).items() if isinstance(value, str)}
        self._chosen: dict[str, str] = {**_FIRST, **kept}
        self._maps: dict[str, Document] = {}
        self._boards: dict[str, GridBoard] = {}
        self._pictures: dict[str, bytes] = {}
        try:
            self._map(self._chosen["map"])
        except InputError:  # it was in order the last time; the gallery tells what is wrong with it
            self._chosen["map"] = _FIRST["map"]

    def page(self, wording: Wording) -> Page:
        """The rows, and what stands against beginning."""
        chosen, points = self._chosen, int(self._chosen["points"])
        rows = [
            Tile("pick:edition", wording.say("evening.edition"), wording.word("edition", chosen["edition"])),
            Tile("pick:players", wording.say("evening.players"), wording.say(f"evening.players_{chosen['players']}")),
            Tile("pick:points", wording.say("evening.points"), chosen["points"]),
        ]
        for seat in self._seats():
            name = chosen.get(f"force:{seat}", "")
            about = self._muster.about(name, points, wording) if name else wording.say("evening.choose_force")
            rows.append(Tile(f"pick:force:{seat}", wording.word("seat", seat), about, tone=str(seat)))
        name = str(self._map(chosen["map"]).get("name", ""))
        picture = self._picture(chosen["map"])
        rows.append(Tile("pick:map", wording.say("evening.map"), name, picture=picture))
        rows.append(Tile("pick:rounds", wording.say("evening.rounds"), _rounds(chosen["rounds"], wording)))
        against = tuple(self._against(wording))
        buttons = () if against else (("begin", wording.say("evening.begin")),)
        fields = tuple(
            Field(f"name:{seat}", wording.say("evening.name_of", seat=wording.word("seat", seat)), self._name(seat))
            for seat in self._seats()
        )
        return Page(wording.say(f"game.{GAME}"), fields=fields, tiles=tuple(rows), notes=against, buttons=buttons)

    def press(self, action: str) -> Turn:
        """Change a row, or begin."""
        if action == "begin":
            return Play(self._setup(), players={seat: name for seat in self._seats() if (name := self._name(seat))})
        _, _, row = action.partition(":")
        if row.startswith("force:"):
            seat = row.partition(":")[2]
            return Go(self._muster.picking(int(self._chosen["points"]), self._keep(f"force:{seat}")))
        lists: Mapping[str, Callable[[Wording], Sequence[Tile]]] = {
            "edition": lambda words: [
                Tile(one, words.word("edition", one), words.word("edition.about", one))
                for one in editions_of(SystemId(GAME))
            ],
            "players": lambda words: [Tile(one, words.say(f"evening.players_{one}")) for one in PLAYERS],
            "points": lambda words: [Tile(one, one) for one in POINTS],
            "rounds": lambda words: [Tile(count, _rounds(count, words)) for count in ROUNDS],
            "map": self._gallery,
        }
        picture = self._picture if row == "map" else None
        return Go(PickDesk(f"evening.{row}", lists[row], self._keep(row), picture=picture))

    def enter(self, field: str, text: str) -> None:
        """Name a player."""
        self._keep(field)(text)

    def _name(self, seat: Seat) -> str:
        return self._chosen.get(f"name:{seat}", "").strip()[:LONGEST]

    def _seats(self) -> tuple[Seat, ...]:
        return TABLE_SEATS[: PLAYERS.get(self._chosen["players"], 2)]

    def _keep(self, row: str) -> Callable[[str], None]:
        def keep(value: str) -> None:
            self._chosen[row] = value
            self._shelf.keep_draft(GAME, dict(self._chosen))

        return keep

    def _against(self, wording: Wording) -> Iterator[str]:
        """Why the game cannot begin yet."""
        for seat in self._seats():
            name = self._chosen.get(f"force:{seat}", "")
            if not name:
                yield wording.say("evening.no_force", seat=wording.word("seat", seat))
            else:
                for broken in self._muster.against(name, int(self._chosen["points"]), wording)[:2]:
                    yield f"{wording.word('seat', seat)}: {broken}"
        areas = len(areas_on(self._board(self._chosen["map"])))
        if areas < len(self._seats()):  # HC-SETUP-06
            yield wording.say("evening.too_few_areas", areas=areas, players=len(self._seats()))

    def _setup(self) -> GameSetUp:
        chosen = self._chosen
        brought = [(name, self._muster.force(name)) for seat in self._seats() if (name := chosen[f"force:{seat}"])]
        document = self._map(chosen["map"])
        return begin(
            brought,
            [(chosen["map"], document)],
            int(chosen["points"]),
            edition=EditionId(chosen["edition"]),
            pairs=chosen["players"] == "pairs",
            round_limit=int(chosen["rounds"]) or None,
        )

    def _gallery(self, wording: Wording) -> list[Tile]:
        """Every map at hand, its size and starting areas."""
        tiles = []
        for name in (*SHIPPED, *map(str, self._shelf.maps())):
            try:
                document = self._map(name)
            except InputError as wrong:
                tiles.append(Tile("", Path(name).stem, str(wrong), tone="bad"))
                continue
            board = self._board(name)
            about = wording.say("evening.map_about", columns=board.columns, rows=board.rows, areas=len(areas_on(board)))
            tiles.append(Tile(name, str(document["name"]), about, chosen=name == self._chosen["map"]))
        return tiles

    def _map(self, name: str) -> Document:
        """The document of a map."""
        if name not in self._maps:
            if name in SHIPPED:
                self._maps[name] = json.loads(shipped_map(name).read_text(encoding="utf-8"))
            else:
                self._maps[name] = format_map(load_map(name)[0])
        return self._maps[name]

    def _board(self, name: str) -> GridBoard:
        if name not in self._boards:
            self._boards[name] = parse_map(Node(name, "", self._map(name)))
        return self._boards[name]

    def _picture(self, name: str) -> bytes:
        """Its drawing, the starting areas numbered."""
        if name not in self._pictures:
            drawn = board_sheet(_numbered(self._board(name)), Sheet())
            self._pictures[name] = picture_of(drawn, width=PICTURE)
        return self._pictures[name]


def _numbered(board: GridBoard) -> BoardPicture:
    """The map with a number on each of its starting areas."""
    drawing = filling(board)
    tokens = []
    for number, area in enumerate(areas_on(board), 1):
        own = [space for space, tile in zip(board.spaces, board.tiles, strict=True) if tile.starting == area]
        places = [drawing.place(space) for space in own]
        middle = tuple(sum(ends) / len(places) for ends in zip(*places, strict=True))
        column, row = min(places, key=lambda place: dist(place, middle))
        column, row = min(column, drawing.columns - LARGE), min(row, drawing.rows - LARGE)
        tokens.append(Token(PieceId(area), str(number), area, "master", column, row, LARGE, LARGE))
    return drawing.picture(tokens=tokens)


def _rounds(count: str, wording: Wording) -> str:
    """When the game ends at the latest (HC-END-02)."""
    return wording.say("evening.until_round", count=count) if int(count) else wording.say("evening.no_limit")


def again(setup: GameSetUp, swapped: bool) -> GameSetUp:
    """The same game once more; ``swapped``: every force with the next seat clockwise."""
    if not swapped:
        return setup
    to = dict(zip(setup.seats, (*setup.seats[1:], setup.seats[0]), strict=True))
    forces = sorted(_moved(setup.forces, to), key=lambda enlisted: setup.seats.index(enlisted.seat))
    return replace(setup, forces=tuple(forces), tactics=_moved(setup.tactics, to))


def _moved(value: Any, to: Mapping[Seat, Seat], key: str = "") -> Any:
    """What a force brings, with its seat and the pieces that are named after it belonging to another seat."""
    if isinstance(value, tuple):
        return tuple(_moved(part, to, key) for part in value)
    if is_dataclass(value) and not isinstance(value, Figure | type):
        return replace(value, **{one.name: _moved(getattr(value, one.name), to, one.name) for one in fields(value)})
    if isinstance(value, str) and key in ("seat", "piece", "pieces", "id"):
        seat, dash, rest = value.partition("-")
        return type(value)(f"{to.get(Seat(seat), seat)}{dash}{rest}")
    return value
