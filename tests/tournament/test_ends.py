"""The end of an event: seasons, files for players' sites, words that are forgotten."""

from __future__ import annotations

import json
from typing import Any

from companion.core.ledger import Ledger
from companion.core.naming import Names
from companion.core.session import Session
from companion.storage.memory import MemoryRecorder
from companion.storage.named import NamingCodec, NamingRecorder
from companion.tournament import ORGANISER, EventOpened, Outcome
from companion.tournament.byhand import GiveBye
from companion.tournament.calls import CallJudge, CloseCall, TakeCall
from companion.tournament.event import names_in, texts_in
from companion.tournament.exchange import listing_file, report_file
from companion.tournament.notes import TakeNote
from companion.tournament.people import Register
from companion.tournament.results import Kind
from companion.tournament.rounds import DraftRound, PublishRound, ReportResult
from companion.tournament.season import season
from companion.tournament.state import JUDGE, player_seat
from tests.conftest import StoppedClock
from tests.tournament.events import SYSTEM, give, opened

DRAFT, PUBLISH = DraftRound(ORGANISER), PublishRound(ORGANISER)


def test_a_season_counts_the_best_of_each() -> None:
    """Ada 10 + 8, Ben 8 + 10: equal, one first place each, one second each; Cleo 6 + 6; Dan came once."""
    first = [("Ada", 1), ("Ben", 2), ("Cleo", 3), ("Dan", 4)]
    second = [("ben", 1), ("Ada", 2), ("Cleo", 3)]
    lines = season([first, second])
    assert [(one.place, one.player, one.points, one.events) for one in lines] == [
        (1, "Ada", 18, 2),
        (1, "ben", 18, 2),
        (3, "Cleo", 12, 2),
        (4, "Dan", 5, 1),
    ]
    best = season([first, second, [("Cleo", 1), ("Ada", 2)]], best=2)
    assert [(one.place, one.player, one.points) for one in best] == [
        (1, "Ada", 18),
        (2, "ben", 18),  # of equals, who was second more often is ahead
        (3, "Cleo", 16),
        (4, "Dan", 5),
    ]
    assert [one.points for one in season([first], points=(3, 1))] == [3, 1, 0, 0]


def played() -> Session:
    session = opened(3)
    give(
        session, Register(ORGANISER, ("Ada", "Ben", "Cleo", "Dan", "Eve")), GiveBye(ORGANISER, "Eve", 1), DRAFT, PUBLISH
    )
    give(session, ReportResult(ORGANISER, 1, Outcome.FIRST, (200, 50)))
    give(session, ReportResult(ORGANISER, 2, Outcome.SECOND, kind=Kind.FORFEIT))
    return session


def test_a_report_file_has_its_columns() -> None:
    """TRF16: number 5-8, name 15-47, points 81-84, rank 86-89, the opponent 92-95 and the result 99 of round 1."""
    state: Any = played().state
    lines = {line[14:47].strip(): line for line in report_file(state).splitlines() if line.startswith("001")}
    one, other = state.published[0].at(1).players
    winner, loser = lines[one], lines[other]
    assert (winner[80:84], winner[91:95], winner[98]) == (" 1.0", loser[4:8], "1")
    assert (loser[80:84], loser[98]) == (" 0.0", "0")
    away, here = state.published[0].at(2).players
    assert (lines[away][98], lines[here][98]) == ("-", "+"), "won without a game"
    assert (lines["Eve"][91:99], lines["Eve"][80:84]) == ("0000 - H", " 0.5")
    assert lines[here][85:89] == "   1", "a whole force's points"


def test_a_listing_file_has_players_ranks_and_tables() -> None:
    state: Any = played().state
    told = json.loads(listing_file(state))
    assert [player["rank"] for player in told["players"]] == [1, 2, 3, 4, 5]
    assert told["preliminaryRounds"] == 1 and told["cutToTop"] == 0
    table = told["rounds"][0][0]
    assert (table["player1"]["combinedScore"], table["player2"]["combinedScore"]) == (1.0, 0.0)


def test_free_words_and_judges_stand_beside_the_lines_too() -> None:
    recorder, names = MemoryRecorder(), Names()
    ledger = Ledger(NamingRecorder(recorder, names), NamingCodec(SYSTEM.event_types, names, names_in, texts_in))
    session = Session(SYSTEM, ledger, StoppedClock(), EventOpened("Friday", seed=3), seats=(ORGANISER,))
    give(session, Register(ORGANISER, ("Ada", "Ben")), DRAFT, PUBLISH)
    give(session, CallJudge(player_seat(1), 1, "dice", 5, "he always cheats"), TakeCall(JUDGE, 1, "Maria Weber"))
    give(
        session,
        CloseCall(JUDGE, 1, "warned for shouting", judge="Maria Weber"),
        TakeNote(JUDGE, "Ada", "drunk", "dice"),
    )
    sealed = b"".join(entry.line for entry in recorder.read())
    for word in (b"cheats", b"Maria", b"shouting", b"drunk"):
        assert word not in sealed
    assert b'"kind":"dice"' in sealed, "a judge who is called like a kind of call hides no kind"
    again = Names()
    kept = NamingRecorder(recorder, again)
    told = [NamingCodec(SYSTEM.event_types, again, names_in, texts_in).decode(entry.line, "") for entry in kept.read()]
    assert [one.event for one in told] == [one.event for one in session.records]
