"""Three at the tablet: the whole opening by taps, to the third player's first turn."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from companion.board.loading import format_map, parse_map
from companion.core.ids import Seat
from companion.documents import Node
from companion.games.heroclix.figures.collection import load_figures, shipped_map
from companion.games.heroclix.forces.enlisting import enlist
from companion.games.heroclix.forces.files import parse_force
from companion.games.heroclix.sample import sample_setup
from ui.table.bootstrap import Table, open_table
from ui.table.settings import TableConfig

SEATS = (Seat("red"), Seat("blue"), Seat("green"))


def opened() -> Table:
    board = parse_map(Node("map", "", json.loads(shipped_map("harbour-market").read_text(encoding="utf-8"))))
    west = {index for index in range(len(board.tiles)) if index % board.columns == 0 and 160 <= index < 224}
    tiles = tuple(replace(tile, starting="west") if n in west else tile for n, tile in enumerate(board.tiles))
    document = {"format": "tablewright/force@1", "figures": [{"figure": "lq005"}]}
    force = parse_force(Node("force", "", document), load_figures())
    forces = tuple(one for seat in SEATS for one in enlist(force, seat))
    field = format_map(replace(board, tiles=tiles))
    return open_table(TableConfig(lang="en"), replace(sample_setup(), seats=SEATS, forces=forces, map=field))


@pytest.mark.rule("HC-SETUP-01", "HC-SETUP-06", "HC-SETUP-11", "HC-TURN-01")
def test_from_the_roll_to_the_third_turn() -> None:
    table = opened()
    taps = table.presenter
    taps.press("do:0")
    for face in ("1", "2", "6", "5", "3", "2"):  # red 3, blue 11, green 5
        taps.press(f"face:{face}")
    for area in ("west", "south"):  # green, red; blue has the last one
        taps.press(f"choose:{area}")
    assert dict(table.session.state.areas) == {"green": "west", "red": "south", "blue": "north"}
    for seat in ("Blue", "Green", "Red"):
        card = taps.model().card
        assert card is not None
        assert card.title.startswith(f"{seat}: Harbour Watch (")
        taps.tap_space(next(tile.space for tile in taps.model().board.tiles if tile.reach is not None))
    for seat in ("Blue", "Green", "Red"):
        assert f"Round 1 · {seat}" in taps.model().title
        taps.press("end_turn")
        taps.press("confirm")
    assert taps.model().title.startswith("Round 2 · Blue")
    assert [word for _, word, _ in taps.model().scores] == ["Red", "Blue", "Green"]
