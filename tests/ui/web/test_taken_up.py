"""A tablet between phones, one of them away: it is taken up, by a tap that says so, for what is a side's alone."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from companion.core.flow import ChoiceRequest, seat_of
from companion.core.ids import Seat
from companion.core.rules import Command
from companion.games.heroquest.sample import sample_setup as heroquest
from companion.system import DiceGenerator
from tests.ui.walks import SETUPS, next_order
from tests.ui.web.listening import Ear, hall_of
from ui.presenters.adapter import ONLOOKERS
from ui.presenters.awaited import laid_down
from ui.presenters.models import TableModel
from ui.presenters.table import TablePresenter
from ui.table.bootstrap import Table, open_table
from ui.table.settings import TableConfig
from ui.web.shared_table import SharedTable

TAPS = 150


def hosted(game: str, *seats: int) -> tuple[Table, SharedTable, list[Ear]]:
    """A table with a tablet, and phones in some of its seats."""
    table = open_table(TableConfig(lang="en"), SETUPS[game]())
    hall, order = hall_of(table), table.session.seats
    hall.company.has_tablet = True
    phones = [Ear(hall, order[one], name) for one, name in zip(seats, ("Ann", "Bob"), strict=False)]
    hall.company.call()
    return table, hall, phones


def secret(tablet: TablePresenter, shown: TableModel) -> bool:
    """Whether a question is drawn of which the other sides do not hear."""
    asked = tablet.asked.request(ChoiceRequest)
    is_drawn = shown.card is not None and shown.card.kind == "choice" and asked is not None
    heard = tablet._logs[ONLOOKERS].heard_asked(tablet.state.flow.open)
    return is_drawn and not tablet.holder.is_covered and asked not in heard


@pytest.mark.parametrize("game", ["guardians", "heroquest"])
@pytest.mark.parametrize("seed", range(2))
def test_no_secret_is_asked_on_a_tablet_that_nobody_took_up_for_it(game: str, seed: int) -> None:
    """A side's question is drawn after a screen on which the same side had something to say, or after a tap on the
    cover, or one that says for whom one plays: also of a player who is away, and of a seat that nobody sits in.
    """
    table, hall, phones = hosted(game, 0, 2)
    tablet, chance, dice = table.presenter, random.Random(seed), DiceGenerator(seed)
    tablet.dice.roller = dice
    away = phones[-1]
    hall.leave(away)
    side, was_asked, tapped, seen = "", False, "", 0
    for _ in range(TAPS):
        if tablet.state.flow.outcome is not None:
            break
        if chance.random() < 0.02:  # the phone is back for a while
            hall.leave(away) if away.guest in hall.here() else hall._wires.__setitem__(away, away.guest)
        hall.settle()
        shown = tablet.model()
        if secret(tablet, shown):
            seen += 1
            assert tapped in ("uncover", "take_over") or (side == tablet.look.side and was_asked), shown.now
        side = tablet.look.side
        due = {*tablet.awaited.seats, *tablet.game.acting(tablet.look)}
        was_asked = not tablet.holder.is_covered and bool(due & {*tablet.seats}) and side != ONLOOKERS
        buttons = [does for does, _ in (shown.card.buttons if shown.card is not None else ())]
        stands_in = [does for does in buttons if does in ("uncover", "hand_over", "take_over")]
        if stands_in:
            tapped = stands_in[0]
            tablet.press(tapped)
        elif secret(tablet, shown):
            tapped = chance.choice([does for does in buttons if does.partition(":")[0] in ("choose", "chosen", "pass")])
            tablet.press(tapped)
        else:
            tapped = "result"
            tablet.press(tapped)
            order = ending(table) or next_order(table, chance, dice)
            if order is not None:
                table.session.submit(order)
    assert seen or game != "guardians"  # where each plans in secret


def test_a_map_that_others_may_not_see_is_covered_once_they_have_thrown_on_the_tablet() -> None:
    """The master's phone is away: who plays for the master lends the tablet for the heroes' defense."""
    setup = heroquest()
    orcs = [{"id": f"orc-{at}", "type": "orc", "at": at, "facing": "W"} for at in ("C1", "C2")]
    table = open_table(
        TableConfig(lang="en"), replace(setup, quest={**setup.quest, "monsters": [*setup.quest["monsters"], *orcs]})
    )
    hall, tablet, chance, dice, lent = hall_of(table), table.presenter, random.Random(3), DiceGenerator(3), 0
    hall.company.has_tablet = True
    bob = Ear(hall, "master", "Bob")
    hall.company.call()
    hall.leave(bob)
    for _ in range(80):
        hall.settle()
        shown, was_lent = tablet.model(), tablet.holder.is_lent
        buttons = [does for does, _ in (shown.card.buttons if shown.card is not None else ())]
        if stands_in := [does for does in buttons if does in ("uncover", "hand_over", "take_over")]:
            tablet.press(stands_in[0])
            continue
        tablet.press("result")
        is_masters = table.session.state.flow.phase == "master"
        order = (None if is_masters else ending(table)) or next_order(table, chance, dice)
        if order is not None and tablet.state.flow.outcome is None:
            table.session.submit(order)
        tablet.model()
        if was_lent and not tablet.holder.is_lent:
            lent += 1
            assert tablet.look.side != "master", tablet.model().now
    assert lent


def ending(table: Table) -> Command | None:
    """The end of a turn or of an activation, where nothing else is asked: many rounds are played, and few deeds."""
    state, system = table.session.state, table.session.system
    seats = table.session.seats if not state.flow.open else ()
    offers = (one for seat in seats for one in system.legal_commands(state, seat))
    return next((one for one in offers if type(one).__name__.startswith("End")), None)


def planned() -> tuple[Table, SharedTable, Ear]:
    """Two sides plan in secret: Ann and Bob have phones, Bob's is away, and the host took the tablet for his side."""
    table, hall, (_, bob) = hosted("guardians", 0, 2)
    chance, dice = random.Random(1), DiceGenerator(1)
    while table.session.state.flow.round == 0:
        order = next_order(table, chance, dice)
        assert order is not None
        table.session.submit(order)
    hall.leave(bob)
    hall.settle()
    tablet = table.presenter
    mistral = Seat("dawn-2")
    while mistral in {seat_of(one) for one in table.session.state.flow.open}:
        answer = next(one for one in table.session.system.legal_commands(table.session.state, mistral))
        table.session.submit(answer)
    tablet.model()
    tablet.holder.take_over((Seat("dusk"),))  # as a turn before
    card = tablet.model().card
    assert card is not None and card.buttons == (("uncover", "I play for Bob and Briar"),)
    tablet.press("uncover")
    assert {*tablet.seats} == {"dusk", "dusk-2"}
    return table, hall, bob


def answers(shown: TableModel) -> list[str]:
    """The answers of a question that are not picked yet."""
    assert shown.card is not None and shown.card.kind == "choice"
    return [does for does, words in shown.card.buttons if does.startswith("choose:") and words[0] != "•"]


def test_who_plays_for_another_says_so_and_goes_on_choosing_for_a_free_seat_when_the_other_is_back() -> None:
    table, hall, bob = planned()
    tablet, briar = table.presenter, Seat("dusk-2")
    tablet.press(answers(tablet.model())[0])
    tablet.press("chosen")
    asked = tablet.asked.request(ChoiceRequest)
    assert asked is not None and asked.seat == briar
    tablet.press(answers(tablet.model())[0])
    before = tablet.model().card
    hall._wires[bob] = bob.guest
    hall.settle()
    assert tablet.model().card == before
    tablet.press("chosen")
    assert briar not in {seat_of(one) for one in table.session.state.flow.open}
    assert tablet.model() and tablet.look.side == ONLOOKERS, "nothing is asked there any more"


@pytest.mark.parametrize("seed", range(3))
def test_what_is_planned_for_who_is_away_is_covered_once_more_at_the_next_turn(seed: int) -> None:
    """The side's seats are all played at the tablet; what the turn brought lies between its plans, for all to see."""
    table, _, _ = planned()
    tablet, session = table.presenter, table.session
    mine, chance, dice = {Seat("dusk"), Seat("dusk-2")}, random.Random(seed), DiceGenerator(seed)
    while session.state.flow.round < 2 or not mine <= {seat_of(one) for one in session.state.flow.open}:
        tablet.press("result")
        card = tablet.model().card
        if card is not None and card.likely == "uncover":  # also for the deeds of its figures
            tablet.press("uncover")
            continue
        order = ending(table) or next_order(table, chance, dice)
        assert order is not None
        session.submit(order)
    shown = tablet.model()
    assert not secret(tablet, shown) and shown.card is not None and shown.card.likely == "uncover"
    tablet.press("uncover")
    assert secret(tablet, tablet.model())


def test_what_was_picked_for_who_is_back_is_no_pick_of_the_next_question() -> None:
    table, hall, bob = planned()
    tablet = table.presenter
    tablet.press(answers(tablet.model())[0])
    hall._wires[bob] = bob.guest
    hall.settle()
    card = tablet.model().card
    asked = tablet.asked.request(ChoiceRequest)
    assert asked is not None and asked.seat == "dusk-2"
    assert card is not None and not [words for _, words in card.buttons if words.startswith("•")]


def test_a_host_who_plays_for_bob_is_not_bob() -> None:
    table, hall, (_, bob) = hosted("guardians", 0, 2)
    hall.leave(bob)
    holder = table.presenter.holder
    holder.take_over((Seat("dusk"),))
    shown, look = table.presenter.model(), table.presenter.look
    laid = laid_down(shown, (Seat("dusk"),), look, plays_for=holder.plays_for((Seat("dusk"),)))
    assert laid.card is not None and laid.card.buttons == (("uncover", "I play for Bob"),)
    holder.is_covered = True
    covered = table.presenter.model().card
    assert covered is not None and covered.buttons[0][1].startswith("I play for ")


def test_who_says_that_they_play_for_another_is_not_asked_once_more() -> None:
    """Bob's phone is away: what is Bob's alone is announced beside the one tap, and shown by it."""
    table, hall, (_, bob) = hosted("guardians", 0, 2)
    chance, dice = random.Random(1), DiceGenerator(1)
    tablet, session = table.presenter, table.session
    while session.state.flow.round == 0 or {seat_of(one) for one in session.state.flow.open} - {"dusk"}:
        others = (one for one in session.state.flow.open if seat_of(one) != "dusk")
        answers_of = (session.system.legal_commands(session.state, seat_of(one)) for one in others)
        order = next_order(table, chance, dice) if session.state.flow.round == 0 else next(next(answers_of))
        assert order is not None
        session.submit(order)
    hall.leave(bob)
    hall.settle()
    card = tablet.model().card
    assert card is not None and card.likely == "take_over" and "the others look away" in card.text
    tablet.press("take_over")
    shown = tablet.model()
    assert shown.card is not None and shown.card.kind == "choice", shown.card
    assert "dusk" in tablet.seats and "dawn" not in tablet.seats
