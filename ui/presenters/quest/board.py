"""The dungeon as a model: what one side has seen of it. What it has not seen is not in the model at all."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from companion.board.spaces import Edge, edge
from companion.core.ids import PieceId, SpaceId
from companion.games.heroquest.hidden.view import QuestView
from companion.games.heroquest.state import DoorState
from ui.presenters.board import BoardPresenter
from ui.presenters.models import BoardModel, DoorModel, ObjectModel, TileModel, TokenModel

__all__ = ["QuestBoard", "thing_at"]

_TRAP = "!"


class QuestBoard:
    """Draws a view of a dungeon; walls only round squares that are known, so that no outline tells of a room."""

    def __init__(self, geometry: BoardPresenter) -> None:
        self.geometry = geometry

    def model(
        self,
        view: QuestView,
        *,
        labels: Mapping[PieceId, str],
        chosen: PieceId | None = None,
        reach: Mapping[SpaceId, int] | None = None,
        targets: Collection[PieceId] = (),
    ) -> BoardModel:
        """The model of what is known, with these figures on it."""
        known = {space: place for place in view.places for space in place.squares}
        tiles = tuple(self._tile(space, known, (reach or {}).get(space)) for space in self.geometry.board.spaces)
        tokens = tuple(
            TokenModel(
                one.id, labels.get(one.id, one.id[:2].upper()), one.name, one.seat, *self.geometry.place(one.at), 1, 1,
                0, one.id == chosen, one.id in targets, False, False, facing=self.geometry.turned(one.facing),
            )
            for one in view.characters
            if one.at is not None
        )  # fmt: skip
        doors = tuple(
            DoorModel(self.geometry.segment(one.a, one.b), one.now)
            for one in view.doors
            if one.now != DoorState.HIDDEN.value or one.a in known or one.b in known
        )
        walls = tuple(self.geometry.segment(one.a, one.b) for one in sorted(self._walls(view, set(known))))
        return BoardModel(
            self.geometry.columns, self.geometry.rows, tiles, walls, (), (), self.geometry.labels, tokens,
            objects=tuple(self._things(view, labels)), debris=tuple(self.geometry.place(one) for one in view.rubble),
            doors=doors,
        )  # fmt: skip

    def unknown(self) -> tuple[TileModel, ...]:
        """The tiles of a dungeon of which nothing is known."""
        return tuple(self._tile(space, {}, None) for space in self.geometry.board.spaces)

    def _tile(self, space: SpaceId, known: Mapping[SpaceId, object], reach: int | None) -> TileModel:
        place = known.get(space)
        terrain = "unknown" if place is None else "mist" if place.misty else "clear" if place.is_room else "corridor"  # type: ignore[attr-defined]
        return TileModel(space, *self.geometry.place(space), terrain, 0, reach)

    def _walls(self, view: QuestView, known: set[SpaceId]) -> Iterator[Edge]:
        """The walls round known squares, without those that a door stands in."""
        doors = {edge(one.a, one.b) for one in view.doors}
        return (one for one in self.geometry.board.walls if one not in doors and known & {one.a, one.b})

    def _things(self, view: QuestView, labels: Mapping[PieceId, str]) -> Iterator[ObjectModel]:
        for piece in view.furniture:
            for space in piece.squares:
                weight = "" if piece.searched or piece.toppled else "heavy"
                label = labels.get(piece.id, piece.type[:1].upper())
                yield ObjectModel(piece.id, label, *self.geometry.place(space), weight, False, False)
        for trap in view.traps:
            for space in trap.squares:
                yield ObjectModel(trap.id, _TRAP, *self.geometry.place(space), "light", trap.is_armed, False)


def thing_at(view: QuestView, space: SpaceId, beside: SpaceId | None) -> PieceId | None:
    """Furniture, a trap, or the shut door to there from the square ``beside``, as far as it is known."""
    found = [one.id for one in view.furniture if space in one.squares]
    found += [one.id for one in view.traps if space in one.squares]
    found += [one.id for one in view.doors if {one.a, one.b} == {beside, space} and one.now != DoorState.OPEN.value]
    return next(iter(found), None)
