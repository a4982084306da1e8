"""Every command of a quest: what forbids it, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from companion.core.commands import Concede
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.core.scripted import Verb
from companion.games.heroquest import actions, rounds, windows
from companion.games.heroquest import commands as cm
from companion.games.heroquest.attack import attack
from companion.games.heroquest.by_hand import HANDS
from companion.games.heroquest.characters import Character
from companion.games.heroquest.deeds import furniture, hands, search, senses, shove, spells, trapping
from companion.games.heroquest.moves import doors, jumping, walking
from companion.games.heroquest.state import State

C = TypeVar("C", bound=cm.Deed)


def deed(
    check: Callable[[State, Character, C], Iterator[Violation]],
    script: Callable[[Teller[State], Character, C], Script[None] | None],
) -> Verb[State]:
    """Make the verb of a deed of a figure on the board in its own turn."""

    def violations(state: State, command: C) -> Iterator[Violation]:
        yield from actions.acting(state, command.seat, command.piece)
        figure = state.find(command.piece)
        if figure is not None and figure.at is None:
            yield violation("HQ-MOVE-02", figure.id, waivable=False)
        elif figure is not None:
            yield from check(state, figure, command)

    return Verb(violations, lambda t, command: script(t, t.state.who(command.piece), command))


VERBS: Mapping[type, Verb[State]] = {
    cm.BeginQuest: Verb(rounds.begin_violations, rounds.begin),
    cm.TakeTurn: Verb(rounds.take_turn_violations, lambda t, command: rounds.start_turn(t, command.piece)),
    cm.EndTurn: Verb(rounds.end_turn_violations, rounds.end_turn),
    cm.EndPhase: Verb(rounds.end_phase_violations, rounds.end_phase),
    **HANDS.verbs,
    cm.GiveAward: Verb(rounds.award_violations, rounds.award),
    cm.RollMovement: deed(walking.roll_violations, walking.roll_movement),
    cm.Walk: deed(walking.walk_violations, walking.walk),
    cm.Turn: deed(walking.turn_violations, walking.turn),
    cm.Jump: deed(jumping.jump_violations, jumping.jump),
    cm.Teleport: deed(spells.teleport_violations, spells.teleport),
    cm.OpenDoor: deed(doors.open_violations, doors.open_door),
    cm.Barricade: deed(doors.barricade_violations, doors.barricade),
    cm.BreakIn: deed(doors.break_violations, doors.break_in),
    cm.Climb: deed(furniture.climb_violations, furniture.climb),
    cm.HelpOver: deed(jumping.help_violations, jumping.help_over),
    cm.HelpFree: deed(trapping.free_violations, trapping.free),
    cm.Shove: deed(shove.shove_violations, shove.shove),
    cm.Attack: deed(attack.attack_violations, attack.attack),
    cm.CommitAttack: deed(attack.attack_violations, attack.commit),
    cm.Cast: deed(spells.cast_violations, spells.cast),
    cm.DisarmOpponent: deed(hands.disarm_violations, hands.disarm),
    cm.Ambush: deed(windows.ambush_violations, windows.ambush),
    cm.Topple: deed(furniture.topple_violations, furniture.topple),
    cm.ThrowFurniture: deed(furniture.throw_violations, furniture.throw),
    cm.ChangeWeapon: deed(hands.change_violations, hands.change),
    cm.DrinkPotion: deed(hands.drink_violations, hands.drink),
    cm.Heal: deed(spells.heal_violations, spells.heal),
    cm.Listen: deed(senses.listen_violations, senses.listen),
    cm.Scan: deed(senses.scan_violations, senses.scan),
    cm.Detect: deed(senses.detect_violations, senses.detect),
    cm.SearchRoom: deed(search.room_violations, search.search_room),
    cm.SearchFurniture: deed(search.furniture_violations, search.search_furniture),
    cm.SearchTraps: deed(search.seek_violations, search.seek_traps),
    cm.SearchPassages: deed(search.seek_violations, search.seek_passages),
    cm.DisarmTrap: deed(trapping.disarm_violations, trapping.disarm),
    cm.BuildTrap: deed(trapping.build_violations, trapping.build),
    Concede: Verb(rounds.concede_violations, rounds.concede),
}
