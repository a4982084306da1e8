"""The goals of a figure: whom or what the mission asks its side for, and where that is.

enemies ──asked for? else all──┐
tasks that are left, of a hero ─┴──> goals ──an end of the mission comes with one success──> where it may win
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.core.face import HOPELESS
from companion.core.ids import PieceId, SpaceId, ZoneId
from companion.core.rules import RulesSystem
from companion.games.gotham.face.foretell import foretold
from companion.games.gotham.face.prizes import prize
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
    """Return the goals with which one success wins the mission for its side, and comes now and then with the cubes that
    the figure has: that task, an enemy's last wound.
    """

    def wins(name: str, zone: SpaceId) -> bool:
        there = replace(state.changed(piece, zone=ZoneId(zone)), moving=None)
        orders = system.legal_commands(there, state.who(piece).seat, piece=piece)
        about = (one for one in orders if name in (getattr(one, "task", ""), getattr(one, "target", "")))
        won = (one for one in about if prize(system, there, one).wins)
        return any((foretold(there, one).likely or 0) >= HOPELESS for one in won)

    return {name: zone for name, zone in goals(state, piece).items() if wins(name, zone)}
