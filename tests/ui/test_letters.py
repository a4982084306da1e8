"""The letters on a figure: nobody's change while the game goes on, and an article is no initial."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.board.labels import initials
from companion.core.ids import PieceId
from tests.ui.quest.players import Player, quest_session
from tests.ui.walks import SETUPS, walk
from ui.presenters.adapter import ONLOOKERS
from ui.presenters.roster import roster_of
from ui.table.bootstrap import Table

ORDERS = 60


@pytest.mark.parametrize(
    ("names", "labels"),
    [
        ({"a": "The Eel", "b": "Le Marshal", "c": "L'Automate"}, {"a": "EE", "b": "MA", "c": "AU"}),
        ({"goblin-1": "goblin 1", "goblin-2": "goblin 2"}, {"goblin-1": "GO1", "goblin-2": "GO2"}),
        ({"goblin-2": "goblin 2", "gargoyle-1": "gargoyle 1"}, {"goblin-2": "GO2", "gargoyle-1": "GA1"}),
        ({"a": "A", "the": "The"}, {"a": "A", "the": "TH"}),
        (
            {"bugbear-1": "gobelours 1", "goblin-1": "gobelin 1", "goblin-2": "gobelin 2"},
            {"bugbear-1": "GO1", "goblin-1": "GB1", "goblin-2": "GB2"},
        ),
        ({"gate": "Le portail du musée", "time": "La machine du temps"}, {"gate": "PM", "time": "MT"}),
        ({"a": "Rook", "b": "Roster", "c": "Rook"}, {"a": "RO", "b": "RS", "c": "R2"}),
    ],
)
def test_letters_are_of_the_name_alone(names: dict[PieceId, str], labels: dict[PieceId, str]) -> None:
    assert initials(names) == labels


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", SETUPS)
def test_nobodys_letters_change(game: str, lang: str) -> None:
    """On the board and off it, for everybody who looks on, while figures fall and come into sight."""
    worn: dict[tuple[str, PieceId], str] = {}
    for table in walk(game, lang, ORDERS):
        for side in (ONLOOKERS, *table.presenter.game.sides):
            for piece, label in letters(table, side).items():
                assert worn.setdefault((side, piece), label) == label, piece
    assert worn


def letters(table: Table, side: str) -> dict[PieceId, str]:
    """The letters of everybody as that side sees them."""
    made = table.presenter
    look = replace(made.look, side=side, seats=tuple(made.game.sides.get(side, ())))
    look.wording.names = dict(made.game.names(side, look.wording.lang))
    drawn = made.game.picture(look, frozenset())
    shown = {one.piece: one.label for one in roster_of(made.game, drawn, look)}
    assert shown.items() >= {(one.piece, one.label) for one in drawn.tokens if one.piece in shown}
    return shown


def test_a_monster_keeps_its_letters_when_others_of_its_kind_come_into_sight() -> None:
    """The master knows of every goblin, the heroes of one, then of all: they speak of the same one."""
    session = quest_session()
    master = {one.piece: one.label for one in Player(session, "master").model.board.tokens}
    monsters = {piece: label for piece, label in master.items() if piece[-1:].isdecimal()}
    assert len(monsters) > 2
    assert all(label.endswith(piece.rpartition("-")[2]) for piece, label in monsters.items())


def test_who_may_yet_come_changes_nobodys_letters() -> None:
    kinds, seen = ["gobelin", "gobelours"], {PieceId("bugbear-1"): "gobelours 1"}
    assert initials(seen, kinds) == {"bugbear-1": "GB1"}
    assert initials(seen | {PieceId("goblin-1"): "gobelin 1"}, kinds) == {"bugbear-1": "GB1", "goblin-1": "GO1"}
