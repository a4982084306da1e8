"""Ends on the screen: the time is up, a draw, giving up."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.core.by_hand import Adjust
from companion.core.commands import Concede
from companion.core.ids import PieceId
from companion.games.heroclix.turns.ends import EVENT, LAST_TEAM, RULES, TIE
from companion.table.follow import Follower
from companion.text.wording import Wording
from tests.ui.scenes import card, table
from tests.ui.test_guardians_plain import acting
from tests.ui.test_prizes import clash
from tests.ui.walks import SETUPS, walk
from ui.presenters.adapter import ONLOOKERS
from ui.presenters.seat_voice import SeatVoice
from ui.presenters.table import TablePresenter
from ui.table.bootstrap import open_table
from ui.table.papers import report_of
from ui.table.preview import Moments, played_of
from ui.table.settings import TableConfig


@pytest.mark.rule("HC-END-02")
def test_the_time_is_up_when_the_other_agrees(clock: Any) -> None:
    first = table(clock)
    assert first.model().can_end_game
    first.press("pick:ends")
    assert card(first).buttons == (
        ("do:0", "Time is up: count the points"),
        ("do:1", "Propose a draw"),
        ("do:2", "The scenario ends the game …"),
        ("do:3", "Give up · Red"),
        ("do:4", "Give up · Blue"),
        ("dismiss", "Close"),
    )
    first.press("do:0")
    assert card(first).kind == "choice"
    assert not first.model().can_end_game
    first.press("choose:no")
    assert first.state.flow.outcome is None
    first.press("pick:ends")
    first.press("do:1")
    first.press("choose:yes")
    outcome = first.state.flow.outcome
    assert outcome is not None
    assert (outcome.winners, first.model().can_end_game) == ((), False)


def test_nobody_gives_up_by_one_tap(clock: Any) -> None:
    first = table(clock)
    first.press("pick:ends")
    first.press("do:3")
    assert (card(first).title, card(first).text) == ("Give up: Red", "The game ends with it: the others win.")
    first.press("dismiss")
    assert first.state.flow.outcome is None
    first.press("pick:ends")
    first.press("do:3")
    first.press("confirm")
    assert first.state.flow.outcome is not None
    assert first.state.flow.outcome.winners == ("blue",)


@pytest.mark.parametrize("game", ["gotham", "guardians", "heroquest"])
def test_who_gives_up_for_a_whole_side_is_told_so(game: str) -> None:
    first = open_table(TableConfig(lang="en"), SETUPS[game]()).presenter
    shared = next(seats for seats in first.game.sides.values() if len(seats) > 1)
    menu = first.game.proposal(first.look, Concede(shared[0]))
    assert menu.text == "The game ends with it, and everybody on your side loses with you."


@pytest.mark.parametrize("read", ["pick:aims", "pick:slot.attack"])
def test_the_end_comes_before_what_somebody_reads(clock: Any, read: str) -> None:
    first = table(clock)
    piece = next(iter(first.state.on_map(first.state.active_seat))).id
    first.tap_piece(piece)
    first.press(read)
    reading = card(first).kind
    assert reading in ("aims", "about")
    first.session.submit(Concede(first.session.seats[0]))
    assert card(first).kind == "over"
    first.press(read)
    assert card(first).kind == reading, "and may be read again"


def test_every_rule_that_ends_a_game_says_so_in_words() -> None:
    """Not “Red wins. HC-END-08”: the card of the end, the report and the record's story say why."""
    rules = [TIE, LAST_TEAM, *RULES.values(), EVENT, "TW-CONCEDE-01", "HQ-GEN-02", "TW-END-01"]
    rules += ["GC-PRESS-02", "GC-TURN-12", "GC-TURN-13", "GC-VILL-10", "GC-WOUND-18", "GC-SOLO-09", "GC-SOLO-10"]
    for lang in ("en", "fr"):
        assert [rule for rule in rules if not any(map(Wording(lang).has, (f"end.{rule}", rule)))] == []


@pytest.mark.parametrize(("lang", "won"), [("en", "The heroes win."), ("fr", "Les héros gagnent.")])
@pytest.mark.parametrize("named", [0, 2, 4])
@pytest.mark.parametrize(("game", "loser"), [("heroquest", "master"), ("gotham", "villains")])
def test_who_won_is_said_in_one_sentence_everywhere(game: str, loser: str, named: int, lang: str, won: str) -> None:
    """On the tablet, on a big screen, in the log and the report: not one screen a side and another its four players."""
    made = open_table(TableConfig(lang=lang), SETUPS[game]())
    session, tablet = made.session, made.presenter
    session.players = {seat: f"Player {number}" for number, seat in enumerate(session.seats[:named])}
    screen = TablePresenter(
        session,
        made.presenter.follower,
        lang=lang,
        sides=(ONLOOKERS,),
        voice=SeatVoice(session, tablet.voice.consents, ONLOOKERS, ()),
    )
    session.submit(Concede(next(seat for seat in session.seats if seat == loser)))
    for shown in (tablet.model(), screen.model()):
        assert shown.now.words == won
        assert shown.title.endswith(f" {won}")
        assert shown.card is not None and shown.card.title.endswith(f" {won}")
        assert f" {won} " in shown.log[-1].text
    wording = Wording(lang)
    wording.players = session.players
    assert report_of(Moments(played_of(session)), wording).title.endswith(f" {won}")
    made.close()


@pytest.mark.parametrize(
    ("lang", "wins", "loses"), [("en", "You win", "You lose"), ("fr", "Vous gagnez", "Vous perdez")]
)
@pytest.mark.parametrize("game", SETUPS)
def test_a_persons_own_device_says_that_they_won_or_lost_and_why(game: str, lang: str, wins: str, loses: str) -> None:
    made = open_table(TableConfig(lang=lang), SETUPS[game]())
    session = made.session
    session.submit(Concede(session.seats[-1]))
    outcome = session.state.flow.outcome
    assert outcome is not None and outcome.winners
    session.players = {seat: "Ann" if seat in outcome.winners else "Bob" for seat in session.seats}
    told = made.presenter.model().now
    wording = Wording(lang)
    why = wording.say("end.TW-CONCEDE-01") if wording.has("end.TW-CONCEDE-01") else wording.say("TW-CONCEDE-01")
    assert why in told.more and why in told.awaited, "whoever reads of the end reads why"
    for seat, words in {outcome.winners[0]: f"{wins}, Ann", session.seats[-1]: f"{loses}, Bob"}.items():
        side = next(side for side, seats in made.presenter.game.sides.items() if seat in seats)
        voice = SeatVoice(session, made.presenter.voice.consents, side, (seat,))
        phone = TablePresenter(session, made.presenter.follower, lang=lang, sides=(side,), voice=voice)
        phone.banner.is_personal = True
        now = phone.model().now
        assert now.words == words
        assert now.awaited.startswith(told.words) and why in now.awaited
    made.close()


@pytest.mark.parametrize("game", SETUPS)
def test_of_two_sides_at_one_device_and_of_a_draw_it_says_who_won(game: str) -> None:
    made = open_table(TableConfig(lang="en"), SETUPS[game]())
    made.session.players = dict.fromkeys(made.session.seats, "Ann")
    made.session.submit(Concede(made.session.seats[-1]))
    banner = made.presenter.banner
    banner.is_personal = True
    look, outcome = made.presenter.look, made.session.state.flow.outcome
    assert outcome is not None
    both = replace(look, seats=tuple(made.session.seats))
    assert banner.model(both, outcome).words == look.wording.winners(outcome.winners, outcome.rule)
    assert banner.model(look, replace(outcome, winners=(), rule="TW-DRAW-01")).words == "A draw."
    made.close()


@pytest.mark.parametrize("game", SETUPS)
def test_what_the_last_dice_did_stands_smaller_beside_who_won(game: str) -> None:
    for made in walk(game, "en", 400):
        if made.session.state.is_busy and (shown := made.presenter.model()).result is not None:
            break
    assert shown.result is not None
    made.session.submit(Concede(made.session.seats[-1]))
    over = made.presenter.model()
    assert over.card is not None and over.card.kind == "over"
    assert over.result is not None and over.result.is_line


def test_who_plays_all_heroes_is_called_by_name() -> None:
    made = open_table(TableConfig(lang="en"), SETUPS["heroquest"]())
    made.session.players = {seat: "Ann" if seat != "master" else "Bob" for seat in made.session.seats}
    made.session.submit(Concede(made.session.seats[-1]))
    assert made.presenter.model().now.words == "Ann wins."
    made.close()


@pytest.mark.parametrize("named", [0, 1])
def test_a_side_of_which_some_have_no_name_wins_as_that_side(named: int) -> None:
    made = open_table(TableConfig(lang="en"), SETUPS["guardians"]())
    made.session.players = dict.fromkeys(made.session.seats[2 : 2 + named], "Ann")
    made.session.submit(Concede(made.session.seats[0]))
    assert made.presenter.model().now.words == "The Dusk League wins."
    made.close()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_where_the_time_ran_out_nobody_who_fell_long_before_has_decided(lang: str) -> None:
    """Some fell in earlier rounds; round 6 ends the mission."""
    for one in walk("gotham", lang, 900):
        if one.session.state.flow.outcome is not None:
            made = one.presenter
            fallen = [record for record in one.session.records if type(record.event).__name__ in made.game.decisive]
            assert fallen and one.session.state.flow.outcome.rule == "TW-END-01"
            assert made.wording.say("screen.over_moment", line="") not in card(made).text
            break
    else:
        pytest.fail("no end")


@pytest.mark.rule("GC-TURN-13")
def test_what_the_losers_reached_did_not_decide_the_game() -> None:
    """The last objective is theirs, and ends the game; the front page of the others is worth more."""
    session = clash()
    _, seat = acting(session)
    for objective in ("dawn-sweep", "dusk-boss"):
        session.submit(Adjust(seat, PieceId(objective), "met", 1))
    assert session.state.flow.outcome is not None and "dawn" in session.state.flow.outcome.winners
    over = card(TablePresenter(session, Follower(session, {}), lang="en"))
    assert "What decided it" not in over.text, over.text
