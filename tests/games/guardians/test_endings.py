"""The end of a game: before it nothing is over anywhere, after it nothing is done."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from companion.core.commands import Concede
from companion.core.ledger import Ledger
from companion.core.rules import Accepted, Rejected
from companion.core.session import Session
from companion.storage.codec import JsonCodec
from companion.storage.sqlite import SqliteRecorder
from companion.text.wording import LANGUAGES, Wording
from tests.cli.command_line import companion
from tests.games.guardians.walks import SYSTEM, opened, setup_of
from ui.presenters.games import game_of
from ui.table.papers import report_of
from ui.table.preview import Moments, played_of, preview_of

TOGETHER = 2  # the kind of game in which all win or lose


def broken_off(seed: int, steps: int = 30) -> Session:
    """A random game that stops in its first turns."""
    setup, rng = setup_of(seed), random.Random(seed)
    session = opened(setup, seed)
    for _ in range(steps):
        offers = [command for seat in setup.seats for command in SYSTEM.legal_commands(session.state, seat)]
        assert isinstance(session.submit(rng.choice(offers)), Accepted)
    return session


@pytest.mark.rule("GC-TURN-12")
@pytest.mark.parametrize("seed", [0, TOGETHER])
def test_an_unfinished_game_is_unfinished_everywhere(tmp_path: Path, seed: int) -> None:
    session = broken_off(seed)
    assert SYSTEM.summary(session.state)["winners"] is None
    assert all(SYSTEM.view_for(session.state, seat).outcome is None for seat in (*session.seats, None))
    store = SqliteRecorder(tmp_path / "evening.db")
    Ledger(store, JsonCodec(SYSTEM.event_types)).append(session.records)
    store.close()
    assert not preview_of(tmp_path / "evening.db", Wording()).is_over
    for lang in LANGUAGES:
        wording = Wording(lang)
        report = report_of(Moments(played_of(session)), wording)
        told = companion("replay", str(tmp_path / "evening.db"), "--lang", lang).out
        assert not report.is_over and report.sheet[0] == wording.say("report.stopped", where=report.title)
        assert not report.prints
        assert wording.say("outcome.draw") not in told + report.title
        assert wording.say("replay.unfinished") in told
        game = game_of(SYSTEM.id).adapter(session)
        assert all(game.names(side, lang)[seat] in told for side, seats in game.sides.items() for seat in seats[:1])


@pytest.mark.rule("GC-TURN-12")
@pytest.mark.parametrize("seed", [0, TOGETHER])
def test_after_the_end_nothing_is_done(seed: int) -> None:
    """Not one order that was good a moment before the end."""
    session = broken_off(seed, 40)
    before = session.state
    assert isinstance(session.submit(Concede(session.seats[0])), Accepted)
    orders = [one for seat in session.seats for one in (*SYSTEM.legal_commands(before, seat), Concede(seat))]
    orders += [one for seat in session.seats for one in SYSTEM.at_any_time(before, seat)]
    for order in orders:
        decision = SYSTEM.decide(session.state, order)
        assert isinstance(decision, Rejected) and decision.violations[0].rule == "GC-TURN-12", order
    assert not any(one for seat in session.seats for one in SYSTEM.legal_commands(session.state, seat))
