"""Two players who know what they want: attack when it may work, else get closer, and rest before they are pushed.

They move one figure at a time and carry nobody: a picture shows where figures stand, not who carried whom.
"""

from __future__ import annotations

import random
from typing import Any

from companion.board.meeting import Lens
from companion.board.sight import Sight
from companion.board.spaces import Verdict
from companion.core.ids import Seat, SpaceId
from companion.games.heroclix import commands as cm
from companion.games.heroclix.attack.declaring import decide_attack
from companion.games.heroclix.events.attack import AttackDeclared
from companion.games.heroclix.moves.movement import needs_break_away
from companion.games.heroclix.state.state import Piece, State

WAYS = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}  # of 36, by the sum of 2d6


def next_command(system: Any, state: State, seat: Seat, rng: random.Random) -> cm.Command:
    """What the player does next: the best attack, the best approach, or the end of the turn."""
    best: tuple[float, cm.Command] = (0.25, cm.EndTurn(seat))  # nothing below this is worth an action
    for piece in state.on_map(seat):
        for command in system.legal_commands(state, seat, piece=piece.id):
            worth = _worth(system, state, piece, command) + rng.random() * 0.02
            if worth > best[0]:
                best = (worth, command)
    return best[1]


def _worth(system: Any, state: State, piece: Piece, command: cm.Command) -> float:
    push = 1.5 if piece.tokens else 0.0  # a second token costs a click and the next turn
    if isinstance(command, cm.CloseAttack | cm.RangedAttack):
        return _hope(system, state, command) + 0.6 - push
    if isinstance(command, cm.MoveFigure) and command.to != piece.spaces and command.passenger is None:
        return _approach(system, state, piece, command.to[0]) - push - (0.4 if needs_break_away(state, piece) else 0)
    return 0.0


def _hope(system: Any, state: State, command: Any) -> float:
    """The expected damage of the attack."""
    events = decide_attack(state, command)
    declared = next(event for event in events if isinstance(event, AttackDeclared))
    needed = declared.targets[0].defense - declared.attack
    chance = sum(ways for total, ways in WAYS.items() if (total >= needed or total == 12) and total != 2) / 36
    return float(chance * declared.damage)


def _approach(system: Any, state: State, piece: Piece, to: SpaceId) -> float:
    """How much better that square is: nearer to the next opponent, with a line to it for those who shoot."""
    board, reach = state.table.board, state.figure(piece).range
    foes = [other.spaces[0] for other in state.on_map() if other.seat != piece.seat]
    near = min(foes, key=lambda foe: board.distance(to, foe))
    gain = board.distance(piece.spaces[0], near) - board.distance(to, near)
    if reach and board.distance(to, near) <= reach:
        sight = Sight(board, state.occupancy(), system.edition.sight)
        line = sight.between(to, near, Lens(pieces=frozenset({piece.id}))).verdict
        return 1.2 + (0.4 if line is not Verdict.BLOCKED else 0) - (0.8 if board.distance(to, near) == 1 else 0)
    return 0.12 * gain
