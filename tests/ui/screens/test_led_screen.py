"""The hint of a led game on the tablet: above what it speaks of and in sight, at every size of tablet and letters."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.ui.led import GAMES, Follower, evening
from tests.ui.screens.driver import frames
from tests.ui.screens.law import box_of, faults, outside

if TYPE_CHECKING:
    from ui.presenters.models import TableModel
    from ui.tablet.screens.table.table import TableScreen
    from ui.tablet.widgets.buttons import TapButton

SIZES = [((1280, 800), 1.0, "fr"), ((1024, 600), 1.5, "en")]


@pytest.mark.parametrize(("size", "font", "lang"), SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_the_hint_and_what_it_speaks_of_are_in_sight(
    window: None, tmp_path: Path, game: str, size: tuple[int, int], font: float, lang: str
) -> None:
    from kivy.core.window import Window
    from kivy.metrics import Metrics

    from ui.tablet.screens.table.table import TableScreen
    from ui.tablet.theme import wear

    glass: Any = Window
    wear("dark")
    Metrics.density, Metrics.fontscale, glass.size = 1.0, font, size
    for child in list(glass.children):
        glass.remove_widget(child)
    with evening(tmp_path, game, lang, seed=4) as made:
        assert made.table is not None
        screen, follower, hints = TableScreen(made.table.presenter), Follower(made.table.presenter, 4), 0
        glass.add_widget(screen)
        try:
            for step in range(24):
                screen.refresh()
                frames(4)
                shown = made.table.presenter.model()
                assert faults(screen, glass) == [], f"{step}: {shown.hint}"
                if shown.hint:
                    hints += 1
                    _, y = screen.hint.to_window(*screen.hint.pos)
                    assert screen.hint.height > 0 and y >= 0 and y + screen.hint.height <= size[1], (step, y)
                    words = max(screen.hint.walk(restrict=True), key=lambda one: len(getattr(one, "text", "")))
                    assert words.texture_size[1] <= screen.hint.height, f"{step}: not all of {shown.hint!r}"
                    above = words.to_window(*words.center)[1] - y - screen.hint.height / 2
                    assert abs(above) < 2, f"{step}: {shown.hint!r} stands {above} above the middle of its box"
                lit = _button(screen, made.table.presenter.model())
                if lit is not None:
                    view = screen._asked if lit in set(screen._asked.walk(restrict=True)) else screen
                    assert not outside(box_of(lit), box_of(view)), f"{step}: {lit.text!r} is out of sight"
                follower.tap(follower.does(shown))
        finally:
            glass.remove_widget(screen)
            Metrics.fontscale = 1.0
    assert hints > 10


def _button(screen: TableScreen, shown: TableModel) -> TapButton | None:
    """Return the button that is led to, of the card, the dice or the result; ``None`` where there is none."""
    from ui.tablet.widgets.buttons import TapButton

    labels = dict(shown.card.buttons) if shown.card else {}
    labels |= {"roll": shown.dice.roll_label} if shown.dice else {}
    labels |= {"result": shown.result.button} if shown.result else {}
    label, parts = labels.get(shown.leads), (screen.middle, screen.onward)
    within = (one for part in parts for one in part.walk(restrict=True) if isinstance(one, TapButton))
    return next((one for one in within if one.text == label), None)
