"""Nothing lost, nothing wrong, nothing out of order: from the shipped firmware to the sealed record.

The cable drops, flips or doubles 0.5 % of all bytes and is pulled; firmware, bridge, broker and table are killed with
SIGKILL in turn, the table listening on mosquitto or with an ear of its own. What the firmware sent is noted before the
damage; sets are compared, not counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.errors import MissingPart
from firmware_bridge.broker_home import find_mosquitto
from tests.missing import absent

from .chain import KILLS, Chain

DAMAGE = 0.005


@pytest.fixture(autouse=True)
def mosquitto(vm: Path) -> Iterator[None]:
    try:
        find_mosquitto()
    except MissingPart as missing:
        absent(missing)
    yield


def prove(chain: Chain, ways: int = 1) -> None:
    """Fails with what is lost, wrong or out of order; what was said on two ways at once was noted in any order."""
    truth, cable = chain.cable.events, chain.cable
    record, held = chain.record(), chain.held()
    assert cable.rewritten == [], "the firmware used a number twice"
    assert set(truth) - set(record) == set(), "lost"
    assert set(record) - set(truth) == set(), "nobody sent these"
    assert len(record) == len(set(record)), "twice in the record"
    assert record == sorted(record), "out of order"  # one epoch: asserted below
    assert {key: held[key] for key in truth} == truth, "wrong"
    assert len({epoch for epoch, _ in record}) == 1
    numbers = [seq for _, seq in record]
    assert numbers == list(range(1, len(numbers) + 1)), "a number is missing"
    armed = [facts[3][0] for _, facts in sorted(truth.items()) if facts[2] == 2]
    if ways == 1:
        following = iter(armed)
        for order in cable.done:  # what the firmware said it had done is an event, in that order
            assert any(dice == order % 255 + 1 for dice in following), f"order {order} was obeyed and never told"
    assert Counter(order % 255 + 1 for order in cable.done) - Counter(armed) == Counter(), "obeyed and never told"


def run(
    folder: Path,
    *,
    seed: int,
    events: int,
    every_s: tuple[float, float],
    pace_s: float,
    limit_s: float,
    has_broker: bool = True,
) -> Chain:
    chain = Chain(folder, seed=seed, damage=DAMAGE, pace_s=pace_s, has_broker=has_broker)
    try:
        chain.torment(events, every_s, limit_s)
        chain.settle(limit_s)
    finally:
        chain.close()
    counts = len(chain.cable.events), chain.cable.damaged, dict(chain.faults)
    print("FIGURE seed", seed, "events, damaged bytes, faults", *counts)  # noqa: T201
    return chain


@pytest.mark.parametrize(
    "has_broker", [pytest.param(False, id="our own ear"), pytest.param(True, id="mosquitto", marks=pytest.mark.long)]
)
def test_every_part_killed_once_on_a_bad_cable_loses_nothing_seed_5(tmp_path: Path, has_broker: bool) -> None:
    chain = run(tmp_path, seed=5, events=200, every_s=(0.3, 0.5), pace_s=0.012, limit_s=900, has_broker=has_broker)
    prove(chain)
    assert len(chain.cable.events) >= 200
    assert chain.cable.damaged > 50
    assert all(chain.faults[part] for part in ("pull", *KILLS)), chain.faults


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 7, 11, 12, 21])
def test_four_thousand_events_and_all_faults_lose_nothing_seed(tmp_path: Path, seed: int) -> None:
    chain = run(tmp_path, seed=seed, events=4000, every_s=(2.0, 5.0), pace_s=0.04, limit_s=5000)
    prove(chain)
    assert len(chain.cable.events) >= 4000
    assert min(chain.faults[part] for part in ("pull", *KILLS)) >= 3, chain.faults
