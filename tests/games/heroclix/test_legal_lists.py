"""The list of legal commands against the slow and obvious one: every command there is, as far as nothing forbids it."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from companion.board import Terrain
from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest
from companion.core.ids import PieceId
from companion.core.rules import Accepted
from companion.games.heroclix import commands as cm
from companion.games.heroclix.commands import AttackTerrain, ThrowObject
from companion.games.heroclix.figures.figure import SLOTS, Figure, Value
from companion.games.heroclix.forces.cards import Weight
from companion.games.heroclix.forces.setup import MapObject, Tactics
from companion.games.heroclix.position.verb import Verb
from companion.games.heroclix.powers.areas import AttackAllAround
from companion.games.heroclix.sample import SEATS, sample_setup
from companion.games.heroclix.state.ground import laid_out
from companion.games.heroclix.state.play import HeldObject, LyingObject
from companion.system import DiceGenerator
from tests.games.heroclix.printings import CLIX
from tests.oracles import commands as oracle
from tests.thinned import thinned

pytestmark = pytest.mark.slow

EDITIONS = [one for one in CLIX if one.edition.parts.forces]
LISTED = ("outwit", "perplex", "smoke_cloud", "barrier", "telekinesis", "charge", "super_strength")
GAMES, LOOKS = 2, 4  # a game of random powers, and how often it is looked at closely


def armed(figure: Figure, rng: random.Random, powers: list[str]) -> Figure:
    """The figure with powers at random, most of them used by an action of their own."""
    dial = [*figure.dial]
    for place, click in enumerate(dial):
        values: dict[str, Any] = {slot: Value(getattr(click, slot).value, rng.choice(powers)) for slot in SLOTS}
        dial[place] = replace(click, **values)
    return replace(figure, dial=tuple(dial))


def setup_of(system: Any, rng: random.Random) -> Any:
    """The sample game with other powers and four objects."""
    setup = sample_setup(rng.choice(("harbour-market", "lantern-vault")), round_limit=None)
    rules = system.edition.powers
    used = [key for key, rule in rules.items() if rule.actions and not key.startswith(("feat", "condition"))]
    powers = [*used, "stealth", "super_strength", "leap_climb", "sharpshooter", *LISTED, *LISTED]
    figures = {one.figure.id: armed(one.figure, rng, powers) for one in setup.forces}
    weights = (Weight.LIGHT, Weight.HEAVY)
    objects = tuple(
        MapObject(PieceId(f"{seat}-crate-{n}"), seat, "crate", weight)
        for seat in SEATS
        for n, weight in enumerate(weights)
    )
    return replace(
        setup,
        edition=system.edition.id,
        tactics=Tactics(objects=objects),
        forces=tuple(replace(one, figure=figures[one.figure.id]) for one in setup.forces),
    )


def positions(system: Any, seed: int) -> list[Any]:
    """Positions of a game at random, between actions: every sixth of the play."""
    rng, dice = random.Random(seed), DiceGenerator(seed)
    state, found = system.initial_state(setup_of(system, rng)), list[Any]()
    for _ in range(400):
        if state.flow.outcome is not None or len(found) == 6 * LOOKS:
            break
        rolls = [one for one in state.flow.open if isinstance(one, DiceRequest)]
        if rolls:
            command: Any = ReportDice(rolls[0].roller, dice.roll(rolls[0]))
        else:
            if state.flow.phase == "play" and not state.flow.open:
                found.append(state)
            offers = [one for seat in SEATS for one in system.legal_commands(state, seat)]
            kinds = sorted({(type(one).__name__, getattr(one, "power", "")) for one in offers})
            kind = rng.choice(kinds)
            command = rng.choice([one for one in offers if (type(one).__name__, getattr(one, "power", "")) == kind])
        decision = system.decide(state, command)
        assert isinstance(decision, Accepted), f"offered, yet refused: {command}: {decision}"
        for event in decision.events:
            state = system.apply(state, event)
    return [scattered(one, rng) for one in found[5::6]]


def scattered(state: Any, rng: random.Random) -> Any:
    """The position with everybody somewhere in the middle, an object in somebody's hands, the others lying about."""
    board = state.table.board
    open_ground = [one for one in board.within(4, board.at(8, 12)) if not board.has(one, Terrain.BLOCKING)]
    spaces, crates = rng.sample(open_ground, 20), [one.id for one in state.table.tactics.objects]
    pieces = tuple(
        replace(one, spaces=(spaces.pop(),), tokens=rng.choice((0, 0, 0, 2)), acted=rng.random() < 0.2, stirred=True)
        for one in state.pieces
        if not one.ko
    )
    lying = tuple(LyingObject(one, spaces.pop()) for one in crates[1:])
    tactics = replace(state.tactics, held=(HeldObject(crates[0], rng.choice(pieces).id),), lying=lying)
    return laid_out(replace(state, pieces=pieces, tactics=tactics))


def near_first(commands: list[Any]) -> list[Any]:
    """The commands without the order of those that name a square: moves come nearest squares first."""
    return sorted(commands, key=repr)


@pytest.mark.parametrize("system", thinned(EDITIONS, 2), ids=lambda one: str(one.edition.id))
def test_the_list_holds_what_the_checks_accept_and_nothing_else(system: Any) -> None:
    """For every piece of both seats in some positions; attacks, markers, targets and choices in the same order."""
    seen = Counter[str]()
    for seed in range(GAMES):
        for state in positions(system, seed):
            for piece in state.on_map():
                offers = [*system.legal_commands(replace(state), piece.seat, piece=piece.id)]
                active = piece.seat in state.flow.active

                def legal(commands: Any, state: Any = state) -> list[Any]:
                    return [one for one in commands if not any(system.violations(state, one))]

                def kind(*types: type, offers: Any = offers) -> list[Any]:
                    return [one for one in offers if isinstance(one, types)]

                plain = [one for one in kind(cm.MoveFigure) if one.passenger is None and one.pick_up is None]
                assert near_first(plain) == near_first(legal(oracle.moves(state, piece)) if active else [])
                assert kind(cm.CloseAttack, cm.RangedAttack) == (legal(oracle.attacks(state, piece)) if active else [])
                assert kind(ThrowObject) == legal(oracle.throws(state, piece))
                assert kind(AttackTerrain) == legal(oracle.terrain_attacks(state, piece))
                rules = set(state.edition.powers)
                off = [one for one in legal(oracle.turnings_off(state, piece)) if one.power in rules]
                assert kind(cm.TurnOff) == off
                used = [one for one in kind(cm.UsePower) if not one.pick_up and one.targets[:1] not in crates(state)]
                assert near_first(used) == near_first(legal(oracle.uses(state, piece)))
                seen.update(type(one).__name__ for one in offers)
                seen.update(one.power for one in used)
    assert {"MoveFigure", "CloseAttack", "RangedAttack", "UsePower"} <= set(seen)
    assert len({*LISTED} & set(seen)) > 4


def crates(state: Any) -> list[Any]:
    """The objects as targets of a use, which the oracle leaves out."""
    return [(one.id,) for one in state.table.tactics.objects]


@pytest.mark.parametrize("system", thinned(EDITIONS[::-1], 4), ids=lambda one: str(one.edition.id))
def test_every_offer_is_accepted(system: Any) -> None:
    """Whoever says that it offers only what is legal does, objects taken along or lifted included."""
    for seed in range(GAMES, 2 * GAMES):
        for state in positions(system, seed):
            for seat in SEATS:
                for command in system.legal_commands(replace(state), seat):
                    assert not [*system.violations(state, command)], command


def test_verbs_say_themselves_whether_their_offers_are_legal() -> None:
    """Nothing does unless it says so."""
    assert not Verb.offers_legal and not AttackAllAround.offers_legal
