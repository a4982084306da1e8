"""Things a case brings beside figures: objects, feats, alternate team abilities, conditions, themes, the event dial.

objects = [{ id = "crate", square = "E5", weight = "light" }, { id = "car", held_by = "A", weight = "heavy" }]
feats = [{ id = "brawler", to = ["A"], points = 10, needs = { damage = 3 }, effects = [{ verb = … }] }]
alternates = [{ ability = "mystics", to = ["A"], points = 5 }]
conditions = [{ id = "squall", side = "red", effects = [{ verb = "roll_each_turn", … }] }]
themes = { red = "Quay" }                     sides = [["red", "green"], ["blue", "gold"]]
event = { clicks = 6, green = [1], red = [5], click = 5, shows = [["amber"]], effects = [{ colour = "amber", … }] }
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.board.grid import GridBoard
from companion.board.loading import refuse_space_as_id
from companion.board.spaces import Terrain
from companion.casebook.facts import listed
from companion.casebook.squares import read_square
from companion.core.ids import PieceId, Seat, SpaceId
from companion.documents import Node
from companion.games.heroclix.commands import ObjectId
from companion.games.heroclix.events.tactics import ConditionRolled, EventDialTurned, ObjectPickedUp, ObjectPlaced
from companion.games.heroclix.forces.cards import OPTIONAL, Weight, parse_dial, read_needs
from companion.games.heroclix.forces.rules import least_for, rerolls_of, themes_of
from companion.games.heroclix.forces.setup import (
    Alternate,
    Condition,
    Enlisted,
    EventDial,
    Feat,
    MapObject,
    Tactics,
    Theme,
)
from companion.games.heroclix.powers.rows import check_rows, rows_of

OBJECT_KEYS = {"square", "id", "held_by", "side", "name", "points", "special"}


@dataclass(frozen=True)
class Thing:
    """An object of the set-up: what it is, where it lies or who holds it; neither when it waits to be placed."""

    item: MapObject
    space: SpaceId | None
    holder: PieceId | None
    node: Node

    def brought_about(self) -> Iterator[Any]:
        """The events after which it is where the case says."""
        if self.space is not None:
            yield ObjectPlaced(self.item.seat, self.item.id, self.space)
        if self.holder is not None:
            yield ObjectPickedUp(self.holder, ObjectId(self.item.id))


def read_objects(setup: Node, board: GridBoard, pieces: Collection[str], seats: tuple[Seat, ...]) -> tuple[Thing, ...]:
    """The objects of a set-up; those without an id are ``object-1``, ``object-2`` … by their place in the list."""
    found: list[Thing] = []
    for place, entry in enumerate(setup["objects"].items() if "objects" in setup else (), start=1):
        thing = _read_object(entry, place, board, pieces, seats)
        for other in found:
            if other.item.id == thing.item.id:
                entry["id"].refuse("an id of its own")
            if thing.space is not None and other.space == thing.space:  # HC-OBJ-09
                entry["square"].refuse("a square without another object", thing.space)
            if thing.holder is not None and other.holder == thing.holder:  # HC-OBJ-25
                entry["held_by"].refuse("a piece that holds no other object", thing.holder)
        found.append(thing)
    return tuple(found)


def _read_object(entry: Node, place: int, board: GridBoard, pieces: Collection[str], seats: tuple[Seat, ...]) -> Thing:
    entry.table({"weight"}, OBJECT_KEYS)
    name = entry["id"].text() if "id" in entry else f"object-{place}"
    if name in pieces or not name:
        entry["id"].refuse("an id that no piece has")
    refuse_space_as_id(entry["id"], name, board)
    if "square" in entry and "held_by" in entry:
        entry["held_by"].refuse("either 'square' or 'held_by'", "both")
    weight = Weight(entry["weight"].word([one.value for one in Weight]))
    if "held_by" in entry and weight is Weight.IMMOBILE:  # HC-OBJ-18
        entry["weight"].refuse("an object that can be held: light or heavy")
    space = read_square(entry["square"], board) if "square" in entry else None
    if space is not None and board.has(space, Terrain.BLOCKING):  # HC-OBJ-12
        entry["square"].refuse("a square that is not blocking terrain", space)
    item = MapObject(
        PieceId(name),
        Seat(entry["side"].word(seats)) if "side" in entry else seats[0],
        entry["name"].text() if "name" in entry else name,
        weight,
        entry["points"].number(0, 9999) if "points" in entry else 0,
        entry["special"].flag() if "special" in entry else "points" in entry,
    )
    return Thing(item, space, PieceId(entry["held_by"].word(pieces)) if "held_by" in entry else None, entry)


KEYS = {"feats", "alternates", "conditions", "event", "themes", "sides"}


def read_tactics(
    setup: Node, forces: Sequence[Enlisted], things: tuple[Thing, ...], seats: Sequence[Seat], build_total: int
) -> Tactics:
    """The tactics of a set-up with these pieces and objects."""
    sides: dict[str, Seat] = {one.piece: one.seat for one in forces}
    return Tactics(
        objects=tuple(one.item for one in things),
        feats=(*_own_feats(setup, sides), *_feats(setup, sides)),
        alternates=tuple(_alternates(setup, sides)),
        conditions=tuple(_conditions(setup, sides)),
        event=_event(setup),
        themes=tuple(_themes(setup, forces, build_total)),
        sides=tuple(_sides(setup, seats)),
    )


def begun_events(setup: Node, tactics: Tactics) -> Iterator[Any]:
    """Generate the events behind the first turn: the event dial on the click that is
    named, its conditions rolled for.
    """
    for condition in tactics.conditions:
        if any("roll_each_turn" in row for row in condition.effects):
            yield ConditionRolled(condition.id, 0, False)
    if tactics.event is not None and "click" in setup["event"]:
        click = setup["event"]["click"].number(1, tactics.event.clicks)
        if click != min(tactics.event.green):
            yield EventDialTurned(min(tactics.event.green), click)


def _own_feats(setup: Node, sides: Mapping[str, Seat]) -> Iterator[Feat]:
    """The feats written at a piece, which are assigned to it alone."""
    for name, entry in setup["pieces"].entries() if "pieces" in setup else ():
        for feat in listed(entry, "feats"):
            yield _feat(feat.table({"id"}, _FEAT), sides[name], (PieceId(name),))


def _feats(setup: Node, sides: Mapping[str, Seat]) -> Iterator[Feat]:
    for entry in listed(setup, "feats"):
        entry.table({"id"}, {*_FEAT, "to", "side", "per_character"})
        pieces = _pieces(entry, sides)
        yield _feat(entry, _side(entry, sides, pieces), pieces)


_FEAT = {"name", "points", "needs", "text", "effects"}


def _feat(entry: Node, seat: Seat, pieces: tuple[PieceId, ...]) -> Feat:
    each = entry["per_character"].flag() if "per_character" in entry else False
    id_, name, text = entry["id"].text(), _text(entry, "name", entry["id"].text()), _text(entry, "text", "")
    return Feat(id_, seat, name, _points(entry), pieces, each, read_needs(entry), text, _rows(entry))


def _alternates(setup: Node, sides: Mapping[str, Seat]) -> Iterator[Alternate]:
    for entry in listed(setup, "alternates"):
        entry.table({"ability", "to"}, {"name", "points", "replaces", "copied", "side"})
        pieces = _pieces(entry, sides)
        ability = entry["ability"].text()
        replaces = entry["replaces"].flag() if "replaces" in entry else False
        copied = entry["copied"].flag() if "copied" in entry else True
        name = _text(entry, "name", ability)
        yield Alternate(_side(entry, sides, pieces), name, ability, _points(entry), pieces, replaces, copied)


def _conditions(setup: Node, sides: Mapping[str, Seat]) -> Iterator[Condition]:
    for entry in listed(setup, "conditions"):
        entry.table({"id", "side"}, {"name", "text", "effects"})
        id_ = entry["id"].text()
        yield Condition(id_, _side(entry, sides, ()), _text(entry, "name", id_), _text(entry, "text", ""), _rows(entry))


def _themes(setup: Node, forces: Sequence[Enlisted], build_total: int) -> Iterator[Theme]:
    """The themed teams: every piece of the seat must have the keyword, and they must be enough (HC-THEME-01..03)."""
    for name, entry in setup["themes"].entries() if "themes" in setup else ():
        team = [one.figure for one in forces if one.seat == name and one.figure.kind == "character"]
        keyword = entry.text()
        if keyword.casefold() not in {word.casefold() for word in themes_of(team, build_total)}:
            entry.refuse(
                f"a keyword of all {len(team)} characters of {name}, at least {least_for(keyword, build_total)}"
            )
        yield Theme(Seat(name), keyword, len(team), rerolls_of(len(team)))


def _sides(setup: Node, seats: Sequence[Seat]) -> Iterator[tuple[Seat, ...]]:
    """The sides of a game of teams: every seat on one of them (HC-END-07)."""
    named = [Seat(seat.word(seats)) for side in listed(setup, "sides") for seat in side.items()]
    if named and sorted(named) != sorted(seats):
        setup["sides"].refuse(f"each of {', '.join(seats)} once")
    yield from (tuple(Seat(seat.text()) for seat in side.items()) for side in listed(setup, "sides"))


def _event(setup: Node) -> EventDial | None:
    if "event" not in setup:
        return None
    node = setup["event"].table({"clicks"}, {*OPTIONAL, "name", "click"} - {"build_total", "without"})
    for row in listed(node, "effects"):
        if isinstance(row.value, dict):
            check_rows(Node(row.file, row.place, {key: one for key, one in row.mapping.items() if key != "colour"}))
    said: dict[str, Any] = {key: one for key, one in parse_dial(node).items() if key not in ("build_total", "without")}
    return EventDial(_text(node, "name", "event dial"), **said)


def _pieces(entry: Node, sides: Mapping[str, Seat]) -> tuple[PieceId, ...]:
    return tuple(PieceId(one.word(sides)) for one in entry["to"].items()) if "to" in entry else ()


def _side(entry: Node, sides: Mapping[str, Seat], pieces: tuple[PieceId, ...]) -> Seat:
    seats = set(sides.values())
    if "side" in entry:
        return Seat(entry["side"].word(seats))
    if not pieces:
        entry.refuse("the key 'side', whose it is", "no such key")
    return sides[pieces[0]]


def _text(entry: Node, key: str, otherwise: str) -> str:
    return entry[key].text() if key in entry else otherwise


def _points(entry: Node) -> int:
    return entry["points"].number(0, 9999) if "points" in entry else 0


def _rows(entry: Node) -> tuple[str, ...]:
    return rows_of(entry["effects"]) if "effects" in entry else ()
