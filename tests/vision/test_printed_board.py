"""Figures on a printed board of zones and spaces: each on its nearest space, between two it is asked."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from companion.board.areas.map import zone_of
from companion.core.ids import PieceId, SpaceId
from companion.errors import InputError
from companion.games.guardians.ground.ground import Drawn
from companion.games.guardians.sample import sample_setup
from companion.games.guardians.system import Guardians
from vision.plane.layout import Layout, build_layout, format_layout, parse_layout, read_layout
from vision.plane.places import Printed
from vision.settings import VisionSettings
from vision.virtual.camera import camera_over
from vision.virtual.scene import Base, Scene
from vision.virtual.table import render_table
from vision.watch.pipeline import read_table

pytestmark = pytest.mark.slow

UNIT_MM, SQUARES, SQUARE_MM = 2.5, 10, 50.0  # four tiles of 250 mm
STATE = Guardians().initial_state(sample_setup())
GROUND = STATE.ground
assert isinstance(GROUND, Drawn)
BOARD = Printed(GROUND.areas, UNIT_MM)
TAGS = dict(zip(count(8), (figure.id for figure in STATE.figures), strict=False))


def layout(board: Printed = BOARD) -> Layout:
    return replace(build_layout(SQUARES, SQUARES, TAGS, square_mm=SQUARE_MM), board=board)


def base(tag: int, at_mm: tuple[float, float]) -> Base:
    """A figure with the middle of its base there."""
    column, row = (int(way // SQUARE_MM) for way in at_mm)
    offset = (at_mm[0] - (column + 0.5) * SQUARE_MM, at_mm[1] - (row + 0.5) * SQUARE_MM)
    return Base(tag, column, row, offset, square_mm=34.0)


def seen(bases: list[Base], table: Layout) -> tuple[dict[PieceId, SpaceId], list[str], dict[PieceId, dict[str, float]]]:
    """Where each piece is read on the rendered table; the doubts; the evidence."""
    side = SQUARES * SQUARE_MM
    camera = camera_over(side, side, tilt_deg=6.0, view_deg=40.0)
    reading = read_table(render_table(Scene(table, bases=tuple(bases)), camera, seed=5), table, VisionSettings())
    assert isinstance(reading, tuple), reading
    _, pieces, doubts = reading
    of = {piece.tag: piece for piece in pieces}
    evidence = {TAGS[tag]: dict(piece.evidence) for tag, piece in of.items()}
    return {TAGS[tag]: piece.space for tag, piece in of.items()}, [doubt.why for doubt in doubts], evidence


def middle(space: str) -> tuple[float, float]:
    """By the map itself: the middle of the space in units, times the size of a unit."""
    x, y = next(site.at for site in BOARD.areas.sites if site.name == space)
    return x * UNIT_MM, y * UNIT_MM


@pytest.mark.long
def test_everybody_on_the_nearest_space_with_the_distance() -> None:
    """Each figure stands a few mm off its space; the distance is read to a millimetre and a half."""
    stray, draw = {}, np.random.default_rng(4)
    bases = []
    for tag, piece in TAGS.items():
        stray[piece] = draw.uniform(-4.5, 4.5, 2)
        x, y = middle(str(STATE.who(piece).at))
        bases.append(base(tag, (x + stray[piece][0], y + stray[piece][1])))
    where, doubts, evidence = seen(bases, layout())
    assert doubts == []
    assert where == {figure.id: figure.at for figure in STATE.figures}
    assert {
        piece: abs(one["distance_mm"] - np.hypot(*stray[piece])) < 1.5 for piece, one in evidence.items()
    } == dict.fromkeys(where, True)


def test_between_two_spaces_it_is_asked() -> None:
    (x, y), (u, v) = middle("museum-hall.1"), middle("museum-hall.2")
    where, doubts, _ = seen([base(8, ((x + u) / 2 + 0.4, (y + v) / 2))], layout())
    assert where == {}
    assert doubts == [f"tag 8 ({TAGS[8]}) stands between museum-hall.2 and museum-hall.1"]


def test_zones_hold_several_figures() -> None:
    """Two in one zone, wherever they stand in it; a third on the line to the next zone is asked about."""
    spots = [middle("market-nw.1"), middle("market-nw.4"), middle("gardens-ne.2")]
    where, doubts, _ = seen(
        [base(tag, spot) for tag, spot in zip((8, 9, 10), spots, strict=True)], layout(replace(BOARD, by_zone=True))
    )
    assert (where, doubts) == ({TAGS[8]: "market-nw", TAGS[9]: "market-nw", TAGS[10]: "gardens-ne"}, [])


def test_the_nearest_is_the_nearest() -> None:
    """Against every space of the zone tried in turn; the margin is how far a step is that changes the answer."""
    draw = np.random.default_rng(9)
    for x, y in draw.uniform(0, SQUARES * SQUARE_MM, (300, 2)):
        spot = BOARD.spot((x, y))
        if spot is None or spot.margin_mm < 1.0:
            continue  # off the map, or asked about anyway
        rivals = [site.name for site in BOARD.areas.sites if zone_of(site.name) == zone_of(spot.space)]
        assert spot.space == min(rivals, key=lambda name: np.hypot(middle(name)[0] - x, middle(name)[1] - y))
        for angle in np.linspace(0, 2 * np.pi, 16):
            step = 0.98 * spot.margin_mm
            beside = BOARD.spot((x + step * np.cos(angle), y + step * np.sin(angle)))
            assert beside is not None and beside.space == spot.space


def test_a_layout_names_its_board(tmp_path: Path) -> None:
    text = format_layout(layout())
    again = parse_layout(text, "layout.json")
    assert again == layout()
    document = json.loads(text)
    (tmp_path / "areas.json").write_text(json.dumps(document["board"]["areas"]))
    document["board"]["areas"] = "areas.json"
    (tmp_path / "layout.json").write_text(json.dumps(document))
    assert read_layout(tmp_path / "layout.json") == again
    with pytest.raises(InputError, match=r"board\.figures"):
        parse_layout(text.replace('"figures": "spaces"', '"figures": "heaps"'), "layout.json")
