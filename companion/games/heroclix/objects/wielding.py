"""The held object in a close attack: it must be used, and adds to the damage (HC-OBJ-30, -31, -39)."""

from __future__ import annotations

from collections.abc import Collection

from companion.core.ids import PieceId
from companion.games.heroclix.attack.declared import AttackKind
from companion.games.heroclix.attack.power_events import AttackShaped
from companion.games.heroclix.forces.cards import Weight
from companion.games.heroclix.state import Piece, State
from companion.games.heroclix.tactics.tactics import MapObject, object_in_hand
from companion.games.heroclix.values import Contribution, Operation

__all__ = ["blow_with", "wielded"]

BLOWS = {Weight.LIGHT: 1, Weight.HEAVY: 2}


def wielded(
    state: State, attacker: Piece, targets: Collection[PieceId], kind: AttackKind, shape: AttackShaped | None
) -> MapObject | None:
    """The object that a close attack on one character is made with: what it holds, unless no damage is dealt.

    Against several it stays in the hand (HC-OBJ-39).
    """
    if kind is not AttackKind.CLOSE or len(targets) != 1:
        return None
    if shape is not None and (shape.harmless or shape.damage == 0):
        return None
    return object_in_hand(state.tactics, state.table.tactics, attacker.id)


def blow_with(item: MapObject, attacker: Piece) -> Contribution:
    """What the object adds to the damage value, a modifier like others (HC-VAL-08)."""
    weight = item.weight
    assert weight is not None
    return Contribution(Operation.MODIFIED, BLOWS[weight], "HC-OBJ-31", attacker.id)
