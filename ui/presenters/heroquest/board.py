"""The dungeon as drawn for one side: what it has not seen is not in the picture at all. Names of what lies about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping

from companion.board.labels import initials
from companion.board.picture import BoardPicture, Door, GridDrawing, Thing, Tile, Token
from companion.board.spaces import Edge, edge
from companion.core.ids import PieceId, SpaceId
from companion.games.heroquest.characters import Character
from companion.games.heroquest.hidden.view import PlaceView, QuestView
from companion.games.heroquest.state import DoorState
from companion.text.wording import Wording
from ui.presenters.adapter import Look
from ui.presenters.models import DialModel

_TRAP = "!"


def dungeon_picture(
    drawing: GridDrawing,
    view: QuestView,
    *,
    chosen: PieceId | None = None,
    reach: Mapping[SpaceId, int] | None = None,
    targets: Collection[PieceId] = (),
) -> BoardPicture:
    """What is known, with its figures; walls only round squares that are known, so that no outline tells of a room."""
    known = {space: place for place in view.places for space in place.squares}
    labels = initials({character.id: _name(character.name, character.id) for character in view.characters})
    tokens = tuple(
        Token(
            character.id,
            labels[character.id],
            character.name,
            character.seat,
            *drawing.place(character.at),
            chosen=character.id == chosen,
            target=character.id in targets,
            facing=drawing.turned(character.facing),
        )
        for character in view.characters
        if character.at is not None
    )
    doors = tuple(
        Door(drawing.segment(edge(door.a, door.b)), door.now)
        for door in view.doors
        if door.now != DoorState.HIDDEN.value or door.a in known or door.b in known
    )
    return BoardPicture(
        drawing.columns,
        drawing.rows,
        tuple(_tile(drawing, space, known, (reach or {}).get(space)) for space in drawing.board.spaces),
        tuple(drawing.segment(wall) for wall in sorted(_walls(drawing, view, set(known)))),
        edge_labels=drawing.labels,
        tokens=tokens,
        objects=tuple(_things(drawing, view)),
        debris=tuple(drawing.place(space) for space in view.rubble),
        doors=doors,
    )


def unknown_dungeon(drawing: GridDrawing) -> BoardPicture:
    """A dungeon of which nothing is known."""
    tiles = tuple(_tile(drawing, space, {}, None) for space in drawing.board.spaces)
    return BoardPicture(drawing.columns, drawing.rows, tiles, edge_labels=drawing.labels)


def _tile(drawing: GridDrawing, space: SpaceId, known: Mapping[SpaceId, PlaceView], reach: int | None) -> Tile:
    place = known.get(space)
    kind = "unknown" if place is None else "mist" if place.misty else "clear" if place.is_room else "corridor"
    return Tile(space, *drawing.place(space), (kind,), reach=reach)


def _walls(drawing: GridDrawing, view: QuestView, known: set[SpaceId]) -> Iterator[Edge]:
    """The walls round known squares, without those that a door stands in."""
    doors = {edge(door.a, door.b) for door in view.doors}
    return (wall for wall in drawing.board.walls if wall not in doors and known & {wall.a, wall.b})


def _things(drawing: GridDrawing, view: QuestView) -> Iterator[Thing]:
    for piece in view.furniture:
        weight = "" if piece.searched or piece.toppled else "heavy"
        for space in piece.squares:
            yield Thing(piece.id, piece.type[:1].upper(), *drawing.place(space), weight)
    for trap in view.traps:
        for space in trap.squares:
            yield Thing(trap.id, _TRAP, *drawing.place(space), "light", trap.is_armed)


def thing_at(view: QuestView, space: SpaceId, beside: SpaceId | None) -> PieceId | None:
    """Furniture, a trap, or the shut door to there from the square ``beside``, as far as it is known."""
    things = [thing.id for thing in view.furniture if space in thing.squares]
    things += [trap.id for trap in view.traps if space in trap.squares]
    things += [
        door.id for door in view.doors if {door.a, door.b} == {beside, space} and door.now != DoorState.OPEN.value
    ]
    return next(iter(things), None)


def thing_sheet(view: QuestView, thing: PieceId | None, look: Look) -> DialModel | None:
    """What a piece of furniture or a trap is, as far as the side knows of it."""
    for piece in view.furniture:
        if piece.id == thing:
            states = (("thing_searched", piece.searched), ("thing_toppled", piece.toppled))
            told = tuple(look.say(word) for word, holds in states if holds)
            return DialModel(look.name(piece.id), "", look.say("thing_furniture"), (), "", 0, told)
    for trap in view.traps:
        if trap.id == thing:
            now = look.say("thing_armed" if trap.is_armed else "thing_harmless")
            return DialModel(look.name(trap.id), "", look.say("thing_trap"), (), "", 0, (now,))
    return None


def names_of(
    view: QuestView, told: Mapping[str, Mapping[str, str]], wording: Wording, dead: Iterable[Character] = ()
) -> dict[str, str]:
    """What is called how: characters and the known ``dead`` by their names, several of one name by their number.

    Furniture and traps go by their kinds, doors by their sides, places by their names; ``told``: those of the quest.
    """
    names = wording.family("thing")  # what the content ships: items, weapons, spells, kinds of furniture and traps
    known: dict[str, str] = {character.id: character.name for character in view.characters}
    known |= {character.id: character.name for character in dead}
    names |= _numbered({piece: _name(wording.word("monster", name), piece) for piece, name in known.items()})
    names |= {place.id: told.get(place.id, {}).get(wording.lang, place.name) for place in view.places}
    lying = {piece.id: piece.type for piece in view.furniture} | {trap.id: trap.type for trap in view.traps}
    names |= _numbered({thing: names.get(kind) or _name("", thing) for thing, kind in lying.items()})
    return names | {door.id: f"{door.a}|{door.b}" for door in view.doors}


def _numbered(names: Mapping[str, str]) -> dict[str, str]:
    """Several of one name by the numbers of their ids."""
    often = Counter(names.values())
    return {piece: f"{name} {piece.rpartition('-')[2]}" if often[name] > 1 else name for piece, name in names.items()}


def _name(name: str, piece: str) -> str:
    return name.replace("_", " ") or piece.replace("_", " ").replace("-", " ")
