"""Random games of HeroQuest: seeded, every choice legal, dice thrown by a generator with a seed of its own."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest
from companion.core.rules import Accepted, History
from companion.games.heroquest.sample import sample_setup
from companion.games.heroquest.state import State
from companion.games.heroquest.system import HeroQuest
from companion.system import DiceGenerator

SYSTEM = HeroQuest()
LOUD = (
    "Attack",
    "Cast",
    "OpenDoor",
    "Walk",
    "SearchRoom",
    "SearchFurniture",
    "Shove",
    "Topple",
    "ThrowFurniture",
    "Jump",
)
DULL = ("ChangeWeapon", "Turn", "Ambush", "EndTurn", "EndPhase")


def offers(state: State, rng: random.Random) -> list[Any]:
    """What one seat may do now; of one of its characters, where several could act."""
    for request in state.flow.open:
        seat = getattr(request, "seat", None)
        if seat is not None:
            return list(SYSTEM.legal_commands(state, seat))
    able = [one for one in state.characters if one.turn is not None]
    seats = sorted(state.flow.active)
    if able and rng.random() < 0.95:
        one = rng.choice(able)
        if one.turn is not None and one.turn.moving and rng.random() < 0.4:
            ways = SYSTEM.commands_placing(state, one.id, (rng.choice(sorted(state.dungeon.place_at)),))
            if far := next(ways, None):  # a whole way at once, not a step
                return [far]
        found = list(SYSTEM.legal_commands(state, one.seat, piece=one.id))
        if found:
            return found
    return [command for seat in seats for command in SYSTEM.legal_commands(state, seat)]


def chosen(found: list[Any], rng: random.Random) -> Any:
    """One of them: kinds that do something before kinds that do little."""
    kinds: dict[str, list[Any]] = {}
    for command in found:
        kinds.setdefault(type(command).__name__, []).append(command)
    loud = [kind for kind in kinds if kind in LOUD]
    quiet = [kind for kind in kinds if kind not in DULL]
    kind = rng.choice(loud if loud and rng.random() < 0.6 else quiet if quiet and rng.random() < 0.85 else list(kinds))
    return rng.choice(kinds[kind])


def play(seed: int, steps: int, look: Callable[[State, tuple[Any, ...]], None] | None = None) -> History:
    """A game of that many decisions; ``look`` sees every state with the events that led to it."""
    rng, dice = random.Random(seed), DiceGenerator(seed)
    history = History(SYSTEM, sample_setup())
    for _ in range(steps):
        state: State = history.state
        if state.flow.outcome is not None:
            break
        rolls = [one for one in state.flow.open if isinstance(one, DiceRequest)]
        if rolls:
            command: Any = ReportDice(rolls[0].roller, dice.roll(rolls[0], SYSTEM.dice_of(state)))
        else:
            found = offers(state, rng)
            assert found, f"seed {seed}: nobody may do anything, and the quest is not over"
            command = chosen(found, rng)
        decision = SYSTEM.decide(state, command)
        assert isinstance(decision, Accepted), f"seed {seed}: legal, yet refused: {command}: {decision}"
        history.extend(decision.events)
        if look is not None:
            look(history.state, decision.events)
    return history
