"""The dungeon as drawn for one side: what it has not seen is not in the picture at all."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from companion.board.picture import BoardPicture, Door, GridDrawing, Thing, Tile, Token
from companion.board.spaces import Edge, edge
from companion.core.ids import PieceId, SpaceId
from companion.games.heroquest.face.view import PlaceView, QuestView
from companion.games.heroquest.state import DoorState

_TRAP = "!"


def dungeon_picture(
    drawing: GridDrawing,
    view: QuestView,
    letters: Mapping[PieceId, str],
    *,
    chosen: PieceId | None = None,
    reach: Mapping[SpaceId, int] | None = None,
    targets: Collection[PieceId] = (),
) -> BoardPicture:
    """Draw the known dungeon with its figures; walls only round known squares, so that no outline tells of a room."""
    known = {space: place for place in view.places for space in place.squares}
    trapped = {space for trap in view.traps if trap.is_armed for space in trap.squares}
    tokens = tuple(
        Token(
            character.id,
            letters.get(character.id, ""),
            character.name,
            character.seat,
            *drawing.place(character.at),
            chosen=character.id == chosen,
            target=character.id in targets,
            facing=drawing.turned(character.facing),
            sunken=character.in_pit,
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
        tuple(_tile(drawing, space, known, trapped, (reach or {}).get(space)) for space in drawing.board.spaces),
        tuple(drawing.segment(wall) for wall in sorted(_walls(drawing, view, set(known)))),
        edge_labels=drawing.labels,
        tokens=tokens,
        objects=tuple(_things(drawing, view)),
        debris=tuple(drawing.place(space) for space in view.rubble),
        doors=doors,
    )


def unknown_dungeon(drawing: GridDrawing) -> BoardPicture:
    """A dungeon of which nothing is known."""
    tiles = tuple(_tile(drawing, space, {}, (), None) for space in drawing.board.spaces)
    return BoardPicture(drawing.columns, drawing.rows, tiles, edge_labels=drawing.labels)


def _tile(
    drawing: GridDrawing,
    space: SpaceId,
    known: Mapping[SpaceId, PlaceView],
    trapped: Collection[SpaceId],
    reach: int | None,
) -> Tile:
    place = known.get(space)
    if place is None:
        kind = "mist" if space in trapped else "unknown"  # there is a floor, for a trap was found in it
    else:
        kind = "mist" if place.misty else "clear" if place.is_room else "corridor"
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
        for space in trap.squares if trap.is_armed else ():  # of one that is spent or disarmed nothing lies there
            yield Thing(trap.id, _TRAP, *drawing.place(space), "light", special=True)


def thing_at(view: QuestView, space: SpaceId, beside: SpaceId | None) -> PieceId | None:
    """Furniture, a trap, or the shut door to there from the square ``beside``, as far as it is known."""
    things = [thing.id for thing in view.furniture if space in thing.squares]
    things += [trap.id for trap in view.traps if space in trap.squares]
    things += [
        door.id for door in view.doors if {door.a, door.b} == {beside, space} and door.now != DoorState.OPEN.value
    ]
    return next(iter(things), None)
