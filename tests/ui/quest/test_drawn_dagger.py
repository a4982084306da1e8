"""A shooter who is fought hand to hand: what is drawn instead of the bow is said, and a better spell is led to."""

from __future__ import annotations

import pytest

from companion.core.ids import PieceId
from companion.core.prizes import Gain
from companion.games.heroquest import commands as quest
from companion.table.follow import Follower
from tests.casebook.casebooks import session_of
from ui.presenters.guide import Guide
from ui.presenters.table import TablePresenter

CLINCH = """
system = "heroquest"
[[case]]
id = "x"
title = "x"
rules = ["HQ-COMBAT-RANGED-02"]
setup.squares = ["aaaa"]
setup.turn = "elf"
setup.pieces.elf = { hero = "elf_4", at = "A1", facing = "E" }
setup.pieces.goblin = { monster = "goblin", at = "B1", facing = "W" }
ENGAGED
expect.over = false
"""
ELF, GOBLIN = PieceId("elf"), PieceId("goblin")


def _table(*, engaged: bool, lang: str = "en") -> TablePresenter:
    text = CLINCH.replace("ENGAGED", 'setup.engaged = [["elf", "goblin"]]' if engaged else "")
    session = session_of(text)
    return TablePresenter(session, Follower(session, {}), lang=lang)


@pytest.mark.rule("HQ-COMBAT-RANGED-02", "HQ-COMBAT-RANGED-04")
@pytest.mark.parametrize(
    ("engaged", "lang", "said"),
    [
        (True, "en", "No shot at the goblin, who fights you hand to hand: dagger [HQ-COMBAT-RANGED-02]"),
        (True, "fr", "Pas de tir sur le gobelin, au corps à corps avec vous : dague [HQ-COMBAT-RANGED-02]"),
        (False, "en", ""),
    ],
)
def test_the_card_says_why_another_weapon_is_drawn(engaged: bool, lang: str, said: str) -> None:
    table = _table(engaged=engaged, lang=lang)
    seat = table.state.who(ELF).seat
    text = table.game.proposal(table.look, quest.Attack(seat, ELF, GOBLIN)).text
    assert said in text if said else "HQ-COMBAT-RANGED-02" not in text


@pytest.mark.rule("HQ-HERO-ELF-01")
@pytest.mark.parametrize("engaged", [True, False])
def test_a_spell_is_led_to_where_it_hits_more_often(engaged: bool) -> None:
    """Two dice of the spark against one of the dagger; against four of the bow it is kept."""
    table = _table(engaged=engaged)
    seat = table.state.who(ELF).seat
    spark, blow = quest.Cast(seat, ELF, "spark", GOBLIN), quest.Attack(seat, ELF, GOBLIN)
    assert table.game.gain(spark) > Gain()
    likely = max((spark, blow), key=table.game.gain)
    assert likely == (spark if engaged else blow)
    table.guide = Guide(table.game)
    table._propose(spark)
    assert "this and more" not in table.model().hint
