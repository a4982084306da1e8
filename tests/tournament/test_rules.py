"""What the organiser may not order, what becomes of a draft; the record plays again and is taken back like a game's."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.rules import History, Rejected
from companion.core.telling import heard_records
from companion.storage.codec import digest_of
from companion.tournament import ORGANISER, Outcome
from companion.tournament.byhand import Swap
from companion.tournament.people import Drop, Register
from companion.tournament.rounds import DraftRound, PublishRound, ReportResult
from tests.tournament.events import SYSTEM, give, opened, play, report


def begun() -> Any:
    session = opened()
    give(session, Register(ORGANISER, ("Ada", "Ben", "Cleo", "Dan")))
    return session


ENTER, DRAFT, PUBLISH = Register(ORGANISER, ("Ada", "Ben", "Cleo")), DraftRound(ORGANISER), PublishRound(ORGANISER)


@pytest.mark.rule("TW-EV-01", "TW-EV-02", "TW-EV-03", "TW-EV-04", "TW-EV-05", "TW-EV-07", "TW-EV-08", "TW-EV-09")
@pytest.mark.parametrize(
    ("orders", "refused", "rule"),
    [
        ([ENTER], Register(ORGANISER, ("ada",)), "TW-EV-01"),
        ([], Register(ORGANISER, ("Ada", "Ada")), "TW-EV-01"),
        ([], Register(ORGANISER, (" ",)), "TW-EV-01"),
        ([ENTER], Drop(ORGANISER, "Zoe"), "TW-EV-02"),
        ([ENTER, Drop(ORGANISER, "Ada")], Drop(ORGANISER, "Ada"), "TW-EV-08"),
        ([], DRAFT, "TW-EV-07"),
        ([ENTER, Drop(ORGANISER, "Ada"), Drop(ORGANISER, "Ben")], DRAFT, "TW-EV-07"),
        ([ENTER, DRAFT, PUBLISH], DRAFT, "TW-EV-03"),
        ([ENTER], PUBLISH, "TW-EV-05"),
        ([ENTER, DRAFT, PUBLISH], PUBLISH, "TW-EV-05"),
        ([ENTER, DRAFT, Drop(ORGANISER, "Ada")], PUBLISH, "TW-EV-05"),  # the draft is thrown away
        ([ENTER], Swap(ORGANISER, "Ada", "Ben"), "TW-EV-05"),
        ([ENTER, DRAFT], Swap(ORGANISER, "Ada", "Zoe"), "TW-EV-02"),
        ([ENTER, DRAFT], ReportResult(ORGANISER, 1, Outcome.DRAW), "TW-EV-04"),  # nobody has seen it yet
        ([ENTER, DRAFT, PUBLISH], ReportResult(ORGANISER, 9, Outcome.DRAW), "TW-EV-04"),
        ([ENTER, DRAFT, PUBLISH], ReportResult(ORGANISER, 1, Outcome.DRAW, (0, 0), 4), "TW-EV-04"),
        ([ENTER, DRAFT, PUBLISH], ReportResult(ORGANISER, 1, Outcome.DRAW, (-1, 0)), "TW-EV-09"),
    ],
)
def test_what_is_refused_leaves_no_trace(orders: list[Any], refused: Any, rule: str) -> None:
    session = opened()
    give(session, *orders)
    before = session.version
    decision = session.submit(refused)
    assert isinstance(decision, Rejected)
    assert {broken.rule for broken in decision.violations} == {rule}
    assert session.version == before


def test_a_draft_stays_when_somebody_comes_and_is_made_again_when_one_of_it_goes() -> None:
    session = begun()
    first = give(session, DRAFT).draft
    assert first is not None and give(session, DRAFT).draft == first
    state = give(session, Register(ORGANISER, ("Eve",)))
    assert state.draft is not None and state.draft.pairings == first.pairings
    assert state.draft.bye is not None and state.draft.bye.player == "Eve"
    state = give(session, Register(ORGANISER, ("Finn",)))
    assert state.draft is not None and state.draft.bye is None
    assert state.draft.pairings[-1].players == ("Eve", "Finn"), "who comes next plays whoever has the bye"
    assert give(session, Drop(ORGANISER, "Eve")).draft is None


def test_the_organiser_swaps_and_the_sentence_says_so() -> None:
    session = begun()
    draft = give(session, DRAFT).draft
    assert draft is not None
    (first, second), (third, fourth) = (one.players for one in draft.pairings)
    draft = give(session, Swap(ORGANISER, first, fourth)).draft
    assert draft is not None
    assert [one.players for one in draft.pairings] == [(fourth, second), (third, first)]
    assert {one.why.key for one in draft.pairings} == {"pairing.by_hand"}


def test_a_fixed_table_is_kept() -> None:
    session = begun()
    give(session, Register(ORGANISER, ("Eve",), (7,)), Register(ORGANISER, ("Finn",)))
    for _ in range(3):
        state = give(session, DRAFT, PUBLISH)
        tables = {name: one.table for one in state.published[-1].pairings for name in one.players}
        assert tables["Eve"] == 7 and sorted(set(tables.values())) == [1, 2, 7]
        for table in set(tables.values()):
            report(session, table, Outcome.FIRST, (10, 0))


def test_sentences_say_why() -> None:
    session = opened()
    give(session, Register(ORGANISER, ("Ada", "Ben", "Cleo")))
    keys = []
    for _ in range(4):  # three players: the fourth round cannot be without a rematch
        state = give(session, DRAFT, PUBLISH)
        round_ = state.published[-1]
        assert round_.bye is not None
        keys.append((round_.pairings[0].why.key, round_.bye.why.key))
        report(session, 1, Outcome.FIRST, (100, 0))
    assert keys[0] == ("pairing.lot", "bye.lowest")
    assert keys[3] == ("pairing.rematch", "bye.again")


def test_the_record_plays_again_and_is_taken_back() -> None:
    session = play(players=9, rounds=3, seed=2)
    history = History(SYSTEM, session.records[0].event)
    history.extend(one.event for one in session.ledger.read() if one.version > 0)
    assert digest_of(history.state) == digest_of(session.state)
    before = digest_of(session.state)
    give(session, ReportResult(ORGANISER, 1, Outcome.DOUBLE_LOSS))
    session.take_back(ORGANISER)
    assert digest_of(session.state) == before


def test_players_hear_of_a_round_when_it_is_published() -> None:
    session = begun()
    give(session, DRAFT)
    drafted = list(heard_records(SYSTEM, session.records, None))
    assert [type(line.event).__name__ for line in drafted] == ["EventOpened", *["PlayerEntered"] * 4]
    assert SYSTEM.view_for(session.state, None).rounds == ()
    give(session, PUBLISH)
    (told,) = list(heard_records(SYSTEM, session.records, None))[len(drafted) :]
    assert told.event.round.pairings == session.state.published[0].pairings  # type: ignore[attr-defined]


def test_the_same_seed_pairs_the_same() -> None:
    one, other = play(players=13, rounds=4, seed=9), play(players=13, rounds=4, seed=9)
    assert one.ledger.head == other.ledger.head
