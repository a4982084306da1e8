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
from companion.games.gotham.events import Neutralised, TaskDone
from companion.games.gotham.face.foretell import foretold
from companion.games.gotham.face.prizes import is_won
from companion.games.gotham.face.spending import Deed
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

    def wins(name: str, zone: SpaceId) -> bool:
        event = TaskDone(name, piece) if name in tasks else Neutralised(PieceId(name), piece)
        is_last = name in tasks or state.who(name).endures <= 1
        return is_last and is_won(system, state, seat, event) and _may_succeed(system, state, piece, name, zone)

    return {name: zone for name, zone in goals(state, piece).items() if wins(name, zone)}


def _may_succeed(system: RulesSystem[State], state: State, piece: PieceId, name: str, zone: SpaceId) -> bool:
    """Whether a deed about a goal would succeed now and then, if the figure stood there with the cubes that it has."""
    there = replace(state.changed(piece, zone=ZoneId(zone)), moving=None)
    deeds = (one for one in system.legal_commands(there, state.who(piece).seat, piece=piece) if isinstance(one, Deed))
    about = (one for one in deeds if name in (getattr(one, "task", ""), getattr(one, "target", "")))
    return any((foretold(there, one).likely or 0) >= HOPELESS for one in about)
