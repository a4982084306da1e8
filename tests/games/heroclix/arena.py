"""Whole games between forces of real unit files, played by offered commands from the roll for first player to the end.

Every few decisions all offers of that moment are tried, and commands of other moments are; ``Played`` keeps what came.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest
from companion.core.ids import Seat
from companion.core.rules import Accepted, History, Rejected
from companion.documents import load_document
from companion.games.heroclix import commands as cm
from companion.games.heroclix.commands import ChooseTeamAbility
from companion.games.heroclix.figures.figure import Figure
from companion.games.heroclix.forces.enlisting import enlist, tactics_of
from companion.games.heroclix.forces.force import Force, Member
from companion.games.heroclix.forces.rules import check_force
from companion.games.heroclix.forces.setup import GameSetUp
from companion.games.heroclix.sample import sample_setup
from companion.games.heroclix.state.state import Phase
from companion.interchange.hcunits import parse_units
from companion.system import DiceGenerator

__all__ = ["Played", "play", "real_figures", "real_setup"]

SEATS = (Seat("red"), Seat("blue"))
MAPS = ("harbour-market", "lantern-vault")
MOST = 3000  # decisions; a game that is not over by then is a defect


@lru_cache(maxsize=1)
def real_figures(shared: Path) -> tuple[Figure, ...]:
    """Every character and object of the unit files that costs something."""
    files = sorted((shared / "data" / "heroclix" / "hcunits" / "sets").glob("*.json"))
    read = [one for file in files for one in parse_units(load_document(str(file))).figures]
    return tuple(one for one in read if one.kind in ("character", "object") and one.points)


def real_force(rng: random.Random, figures: Sequence[Figure], points: int) -> Force:
    """A legal force of at least two characters, three objects at most, for nearly so many points."""
    people = [one for one in figures if one.kind == "character" and min(one.points) <= points // 2]
    things = [one for one in figures if one.kind == "object"]
    while True:
        members, left = list[Member](), points
        for one in rng.sample(people, 40):
            cost = rng.choice(one.points)
            if cost <= left:
                members.append(Member(one, cost))
                left -= cost
        members += [Member(one) for one in rng.sample(things, rng.randrange(4)) if min(one.points) <= left // 4]
        force = Force(tuple(members))
        if sum(one.figure.kind == "character" for one in members) > 1 and check_force(force, points).is_legal:
            return force


def real_setup(system: Any, shared: Path, seed: int, *, points: int = 300, rounds: int = 8) -> GameSetUp:
    """The set-up of a game between two random forces on a shipped map."""
    rng = random.Random(seed)
    forces = {seat: real_force(rng, real_figures(shared), points) for seat in SEATS}
    enlisted = tuple(piece for seat, force in forces.items() for piece in enlist(force, seat))
    return replace(
        sample_setup(rng.choice(MAPS), round_limit=rounds),
        edition=system.edition.id,
        build_total=points,
        forces=enlisted,
        tactics=tactics_of(forces, []),
    )


@dataclass
class Played:
    """A game that was played to its end."""

    history: History
    events: list[Any] = field(default_factory=list)
    decisions: int = 0
    tried: int = 0  # offers that were carried out beside the game
    refused: set[str] = field(default_factory=set)


def play(system: Any, setup: GameSetUp, seed: int, *, every: int = 25) -> Played:
    """The game, with every ``every``-th position looked at closely."""
    rng, dice = random.Random(seed), DiceGenerator(seed)
    played = Played(History(system, setup))
    strange: list[Any] = []
    while played.history.state.flow.outcome is None:
        state = played.history.state
        rolls = [one for one in state.flow.open if isinstance(one, DiceRequest)]
        if rolls:
            command: Any = ReportDice(rolls[0].roller, dice.roll(rolls[0]))
        else:
            command = _choice(system, state, rng)
            if played.decisions % every == 0:
                _look_closely(system, state, rng, played, strange)
        decision = system.decide(state, command)
        assert isinstance(decision, Accepted), f"offered, yet refused: {command}: {decision}"
        played.history.extend(decision.events)
        played.events += decision.events
        played.decisions += 1
        assert played.decisions < MOST, "the game does not end"
    return played


def _choice(system: Any, state: Any, rng: random.Random) -> Any:
    """A command of a random piece, an attack or a power rather than a step, or what else may be done."""
    seats = [seat for seat in state.table.seats if seat in state.flow.active] or list(state.table.seats)
    if state.flow.phase == Phase.PLAY and not state.flow.open:
        own = [one for one in state.on_map(seats[0]) if not one.acted]
        for piece in rng.sample(own, len(own)) if state.actions_left > 0 else ():
            offers = [one for one in system.legal_commands(state, seats[0], piece=piece.id) if _is_play(one, rng)]
            loud = [one for one in offers if not isinstance(one, cm.MoveFigure)]
            if offers:
                return rng.choice(loud if loud and rng.random() < 0.7 else offers)
        return cm.EndTurn(seats[0])
    offers = [one for seat in state.table.seats for one in system.legal_commands(state, seat)]
    assert offers, "nobody may do anything, and the game is not over"
    return rng.choice(offers)


def _is_play(command: Any, rng: random.Random) -> bool:
    is_told = isinstance(command, cm.UseText) and not command.power  # it says that a text is used, and changes nothing
    return not (is_told or isinstance(command, cm.TurnOff | cm.EndTurn | ChooseTeamAbility)) or rng.random() < 0.02


def _look_closely(system: Any, state: Any, rng: random.Random, played: Played, strange: list[Any]) -> None:
    """Some of all offers are carried out, and commands of earlier moments are tried."""
    offers = [one for seat in state.table.seats for one in system.legal_commands(state, seat)]
    for command in rng.sample(offers, min(8, len(offers))):
        decision = system.decide(state, command)
        assert isinstance(decision, Accepted), f"offered, yet refused: {command}: {decision}"
        after = state
        for event in decision.events:
            after = system.apply(after, event)
        played.tried += 1
    for command in rng.sample(strange, min(8, len(strange))):
        decision = system.decide(state, command)
        if isinstance(decision, Rejected):
            assert decision.violations
            played.refused |= {one.rule for one in decision.violations}
    strange += rng.sample(offers, min(3, len(offers)))
