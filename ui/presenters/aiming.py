"""Who is aimed at, and the line to it as drawn: of the attack that is proposed, refused, or being rolled for."""

from __future__ import annotations

from typing import Any

from companion.games.heroclix import commands as cm
from companion.games.heroclix.attack.targeting import is_at_arms_length
from companion.games.heroclix.position.lines import line_between
from ui.presenters.models import LineModel

__all__ = ["aimed_line", "attack_on"]


def attack_on(table: Any, attacker: Any, target: Any) -> cm.CloseAttack | cm.RangedAttack:
    """The attack that a tap on an opponent means: a close one when it is within arm's reach."""
    if is_at_arms_length(table.state, attacker, target):
        return cm.CloseAttack(attacker.seat, attacker.id, target.id)
    return cm.RangedAttack(attacker.seat, attacker.id, (target.id,))


def aimed_line(table: Any) -> LineModel | None:
    """The line of that attack, or ``None`` without one."""
    found = _aimed(table)
    if found is None:
        return None
    is_close = is_at_arms_length(table.state, *found)
    line: LineModel = table.board.line_model(line_between(table.state, *found), is_close=is_close)
    return line


def _aimed(table: Any) -> tuple[Any, Any] | None:
    """The two pieces of the attack."""
    command = table.pending.command if table.pending else table.refused[0] if table.refused else None
    state = table.state
    if isinstance(command, cm.RangedAttack | cm.CloseAttack):
        target = command.target if isinstance(command, cm.CloseAttack) else command.targets[0]
        return state.piece(command.attacker), state.piece(target)
    attack = state.attack
    if attack is not None and attack.targets and state.piece(attack.targets[0].piece).spaces:
        return state.piece(attack.attacker), state.piece(attack.targets[0].piece)
    return None
