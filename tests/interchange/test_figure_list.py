"""A list of figures shows what one chooses by: the four values where a figure starts, its range; in several orders."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.heroclix.figures.figure import SLOTS
from companion.interchange.figure_library import ORDERS, FigureLibrary


@pytest.fixture(scope="module")
def library() -> FigureLibrary:
    return FigureLibrary()


def test_the_values_are_those_of_the_first_starting_line(library: FigureLibrary) -> None:
    for entry in library.find():
        figure = library.figure(entry.id)
        start = next((line.click for line in figure.starting_lines), figure.dial[0].number)
        click = next(click for click in figure.dial if click.number == start)
        assert entry.printed == (*(str(getattr(click, slot).value) for slot in SLOTS), str(figure.range))


@pytest.mark.parametrize("by", ORDERS)
def test_a_list_comes_in_every_order_and_loses_nobody(library: FigureLibrary, by: str) -> None:
    found = library.find(by=by)
    assert {entry.id for entry in found} == set(library)
    keys: Any = {
        "name": [entry.name for entry in found],
        "points": [-entry.points[0] for entry in found],
        "attack": [-int(entry.printed[1]) for entry in found],
        "set": [(entry.set, entry.collector_number) for entry in found],
    }[by]
    assert keys == sorted(keys)
