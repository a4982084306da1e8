"""A judge of the event is called from the table's screen: the button, the kinds, who comes."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.consent import Consents
from companion.core.events import Ruled
from companion.core.ids import PieceId, SpaceId
from companion.core.session import Session
from companion.table.follow import Follower
from companion.table.observation import CallSeen, CallsSeen, RulingHeard
from tests.ui.test_beside import screen
from tests.ui.web.tables import fight
from ui.presenters.adapter import ONLOOKERS
from ui.presenters.seat_voice import SeatVoice
from ui.presenters.table import TablePresenter


class Event:
    """Notes what was called about."""

    def __init__(self) -> None:
        self.called: list[tuple[str, str]] = []

    def call(self, kind: str, text: str) -> None:
        self.called.append((kind, text))


def at_an_event(session: Session, lang: str = "en") -> tuple[TablePresenter, Event]:
    event = Event()
    return TablePresenter(session, Follower(session, {}), lang=lang, caller=event), event


def test_a_judge_is_called_and_comes(clock: Any) -> None:
    table, event = at_an_event(screen(clock).session)
    assert "judge" not in dict(table.model().beside), "the event was not heard of yet"
    table.follower.see(CallsSeen("venue", 0.0, ("line of sight", "dial")))
    assert dict(table.model().beside)["judge"] == "Call a judge"
    table.press("judge")
    card = table.model().card
    assert card is not None
    assert card.buttons == (("call:line of sight", "Line of sight"), ("call:dial", "Dial"), ("judge", "Close"))
    table.press("call:dial")
    assert event.called == [("dial", "")]
    after = table.model().card
    assert after is None or after.kind != "judge", "it is called: the card is gone"
    for call, told in (
        (CallSeen("dial", is_sent=False), "Dial: the call waits until the event can be reached"),
        (CallSeen("dial"), "Dial: a judge was called"),
        (CallSeen("dial", "Rita"), "Dial: Rita is coming"),
    ):
        table.follower.see(CallsSeen("venue", 0.0, ("line of sight", "dial"), (call,)))
        assert told in table.model().errands
    table.press("judge")
    card = table.model().card
    assert card is not None
    assert [label for _, label in card.buttons] == ["Line of sight", "Close"], "who comes about it is not called again"
    table.press("judge")
    table.follower.see(CallsSeen("venue", 0.0, ("dial",), (CallSeen("dial", "Rita", is_open=False),)))
    assert not any("Rita" in line for line in table.model().errands)


def test_a_kind_without_words_is_shown_as_the_event_calls_it(clock: Any) -> None:
    table, _ = at_an_event(screen(clock).session, "fr")
    table.follower.see(CallsSeen("venue", 0.0, ("dice", "a lost cat")))
    table.press("judge")
    card = table.model().card
    assert card is not None
    assert [label for _, label in card.buttons] == ["Dés", "a lost cat", "Fermer"]


def test_without_an_event_nobody_is_called(clock: Any) -> None:
    alone = screen(clock)
    alone.follower.see(CallsSeen("venue", 0.0, ("dial",)))
    alone.press("judge")
    assert "judge" not in dict(alone.model().beside)
    assert (card := alone.model().card) is None or card.kind != "judge"


def test_who_only_looks_on_means_nothing_by_a_tap(clock: Any) -> None:
    """Whoever sits there gets the card that foretells the move; an onlooker sees the figure, and no card to confirm."""
    player = screen(clock)
    session = player.session
    voice = SeatVoice(session, Consents(session), ONLOOKERS, ())
    onlooker = TablePresenter(session, Follower(session, {}), lang="en", sides=(ONLOOKERS,), voice=voice)
    for table in (player, onlooker):
        table.tap_piece(PieceId("C"))
        table.tap_space(SpaceId("H8"))
    assert player.pending is not None
    assert (onlooker.pending, onlooker.refused, onlooker.model().card) == (None, None, None)


@pytest.mark.parametrize("is_allowed", [True, False])
def test_what_was_refused_goes_along_and_may_stand(*, is_allowed: bool) -> None:
    table, event = at_an_event(fight().session)
    session = table.session
    table.follower.see(CallsSeen("venue", 0.0, ("illegal action",)))
    mover = next(one.piece for one in table.model().board.tokens if one.may_be_lifted)
    table.tap_piece(mover)
    table.tap_space(SpaceId("A3"))
    assert table.refused is not None
    rules = tuple(one.rule for one in table.refused[1])
    table.press("judge")
    table.press("call:illegal action")
    assert event.called == [("illegal action", "Wickmaster cannot reach A3. [HC-MOVE-01]")]
    assert table.refused is None, "it is put back until the judge has ruled"
    before, stood = len(session.records), session.system.positions(session.state)[mover]
    ruling = RulingHeard("venue", 1.0, "Rita", (), "#1 a gust of wind", allows=is_allowed)
    table.follower.see(ruling)
    told = [one.event for one in session.records[before:]]
    assert told[0] == Ruled((), (), "Rita", "#1 a gust of wind")
    assert told[1:2] == ([Ruled(rules, (), "Rita", "")] if is_allowed else [])
    assert session.system.positions(session.state)[mover] == ((SpaceId("A3"),) if is_allowed else stood)
    length = session.version
    table.follower.see(ruling)
    assert session.version == length, "heard again, it stands once"
