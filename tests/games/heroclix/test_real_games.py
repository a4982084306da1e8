"""Games between real forces, to the end: offers are accepted, refusals name rules, dials add up, all of it replays."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.core.house import HOUSE
from companion.core.rules import History
from companion.games.heroclix.events.damage import DialTurned
from companion.games.heroclix.figures.figure import SLOTS, Click, Value
from companion.storage.codec import digest_of
from tests.games.heroclix.arena import Played, play, real_setup
from tests.games.heroclix.printings import CLIX

EDITIONS = [one for one in CLIX if one.edition.parts.forces]
# of fifty games, in which most attacks are at terrain; figures are knocked back in some, and now and then in none
USED = {"AttackRolled", "DialTurned", "KnockedOut", "PowerUsed", "GameEnded"}
QUICK, ALL, LOT = 2, 2000, 50  # games in the quick tests, and in the long ones by lots


def hold(system: Any, setup: Any, played: Played) -> None:
    """The laws of a game that is over."""
    state = played.history.state
    unknown = [rule for rule in played.refused if rule not in system.catalogue and rule not in HOUSE]
    assert not unknown
    again = History(system, setup)
    again.extend(played.events)
    assert digest_of(again.state) == digest_of(state), "the record tells another game"
    clicks = {one.id: one.start_click for one in state.pieces}
    for event in played.events:
        if isinstance(event, DialTurned):
            assert clicks[event.piece] == event.before, "no dial turns unseen"
            clicks[event.piece] = event.after
    assert clicks == {one.id: one.click for one in state.pieces}
    for seat, points in state.scores:
        assert points == sum(line.points for line in state.tactics.sheet if line.seat == seat)
    state.occupancy()  # no square holds two
    assert all(0 <= one.tokens <= 2 and one.owner is None for one in state.pieces)
    for seat in (None, *state.table.seats):  # HC-DIAL-12
        assert system.view_for(state, seat) == system.view_for(with_other_clicks(state), seat)


def with_other_clicks(state: Any) -> Any:
    """The state with other numbers and no powers on every click that no window shows."""
    shown = {(one.figure, one.click) for one in state.pieces}
    figures = tuple(
        replace(one, dial=tuple(click if (one.id, click.number) in shown else changed(click) for click in one.dial))
        for one in state.table.figures
    )
    return replace(state, table=replace(state.table, figures=figures))


def changed(click: Click) -> Click:
    values: dict[str, Any] = {slot: Value(99) for slot in SLOTS}
    return replace(click, **values)


@pytest.mark.rule("HC-VP-13", "HC-END-01", "HC-END-02", "HC-END-06")
@pytest.mark.parametrize("system", EDITIONS, ids=lambda one: one.edition.id)
@pytest.mark.parametrize("seed", range(QUICK))
def test_a_game_of_real_forces(system: Any, seed: int, shared: Path) -> None:
    setup = real_setup(system, shared, seed, points=200, rounds=4)
    hold(system, setup, play(system, setup, seed))


@pytest.mark.long
@pytest.mark.parametrize("system", EDITIONS, ids=lambda one: one.edition.id)
@pytest.mark.parametrize("lot", range(ALL // LOT // len(EDITIONS)))
def test_many_games_of_real_forces(system: Any, lot: int, shared: Path) -> None:
    """Two thousand games in all; each lot uses most of what there is to use."""
    kinds = Counter[str]()
    for seed in range(1000 + lot * LOT, 1000 + (lot + 1) * LOT):
        setup = real_setup(system, shared, seed)
        played = play(system, setup, seed)
        hold(system, setup, played)
        kinds.update(type(event).__name__ for event in played.events)
    assert set(kinds) >= USED
