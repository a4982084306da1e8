"""Offers to the seats of a mission: orders by the figure they are for, by the box whose cubes pay them."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.face import fields_of
from companion.games.gotham import commands as cm
from companion.games.gotham.content.settings import (
    ACTION_BOXES,
    AVAILABLE,
    FATIGUE,
    MANIPULATION,
    MELEE,
    MOVEMENT,
    RANGED,
    THOUGHT,
    WOUNDS,
)

BOX_OF: Mapping[type, str] = {
    cm.Move: MOVEMENT,
    cm.MeleeAttack: MELEE,
    cm.RangedAttack: RANGED,
    cm.Grenade: MANIPULATION,
    cm.Manipulate: MANIPULATION,
    cm.Unbind: MANIPULATION,
    cm.Think: THOUGHT,
    cm.DispelFriend: THOUGHT,
}
BOXES = ACTION_BOXES
FREE = AVAILABLE  # the place that cubes are taken from
PLACES = (AVAILABLE, *ACTION_BOXES, FATIGUE, WOUNDS)  # of a hero's screen
BY_TAP = (cm.Step,)  # zones are tapped
ENDS = (cm.EndTurn,)
CLOSING = (cm.EndMove, cm.EndCommand, cm.EndActivation)  # come last: never likely while more may be done
OF_THE_TABLE = (cm.DeclareState, cm.ActivateTile, cm.EndActivation, *ENDS)


def payment(order: object) -> tuple[str, int] | None:
    """The box that the order lays cubes on, and how many; ``None`` where it costs none."""
    return (BOX_OF[type(order)], order.cubes) if isinstance(order, cm.Paid) and type(order) in BOX_OF else None


def about(order: object) -> list[str]:
    """Return what the order is about, besides the figure that gets it."""
    return fields_of(order, ("target", "ally"))
