"""What a case may expect of the state: characters, doors, traps, furniture, the numbers behind a rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any

from companion.casebook.expectations import compared
from companion.casebook.language import Check, Moment, Opening
from companion.core.ids import PieceId
from companion.documents import Node
from companion.games.heroquest.cases.opening import PIECE_KEYS
from companion.games.heroquest.characters import Character
from companion.games.heroquest.gear import attack_dice, defense_dice

__all__ = ["doors", "furniture", "pieces", "traps", "view"]

FIELDS = {one.name for one in fields(Character)}
MADE: dict[str, Callable[[Any, Any], Any]] = {
    "dead": lambda state, one: any(other.id == one.id for other in state.dead),
    "attack_dice": attack_dice,
    "defense_dice": defense_dice,
    "left": lambda state, one: one.turn.left if one.turn else 0,
    "actions_left": lambda state, one: 2 - len(one.turn.used) if one.turn else 0,
    "over": lambda state, one: one.turn is None or one.turn.over,
    "ambushing": lambda state, one: one.ambush is not None,
}


def pieces(node: Node, opening: Opening) -> Iterator[Check]:
    """The checks of characters by name; the dead keep their sheet."""
    for name, piece in node.entries():
        if name not in opening.pieces and not name.startswith("wanderer-"):
            piece.refuse(f"a piece of the set-up ({', '.join(sorted(opening.pieces))})")
        piece.table((), FIELDS | MADE.keys() | PIECE_KEYS)
        for key, wanted in piece.entries():
            yield compared(wanted, wanted.value, _finder(PieceId(name), key))


def _finder(name: PieceId, key: str) -> Callable[[Moment], Any]:
    def find(moment: Moment) -> Any:
        one = moment.state.who(name)
        return MADE[key](moment.state, one) if key in MADE else getattr(one, key)

    return find


def doors(node: Node, opening: Opening) -> Iterator[Check]:
    """What each door is now."""
    for name, wanted in node.entries():
        if name not in [door.id for door in opening.extra.quest.dungeon.doors]:
            wanted.refuse("a door of the set-up")
        yield compared(wanted, wanted.text(), lambda moment, name=name: moment.state.door(name))  # type: ignore[misc]


def traps(node: Node, opening: Opening) -> Iterator[Check]:
    """What became of each trap."""
    for name, wanted in node.entries():
        yield compared(wanted, wanted.text(), _trap(name))


def _trap(name: str) -> Callable[[Moment], Any]:
    return lambda moment: next((one.status for one in moment.state.traps if one.id == name), None)


def furniture(node: Node, opening: Opening) -> Iterator[Check]:
    """Where each piece of furniture is now; false: it is gone."""
    for name, wanted in node.entries():
        yield compared(wanted, wanted.value, _furniture(name))


def _furniture(name: str) -> Callable[[Moment], Any]:
    def find(moment: Moment) -> Any:
        piece = moment.state.piece_of(PieceId(name))
        return list(piece.squares) if piece else False

    return find


def view(node: Node, opening: Opening) -> Iterator[Check]:
    """What the heroes see: characters, traps and doors by name."""
    node.table((), {"characters", "traps", "doors"})
    for key, wanted in node.entries():
        yield compared(wanted, sorted(one.text() for one in wanted.items()), _shown(key))


def _shown(key: str) -> Callable[[Moment], Any]:
    return lambda moment: sorted(one.id for one in getattr(moment.opening.system.view_for(moment.state, None), key))
