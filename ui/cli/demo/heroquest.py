"""HeroQuest: heroes and a master who strike, open, search, go where something is to be done.

Heroes go to doors and monsters they have seen, round known traps and over known pits; the master moves who was seen,
and lets the others wait.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.core.face import Command
from companion.core.ids import PieceId, SpaceId
from companion.core.session import Session
from companion.games.heroquest import commands as cm
from companion.games.heroquest.face.face import LEAVE, MASTER
from companion.games.heroquest.moves.jumping import pit_between
from companion.games.heroquest.sample import quest_setup, sample_setup
from ui.cli.demo.diary import Diary
from ui.cli.demo.script import Options, Page, Script, of_kinds
from ui.cli.text import say

BEFORE = (cm.Attack, cm.Cast, cm.OpenDoor, cm.SearchFurniture, cm.SearchRoom)  # before anybody walks
AFTER = (cm.RollMovement, cm.SearchTraps)
TABLE = (cm.BeginQuest, cm.TakeTurn, cm.EndTurn, cm.EndPhase)


class HeroQuest(Script):
    """A quest: in its first round cameras watch, later the machine rolls."""

    pages = (Page("master.html", MASTER, "master_lead"), Page("heroes/report.html", lead="quest_lead"))
    looks_at, has_quests = "dungeon", True

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self.setup = quest_setup(options.quest) if options.quest else sample_setup()

    def is_watched(self, session: Session) -> bool:
        return bool(session.state.flow.round <= 1)

    def may_fail(self, session: Session) -> bool:
        return len(_turns(session)) >= 3

    def deeds(self, session: Session) -> Sequence[Command]:
        system, state = session.system, session.state
        if state.flow.open:
            answers = list(system.legal_commands(state, state.flow.open[0].seat))
            lets_pass = [one for one in answers if state.flow.open[0].purpose == LEAVE and one.options == ("yes",)]
            return [self.rng.choice(lets_pass or answers)]
        for character in state.characters:
            if character.turn is not None and not character.turn.over and character.revealed:
                found = next(_deeds(session, character.id), None)
                if found is not None:
                    return [found]
        offers = [each for seat in session.seats for each in system.legal_commands(state, seat)]
        return of_kinds(offers, TABLE)[:1]

    def told(self, session: Session, out: Path, diary: Diary) -> dict[str, object]:
        heroes = {hero.piece for hero in self.setup.heroes}
        return {"heroes": str(out / "heroes"), "turns": sum(piece in heroes for piece in _turns(session))}

    def sentence(self, told: Mapping[str, Any]) -> str:
        return say("demo.turns_of_heroes_the", **told)


def _turns(session: Session) -> list[str]:
    """Return whose turns were opened."""
    events: list[Any] = [one.event for one in session.records]
    return [event.piece for event in events if type(event).__name__ == "TurnOpened"]


def _deeds(session: Session, piece: PieceId) -> Iterator[Command]:
    """Generate what the character would do, the best first."""
    system, state, character = session.system, session.state, session.state.who(piece)
    legal = system.legal_commands(state, character.seat, piece=character.id)
    offers = [each for each in legal if _fits(session, character.side, each, piece)]
    yield from of_kinds(offers, BEFORE)
    if character.turn.moving:
        known = _known_traps(session)
        for space in reversed(_way(session, piece)):
            for move in system.commands_placing(state, character.id, (space,)):
                if isinstance(move, cm.Jump) or (isinstance(move, cm.Walk) and not known & set(move.path)):
                    yield move
    yield from of_kinds(offers, AFTER)


def _fits(session: Session, side: str, command: Command, piece: PieceId) -> bool:
    """Whether it harms the right side, in the plain way."""
    if not isinstance(command, cm.Attack | cm.Cast):
        return True
    target = session.state.find(command.target or piece)
    return target is not None and target.side != side and not getattr(command, "ways", ())


def _known_traps(session: Session) -> frozenset[SpaceId]:
    """Return the squares where everybody sees a trap of the dungeon's that would go off."""
    armed = [trap for trap in session.state.traps if trap.status == "revealed" and trap.by is None]
    return frozenset(space for trap in armed for space in trap.squares)


def _way(session: Session, piece: PieceId) -> list[SpaceId]:
    """Return the squares from where it stands to the nearest where something is to be done, on known traps nowhere."""
    state, start = session.state, session.state.who(piece).at
    known = _known_traps(session)
    ways, seen = deque([[start]]), {start}
    while ways:
        way = ways.popleft()
        if way[-1] != start and _is_worth(session, piece, way[-1]):
            return way[1:]
        steps = [there for there in state.dungeon.sides[way[-1]] if not state.is_shut(way[-1], there)]
        leaps = [
            to for over in known & set(steps) for to in state.dungeon.sides[over] if pit_between(state, way[-1], to)
        ]
        for there in (*steps, *sorted(leaps)):
            if there not in seen | known and state.furniture_at(there) is None:
                seen.add(there)
                ways.append([*way, there])
    return []


def _is_worth(session: Session, piece: PieceId, space: SpaceId) -> bool:
    """Whether somebody to strike stands beside that square, or a hero could open a door there."""
    state, character = session.state, session.state.who(piece)
    if state.at(space) is not None:
        return False
    near = {there for there in state.dungeon.sides[space] if not state.is_shut(space, there)}
    foes = {other.at for other in state.enemies(character) if other.revealed}
    closed = any(now == "closed" and space in state.door_edge(door) for door, now in state.doors)
    return bool(foes & near) or (character.is_hero and closed)


SCRIPT = HeroQuest
