"""Laws for every game: legal means accepted, refusals name known rules, a record replays to the same state."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest
from companion.core.events import (
    ChoiceMade,
    ChoiceRequested,
    ConsentRequested,
    DiceReported,
    DiceRequested,
    Passed,
    PlacementRequested,
)
from companion.core.house import HOUSE
from companion.core.ledger import Ledger
from companion.core.rules import Accepted, History, Rejected
from companion.core.session import Session
from companion.core.telling import heard_records
from companion.games import CASE_LANGUAGES, SYSTEMS, find_system, systems
from companion.games.gotham.sample import sample_setup as mission_setup
from companion.games.guardians.sample import sample_setup as clash_setup
from companion.games.heroquest.sample import sample_setup
from companion.storage.codec import JsonCodec, digest_of
from companion.storage.memory import MemoryRecorder
from companion.system import DiceGenerator
from tests.conftest import StoppedClock
from tests.games.heroclix.opening import field, furnished
from tests.thinned import thinned

SETUPS: dict[str, Callable[[Any], Any]] = {
    "heroclix": lambda system: replace(field().setup, edition=system.edition.id),
    "heroquest": lambda system: sample_setup(),
    "gotham": lambda system: mission_setup(),
    "guardians": lambda system: clash_setup(),
}
FURNISHED = SETUPS | {"heroclix": lambda system: replace(furnished().setup, edition=system.edition.id)}  # and objects


def walk(system: Any, seed: int, steps: int, setups: Any = SETUPS) -> Session:
    """A session after that many random legal commands; dice are thrown by a seeded generator."""
    rng, dice = random.Random(seed), DiceGenerator(seed)
    setup = setups[system.id](system)
    session = Session(
        system,
        Ledger(MemoryRecorder(), JsonCodec(system.event_types)),
        StoppedClock(),
        setup,
        seats=setup.seats,
        automatic={
            DiceRequest: lambda state, one: ReportDice(one.roller, dice.roll(one, system.dice_of(state))),
        },
    )
    for _ in range(steps):
        offers = [command for seat in setup.seats for command in system.legal_commands(session.state, seat)]
        if not offers:
            assert session.state.flow.outcome is not None, "nobody may do anything, and the game is not over"
            break
        loud = [one for one in offers if type(one).__name__.endswith("Attack")]
        command = rng.choice(loud if loud and rng.random() < 0.7 else offers)
        decision = session.submit(command)
        assert isinstance(decision, Accepted), f"legal, yet refused: {command}: {decision}"
    return session


def test_every_row_opens_what_it_names() -> None:
    for row in SYSTEMS:
        assert CASE_LANGUAGES[row.id].system == row.id
        for edition in row.editions:
            system = find_system(row.id, edition, "")
            assert (system.id, system.edition.id) == (row.id, edition)


@pytest.mark.slow
@pytest.mark.rule("HC-VP-13")
@pytest.mark.parametrize("system", systems(), ids=lambda one: f"{one.id}-{one.edition.id}")
@pytest.mark.parametrize("setups", [SETUPS, FURNISHED], ids=["plain", "furnished"])
@pytest.mark.parametrize("seed", thinned(range(6), 3))
def test_legal_commands_are_accepted_and_the_record_replays(system: Any, seed: int, setups: Any) -> None:
    if setups is FURNISHED and not getattr(getattr(system.edition, "parts", None), "forces", True):
        setups = SETUPS  # a first game has neither
    session = walk(system, seed, 90, setups)
    history = History(system, session.records[0].event)
    history.extend(one.event for one in session.ledger.read() if one.version > 0)
    assert digest_of(history.state) == digest_of(session.state)
    assert history.version == session.version
    events = {type(one.event).__name__ for one in session.records}
    assert events & {"TurnBegan", "TurnOpened", "GameTurnBegan", "SideTurnBegan"}


@pytest.mark.parametrize("system", systems(), ids=lambda one: f"{one.id}-{one.edition.id}")
def test_refusals_name_known_rules(system: Any) -> None:
    """Every legal command of one moment is tried at another: refused or not, only known rules are named."""
    one, other = walk(system, 3, 20), walk(system, 4, 40)
    tried = 0
    for seat, version in [(seat, v) for seat in SETUPS[system.id](system).seats for v in range(0, one.version, 5)]:
        for command in system.legal_commands(one.state_at(version), seat):
            decision = system.decide(other.state, command)
            tried += 1
            if isinstance(decision, Rejected):
                assert decision.violations
                for broken in decision.violations:
                    assert broken.rule in system.catalogue or broken.rule in HOUSE, broken
    assert tried > 20


@pytest.mark.parametrize("system", systems(), ids=lambda one: f"{one.id}-{one.edition.id}")
def test_what_a_seat_heard_is_a_record_without_gaps(system: Any) -> None:
    """Versions, commands and requests are numbered by what was heard; what was heard of that is the same again."""
    session = walk(system, 5, 60)
    for seat in (*session.seats, None):
        lines = list(heard_records(system, session.records, seat))
        assert [line.version for line in lines] == list(range(len(lines)))
        commands = list(dict.fromkeys(line.command_id for line in lines))
        assert commands == [f"c{number}" for number in range(len(commands))]
        asked = list(dict.fromkeys(name for line in lines for name in requests_in(line.event)))
        assert asked == [f"ask-{number}" for number in range(1, len(asked) + 1)]
        if system.is_whole(lines[0].event):
            assert list(heard_records(system, lines, seat)) == lines


def requests_in(event: Any) -> list[str]:
    """The ids of requests that an event of the core names."""
    match event:
        case DiceRequested(request, others) | ChoiceRequested(request, others):
            return [request.id, *(other.id for other in others)]
        case PlacementRequested(request) | ConsentRequested(request):
            return [request.id]
        case DiceReported(result):
            return [result.request]
        case ChoiceMade(_, request) | Passed(_, request):
            return [request]
        case _:
            return []


DIGEST = """
import sys
sys.path.insert(0, ".")
from companion.games import CASE_LANGUAGES, SYSTEMS, find_system, systems
from companion.games.gotham.sample import sample_setup as mission_setup
from companion.games.guardians.sample import sample_setup as clash_setup
from companion.games.heroquest.sample import sample_setup
from companion.storage.codec import digest_of
from tests.conformance.test_laws import walk
session = walk(systems()[0], 2, 60)
from companion.games.heroclix.sample import sample_setup
# a map with walls: sets without an order of their own
start = systems()[0].initial_state(sample_setup("lantern-vault"))
print(session.ledger.head, digest_of(session.state), digest_of(start))
"""


@pytest.mark.slow
def test_the_record_is_the_same_under_any_hash_seed() -> None:
    said = {
        subprocess.run(
            [sys.executable, "-c", DIGEST], env={"PYTHONHASHSEED": seed, "PATH": ""}, capture_output=True, check=True
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(said) == 1
