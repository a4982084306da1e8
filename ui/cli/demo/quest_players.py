"""Heroes and a master who know what they want: strike, open, search, go where something is to be done.

They know no more than their side's view tells: heroes go to doors and monsters they have seen; the master moves who was
seen, and lets the others wait behind their doors.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from typing import Any

from companion.core.ids import SpaceId
from companion.games.heroquest import commands as cm
from companion.games.heroquest.characters import Character
from companion.games.heroquest.state import DoorState, State
from companion.games.heroquest.system import HeroQuest

BEFORE = (cm.Attack, cm.Cast, cm.OpenDoor, cm.SearchFurniture, cm.SearchRoom)  # before anybody walks
AFTER = (cm.RollMovement, cm.SearchTraps)
TABLE = (cm.BeginQuest, cm.TakeTurn, cm.EndTurn, cm.EndPhase)


class QuestPlayers:
    """What everybody at the table does."""

    def __init__(self, system: HeroQuest, rng: random.Random) -> None:
        self._system, self._rng = system, rng

    def answer(self, state: State) -> Any:
        """What whoever is asked first says."""
        asked: Any = state.flow.open[0]
        return self._rng.choice(list(self._system.legal_commands(state, asked.seat)))

    def next_command(self, state: State) -> Any:
        """What the character whose turn it is does next, or what brings the game on."""
        for character in state.characters:
            if character.turn is not None and not character.turn.over and character.revealed:
                found = next(self._deeds(state, character), None)
                if found is not None:
                    return found
        offers = [each for seat in state.table.seats for each in self._system.legal_commands(state, seat)]
        return min((each for each in offers if type(each) in TABLE), key=lambda each: TABLE.index(type(each)))

    def _deeds(self, state: State, character: Character) -> Iterator[Any]:
        """What it would do, the best first."""
        offers = [
            each
            for each in self._system.legal_commands(state, character.seat, piece=character.id)
            if _fits(state, character, each)
        ]
        yield from (each for kind in BEFORE for each in offers if type(each) is kind)
        if character.turn is not None and character.turn.moving:
            for space in reversed(_way(state, character)):
                step = next(self._system.commands_placing(state, character.id, (space,)), None)
                if isinstance(step, cm.Walk):
                    yield step
        yield from (each for kind in AFTER for each in offers if type(each) is kind)


def _fits(state: State, character: Character, command: Any) -> bool:
    """Whether it harms the right side, in the plain way."""
    target = state.find(getattr(command, "target", None) or character.id)
    if isinstance(command, cm.Attack | cm.Cast):
        return target is not None and target.side != character.side and not getattr(command, "ways", ())
    return True


def _way(state: State, character: Character) -> list[SpaceId]:
    """The squares from where it stands to the nearest where something is to be done."""
    assert character.at is not None
    came: dict[SpaceId, SpaceId] = {character.at: character.at}
    queue = deque([character.at])
    while queue:
        here = queue.popleft()
        if here != character.at and _is_worth(state, character, here):
            way = [here]
            while came[way[-1]] != character.at:
                way.append(came[way[-1]])
            return way[::-1]
        for there in state.dungeon.sides[here]:
            if there not in came and not state.is_shut(here, there) and state.furniture_at(there) is None:
                came[there] = here
                queue.append(there)
    return []


def _is_worth(state: State, character: Character, space: SpaceId) -> bool:
    """Whether somebody to strike stands beside that square, or a hero could open a door there."""
    if state.at(space) is not None:
        return False
    near = [there for there in state.dungeon.sides[space] if not state.is_shut(space, there)]
    foes = {other.at for other in state.enemies(character) if other.revealed}
    closed = any(now is DoorState.CLOSED and space in state.door_edge(door) for door, now in state.doors)
    return bool(foes & set(near)) or (character.is_hero and closed)
