"""Random legal games between crews full of powers: what is offered is accepted, and the record tells it all again."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest
from companion.core.house import HOUSE
from companion.core.ledger import Ledger
from companion.core.rules import History, Rejected
from companion.core.session import Session
from companion.games.heroclix import commands as cm
from companion.games.heroclix.editions.core import CORE
from companion.games.heroclix.events import DialTurned
from companion.games.heroclix.figures.figure import SLOTS, Figure, SpecialPower, Symbols, Value
from companion.games.heroclix.figures.powers_table import power_names
from companion.games.heroclix.tactics.commands import ChooseTeamAbility, UseText
from companion.games.heroclix.tactics.team_abilities import team_abilities
from companion.storage.codec import JsonCodec, digest_of
from companion.storage.memory import MemoryRecorder
from companion.system import DiceGenerator
from companion.text.wording import LANGUAGES, Wording
from tests.conftest import StoppedClock
from tests.games.heroclix.scene import GAME, Scene, figure

SPOTS = [(x, y) for x in range(4, 9) for y in range(3, 8)]


def motley(rng: random.Random, name: str) -> Figure:
    """A figure with a power on every slot of every click, drawn anew every two clicks."""
    by_slot = {slot: [one.id for one in power_names().values() if one.slot == slot] for slot in SLOTS}
    printed = figure(
        name, clicks=8, range=rng.randrange(0, 8), targets=rng.randrange(1, 3), points=rng.choice([40, 80])
    )
    symbols = Symbols(
        rng.choice(["boot", "wing", "dolphin", "transport_boot"]), rng.choice(["fist", "duo", "sharpshooter"]),
        rng.choice(["shield", "indomitable"]), rng.choice(["starburst", "starburst", "giant", "colossal"]),
    )  # fmt: skip
    dial = []
    for click in printed.dial:
        if click.number % 2:
            drawn = {slot: rng.choice([*by_slot[slot], "special", "special"]) for slot in SLOTS}
        shown: dict[str, Any] = {slot: Value(getattr(click, slot).value, drawn[slot]) for slot in SLOTS}
        dial.append(replace(click, **shown))
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


@lru_cache(maxsize=8)
def played(seed: int, decisions: int = 200) -> tuple[Session, frozenset[str]]:
    """A session after so many random decisions, and the kinds of commands that were tried elsewhere and refused."""
    rng, dice = random.Random(seed), DiceGenerator(seed)
    terrain = {(rng.randrange(12), rng.randrange(11)): rng.choice(["hindering", "blocking"]) for _ in range(14)}
    spots = rng.sample([spot for spot in SPOTS if spot not in terrain], 8)
    scene = Scene(size=(12, 11), terrain=terrain, round_limit=9)
    for number, spot in enumerate(spots):
        seat = "red" if number % 2 else "blue"
        scene.put(f"{seat}-{number}", seat, spot, motley(rng, f"{seat}-{number}"))
    session = Session(
        GAME, Ledger(MemoryRecorder(), JsonCodec(GAME.event_types)), StoppedClock(), scene.setup,
        seats=scene.setup.seats, automatic={DiceRequest: lambda state, request: _thrown(dice, request)},
    )  # fmt: skip
    session._record(scene.opening, session.records[0].source)
    refused = set[str]()
    for _ in range(decisions):
        offers = [one for seat in session.seats for one in GAME.legal_commands(session.state, seat)]
        if not offers:
            assert session.state.flow.outcome is not None, session.state.flow
            break
        by_kind: dict[str, list[Any]] = {}
        for one in offers:
            if not isinstance(one, cm.TurnOff | ChooseTeamAbility | UseText) or rng.random() < 0.1:
                by_kind.setdefault(getattr(one, "power", "") or type(one).__name__, []).append(one)
        if len(by_kind) > 1 and rng.random() < 0.8:
            by_kind.pop("EndTurn", None)
        command = rng.choice(by_kind[rng.choice(sorted(by_kind))]) if by_kind else offers[-1]
        decision = session.submit(command)
        assert not isinstance(decision, Rejected), f"legal, yet refused: {command}: {decision}"
        for other in (command, rng.choice(offers)):
            again = GAME.decide(session.state, other)
            if isinstance(again, Rejected):
                refused |= {one.rule for one in again.violations}
    return session, frozenset(refused)


def _thrown(dice: DiceGenerator, request: Any) -> Any:
    return ReportDice(request.roller, dice.roll(request))


SEEDS = range(5)


@pytest.mark.parametrize("seed", [*SEEDS, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(5, 60))])
def test_games_full_of_powers(seed: int) -> None:
    session, refused = played(seed)
    assert [rule for rule in refused if rule not in GAME.catalogue and rule not in HOUSE] == []
    history = History(GAME, session.records[0].event)
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


def test_the_games_use_the_powers() -> None:
    """Together they use nearly everything that has a verb, so that the laws above speak of it."""
    used = {
        getattr(one.event, "power", "")
        for seed in SEEDS
        for one in played(seed)[0].records
        if type(one.event).__name__ in ("PowerUsed", "AttackShaped", "Rerolled")
    }
    assert len(used) >= 15, sorted(used)
    kinds = {type(one.event).__name__ for seed in SEEDS for one in played(seed)[0].records}
    assert {"TextUsed", "TeamAbilityChosen", "CardMarked", "EffectsEnded"} <= kinds


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_that_happens_has_words(lang: str) -> None:
    wording = Wording(lang)
    for seed in SEEDS:
        session, refused = played(seed)
        for one in session.records[1:]:
            name = type(one.event).__name__
            assert wording.has(f"event.{name}"), name
            assert "{" not in wording.event(one.event), name
            request: Any = getattr(one.event, "request", None)
            if hasattr(request, "purpose"):
                assert wording.has(f"ask.{request.purpose}"), request.purpose
                assert "{" not in wording.question(request)
        assert [rule for rule in refused if not wording.has(rule)] == []
