"""Columns that are scrolled keep their content in sight, however long a frame takes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ui.screens.window import Opener

FRAME_S = 0.9  # on a machine that has much else to do


@pytest.fixture
def columns(open_screen: Opener) -> list[Any]:
    """Everything on the table's screen that can be scrolled."""
    from kivy.uix.scrollview import ScrollView

    driver = open_screen()
    return [one for one in driver.screen.walk(restrict=True) if isinstance(one, ScrollView)]


@pytest.mark.parametrize("pushed", [900.0, -900.0])
def test_a_push_past_the_end_on_a_slow_machine_loses_nothing(columns: list[Any], pushed: float) -> None:
    for column in columns:
        effect = column.effect_y
        effect.min, effect.max, effect.value = -400.0, 0.0, -200.0
        effect.velocity = pushed
        for _ in range(60):
            effect.update_velocity(FRAME_S)
            assert -400 <= effect.scroll <= 0, column
        assert effect.velocity == 0 and abs(effect.overscroll) < 1000, column
    assert len(columns) >= 4
