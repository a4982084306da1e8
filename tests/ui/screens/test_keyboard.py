"""An evening by keyboard alone: from home to a figure that has moved, the ring always on what is tapped next."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ui.screens.test_pages import Screen, pages  # noqa: F401  (the fixture)

TAB, ENTER, ESCAPE = 9, 13, 27
RIGHT, DOWN, LEFT, UP = 275, 274, 276, 273


class Keys:
    """Fingers on a keyboard."""

    def __init__(self, screen: Screen) -> None:
        self.screen, self.focus = screen, screen.app._focus

    @property
    def shown(self) -> Any:
        """What the table shows."""
        table: Any = self.screen.app._table
        return table._shown

    def press(self, code: int, *modifiers: str) -> None:
        self.screen.window.dispatch("on_keyboard", code, 0, "", list(modifiers))
        self.screen.tap()

    def words(self) -> str:
        """What the ring is on."""
        on: Any = self.focus.on()
        return "" if on is None else on.tile.title if hasattr(on, "tile") else getattr(on, "text", type(on).__name__)

    def to(self, words: str) -> Keys:
        """Tab until the ring is there."""
        for _ in range(60):
            if self.words() == words:
                return self
            self.press(TAB)
        raise AssertionError(f"no way to {words!r}, the ring is on {self.words()!r}")

    def on(self, *ways: str) -> None:
        for words in ways:
            self.to(words).press(ENTER)

    def square(self, right: int, down: int) -> None:
        """Walk over the board, then tap."""
        for code, count in ((RIGHT if right > 0 else LEFT, abs(right)), (DOWN if down > 0 else UP, abs(down))):
            for _ in range(count):
                self.press(code)
        self.press(ENTER)


@pytest.fixture
def keys(pages: Any) -> Keys:  # noqa: F811
    return Keys(pages("en", (1280, 800), 1.0))


def test_the_ring_is_hidden_until_a_key_and_goes_round(keys: Keys) -> None:
    assert keys.words() == ""
    keys.press(TAB)
    assert keys.words() == "Play HeroClix now"
    assert keys.focus._drawn != ()
    keys.press(TAB, "shift")
    assert keys.words() == "Help"
    keys.press(TAB)
    assert keys.words() == "Play HeroClix now"
    keys.focus.hide()
    assert keys.focus._drawn == ()


@pytest.mark.slow
def test_a_figure_is_set_up_and_undone_by_keyboard_alone(keys: Keys) -> None:
    keys.on("New game", "HeroClix", "Red", "Lamplighters", "Blue", "Undertow", "Begin")
    table = keys.screen.evening.table
    assert table is not None
    session = table.presenter.session
    keys.on("Begin")
    while session.state.flow.phase != "deployment":
        model = keys.shown
        keys.on(model.dice.roll_label if model.dice else model.card.buttons[0][1])
    keys.to("BoardWidget")
    model = keys.shown
    column, row = next((tile.column, tile.row) for tile in model.board.tiles if tile.reach is not None)
    at = keys.focus._square
    keys.square(column - at[0], row - at[1])
    assert sum(bool(piece.spaces) for piece in session.state.pieces) == 1
    keys.on("Undo")
    assert sum(bool(piece.spaces) for piece in session.state.pieces) == 0
    keys.press(ESCAPE)
    assert keys.screen.evening.is_aside
    keys.on("Home")
    assert keys.screen.evening.table is None


def test_letters_are_typed_into_the_field_that_has_the_ring(keys: Keys) -> None:
    keys.on("New game", "HeroClix")
    keys.press(TAB)
    while "TextInput" not in type(keys.focus.on()).__name__:
        keys.press(TAB)
    field: Any = keys.focus.on()
    assert field.focus
    field.insert_text("Ada")
    keys.press(TAB)
    assert not field.focus
    keys.screen.evening.enter(field.name, "Bea")  # changed by something else than these letters
    keys.screen.app._show()
    assert field.text == "Bea"
    keys.screen.evening.enter(field.name, "Ada")
    assert "Ada" in [one.text for one in keys.screen.evening.page().fields]
