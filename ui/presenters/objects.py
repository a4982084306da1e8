"""Objects and terrain on the table screen: what may be taken, thrown or destroyed, as buttons and as drawn.

move proposed ─────> also: take the crate along         attack proposed ──> also: throw it
tap on a block ────> proposal: attack it                figure chosen ────> attack a wall …, an object …, throw …
"""

from __future__ import annotations

from typing import Any

from companion.board.spaces import Terrain
from companion.core.ids import SpaceId
from companion.games.heroclix import commands as cm
from companion.games.heroclix.commands import AttackTerrain, ThrowObject
from companion.games.heroclix.position.in_hand import lying_object
from companion.games.heroclix.state.attack import AttackKind
from companion.games.heroclix.terrain import ENOUGH, name_of, terrain_damage
from ui.presenters.board import BoardPresenter
from ui.presenters.models import ObjectModel

__all__ = ["attack_on_space", "blow_words", "group_of", "is_with_object", "label_of", "object_models", "terrain_space"]


def is_with_object(command: Any) -> bool:
    """Whether the command is about an object or terrain, and so is offered as a button."""
    if isinstance(command, cm.MoveFigure):
        return command.pick_up is not None
    return isinstance(command, AttackTerrain | ThrowObject)


def attack_on_space(table: Any, mover: Any, space: SpaceId) -> AttackTerrain | None:
    """The attack that a tap on a block means: at arm's length when it stands beside it; ``None``: it is no block."""
    board = table.state.table.board
    if not board.has(space, Terrain.BLOCKING):
        return None
    beside = any(board.is_adjacent(own, space) for own in mover.spaces)
    return AttackTerrain(mover.seat, mover.id, AttackKind.CLOSE if beside else AttackKind.RANGED, square=space)


def terrain_space(table: Any, command: AttackTerrain) -> SpaceId | None:
    """The square of an attack on a square or an object; ``None`` for a wall."""
    lying = lying_object(table.state, command.object) if command.object else None
    return lying.space if lying else command.square


def group_of(command: Any) -> str:
    """The button under which a command is found among those of the chosen figure; empty: it has none there."""
    if isinstance(command, ThrowObject):
        return "throw"
    if not isinstance(command, AttackTerrain) or command.square:
        return ""
    return "attack_wall" if command.wall else "attack_object"


def label_of(table: Any, command: Any, words: dict[str, str]) -> str:
    """What the button of a command says."""
    names = table.wording.names
    if isinstance(command, cm.MoveFigure):
        via = f" ({command.pick_up_at})" if command.pick_up_at else ""
        return f"{words['pick_up'].format(object=names.get(command.pick_up, command.pick_up))}{via}"
    if isinstance(command, ThrowObject):
        return f"{words['throw_object']} → {names[command.target]}"
    target = name_of(command)
    return f"{_manner(command, words)} → {names.get(target, target)}"


def _manner(command: AttackTerrain, words: dict[str, str]) -> str:
    return words["close"] if command.kind is AttackKind.CLOSE else words["ranged"]


def blow_words(table: Any, command: AttackTerrain, words: dict[str, str]) -> str:
    """The target of an attack on terrain, its damage, and whether that is enough."""
    damage = terrain_damage(table.state, command).value
    target, hurt = name_of(command), table.wording.word("slot", "damage").lower()
    fate = words["is_destroyed"] if damage >= ENOUGH else words["stands"]
    return f"→ {table.wording.names.get(target, target)} · {_manner(command, words)} · {damage} {hurt} · {fate}"


def object_models(view: Any, board: BoardPresenter) -> tuple[ObjectModel, ...]:
    """The objects that lie on the map, and those in hands on the square of their holder."""
    where = {one.id: one.spaces for one in view.pieces}
    found = [(item, space, False) for item, space in view.tactics.objects]
    found += [(item, where[piece][0], True) for item, piece in view.tactics.held if where.get(piece)]
    models = []
    for item, space, is_held in found:
        weight = item.weight.value if item.weight else ""
        column, row = board.place(space)
        models.append(ObjectModel(item.id, item.name[:1].upper(), column, row, weight, item.is_special, is_held))
    return tuple(models)
