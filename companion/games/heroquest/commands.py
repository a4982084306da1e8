"""Every command of a quest. Fields are text, numbers and lists of text: a record can hold one (core.packing)."""

from __future__ import annotations

from companion.core.commands import Choose, Concede, Pass, Place, ReportDice
from companion.games.heroquest.orders.moves import (
    Barricade,
    BreakIn,
    Climb,
    HelpFree,
    HelpOver,
    Jump,
    OpenDoor,
    RollMovement,
    Shove,
    Teleport,
    Turn,
    Walk,
)
from companion.games.heroquest.orders.searches import (
    BuildTrap,
    Detect,
    DisarmTrap,
    Listen,
    Scan,
    SearchFurniture,
    SearchPassages,
    SearchRoom,
    SearchTraps,
)
from companion.games.heroquest.orders.turns import (
    Adjust,
    BeginQuest,
    ChangeWeapon,
    DrinkPotion,
    EndPhase,
    EndTurn,
    GiveAward,
    Heal,
    Relocate,
    TakeTurn,
)
from companion.games.heroquest.orders.war import (
    Ambush,
    Attack,
    Cast,
    CommitAttack,
    DisarmOpponent,
    ThrowFurniture,
    Topple,
)

__all__ = [
    "Adjust",
    "Ambush",
    "Attack",
    "Barricade",
    "BeginQuest",
    "BreakIn",
    "BuildTrap",
    "Cast",
    "ChangeWeapon",
    "Climb",
    "Command",
    "CommitAttack",
    "Detect",
    "DisarmOpponent",
    "DisarmTrap",
    "DrinkPotion",
    "EndPhase",
    "EndTurn",
    "GiveAward",
    "Heal",
    "HelpFree",
    "HelpOver",
    "Jump",
    "Listen",
    "OpenDoor",
    "Order",
    "Relocate",
    "RollMovement",
    "Scan",
    "SearchFurniture",
    "SearchPassages",
    "SearchRoom",
    "SearchTraps",
    "Shove",
    "TakeTurn",
    "Teleport",
    "ThrowFurniture",
    "Topple",
    "Turn",
    "Walk",
]

Order = (
    BeginQuest
    | TakeTurn
    | EndTurn
    | EndPhase
    | Adjust
    | DrinkPotion
    | Heal
    | ChangeWeapon
    | GiveAward
    | Relocate
    | RollMovement
    | Walk
    | Turn
    | Jump
    | Teleport
    | OpenDoor
    | Barricade
    | BreakIn
    | Climb
    | HelpOver
    | HelpFree
    | Shove
    | Attack
    | CommitAttack
    | Cast
    | DisarmOpponent
    | Ambush
    | Topple
    | ThrowFurniture
    | Listen
    | Scan
    | Detect
    | SearchRoom
    | SearchFurniture
    | SearchTraps
    | SearchPassages
    | DisarmTrap
    | BuildTrap
)
Command = Order | ReportDice | Choose | Place | Pass | Concede
