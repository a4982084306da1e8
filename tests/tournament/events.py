"""Events played by a seed: sometimes somebody drops, comes late, draws, or loses together with the other."""

from __future__ import annotations

import random

from companion.core.ledger import Ledger
from companion.core.rules import Accepted, Command
from companion.core.session import Session
from companion.storage.codec import JsonCodec
from companion.storage.memory import MemoryRecorder
from companion.tournament import ORGANISER, EventOpened, Outcome, Tournament, TournamentState
from companion.tournament.people import Drop, Register
from companion.tournament.rounds import DraftRound, PublishRound, ReportResult
from companion.tournament.state import Way
from tests.conftest import StoppedClock

SYSTEM = Tournament()


def opened(seed: int = 1, **settings: object) -> Session:
    setup = EventOpened(name="an evening", seed=seed, **settings)  # type: ignore[arg-type]
    ledger = Ledger(MemoryRecorder(), JsonCodec(SYSTEM.event_types))
    return Session(SYSTEM, ledger, StoppedClock(), setup, seats=setup.seats)


def give(session: Session, *orders: Command) -> TournamentState:
    for order in orders:
        decision = session.submit(order)
        assert isinstance(decision, Accepted), (order, decision)
    state: TournamentState = session.state
    return state


def report(session: Session, table: int, outcome: Outcome, points: tuple[int, int] = (0, 0)) -> TournamentState:
    return give(session, ReportResult(ORGANISER, table, outcome, points))


def play(players: int, rounds: int, seed: int, way: Way = Way.RECORD) -> Session:
    """A whole event; every round is published and decided."""
    rng, session = random.Random(seed), opened(seed, way=way)
    give(session, Register(ORGANISER, tuple(f"P{number}" for number in range(1, players + 1))))
    for number in range(rounds):
        if number and rng.random() < 0.3 and len(session.state.active) > 4:
            give(session, Drop(ORGANISER, rng.choice(session.state.active).name))
        if number and rng.random() < 0.2 and way is not Way.ROUND_ROBIN:
            give(session, Register(ORGANISER, (f"late {number}",)))
        state = give(session, DraftRound(ORGANISER), PublishRound(ORGANISER))
        for pairing in state.published[-1].pairings:
            if pairing.result is not None:  # won against somebody who is gone
                continue
            outcome = rng.choices(list(Outcome), weights=(10, 10, 2, 1))[0]
            report(session, pairing.table, outcome, (rng.randrange(0, 301), rng.randrange(0, 301)))
    return session
