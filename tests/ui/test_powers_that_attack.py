"""A power, or a weapon, that is an attack carries its chance on its button, and is confirmed as a plain attack is."""

from __future__ import annotations

import pytest

from companion.core.by_hand import MoveCard
from companion.core.ids import PieceId
from companion.core.session import Session
from companion.games.guardians.commands import Attack, UseObject, UsePower
from companion.table.follow import Follower
from tests.ui.test_guardians_plain import acting, put
from tests.ui.test_guardians_screen import begun
from ui.presenters.table import TablePresenter

BEAM = "lantern-beam"


def beaming() -> tuple[Session, PieceId]:
    """The Night Lantern with its beam played, an automaton in the same hall."""
    session = begun()
    hero, seat = acting(session)
    assert hero.id == "lantern"
    put(session, lantern="museum-hall.1", clock_1="museum-hall.9")
    assert session.submit(MoveCard(seat, hero.id, BEAM, "left"))
    return session, hero.id


@pytest.mark.rule("GC-CARD-21", "GC-TEST-14")
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_power_that_is_an_attack_has_its_chance_and_is_confirmed(lang: str) -> None:
    session, hero = beaming()
    table = TablePresenter(session, Follower(session, {}), lang=lang)
    menu = table.game.menu(table.look)
    assert menu is not None
    offers = {getattr(one, "command", None): (at, one.label) for at, one in enumerate(menu.entries)}
    beams = [one for one in offers if isinstance(one, UsePower) and one.card == BEAM]
    assert beams
    for beam in beams:
        at, label = offers[beam]
        chance = table.game.promise(beam)
        assert chance > 0 and f"{round(100 * chance)}" in label and "%" in label, label
        plain = Attack(beam.seat, hero, beam.target)  # type: ignore[arg-type]
        if plain in offers:
            assert chance > table.game.promise(plain), "two power dice more"
    version = session.version
    at, _ = offers[beams[0]]
    table.press(f"do:{at}")
    card = table.model().card
    assert session.version == version and table.model().dice is None
    assert card is not None and "confirm" in dict(card.buttons) and "%" in card.text
    table.press("confirm")
    assert session.version > version


@pytest.mark.rule("GC-OBJ-03")
def test_an_attack_with_an_object_is_confirmed_with_the_chance_of_both_rolls() -> None:
    session = begun()
    hero, _ = acting(session)
    put(session, **{hero.id: "terrace-walk.3"})
    near = sorted(session.state.ground.near(session.state.who(hero.id).at, session.state.open_doors))
    put(session, clock_1=next(one for one in near if session.state.at(one) is None and one != "terrace-walk.2"))
    table = TablePresenter(session, Follower(session, {}), lang="en")
    menu, version = table.game.menu(table.look), session.version
    assert menu is not None
    weapon = next(
        at
        for at, one in enumerate(menu.entries)
        if isinstance(getattr(one, "command", None), UseObject) and one.command.target  # type: ignore[union-attr]
    )
    table.press(f"do:{weapon}")
    card = table.model().card
    assert session.version == version and card is not None and "for both" in card.text
