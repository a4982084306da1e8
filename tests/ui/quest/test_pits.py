"""Who lies in a pit is seen to lie there, by everybody, until it climbs out; and the D20's line is a sentence."""

from __future__ import annotations

import pytest

from companion.core.by_hand import Adjust
from companion.core.ids import PieceId
from companion.core.rules import Accepted
from companion.core.session import Session
from tests.ui.quest.players import Player, quest_session
from ui.presenters.models import TableModel

BOTH = ("heroes", "master")


def sunken(session: Session, side: str) -> set[str]:
    return {one.piece for one in Player(session, side).model.board.tokens if one.sunken}


def states(model: TableModel) -> dict[str, str]:
    return {one.piece: one.words for one in model.roster}


@pytest.mark.rule("HQ-TRAP-02", "HQ-TRAP-03")
@pytest.mark.parametrize("piece", ["elf", "goblin-1"])
def test_a_figure_in_a_pit_is_drawn_in_it_as_long_as_it_lies_there(piece: str) -> None:
    session = quest_session()
    Player(session, "heroes").button("Begin the quest")
    seen = [side for side in BOTH if piece in {one.piece for one in Player(session, side).model.board.tokens}]
    assert "master" in seen and not any(sunken(session, side) for side in seen)
    for value, lies in ((1, {piece}), (0, set())):
        put = session.submit(Adjust(session.state.table.gm, PieceId(piece), "in_pit", value))
        assert isinstance(put, Accepted)
        assert [sunken(session, side) for side in seen] == [lies] * len(seen)
        assert ("in the pit" in states(Player(session, "master").model)[piece]) == bool(value)


@pytest.mark.rule("HQ-CRIT-02")
@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "The D20 counts only with a skull: 19 adds 1 skull, 20 adds 2 skulls"),
        ("fr", "Le D20 ne compte qu'avec un crâne : 19 ajoute 1 crâne, 20 ajoute 2 crânes"),
    ],
)
def test_what_the_d20_adds_is_a_sentence(lang: str, told: str) -> None:
    session = quest_session()
    heroes = Player(session, "heroes")
    for words in ("Begin the quest", "Play Silvane", "Move: throw the dice"):
        heroes.button(words)
    heroes.dice("6", "5")
    heroes.tap("A4", "D4", "E4")
    heroes.button("Open the door E4–F4")
    heroes.tap("F4")
    heroes.button("Open the door F4–G4")
    heroes.tap("G4", "H4", str(session.state.who(PieceId("goblin-1")).at))
    heroes.screen.wording.lang = lang
    dice = heroes.model.dice
    assert dice is not None and told in dice.decides
