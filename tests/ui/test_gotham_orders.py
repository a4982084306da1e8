"""An order put together at the screen, particular by particular; skills set aside; what is put right by touch."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.by_hand import Adjust, Relocate
from companion.core.consent import Consents, Matter
from companion.core.dice import Source
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.rules import Rejected
from companion.games.gotham.commands import EndTurn, MeleeAttack
from companion.table.follow import Follower
from tests.ui.test_gotham_screen import begun, opened
from ui.presenters.seat_voice import SeatVoice
from ui.presenters.table import TablePresenter


def at_work(lang: str = "en") -> TablePresenter:
    """The heroes' turn; the Ferrier is chosen, and a docker stands by it."""
    session = begun(opened())
    session.submit(Relocate(Seat("ferrier"), PieceId("docker-1"), SpaceId("west-street")))
    table = TablePresenter(session, Follower(session, {}), lang=lang)
    table.tap_piece(PieceId("ferrier"))
    return table


def buttons(table: TablePresenter) -> dict[str, str]:
    card = table.model().card
    assert card is not None
    return {label: action for action, label in card.buttons}


def tap(table: TablePresenter, *labels: str) -> None:
    """Tap these buttons, one after another, on whichever page of the card they are."""
    for label in labels:
        seen = set[str]()
        while label not in buttons(table):
            more = next(action for action in buttons(table).values() if action.startswith("page:"))
            assert more not in seen, f"no button {label!r}"
            seen.add(more)
            table.press(more)
        table.press(buttons(table)[label])


def test_an_attack_is_meant_thrown_and_read_in_four_taps() -> None:
    """A tap on a docker means the attack that is worth most, with its cubes."""
    table = at_work()
    table.tap_piece(PieceId("docker-1"))
    assert table.pending is not None and isinstance(table.pending.command, MeleeAttack)
    shown = table.model()
    assert shown.card is not None and "%" in shown.card.text, "its chance stands beside it"
    assert {"with 1 cube", "Shoot at Docker 1 (with 1 cube)"} & {*buttons(table)}, "what else may be is a tap away"
    table.press("confirm")
    table.press("roll")
    while (card := table.model().card) is not None and card.kind == "choice":  # dice that may be thrown again
        table.press("pass_all")
    result = table.model().result
    assert result is not None and not result.is_line
    table.press("result")
    result = table.model().result
    assert result is None or result.is_line


@pytest.mark.rule("GO-PUSHLIMITS-01", "GO-PUSHLIMITS-03")
@pytest.mark.parametrize(
    ("lang", "labels"),
    [
        (
            "en",
            (
                "Lay 1 cube on Melee",
                "Strike Docker 1 (with 1 cube)",
                "pushing limits: 2 wounds first",
                "without a cube",
                "with the Short Chain",
            ),
        ),
        (
            "fr",
            (
                "Poser 1 cube sur Mêlée",
                "Frapper le Débardeur 1 (avec 1 cube)",
                "en dépassant ses limites : 2 blessures d'abord",
                "sans cube",
                "avec la Chaîne courte",
            ),
        ),
    ],
)
def test_limits_are_pushed_a_weapon_taken_and_no_cube_spent(lang: str, labels: tuple[str, ...]) -> None:
    table = at_work(lang)
    tap(table, *labels)
    assert table.pending is not None
    ferrier, docker = PieceId("ferrier"), PieceId("docker-1")
    weapons = ("short-chain",)
    assert table.pending.command == MeleeAttack(Seat("ferrier"), ferrier, docker, weapons, cubes=0, push=True)
    table.press("confirm")
    figure = table.state.who("ferrier")
    assert (figure.cubes_at("wounds"), figure.cubes_at("melee")) == (2, 0)


@pytest.mark.rule("GO-GEN-02")
def test_a_skill_is_set_aside_and_used_again() -> None:
    table = at_work()
    tap(table, "Skills", "Do not use Fury")
    assert table.state.who("ferrier").aside == ("fury",)
    tap(table, "Use Fury again")
    assert table.state.who("ferrier").aside == ()


@pytest.mark.rule("GO-BASE-FIG-02", "GO-BASE-FIG-07")
def test_the_mission_is_put_right_by_touch() -> None:
    table = at_work()
    tap(table, "Correct this …", "cubes in Wounds: 0 → 1", "cubes in Wounds: 1 → 2")
    table.tap_space(SpaceId("dock"))
    figure = table.state.who("ferrier")
    assert (figure.cubes_at("wounds"), figure.zone) == (2, "dock")
    tap(table, "Take it off the board")
    assert table.state.who("ferrier").zone is None
    table.press("dismiss")
    tap(table, "Move its cards by hand …", "Short Chain: carried → Lamplight")
    table.press("confirm")
    assert table.state.who("lamplight").cards[-1] == "short-chain" and not table.state.who("ferrier").cards
    tap(table, "Close", "Correct this …")
    table.tap_space(SpaceId("tram-stop"))  # back again
    assert table.state.who("ferrier").zone == "tram-stop"
    lines = [line.text for line in table.model().log]
    assert any("corrects by hand: The Ferrier, cubes in Wounds: 2" in line for line in lines), lines


@pytest.mark.rule("TW-HAND-02")
def test_from_a_device_of_one_seat_the_others_agree_to_a_correction() -> None:
    session = begun(opened())
    consents = Consents(session)
    mine, *others = (SeatVoice(session, consents, str(seat), (seat,)) for seat in session.seats)
    order = Adjust(session.seats[0], PieceId("docker-1"), "binds", 2)
    assert isinstance(mine.give(order, Source.HAND), Matter)
    table = TablePresenter(session, Follower(session, {}), lang="en", voice=others[0])
    card = table.model().card
    assert card is not None and card.text == "The Ferrier wants to correct: Docker 1, Bind tokens: 2"
    for other in others:
        assert session.state.who("docker-1").binds == 0
        other.answer(other.seats, agrees=True)
    assert session.state.who("docker-1").binds == 2
    told = [line.text for line in table.model().log[-2:]]
    assert told[1] == "The Ferrier corrects by hand: Docker 1, Bind tokens: 2." and told[0].startswith(
        "Correction agreed: "
    )
    assert isinstance(mine.give(replace(order, value=-1), Source.HAND), Rejected)


@pytest.mark.rule("TW-HAND-01")
def test_tokens_of_a_zone_are_put_right_by_touch() -> None:
    table = at_work()
    table.tap_piece(PieceId("ferrier"))  # nobody is chosen
    tap(
        table,
        "Correct the table …",
        "Dock",
        "Correct this …",
        "Flame tokens: 0 → 1",
        "Flame tokens: 1 → 2",
    )
    assert table.state.tokens_in("dock", "flame") == 2


@pytest.mark.rule("GO-BASE-TURN-01")
def test_a_card_of_what_no_turn_needs_leaves_the_end_of_the_turn_the_next_button() -> None:
    table = at_work()
    assert not table.model().ends_next  # there is something to do
    for hero in ("lamplight", "marshal", "wren"):
        table.session.submit(EndTurn(Seat(hero)))
    table.session.submit(Relocate(Seat("ferrier"), PieceId("ferrier")))
    card = table.model().card
    assert card is not None and card.buttons[0][1] == "Skills"
    assert card.is_beside and table.model().ends_next
