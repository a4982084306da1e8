"""An end of turn that leaves somebody who may still act is confirmed, in every game, whoever holds the device."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.by_hand import Adjust
from companion.core.ids import Seat
from companion.core.rules import Accepted
from companion.games.gotham.commands import ActivateTile, EndActivation, EndTurn
from companion.table.follow import Follower
from tests.ui.test_gotham_screen import begun, looking, opened
from tests.ui.walks import SETUPS, walk
from ui.presenters.gotham.screen import GothamScreen
from ui.presenters.table import TablePresenter

ABLE = {  # orders by which somebody acts, as a table would say of each game
    "heroclix": {"CloseAttack", "RangedAttack", "MoveFigure"},
    "heroquest": {"Attack", "RollMovement", "OpenDoor"},
    "guardians": {"Attack", "Move", "UseCard"},
    "gotham": {"MeleeAttack", "RangedAttack", "Move", "ActivateTile", "ActivateFigure"},
}


@pytest.mark.rule("GO-BASE-TURN-04")
@pytest.mark.parametrize(("lang", "words"), [("en", "May still act: "), ("fr", "Encore en mesure d'agir : ")])
def test_the_villains_do_not_end_their_turn_by_one_slip(lang: str, words: str) -> None:
    """Both tiles are left."""
    session = begun(opened())
    for hero in ("wren", "ferrier", "lamplight", "marshal"):
        session.submit(EndTurn(Seat(hero)))
    table = TablePresenter(session, Follower(session, {}), lang=lang)
    version = session.version
    table.press("end_turn")
    card = table.model().card
    assert session.version == version and card is not None and card.buttons[0][0] == "confirm"
    assert words in card.text
    table.press("confirm")
    assert session.version > version


def test_two_tiles_activated_leave_nobody() -> None:
    session, villains = begun(opened()), Seat("villains")
    for hero in ("wren", "ferrier", "lamplight", "marshal"):
        session.submit(EndTurn(Seat(hero)))
    for tile in ("docker", "jack-the-other"):
        for order in (ActivateTile(villains, tile), EndActivation(villains)):
            assert isinstance(session.submit(order), Accepted)
    screen = GothamScreen(session)
    end = screen.ending(replace(looking(screen), seats=(villains,)))
    assert end is not None and not end.is_proposed


@pytest.mark.parametrize("game", SETUPS)
def test_who_may_still_act_is_not_passed_over_by_one_tap(game: str) -> None:
    seen = 0
    for table in walk(game, "en", 90):
        look, screen = table.presenter.look, table.presenter.game
        end = screen.ending(look)
        if end is None or end.command is None:
            continue
        offers = table.session.system.legal_commands(table.session.state, end.command.seat)
        if any(type(one).__name__ in ABLE[game] for one in offers):
            seen += 1
            assert end.is_proposed, end.command
    assert seen


@pytest.mark.rule("HC-ACT-14")
def test_figures_that_must_rest_keep_no_turn_open() -> None:
    """Two action tokens on each: nobody is left, and nothing is asked."""
    table = next(one for one in walk("heroclix", "en", 40) if one.presenter.game.ending(one.presenter.look) is not None)
    session, screen = table.session, table.presenter.game
    seat = session.state.active_seat
    for piece in [one.id for one in session.state.pieces if one.seat == seat]:
        assert isinstance(session.submit(Adjust(seat, piece, "tokens", 2)), Accepted)
    end = screen.ending(table.presenter.look)
    assert end is not None and not end.is_proposed
