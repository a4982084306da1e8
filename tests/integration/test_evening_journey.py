"""A first evening with a real pointer: `companion play` and nothing typed, from the language to the table."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from tests.integration.pointer import Pointer, screen_of_its_own
from ui.library import Library
from ui.table.bootstrap import game_kept


@pytest.mark.long
def test_a_game_is_begun_with_a_pointer_alone(tmp_path: Path) -> None:
    with screen_of_its_own() as display, closing(Pointer(display, tmp_path)) as pointer:
        pointer.press("English", "New game", "HeroClix", "Red", "Undertow", "Blue", "Lamplighters", "Begin")
        pointer.until(lambda seen: seen["table"], "table")
    (store,) = Library(pointer.house).stores()
    setup = game_kept(store)
    assert setup is not None
    named = {one.seat: one.figure.keywords for one in setup.forces}
    assert "Undertow" in named["red"]
    assert "Lamplighters" in named["blue"]
