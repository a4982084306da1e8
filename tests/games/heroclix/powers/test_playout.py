"""Random legal games between crews full of powers: what is offered is accepted, and the record tells it all again."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest

from companion.board.spaces import Terrain
from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest
from companion.core.house import HOUSE
from companion.core.ledger import Ledger
from companion.core.rules import History, Rejected
from companion.core.session import Session
from companion.games.heroclix import commands as cm
from companion.games.heroclix.commands import ChooseTeamAbility, UseText
from companion.games.heroclix.editions.core import CORE
from companion.games.heroclix.editions.newer import NEWER
from companion.games.heroclix.events.damage import DialTurned
from companion.games.heroclix.events.tactics import (
    BlockingDestroyed,
    DebrisPlaced,
    MarkerDestroyed,
    ObjectDropped,
    ObjectEffectsIgnored,
    ObjectPickedUp,
    ObjectPushed,
    ObjectUsed,
    TerrainAttacked,
    TerrainHeld,
    WallDestroyed,
)
from companion.games.heroclix.figures.figure import SLOTS, Figure, SpecialPower, Symbols, Value
from companion.games.heroclix.figures.powers_table import power_names
from companion.games.heroclix.position.team_abilities import team_abilities
from companion.games.heroclix.system import HeroClix
from companion.storage.codec import JsonCodec, digest_of
from companion.storage.memory import MemoryRecorder
from companion.system import DiceGenerator
from companion.text.wording import LANGUAGES, Wording
from tests.conftest import StoppedClock
from tests.games.heroclix.scene import GAME, Scene, figure

pytestmark = pytest.mark.slow

GAMES = {"core": GAME, "newer": HeroClix(NEWER)}

SPOTS = [(x, y) for x in range(4, 9) for y in range(3, 8)]


def motley(rng: random.Random, name: str, *, wordy: bool, **kept: str) -> Figure:
    """A figure with a power on every slot of every click, drawn anew every two clicks but for those kept at first; a
    wordy one has special powers, traits and team abilities too."""
    by_slot = {slot: [one.id for one in power_names().values() if one.slot == slot] for slot in SLOTS}
    printed = figure(
        name, clicks=8, range=rng.randrange(0, 8), targets=rng.randrange(1, 3), points=rng.choice([40, 80])
    )
    symbols = Symbols(
        rng.choice(["boot", "wing", "dolphin", "transport_boot"]),
        rng.choice(["fist", "duo", "sharpshooter"]),
        rng.choice(["shield", "indomitable"]),
        rng.choice(["starburst", "starburst", "giant", "colossal"]),
    )
    dial = []
    for click in printed.dial:
        if click.number % 2:
            choices = {slot: [*by_slot[slot], *(["special"] * 2 * wordy)] for slot in SLOTS}
            drawn = {slot: rng.choice(choices[slot]) for slot in SLOTS} | (kept if click.number < 4 else {})
        shown: dict[str, Any] = {slot: Value(getattr(click, slot).value, drawn[slot]) for slot in SLOTS}
        dial.append(replace(click, **shown))
    if not wordy:
        return replace(printed, dial=tuple(dial), symbols=symbols)
    teams = tuple(rng.sample(TEAMS, rng.choice([0, 1, 1, 2])))
    return replace(printed, dial=tuple(dial), symbols=symbols, specials=tuple(texts(rng)), team_abilities=teams)


TEAMS = ["drifters", *(power for power in CORE.powers if power in team_abilities())]


def texts(rng: random.Random) -> Iterator[SpecialPower]:
    """A text for each white square, and a trait: sure grants, conditions, and rows of their own."""
    powers = list(power_names().values())
    for slot in (*SLOTS, "trait"):
        one, two = rng.sample([power.english for power in powers], 2)
        sure, asked = f"It can use {one} and {two}.", f"When it rains, it can use {one}."
        row = '{"action": "free", "amount": 1, "mark": "salt", "value": "attack", "verb": "mark_card"}'
        yield SpecialPower(slot, slot, rng.choice([sure, sure, asked]), (), None, rng.choice([(), (row,)]))


@lru_cache(maxsize=16)
def played(seed: int, edition: str = "core", decisions: int = 200) -> tuple[Session, frozenset[str]]:
    """A session after so many random decisions, and the kinds of commands that were tried elsewhere and refused."""
    rng, dice, game = random.Random(seed), DiceGenerator(seed), GAMES[edition]
    terrain = {(rng.randrange(12), rng.randrange(11)): rng.choice(["hindering", "blocking"]) for _ in range(14)}
    free = rng.sample([spot for spot in SPOTS if spot not in terrain], 13)
    walls = [((x, 5), (x, 6)) for x in rng.sample(range(12), 4)]
    scene = Scene(size=(12, 11), terrain=terrain, walls=walls, round_limit=9, game=game)
    for number, spot in enumerate(free[:8]):
        seat = "red" if number % 2 else "blue"
        strong = {"attack": "super_strength"} if number < 4 else {}
        scene.put(f"{seat}-{number}", seat, spot, motley(rng, f"{seat}-{number}", wordy=seed % 2 == 1, **strong))
    for number, spot in enumerate(free[8:]):
        weight = ("light", "heavy", "immobile")[number % 3]
        scene.lay(f"thing-{number}", weight, spot, seat="red" if number % 2 else "blue", points=number)
    session = Session(
        game,
        Ledger(MemoryRecorder(), JsonCodec(game.event_types)),
        StoppedClock(),
        scene.setup,
        seats=scene.setup.seats,
        automatic={DiceRequest: lambda state, request: _thrown(dice, request)},
    )
    session._record(scene.opening, session.records[0].source)
    refused = set[str]()
    for _ in range(decisions):
        offers = [one for seat in session.seats for one in game.legal_commands(session.state, seat)]
        if not offers:
            assert session.state.flow.outcome is not None, session.state.flow
            break
        by_kind: dict[str, list[Any]] = {}
        for one in offers:
            if not isinstance(one, cm.TurnOff | ChooseTeamAbility | UseText) or rng.random() < 0.1:
                takes = "pick up" if getattr(one, "pick_up", None) else ""
                by_kind.setdefault(takes or getattr(one, "power", "") or type(one).__name__, []).append(one)
        if len(by_kind) > 1 and rng.random() < 0.8:
            by_kind.pop("EndTurn", None)
        command = rng.choice(by_kind[rng.choice(sorted(by_kind))]) if by_kind else offers[-1]
        decision = session.submit(command)
        assert not isinstance(decision, Rejected), f"legal, yet refused: {command}: {decision}"
        hold(session.state)
        for other in (command, rng.choice(offers)):
            again = game.decide(session.state, other)
            if isinstance(again, Rejected):
                refused |= {one.rule for one in again.violations}
    return session, frozenset(refused)


def hold(state: Any) -> None:
    """The laws of objects: each in one place at most, and held only by a piece on the map with the power in force."""
    play = state.tactics
    places = [*(one.object for one in play.lying), *(one.object for one in play.held), *play.removed]
    assert sorted(set(places)) == sorted(places)
    assert len({one.space for one in play.lying}) == len(play.lying)
    assert len({one.piece for one in play.held}) == len(play.held)
    if state.flow.outcome is None:
        for one in play.held:
            holder = state.piece(one.piece)
            assert holder.spaces, one
            assert any(held.power == "super_strength" for held in state.held(holder)), one
    board = state.table.board
    assert all(board.has(one.space, Terrain.HINDERING) for one in play.lying)
    assert not any(board.has(space, Terrain.BLOCKING) for space in play.debris)
    assert board.walls.isdisjoint(play.fallen)


def _thrown(dice: DiceGenerator, request: Any) -> Any:
    return ReportDice(request.roller, dice.roll(request))


SEEDS = {"core": range(6), "newer": range(2)}  # odd ones with texts; the rest when there is time
MORE = [(seed, name) for name, seeds in SEEDS.items() for seed in range(seeds.stop, 60)]


@pytest.mark.parametrize(
    ("seed", "edition"),
    [
        *((seed, name) for name, seeds in SEEDS.items() for seed in seeds),
        *(pytest.param(*one, marks=pytest.mark.long) for one in MORE),
    ],
)
def test_games_full_of_powers(seed: int, edition: str) -> None:
    session, refused = played(seed, edition)
    assert [rule for rule in refused if rule not in GAMES[edition].catalogue and rule not in HOUSE] == []
    history = History(GAMES[edition], session.records[0].event)
    history.extend(one.event for one in session.ledger.read() if one.version > 0)
    assert digest_of(history.state) == digest_of(session.state)
    clicks = {one.id: one.start_click for one in session.state.pieces}
    for one in session.records:
        if isinstance(one.event, DialTurned):
            assert clicks[one.event.piece] == one.event.before, "no dial turns unseen"
            clicks[one.event.piece] = one.event.after
    assert clicks == {one.id: one.click for one in session.state.pieces}
    for piece in session.state.pieces:
        assert 0 <= piece.tokens <= 2
        assert piece.click >= piece.start_click
    session.state.occupancy()  # no square holds two


@pytest.mark.parametrize("edition", GAMES)
def test_the_games_use_the_powers(edition: str) -> None:
    """Together they use nearly everything that has a verb, so that the laws above speak of it."""
    used = {
        getattr(one.event, "power", "")
        for seed in SEEDS[edition]
        for one in played(seed, edition)[0].records
        if type(one.event).__name__ in ("PowerUsed", "AttackShaped", "Rerolled")
    }
    assert len(used) >= 3 * len(SEEDS[edition]), sorted(used)
    kinds = {type(one.event).__name__ for seed in SEEDS[edition] for one in played(seed, edition)[0].records}
    assert {"TextUsed", "TeamAbilityChosen", "CardMarked", "EffectsEnded"} <= kinds


OBJECT_EVENTS = {
    ObjectPickedUp,
    ObjectEffectsIgnored,
    ObjectDropped,
    ObjectPushed,
    ObjectUsed,
    TerrainAttacked,
    TerrainHeld,
    BlockingDestroyed,
    WallDestroyed,
    MarkerDestroyed,
    DebrisPlaced,
}


def test_the_games_use_objects_and_break_terrain() -> None:
    events = [one.event for seed in SEEDS["core"] for one in played(seed)[0].records]
    rare = {MarkerDestroyed, TerrainHeld}
    assert OBJECT_EVENTS - {type(one) for one in events} <= rare
    thrown = {one.thrown for one in events if isinstance(one, ObjectUsed)}
    assert thrown == {True, False}


@pytest.mark.parametrize("edition", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_that_happens_has_words(lang: str, edition: str) -> None:
    wording = Wording(lang)
    for seed in SEEDS[edition]:
        session, refused = played(seed, edition)
        for one in session.records[1:]:
            name = type(one.event).__name__
            assert wording.has(f"event.{name}"), name
            assert "{" not in wording.event(one.event), name
            request: Any = getattr(one.event, "request", None)
            if hasattr(request, "purpose"):
                assert wording.has(f"ask.{request.purpose}"), request.purpose
                assert "{" not in wording.question(request)
        assert [rule for rule in refused if not wording.has(rule)] == []
