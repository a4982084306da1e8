"""The buttons of an open card keep their place in the window while the others act on their phones."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.core.by_hand import Relocate
from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.session import Session
from companion.games.gotham.commands import MeleeAttack, Move, Step
from companion.games.gotham.sample import sample_setup
from companion.system import DiceGenerator
from tests.ui.screens.driver import Driver
from tests.ui.screens.window import Opener

DEEDS = 12


def until_the_heroes_act(session: Session) -> None:
    """Give the first order that is legal, until the heroes' turn."""
    while session.state.flow.phase != "heroes":
        session.submit(
            next(one for seat in session.seats for one in session.system.legal_commands(session.state, seat))
        )


def places(screen: Driver) -> dict[str, tuple[int, ...]]:
    """Place and size of each button of the card, in pixels of the window."""
    from ui.tablet.widgets.buttons import TapButton

    found = [one for one in screen.screen.middle.walk(restrict=True) if isinstance(one, TapButton)]
    return {one.text: (*map(round, one.to_window(*one.pos)), *map(round, one.size)) for one in found}


@pytest.mark.parametrize("size", [(1280, 800), (1024, 600)])
@pytest.mark.parametrize("opens", ["figure:ferrier", "end_turn"])
@pytest.mark.parametrize("seed", [4, 7])
def test_no_button_of_an_open_card_moves_when_others_act(
    open_screen: Opener, opens: str, size: tuple[int, int], seed: int
) -> None:
    screen: Any = open_screen(setup=sample_setup(), size=size)
    session, chance, dice = screen.session, random.Random(seed), DiceGenerator(seed)
    until_the_heroes_act(session)
    screen.refresh()
    screen.screen.press(opens)
    screen.frames(4)
    stayed = 0
    for _ in range(DEEDS):
        before, stood = screen.presenter.model(), places(screen)
        rolls = [one for one in session.state.flow.open if isinstance(one, DiceRequest)]
        if rolls:
            order: Any = ReportDice(rolls[0].roller, dice.roll(rolls[0], session.system.dice_of(session.state)))
        else:
            walks = [one for seat in session.seats[1:4] for one in session.system.legal_commands(session.state, seat)]
            order = chance.choice([one for one in walks if isinstance(one, Move | Step)] or walks)
        session.submit(order)
        screen.refresh()
        after = screen.presenter.model()
        if before.card and after.card and before.card.title == after.card.title:
            if before.card.buttons != after.card.buttons:
                continue
            now = places(screen)
            both = now.keys() & stood.keys()  # dice and what came of them may come and go
            room = screen.screen._asked
            assert max(now[one][1] + now[one][3] for one in both) <= round(room.to_window(0, room.top)[1]), "in sight"
            assert both and {one: now[one] for one in both} == {one: stood[one] for one in both}, after.log[-1].text
            stayed += 1
    assert stayed


def test_what_others_throw_is_seen_while_the_tablet_waits_for_their_phone(open_screen: Opener) -> None:
    """Its card keeps no place: the dice come above it."""
    screen: Any = open_screen(setup=sample_setup(), size=(1280, 800))
    session, ferrier, docker = screen.session, Seat("ferrier"), PieceId("docker-1")
    until_the_heroes_act(session)
    phones = [seat for seat in session.seats if seat in session.state.flow.active]
    session.players = dict.fromkeys(phones, "Ben")
    screen.presenter.holder.is_held = screen.presenter.holder.is_seated = lambda seat: seat in phones
    for space in ("mid-street", "west-street"):
        session.submit(Relocate(ferrier, docker, SpaceId(space)))
        screen.refresh()
    assert not screen.presenter.model().now.is_own
    session.submit(MeleeAttack(ferrier, PieceId("ferrier"), docker, cubes=1))
    screen.refresh()
    assert screen.presenter.model().watched is not None
    card, room = screen.screen.middle.children[-1], screen.screen._asked
    assert card.to_window(0, card.top)[1] <= room.to_window(0, room.top)[1] + 1


def test_no_hole_is_left_where_a_result_was_once_it_is_tapped_away(open_screen: Opener) -> None:
    """The hero's own blow is large, its menu below the fold; the others act meanwhile."""
    screen: Any = open_screen(setup=sample_setup(), size=(1280, 800), roller=DiceGenerator(1))
    session, ferrier, docker = screen.session, Seat("ferrier"), PieceId("docker-1")
    until_the_heroes_act(session)
    session.submit(Relocate(ferrier, docker, SpaceId("west-street")))
    screen.screen.press("figure:ferrier")
    session.submit(MeleeAttack(ferrier, PieceId("ferrier"), docker, cubes=3))
    screen.refresh()
    screen.screen.press("roll")
    screen.frames(4)
    while (card := screen.presenter.model().card) is not None and card.kind == "choice":
        screen.screen.press(card.buttons[-1][0])
        screen.frames(4)
    assert screen.presenter.model().result is not None
    room = screen.screen._asked
    assert min(low for _, low, *_ in places(screen).values()) < room.to_window(*room.pos)[1], "below the fold"
    others = [seat for seat in session.seats if seat != ferrier]
    for tap in ("", "result", ""):
        if tap:
            screen.screen.press(tap)
        else:
            walks = [one for seat in others for one in session.system.legal_commands(session.state, seat)]
            session.submit(next(one for one in walks if isinstance(one, Move)))
        screen.refresh()
        room, column = screen.screen._asked, screen.screen.middle
        top = column.children[-1].to_window(0, column.children[-1].top)[1]
        assert room.to_window(0, room.top)[1] - top < 40 or room.scroll_y < 1, tap
        assert column.padding == [0, 0, 0, 0]
