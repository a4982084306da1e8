"""Every command with what forbids it and what it does: rows, not branches."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.commands import Concede
from companion.core.scripted import Verb
from companion.games.heroquest import commands as cm
from companion.games.heroquest import rounds
from companion.games.heroquest import rounds as master
from companion.games.heroquest import windows as ambush
from companion.games.heroquest.attack import attack
from companion.games.heroquest.deeds import furniture as climbing
from companion.games.heroquest.deeds import furniture as throwing
from companion.games.heroquest.deeds import furniture as topple
from companion.games.heroquest.deeds import hands, shove
from companion.games.heroquest.deeds import search as searching
from companion.games.heroquest.deeds import search as seeking
from companion.games.heroquest.deeds import senses as listening
from companion.games.heroquest.deeds import spells as casting
from companion.games.heroquest.deeds import spells as enchanter
from companion.games.heroquest.deeds import trapping as dwarf
from companion.games.heroquest.deeds import trapping as freeing
from companion.games.heroquest.moves import doors, jumping, walking
from companion.games.heroquest.moves import jumping as crossing
from companion.games.heroquest.state import State

VERBS: Mapping[type, Verb[State]] = {
    cm.BeginQuest: Verb(rounds.begin_violations, rounds.begin),
    cm.TakeTurn: Verb(rounds.take_turn_violations, rounds.take_turn),
    cm.EndTurn: Verb(rounds.end_turn_violations, rounds.end_turn),
    cm.EndPhase: Verb(rounds.end_phase_violations, rounds.end_phase),
    cm.Adjust: Verb(master.adjust_violations, master.adjust),
    cm.Relocate: Verb(master.relocate_violations, master.relocate),
    cm.GiveAward: Verb(master.award_violations, master.award),
    cm.RollMovement: Verb(walking.roll_violations, walking.roll_movement),
    cm.Walk: Verb(walking.walk_violations, walking.walk),
    cm.Turn: Verb(walking.turn_violations, walking.turn),
    cm.Jump: Verb(jumping.jump_violations, jumping.jump),
    cm.Teleport: Verb(enchanter.teleport_violations, enchanter.teleport),
    cm.OpenDoor: Verb(doors.open_violations, doors.open_door),
    cm.Barricade: Verb(doors.barricade_violations, doors.barricade),
    cm.BreakIn: Verb(doors.break_violations, doors.break_in),
    cm.Climb: Verb(climbing.climb_violations, climbing.climb),
    cm.HelpOver: Verb(crossing.help_violations, crossing.help_over),
    cm.HelpFree: Verb(freeing.free_violations, freeing.free),
    cm.Shove: Verb(shove.shove_violations, shove.shove),
    cm.Attack: Verb(attack.attack_violations, attack.attack),
    cm.CommitAttack: Verb(attack.commit_violations, attack.commit),
    cm.Cast: Verb(casting.cast_violations, casting.cast),
    cm.DisarmOpponent: Verb(hands.disarm_violations, hands.disarm),
    cm.Ambush: Verb(ambush.ambush_violations, ambush.ambush),
    cm.Topple: Verb(topple.topple_violations, topple.topple),
    cm.ThrowFurniture: Verb(throwing.throw_violations, throwing.throw),
    cm.ChangeWeapon: Verb(hands.change_violations, hands.change),
    cm.DrinkPotion: Verb(hands.drink_violations, hands.drink),
    cm.Heal: Verb(enchanter.heal_violations, enchanter.heal),
    cm.Listen: Verb(listening.listen_violations, listening.listen),
    cm.Scan: Verb(listening.scan_violations, listening.scan),
    cm.Detect: Verb(listening.detect_violations, listening.detect),
    cm.SearchRoom: Verb(searching.room_violations, searching.search_room),
    cm.SearchFurniture: Verb(searching.furniture_violations, searching.search_furniture),
    cm.SearchTraps: Verb(seeking.seek_violations, seeking.seek_traps),
    cm.SearchPassages: Verb(seeking.seek_violations, seeking.seek_passages),
    cm.DisarmTrap: Verb(dwarf.disarm_violations, dwarf.disarm),
    cm.BuildTrap: Verb(dwarf.build_violations, dwarf.build),
    Concede: Verb(master.concede_violations, master.concede),
}
