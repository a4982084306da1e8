"""Screens of a quest name figures, never by an id, and say why dice are thrown that save nobody."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from companion.core.ids import PieceId
from companion.text.wording import Wording
from tests.casebook.casebooks import session_of
from tests.ui.quest.players import Player
from tests.ui.walks import walk
from ui.presenters.models import TableModel
from ui.presenters.table import TablePresenter

MASTER = "master"


def titles(model: TableModel) -> Iterator[str]:
    """Generate what heads the screen, its card and its sheet, with all that stands on those."""
    yield from (model.title, model.now.line, model.now.more)
    if model.card is not None:
        yield from (model.card.title, model.card.text, *(label for _, label in model.card.buttons))
    if model.dial is not None:
        yield from (model.dial.name, model.dial.line, *model.dial.notes)
        yield from (words for slot in model.dial.slots for words in (slot.label, slot.power))


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_masters_screen_calls_nobody_by_an_id(lang: str) -> None:
    """A random quest, each figure chosen in turn: no underscore, and no id with its hyphen and number."""
    for number, table in enumerate(walk("heroquest", lang, 60)):
        if number % 12:
            continue
        master = TablePresenter(table.session, table.presenter.follower, lang=lang, sides=(MASTER,))
        wording = Wording(lang, names=dict(master.game.names(MASTER, lang)))
        for one in master.game.roster(master.look):
            master.chosen = one.piece
            model = master.model()
            raw = [words for words in titles(model) if re.search(r"[a-z]_[a-z]|\b[a-z]+-\d", words)]
            assert raw == [], (number, one.piece)
            assert model.dial is None or model.dial.name == wording.names[one.piece]
        master.close()


CASE = """
system = "heroquest"
[[case]]
id = "x"
title = "x"
rules = ["HQ-COMBAT-FINISH-02"]
expect.over = false
"""
FIGHT = """
setup.squares = ["...."]
setup.turn = "A"
setup.pieces.A = {{ hero = "warrior_4", at = "A1", facing = "E" }}
setup.pieces.m-1 = {{ monster = "{monster}", at = "B1", facing = "W" }}
"""


@pytest.mark.rule("HQ-COMBAT-FINISH-01", "HQ-COMBAT-FINISH-02", "HQ-COMBAT-FINISH-04")
@pytest.mark.parametrize(
    ("monster", "line"),
    [
        ("goblin", "Goblin 1 throws all the same: who has fewer than 2 defense dice cannot be finished off."),
        ("orc", None),  # 1 Body Point, 2 defense dice: two skulls finish it without a throw
    ],
)
def test_who_cannot_be_finished_off_reads_why_it_throws(monster: str, line: str | None) -> None:
    session = session_of(CASE + FIGHT.format(monster=monster))
    hero, master = Player(session, "heroes"), Player(session, MASTER)
    hero.screen.tap_piece(PieceId("m-1"))
    hero.confirm()
    while (dice := hero.model.dice) is not None:
        hero.dice("skull" if "skull" in dice.faces else "10")
    asked = master.model.dice
    assert (asked is None) == (line is None)
    if asked is not None:
        assert line in asked.decides


def test_what_a_blow_came_to_begins_with_a_capital() -> None:
    session = session_of(CASE + FIGHT.format(monster="orc").replace('turn = "A"', 'turn = "m-1"'))
    hero, master = Player(session, "heroes"), Player(session, MASTER)
    master.screen.tap_piece(PieceId("m-1"))
    master.screen.tap_piece(PieceId("A"))
    master.confirm()
    while any(one.model.dice for one in (hero, master)):
        (player,) = (one for one in (hero, master) if one.model.dice)
        faces = player.model.dice.faces if player.model.dice else ()
        player.dice("skull" if "skull" in faces else "10")
    assert hero.model.result is not None and hero.model.result.deed == "Orc 1 hits A"
