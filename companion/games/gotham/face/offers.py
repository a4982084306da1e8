"""Offers to the seats of a mission: orders by the figure they are for, by the box whose cubes pay them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from companion.core.face import AT_LAST, AT_ONCE, IN_TURN, Command, fields_of
from companion.core.ids import PieceId
from companion.games.gotham import commands as cm
from companion.games.gotham.content.settings import (
    ACTION_BOXES,
    AVAILABLE,
    FATIGUE,
    WOUNDS,
)
from companion.games.gotham.legal import BOXES as LEGAL_BOXES

BOX_OF: Mapping[type, str] = LEGAL_BOXES
BOXES = ACTION_BOXES
FREE = AVAILABLE  # the place that cubes are taken from
PLACES = (AVAILABLE, *ACTION_BOXES, FATIGUE, WOUNDS)  # of a hero's screen
BY_TAP = (cm.Step,)  # zones are tapped
ENDS = (cm.EndTurn,)
CLOSING = (cm.EndMove, cm.EndCommand, cm.EndActivation)  # come last: never likely while more may be done
OF_THE_TABLE = (cm.DeclareState, cm.ActivateTile, cm.EndActivation, *ENDS)
WORTHS: Mapping[type, int] = {
    **dict.fromkeys((cm.BeginMission, cm.DeclareState, cm.ActivateTile), AT_ONCE),
    **dict.fromkeys((cm.MeleeAttack, cm.RangedAttack, cm.Manipulate, cm.Think), AT_ONCE),
    **dict.fromkeys((cm.Move, cm.Unbind, cm.DispelFriend), IN_TURN),
    **dict.fromkeys(CLOSING, AT_LAST),
}
GAINED: Mapping[type, str] = {
    cm.DeclareState: "gain_active",
    cm.ActivateTile: "gain_tile",
    cm.Unbind: "gain_unbound",
    cm.DispelFriend: "gain_dispelled",
}


def payment(order: object) -> tuple[str, int] | None:
    """The box that the order lays cubes on, and how many; ``None`` where it costs none."""
    return (BOX_OF[type(order)], order.cubes) if isinstance(order, cm.Paid) and type(order) in BOX_OF else None


def differences(before: Command, after: Command) -> Iterator[tuple[str, str, bool]]:
    """Generate the particulars that the second order says otherwise: the field, what is said, and whether it is said
    there or no more."""
    for field in ("cubes", "way"):
        if (said := getattr(after, field, None)) != getattr(before, field, None):
            yield field, str(said), True
    for field in ("push", "bind"):
        if (said := getattr(after, field, None)) != getattr(before, field, None):
            yield field, "", bool(said)
    for field in ("weapons", "using"):
        held, now = getattr(before, field, ()), getattr(after, field, ())
        yield from ((field, card, True) for card in Counter(now) - Counter(held))
        yield from ((field, card, False) for card in Counter(held) - Counter(now))


def about(order: object) -> list[str]:
    """Return what the order is about, besides the figure that gets it."""
    return fields_of(order, ("target", "ally"))


def otherwise(attack: Command, orders: Callable[[PieceId], Sequence[Command]]) -> Sequence[Command]:
    """Return what else may be done to whom an attack is on, the first order of each kind; nothing of other orders."""
    if not isinstance(attack, cm.MeleeAttack | cm.RangedAttack):
        return ()
    kinds = {type(one): one for one in reversed(orders(attack.piece)) if attack.target in about(one)}
    return [one for kind, one in kinds.items() if kind is not type(attack)]
