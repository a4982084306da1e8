"""Random games break no law: whatever legal commands lead to, the table stays one that could be built."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.rules import History
from companion.games.heroquest.state import State
from companion.storage.codec import digest_of
from tests.games.heroquest.walks import SYSTEM, play
from tests.thinned import thinned

pytestmark = pytest.mark.slow

QUICK, LONG = range(30), range(1000, 2000)


def keeps_the_laws(state: State, events: tuple[Any, ...]) -> None:
    """Fail where a law is broken, once nobody is asked anything."""
    if state.flow.open:
        return
    standing = [one for one in state.characters if one.at is not None]
    squares = [one.at for one in standing]
    assert all(one.is_alive for one in state.characters), "the dead are removed (HQ-ATK-10)"
    shared = {at for at in squares if squares.count(at) > 1}
    assert not shared, f"two figures end in one square (HQ-MOVE-11): {shared}"
    for one in standing:
        assert one.at in state.dungeon.place_at, f"{one.id} stands in rock"
        assert 0 < one.body <= one.body_max and 0 <= one.mind <= one.mind_max
        if one.kind == "chaos_warrior":  # HQ-MON-CHAOS-05
            assert -2 <= one.shift <= 2 and (one.attack - one.shift) + (one.defense + one.shift) == 8
        if one.turn is not None:
            assert one.turn.left >= 0, "more steps than the dice gave (HQ-MOVE-01)"
            actions = [used for used in one.turn.used if one.is_hero or used in ("move", "attack")]
            assert len(actions) <= 2 and len(set(actions)) == len(actions), "two different actions (HQ-ACT-01, -02)"
    for pair in state.engaged:
        assert all(state.find(one) for one in pair), "engaged with the dead (HQ-GEN-11)"
    assert state.flow.windows == (), "a window that nobody closed"
    assert state.work is None, "nobody is asked, and work is left"


@pytest.mark.rule("HQ-ACT-02", "HQ-ATK-10", "HQ-MOVE-11", "HQ-MON-CHAOS-05")
@pytest.mark.parametrize("seed", thinned(QUICK, 2))
def test_a_random_game_breaks_no_law(seed: int) -> None:
    play(seed, 140, keeps_the_laws)


@pytest.mark.parametrize("seed", [3, 11])
def test_its_record_replays_to_the_same_state(seed: int) -> None:
    events: list[Any] = []
    played = play(seed, 140, lambda state, told: events.extend(told))
    again = History(SYSTEM, _set_up())
    again.extend(events)
    assert digest_of(again.state) == digest_of(played.state)


def _set_up() -> Any:
    from companion.games.heroquest.sample import sample_setup

    return sample_setup()


@pytest.mark.long
@pytest.mark.parametrize("hundred", range(10))
def test_a_thousand_random_games_break_no_law(hundred: int) -> None:
    for seed in LONG[hundred * 100 :][:100]:
        play(seed, 120, keeps_the_laws)
