"""Laws of random games in which hands put things right in between: whatever was corrected, the game stays whole.

A record replays to the same state, taking back and bringing back are exact, every number keeps to its range, no two
figures share a space that holds one, and what is finished stays finished.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from companion.core.commands import Concede
from companion.core.rules import Accepted, History
from companion.core.session import Session
from companion.games.gotham.by_hand import HANDS as MISSION
from companion.games.guardians.play.by_hand import HANDS as CLASH
from companion.games.heroclix.by_hand import HANDS as CLIX
from companion.games.heroquest.by_hand import HANDS as QUEST
from companion.storage.codec import digest_of
from tests.conformance.test_sayable import GAMES, opened
from tests.thinned import thinned

HANDS: dict[str, Any] = {"gotham": MISSION, "guardians": CLASH, "heroclix": CLIX, "heroquest": QUEST}
STEPS = 60
GIVING_UP = 0.01  # of orders; most games would be longer


def hands_of(game: str) -> Any:
    return HANDS[game.partition("-")[0]]


def correction(game: str, state: Any, seats: Any, rng: random.Random) -> Any:
    """Something that a seat may put right about a random figure or thing; a figure also on a random space."""
    hands = hands_of(game)
    thing = rng.choice([*hands.figures(state), *hands.things(state)])
    for seat in rng.sample(seats, len(seats)):
        found = list(hands.listed(state, seat, thing))
        if thing in hands.figures(state):
            spaces = rng.sample(sorted(hands.spaces(state)), min(4, len(hands.spaces(state))))
            places = (hands.placing(seat, thing, space) for space in spaces)
            found += [one for one in places if hands.is_legal(state, one)]
        if found:
            return rng.choice(found)
    return None


def ordered(session: Session, rng: random.Random) -> Any:
    """An answer or an order of one figure, where there is one; of everybody where there is none."""
    system, state = session.system, session.state
    if rng.random() < GIVING_UP and not state.is_busy and state.flow.round:
        return Concede(rng.choice(session.seats))
    seats = [seat for seat in session.seats if seat in state.flow.active] or list(session.seats)
    pieces = [None, *system.positions(state)] if not state.flow.open else [None]
    for piece in rng.sample(pieces, min(5, len(pieces))):
        for seat in rng.sample(seats, len(seats)):
            if found := list(system.legal_commands(state, seat, piece=piece)):
                return rng.choice(found)
    everything = [one for seat in session.seats for one in system.legal_commands(state, seat)]
    return rng.choice(everything) if everything else None


def check(game: str, session: Session) -> None:
    """Every number within its range; every space that holds one figure holds one."""
    hands, state = hands_of(game), session.state
    for thing in (*hands.figures(state), *hands.things(state)):
        for what, (least, most) in hands.ranges(state, thing).items():
            assert least <= hands.now(state, thing, what) <= most, (thing, what)
    if not game.startswith("gotham"):  # a zone holds many
        standing = Counter(space for spaces in session.system.positions(state).values() for space in spaces)
        assert max(standing.values(), default=1) == 1, standing.most_common(1)


def check_undo(session: Session, before: Any) -> None:
    """The last order taken back, and brought back again."""
    after, seat = session.state, session.seats[0]
    step = session.undo_step()
    if step is None:
        return
    assert isinstance(session.take_back(step.by or seat, session.seats, step=step), Accepted)
    assert outlook(session.state) == outlook(before)
    assert isinstance(session.bring_back(step.by or seat, session.seats), Accepted)
    assert outlook(session.state) == outlook(after)


def outlook(state: Any) -> Any:
    """The state but for the number of requests ever made, which no take-back turns back."""
    return replace(state, flow=replace(state.flow, asked=0))


def play(game: str, seed: int) -> tuple[int, bool]:
    """Play a random game under the laws; return how often something was put right, and whether the game ended."""
    rng, session, put = random.Random(seed), opened(game, seed), 0
    for step in range(STEPS):
        state = session.state
        hand = correction(game, state, session.seats, rng) if not state.is_busy and rng.random() < 0.3 else None
        order = hand if hand is not None else ordered(session, rng)
        if state.flow.outcome is not None or order is None:
            break
        decision = session.submit(order)
        assert isinstance(decision, Accepted), (order, decision)
        put += hand is not None
        if hand is not None and not session.state.is_busy and step % 5 == 0:
            check_undo(session, state)
        if not session.state.flow.open:
            check(game, session)
    if is_over := session.state.flow.outcome is not None:
        orders = [one for seat in session.seats for one in session.system.legal_commands(session.state, seat)]
        orders += [one for seat in session.seats for one in session.system.at_any_time(session.state, seat)]
        assert orders == [], "the game is over"
    history = History(session.system, session.records[0].event)
    history.extend(one.event for one in session.ledger.read() if one.version > 0)
    assert digest_of(history.state) == digest_of(session.state)
    return put, is_over


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", thinned(range(6), 1))
def test_a_game_with_hands_in_it_breaks_no_law(game: str, seed: int) -> None:
    put, is_over = play(game, seed)
    assert put > 0 or is_over  # somebody may give up before anything is put right


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_thousand_games_with_hands_in_them_break_no_law(game: str) -> None:
    played = [play(game, seed) for seed in range(1000)]
    assert sum(put for put, _ in played) > 1000 and any(is_over for _, is_over in played)
