"""Every command of a mission, with what forbids it and its script."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.commands import Concede
from companion.core.scripted import Verb
from companion.games.gotham import commands as cm
from companion.games.gotham import moves, rounds
from companion.games.gotham.actions import blasts, leading, tasks
from companion.games.gotham.attack import orders
from companion.games.gotham.by_hand import HANDS
from companion.games.gotham.state import State

VERBS: Mapping[type, Verb[State]] = {
    cm.BeginMission: Verb(rounds.begin_violations, rounds.begin_mission),
    cm.DeclareState: Verb(rounds.declare_violations, rounds.declare),
    cm.EndTurn: Verb(rounds.end_turn_violations, rounds.end_turn),
    cm.ActivateTile: Verb(rounds.activate_violations, rounds.activate),
    cm.ActivateFigure: Verb(rounds.figure_violations, rounds.activate_one),
    cm.EndActivation: Verb(rounds.end_activation_violations, rounds.end_activation),
    cm.SetAside: Verb(rounds.set_aside_violations, rounds.set_aside),
    cm.Move: Verb(moves.move_violations, moves.move),
    cm.Step: Verb(moves.step_violations, moves.step),
    cm.EndMove: Verb(moves.end_move_violations, moves.end_move),
    cm.MeleeAttack: Verb(orders.attack_violations, orders.attack),
    cm.RangedAttack: Verb(orders.attack_violations, orders.attack),
    cm.Manipulate: Verb(tasks.task_violations, tasks.do_task),
    cm.Think: Verb(tasks.task_violations, tasks.do_task),
    cm.Unbind: Verb(tasks.unbind_violations, tasks.unbind),
    cm.DispelFriend: Verb(tasks.dispel_violations, tasks.dispel),
    cm.Grenade: Verb(blasts.grenade_violations, blasts.throw_grenade),
    cm.Attract: Verb(leading.attract_violations, leading.attract),
    cm.Scream: Verb(blasts.cry_violations, blasts.cry),
    cm.Breathe: Verb(blasts.cry_violations, blasts.cry),
    cm.CommandTile: Verb(leading.command_violations, leading.command_tile),
    cm.EndCommand: Verb(leading.end_command_violations, leading.end_command),
    cm.UseTactician: Verb(leading.tactician_violations, leading.use_tactician),
    **HANDS.verbs,
    Concede: Verb(rounds.concede_violations, rounds.concede),
}
