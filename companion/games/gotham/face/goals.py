"""The goals of a figure: whom or what the mission asks its side for, and where that is.

enemies ──asked for? else all──┐
tasks that are left, of a hero ─┴──> goals ──an end of the mission comes with one success──> where it may win
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.ids import PieceId, SpaceId
from companion.core.rules import RulesSystem
from companion.games.gotham.events import Neutralised, TaskDone
from companion.games.gotham.face.prizes import is_won
from companion.games.gotham.face.words import tasks_asked
from companion.games.gotham.state import State


def goals(state: State, piece: PieceId) -> Mapping[str, SpaceId]:
    """Return the enemies and the tasks that a figure is after, with their zones."""
    figure, ends = state.who(piece), state.table.ends
    foes = {str(foe.id): foe.zone for foe in state.standing() if state.are_enemies(figure, foe)}
    asked = {about for end in ends if end.winner == figure.side for word, about in end.when if word == "neutralised"}
    found = {foe: zone for foe, zone in foes.items() if foe in asked} or foes
    if figure.is_hero:
        found = found | {
            name: state.table.tasks[name].zone for name in tasks_asked(state.table) if name not in state.done
        }
    return {name: SpaceId(zone) for name, zone in found.items() if zone}


def winning(system: RulesSystem[State], state: State, piece: PieceId) -> Mapping[str, SpaceId]:
    """Return the goals with which one success wins the mission for its side: that task, an enemy's last wound."""
    seat, tasks = state.who(piece).seat, state.table.tasks

    def wins(name: str) -> bool:
        if name in tasks:
            return is_won(system, state, seat, TaskDone(name, piece))
        return state.who(name).endures <= 1 and is_won(system, state, seat, Neutralised(PieceId(name), piece))

    return {name: zone for name, zone in goals(state, piece).items() if wins(name)}
