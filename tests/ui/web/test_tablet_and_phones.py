"""A tablet and phones at one table: who plays what is told on both, and each hand is told its own."""

from __future__ import annotations

import pytest

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest
from companion.core.flow import seat_of
from companion.core.ids import Seat
from companion.core.rules import violation
from companion.games.guardians.sample import sample_setup
from companion.system import DiceGenerator
from companion.text.wording import Wording
from tests.ui.web.listening import Ear, hall_of
from tests.ui.web.tables import fight, quest
from ui.presenters.adapter import ONLOOKERS
from ui.presenters.models import TableModel
from ui.table.bootstrap import open_table
from ui.table.settings import TableConfig


def test_a_free_seat_is_at_the_tablet_and_its_hands_too() -> None:
    hall = hall_of(quest())
    hall.company.has_tablet = True
    anna = Ear(hall, "elf")
    seats = {seat["seat"]: seat["name"] for seat in anna.parts["room"]["seats"]}
    assert seats["dwarf"] == "at the tablet"
    assert hall.company.hands_of(anna.guest) == (Seat("elf"),)


def test_the_tablet_stays_with_the_heroes_while_the_master_has_a_device() -> None:
    """Nobody uncovers the master's secrets in the middle of the table by one tap too many."""
    table = quest()
    hall = hall_of(table)
    hall.company.has_tablet = True

    def handed() -> bool:
        return "hand_over" in [action for action, _ in table.presenter.model().beside]

    assert handed()
    eva = Ear(hall, "master")
    hall.settle()
    assert not handed()
    table.presenter.press("hand_over")
    assert table.presenter.holder.side == "heroes" and not table.presenter.holder.is_covered
    hall.leave(eva)
    assert not handed(), "the seat is kept for her, and taken over only by a tap that says so"


@pytest.mark.parametrize("side", ["La Garde", "Le Guet", "Les Vilains"])
def test_a_side_with_an_article_is_named_as_one_speaks(side: str) -> None:
    wording = Wording("fr")
    wording.players = {"dawn": side}
    said = wording.say("screen.now_turn", who=wording.word("seat", "dawn"))
    assert (
        said
        == {"La Garde": "Le tour de la Garde", "Le Guet": "Le tour du Guet", "Les Vilains": "Le tour des Vilains"}[side]
    )


def test_the_end_of_an_activation_is_no_likely_button_while_actions_are_left() -> None:
    table = open_table(TableConfig(lang="en"), sample_setup())
    session, dice = table.session, DiceGenerator(1)
    while not session.state.flow.outcome:
        model = table.presenter.model()
        if model.can_end_turn:
            break
        roll = next((one for one in session.state.flow.open if isinstance(one, DiceRequest)), None)
        orders = (order for seat in session.seats for order in session.system.legal_commands(session.state, seat))
        given = (
            next(orders)
            if roll is None
            else ReportDice(roll.roller, dice.roll(roll, session.system.dice_of(session.state)))
        )
        session.submit(given)
    assert any(tile.reach is not None for tile in model.board.tiles)
    assert not model.ends_next


def test_what_was_meant_before_others_acted_is_no_button_that_is_refused() -> None:
    """The tablet means a move; the phone ends the turn: nothing waits to be confirmed any more."""
    table = fight()
    hall, tablet, session = hall_of(table), table.presenter, table.session
    phone = Ear(hall, str(session.state.active_seat))
    tablet.press("take_over")
    tablet.tap_piece(next(one.piece for one in tablet.model().board.tokens if one.may_be_lifted))
    tablet.tap_space(next(tile.space for tile in tablet.model().board.tiles if tile.reach))
    card = tablet.model().card
    assert card is not None and card.buttons[0][0] == "confirm"
    phone.end()
    card = tablet.model().card
    assert card is None or (card.kind != "refusal" and "confirm" not in dict(card.buttons))


def test_who_plays_two_seats_has_one_name() -> None:
    """Eva plays for Ann, whose phone is off: she is no second Eva."""
    table = quest()
    hall = hall_of(table)
    eva = Ear(hall, "elf")
    eva.guest.name = "Eva"
    assert eva.tap("room", "sit:dwarf").ok
    hall.company.call()
    assert [table.session.players[Seat(seat)] for seat in ("elf", "dwarf")] == ["Eva", "Eva"]


def test_a_phone_lights_no_way_for_the_others_figure_and_a_refusal_names_nobodys_device() -> None:
    table = fight()
    hall, session = hall_of(table), table.session
    mine = session.state.active_seat
    ann = Ear(hall, str(next(seat for seat in session.seats if seat != mine)))
    theirs = next(one for one in session.state.pieces if one.seat == mine)
    assert ann.tap("press", f"figure:{theirs.id}").ok
    assert ann.parts["standing"]["goals"] == []
    lifted = [one["piece"] for one in ann.parts["standing"]["figures"] if "may_be_lifted" in one["marks"]]
    assert lifted == []
    broken = violation("TW-SEAT-02", sender="Ann-1", seats="red", seat="blue")
    assert Wording("en").violation(broken) == "This screen plays Red, not Blue."


def test_the_tablet_shows_no_hand_of_who_sits_at_a_phone_and_asks_for_the_free_seats_by_their_heroes() -> None:
    """Ann and Bob are rivals with phones; their sides' other heroes are played at the tablet between them."""
    table = open_table(TableConfig(lang="en"), sample_setup())
    hall, tablet, session = hall_of(table), table.presenter, table.session
    hall.company.has_tablet = True
    ann, bob = Ear(hall, "dawn"), Ear(hall, "dusk")
    ann.guest.name, bob.guest.name = "Ann", "Bob"
    hall.company.call()
    hall.settle()
    tablet.press("do:0")
    shown = tablet.model()
    assert shown.now.words == "Waiting for everybody" and "At the tablet: Mistral and Briar" in shown.now.more
    while session.state.flow.round == 0:
        asked = {seat_of(one) for one in session.state.flow.open}
        assert tablet.look.side == ONLOOKERS, "a mission is the side's to know"
        if asked & {"dawn-2", "dusk-2"}:
            tablet.press("roll")
        else:
            assert tablet.model().dice is None, "who has a phone throws there"
            (ann if "dawn" in asked else bob).tap("press", "roll")
        shown = tablet.model()
    heroes: list[str] = []
    while len(heroes) < 2:
        assert tablet.look.side == ONLOOKERS and not [line for line in lines(shown) if "Hand:" in line]
        card = shown.card
        assert card is not None and card.likely == "uncover" and not shown.hint
        heroes.append(card.title)
        tablet.press("uncover")
        shown = tablet.model()
        assert shown.card is not None and shown.card.hand and tablet.look.side != ONLOOKERS
        assert "On the left of the sheet a card's power works" in shown.card.text
        tablet.press(shown.card.buttons[0][0])
        if len(heroes) > 1:
            hall.leave(bob)
        tablet.press("chosen")
        shown = tablet.model()
    assert heroes == ["Take the tablet for Mistral", "Take the tablet for Briar"]
    assert tablet.look.side == ONLOOKERS, "his phone sleeps, and his hand is still his"


def test_who_has_a_phone_is_led_there_and_not_on_the_tablet() -> None:
    table = fight()
    hall, session = hall_of(table), table.session
    hall.company.has_tablet = True
    table.presenter.lead()
    table.presenter.press("pick:")
    assert table.presenter.model().hint
    phone = Ear(hall, str(session.state.active_seat))
    assert not table.presenter.model().hint
    hall.leave(phone)
    assert not table.presenter.model().hint, "the seat is kept for the phone"
    table.presenter.press("take_over")
    assert table.presenter.model().hint


def lines(shown: TableModel) -> list[str]:
    """Return everything that a sheet says."""
    return [f"{shown.dial}"] if shown.dial is not None else []
