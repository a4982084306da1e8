"""Quests, ``tablewright/quest@1``: a dungeon drawn in letters, and what its master knows of it.

squares  ["aaa#bb",        a letter a square: the place it belongs to, # is rock
          "aaaccc"]
places   {"a": {"room": "Guardroom", "names": {"fr": "Salle de garde"}}, "c": {"corridor": "Gallery"}}
doors    [{"id": "d1", "between": ["C2", "D2"]}, {…, "secret": true}]
furniture, traps, monsters, finds     what stands, lies and waits where            start, goal
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.board.dungeon import Door, Dungeon, Place, build_dungeon
from companion.board.facing import FACINGS
from companion.board.grid import GridBoard, Tile
from companion.board.loading import LARGEST, parse_edge, refuse_space_as_id
from companion.board.spaces import Edge
from companion.board.squares import format_square
from companion.core.ids import PieceId, SpaceId, ZoneId
from companion.documents import Node
from companion.games.heroquest.content.content import Content, refuse_no_find

FORMAT = "tablewright/quest@1"
ROCK = "#"
OPTIONAL = {"names", "walls", "doors", "furniture", "traps", "monsters", "finds", "wandering", "notes", "about"}


@dataclass(frozen=True, slots=True)
class Standing:
    id: PieceId
    type: str
    squares: tuple[SpaceId, ...]
    contents: tuple[str, ...] = ()
    searched: bool = False
    toppled: bool = False


@dataclass(frozen=True, slots=True)
class TrapState:
    """A trap now: hidden, revealed, disarmed, spent or blocked; ``by`` the dwarf who built it."""

    id: PieceId
    type: str
    squares: tuple[SpaceId, ...]
    status: str = "hidden"
    direction: str = ""
    source: SpaceId | None = None
    by: PieceId | None = None

    @property
    def is_armed(self) -> bool:
        return self.status in ("hidden", "revealed")


@dataclass(frozen=True, slots=True)
class MonsterAt:
    id: PieceId
    type: str
    at: SpaceId
    facing: str = "S"


@dataclass(frozen=True, slots=True)
class Goal:
    """The heroes' goal: clear (no monster left), slay (one of them), reach (a square); open: the master says."""

    kind: str
    target: str = ""


@dataclass(frozen=True)
class Quest:
    name: str
    dungeon: Dungeon
    furniture: tuple[Standing, ...]
    traps: tuple[TrapState, ...]
    monsters: tuple[MonsterAt, ...]
    finds: tuple[tuple[ZoneId, tuple[str, ...]], ...]
    start: tuple[SpaceId, ...]
    goal: Goal
    wandering: str = ""
    notes: tuple[str, ...] = ()
    names: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # by place, "" the quest: in other languages
    about: Mapping[str, str] = field(default_factory=dict)  # what everybody hears before it begins
    document: Mapping[str, Any] = field(repr=False, compare=False, default_factory=dict)


def parse_quest(node: Node, content: Content, *, is_checked: bool = True) -> Quest:
    """The quest in a document; a refusal names the place. ``is_checked``: that every room can be reached."""
    node.of_format(FORMAT).table({"format", "name", "squares", "places", "start", "goal"}, OPTIONAL)
    plain, drawn = _drawn(node)
    places = tuple(_place(node["places"][key], key, drawn) for key, _ in node["places"].entries())
    owner = {space: place.id for place in places for space in place.squares}
    reader = _Reader(node, plain, owner, content)
    doors = tuple(reader.door(entry) for entry in reader.listed("doors"))
    walls = [parse_edge(entry, plain) for entry in reader.listed("walls")]
    dungeon = build_dungeon(node["name"].text(), plain.columns, plain.rows, places, doors, walls)
    furniture = tuple(reader.furniture(entry) for entry in reader.listed("furniture"))
    traps = tuple(reader.trap(entry) for entry in reader.listed("traps"))
    monsters = tuple(reader.monster(entry) for entry in reader.listed("monsters"))
    start = tuple(reader.free_square(entry) for entry in node["start"].items())
    if not start:
        node["start"].refuse("at least one square")
    kept = node["finds"].entries() if "finds" in node else ()
    finds = tuple((ZoneId(key), reader.contents(entries)) for key, entries in kept)
    for key, _ in finds:
        if key not in {place.id for place in places}:
            node["finds"][key].refuse("the letter of a place", f"the key {key!r}")
    if is_checked:
        _refuse_unreachable(node, dungeon, start)
    wandering = node["wandering"].word(content.monsters) if "wandering" in node else ""
    notes = tuple(entry.text() for entry in reader.listed("notes"))
    goal, name = _goal(node["goal"], monsters, reader), dungeon.board.name
    told = {"": _names(node), **{key: _names(place) for key, place in node["places"].entries()}}
    about = node["about"].texts() if "about" in node else {}
    of_places = furniture, traps, monsters, finds
    return Quest(name, dungeon, *of_places, start, goal, wandering, notes, told, about, node.value)


def _names(node: Node) -> Mapping[str, str]:
    return {lang: word.text() for lang, word in node["names"].entries()} if "names" in node else {}


def _drawn(node: Node) -> tuple[GridBoard, dict[str, list[SpaceId]]]:
    lines = list(node["squares"].items())
    if not 1 <= len(lines) <= LARGEST or not 1 <= len(lines[0].text()) <= LARGEST:
        node["squares"].refuse(f"1 to {LARGEST} rows of 1 to {LARGEST} letters")
    width = len(lines[0].text())
    drawn: dict[str, list[SpaceId]] = {}
    for row, line in enumerate(lines):
        if len(line.text()) != width:
            line.refuse(f"{width} letters, as in the first row", f"{len(line.text())} letters")
        for column, letter in enumerate(line.text()):
            if letter != ROCK and letter not in node["places"].mapping:
                line.refuse("letters of places, or # for rock", f"the letter {letter!r}")
            drawn.setdefault(letter, []).append(format_square(column, row))
    return GridBoard("drawn", width, len(lines), (Tile(),) * (width * len(lines))), drawn


def _place(node: Node, key: str, drawn: dict[str, list[SpaceId]]) -> Place:
    node.table((), {"room", "corridor", "names"})
    if ("room" in node) == ("corridor" in node):
        node.refuse("either a room or a corridor, with its name")
    if len(key) != 1 or key == ROCK or key not in drawn:
        node.refuse("a letter that is drawn in 'squares'", f"the key {key!r}")
    name = node["room" if "room" in node else "corridor"].text()
    return Place(ZoneId(key), name, "room" in node, tuple(drawn[key]))


def _goal(node: Node, monsters: tuple[MonsterAt, ...], reader: _Reader) -> Goal:
    if node.value in ("clear", "open"):
        return Goal(str(node.value))
    if not isinstance(node.value, dict) or len(node.value) != 1:
        node.refuse('"clear", "open", {"slay": a monster} or {"reach": a square}')
    node.table((), {"slay", "reach"})
    if "slay" in node:
        return Goal("slay", node["slay"].word([figure.id for figure in monsters]))
    return Goal("reach", reader.square(node["reach"]))


def _refuse_unreachable(node: Node, dungeon: Dungeon, start: tuple[SpaceId, ...]) -> None:
    reached = dungeon.reached(start, frozenset(door.at for door in dungeon.doors))
    for place in dungeon.places:
        if not reached & set(place.squares):
            way = "a way to it from the start, through doors"
            node["places"][place.id].refuse(way, f"{place.name}, which has none")


class _Reader:
    """Reads what stands on the squares, and refuses two things in one."""

    def __init__(self, node: Node, board: GridBoard, owner: Mapping[SpaceId, ZoneId], content: Content) -> None:
        self.node = node
        self.board = board
        self.owner = owner
        self.content = content
        self.ids: set[str] = set()
        self.taken: dict[SpaceId, str] = {}

    def listed(self, key: str) -> list[Node]:
        return list(self.node[key].items()) if key in self.node else []

    def _id(self, node: Node) -> PieceId:
        if not node["id"].text() or node["id"].text() in self.ids:
            node["id"].refuse("an id of its own")
        refuse_space_as_id(node["id"], node["id"].text(), self.board)
        self.ids.add(node["id"].text())
        return PieceId(node["id"].text())

    def square(self, node: Node) -> SpaceId:
        if node.text() not in self.board:
            node.refuse(f"a square of the board, {self.board.spaces[0]} to {self.board.spaces[-1]}")
        if SpaceId(node.text()) not in self.owner:
            node.refuse("a square of a room or a corridor", f"{node.text()}, which is rock")
        return SpaceId(node.text())

    def free_square(self, node: Node, what: str = "a hero") -> SpaceId:
        space = self.square(node)
        if space in self.taken:
            node.refuse("a square of its own", f"{space}, where {self.taken[space]} stands")
        self.taken[space] = what
        return space

    def door(self, node: Node) -> Door:
        node.table({"id", "between"}, {"secret"})
        border: Edge = parse_edge(node["between"], self.board)
        sides = [self.owner.get(border.a), self.owner.get(border.b)]
        if None in sides:
            node["between"].refuse("a door between two places", "a door to nowhere: one side is rock")
        if sides[0] == sides[1]:
            node["between"].refuse("a door between two places", f"a door inside {sides[0]}")
        return Door(self._id(node), border, node["secret"].flag() if "secret" in node else False)

    def furniture(self, node: Node) -> Standing:
        node.table({"id", "type", "squares"}, {"contents"})
        name = self._id(node)
        squares = tuple(self.free_square(entry, name) for entry in node["squares"].items())
        if not squares:
            node["squares"].refuse("at least one square")
        contents = self.contents(node["contents"]) if "contents" in node else ()
        return Standing(name, node["type"].word(self.content.furniture), squares, contents)

    def contents(self, node: Node) -> tuple[str, ...]:
        """Read what a search finds there: one thing alone, or a list."""
        entries = [node] if isinstance(node.value, str) else list(node.items())
        for entry in entries:
            refuse_no_find(entry, self.content)
        return tuple(entry.text() for entry in entries)

    def trap(self, node: Node) -> TrapState:
        node.table({"id", "type", "squares"}, {"direction", "source"})
        kind = self.content.traps[node["type"].word(self.content.traps)]
        squares = tuple(self.square(entry) for entry in node["squares"].items())
        if not squares:
            node["squares"].refuse("at least one square")
        direction = node["direction"].word(FACINGS) if "direction" in node else ""
        if kind.area in ("line", "path") and not direction:
            node.refuse(f"the key 'direction': where a {kind.id} goes", "no such key")
        source = self.square(node["source"]) if "source" in node else None
        return TrapState(self._id(node), kind.id, squares, direction=direction, source=source)

    def monster(self, node: Node) -> MonsterAt:
        node.table({"id", "type", "at"}, {"facing"})
        name = self._id(node)
        kind = node["type"].word(self.content.monsters)
        facing = node["facing"].word(FACINGS) if "facing" in node else "S"
        return MonsterAt(name, kind, self.free_square(node["at"], name), facing)
