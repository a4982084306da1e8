"""Offers to a side's characters: by their target, by the square that is tapped."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.face import AT_LAST, AT_ONCE, FOREMOST, IN_TURN, fields_of
from companion.core.ids import SpaceId
from companion.games.heroquest import commands as cm
from companion.games.heroquest.deeds.spells import is_bolt
from companion.games.heroquest.state import State

BY_TAP = (cm.Walk, cm.Teleport, cm.Jump)  # squares are tapped, not chosen from a list
SELDOM = (cm.Turn, cm.ChangeWeapon)  # at the end of the list
ENDS = (cm.EndTurn, cm.EndPhase)
OF_THE_TABLE = (cm.TakeTurn, *ENDS)
GATHERED = (cm.Ambush, cm.Detect, cm.Listen, cm.Turn, cm.ChangeWeapon)  # of which several are one button, that asks
WORTHS: Mapping[type, int] = {  # what only tells something, waits or turns gains nothing by itself
    **dict.fromkeys((cm.BeginQuest, cm.TakeTurn, cm.RollMovement, cm.OpenDoor, cm.BreakIn, cm.Attack), AT_ONCE),
    **dict.fromkeys((cm.HelpFree, cm.DisarmTrap, cm.DrinkPotion, cm.Heal), AT_ONCE),
    **dict.fromkeys((cm.SearchRoom, cm.SearchFurniture), IN_TURN),
    cm.EndTurn: AT_LAST,
    cm.Cast: FOREMOST,  # before a move: who strikes from afar stays there
}
GAINED: Mapping[type, str] = {
    cm.TakeTurn: "gain_turn",
    cm.RollMovement: "gain_steps",
    **dict.fromkeys((cm.OpenDoor, cm.BreakIn), "gain_door"),
    **dict.fromkeys((cm.SearchRoom, cm.SearchFurniture), "gain_search"),
    cm.HelpFree: "gain_freed",
    cm.DisarmTrap: "gain_disarmed",
    cm.Heal: "gain_healed",
}


def about(command: object) -> list[str]:
    """Return the targets of the command."""
    return fields_of(command, ("target", "friend", "furniture", "trap", "door"))


def goal(command: object) -> SpaceId | None:
    """Return the square to which a way over the board leads."""
    match command:
        case cm.Walk(path=(*_, end)):
            return end
        case cm.Jump(to=to) | cm.Teleport(to=to) | cm.Climb(to=to):
            return to
    return None


def strikes(state: State, command: object) -> bool:
    """Whether it is meant to hurt: at one's own side only when a hero says so (HQ-ATK-09), never by a tap."""
    return isinstance(command, cm.Attack | cm.CommitAttack | cm.DisarmOpponent) or (
        isinstance(command, cm.Cast) and is_bolt(state, command)
    )


def is_walk(command: object) -> bool:
    """Whether it is a way over squares, which is shown before it is gone."""
    return goal(command) is not None
