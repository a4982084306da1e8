"""An order that somebody else's deed makes impossible before it is confirmed is dropped with a word, and only once."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any

import pytest

from companion.core.by_hand import Relocate
from companion.core.ids import Seat
from companion.core.rules import Accepted, Rejected
from companion.table.follow import Follower
from tests.games.heroclix.scene import at, figure
from tests.ui.led import GAMES, evening
from tests.ui.led import Follower as Led
from tests.ui.test_powers import A, B, screen
from ui.presenters.models import CardModel
from ui.presenters.table import TablePresenter

WORDS = {"en": ("Order dropped: {what}", "Before it was confirmed: "), "fr": ("Ordre abandonné : {what}", "Avant sa ")}


@pytest.fixture
def aiming(clock: Any) -> Callable[[str], TablePresenter]:
    """A beside B, an attack on B about to be confirmed."""

    def opened(lang: str) -> TablePresenter:
        made = screen(clock, figure("A", attack=12), ("B", "blue", (1, 0), figure("B", defense=14)))
        table = TablePresenter(made.session, Follower(made.session, {}), lang=lang)
        table.tap_piece(A)
        table.tap_piece(B)
        assert "confirm" in dict(shown(table).buttons)
        return table

    return opened


def shown(table: TablePresenter) -> CardModel:
    card = table.model().card
    assert card is not None
    return card


def elsewhere(table: TablePresenter) -> None:
    """Somebody else puts B far away."""
    table.session.submit(Relocate(Seat("blue"), B, at(9, 9)))


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_it_names_the_order_the_deed_and_the_rule(aiming: Callable[[str], TablePresenter], lang: str) -> None:
    table = aiming(lang)
    elsewhere(table)
    card, (title, text) = shown(table), WORDS[lang]
    assert (card.kind, card.title) == ("late", title.format(what=f"{table.look.name(A)} → {table.look.name(B)}"))
    assert card.text.startswith(text) and "[HC-" in card.text
    assert [does for does, _ in card.buttons] == ["dismiss"]
    table.press("dismiss")
    after = table.model().card
    assert after is None or after.kind != "late"


def test_the_next_order_puts_it_away(aiming: Callable[[str], TablePresenter]) -> None:
    table = aiming("en")
    elsewhere(table)
    assert shown(table).kind == "late"
    table.tap_space(at(0, 2))
    assert shown(table).kind != "late"


def test_what_is_still_allowed_waits_on(aiming: Callable[[str], TablePresenter]) -> None:
    table = aiming("en")
    table.session.submit(Relocate(Seat("blue"), B, at(0, 1)))
    assert "confirm" in dict(shown(table).buttons)


def deed_against(table: TablePresenter, meant: Any) -> Any:
    """Return an order by which the one that is meant is allowed no more."""
    system, state = table.session.system, table.state
    for one in (Relocate(meant.seat, meant.target, None), *system.legal_commands(state, meant.seat)):
        taken = system.decide(state, one)
        if isinstance(taken, Accepted):
            after = reduce(system.apply, taken.events, state)
            if isinstance(system.decide(after, meant), Rejected):
                return one
    raise AssertionError("nothing forbids it")


@pytest.mark.parametrize("game", GAMES)
def test_it_is_told_in_every_game_to_who_meant_it(tmp_path: Path, game: str) -> None:
    """An order at somebody is meant; another deed forbids it before it is confirmed."""
    with evening(tmp_path, game, "en", seed=4) as made:
        assert made.table is not None
        table = made.table.presenter
        led = Led(table, 4)
        for _ in range(400):
            table.model()
            meant = table.pending.command if table.pending is not None and table.refused is None else None
            piece = table.game.given_to(meant) if meant is not None else None
            where = table.session.system.positions(table.state)
            if meant is not None and piece is not None and getattr(meant, "target", None) and where.get(piece):
                break
            led.tap(led.does(table.model()))
        assert meant is not None and piece is not None
        table.session.submit(deed_against(table, meant))
        card = shown(table)
        assert card.kind == "late" and table.look.name(piece) in card.title and "[" in card.text, card
        assert table.model().leads == "dismiss" and "no longer holds" in table.model().hint
