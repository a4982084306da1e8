"""The buttons of a card that stays open keep their place in the window, whatever comes or goes around them.

a deed of others ──note──> where the first button is seen ──laid out anew──> scrolled so far that it is there again;
where that cannot be scrolled, what is missing is left free above or below the card, until the next tap
"""

from __future__ import annotations

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from ui.presenters.models import TableModel
from ui.tablet.widgets.buttons import TapButton
from ui.tablet.widgets.scrolled import Scrolled


class Steady:
    """The place of a card's buttons in a column that is ``scrolled``; ``column`` holds the cards."""

    def __init__(self, scrolled: Scrolled, column: BoxLayout) -> None:
        self._scrolled, self._column = scrolled, column
        self._top: float | None = None  # of the first button, in pixels of the window
        self._version = -1  # of the game, as it was shown last
        self.card: Widget | None = None  # the one that is open

    @property
    def is_held(self) -> bool:
        """Whether a card stays open while others act."""
        return self._top is not None

    def note(self, before: TableModel | None, model: TableModel, version: int, *, is_settled: bool) -> None:
        """Hold the card where it is, if the game went on and it stays open; ``is_settled``: it is where it was put."""
        is_later, self._version = version != self._version, version
        if before is None or _open(before) is None or _open(before) != _open(model):
            self.let_go()
        elif is_later and (is_settled or self._top is None) and (first := self._first) is not None:
            if self._is_seen(first):
                self._top = float(first.to_window(0, first.top)[1])
            else:
                self.let_go()

    def tapped(self, version: int) -> None:
        """Hold nothing after a tap here, nor for what the game did by it."""
        self._version = version
        self.let_go()

    def let_go(self, *_: object) -> None:
        """Another card has its own place; so has the same in a window of another size."""
        self._top, self._column.padding = None, [0, 0, 0, 0]

    def hold(self) -> None:
        """Scroll until the buttons are where they were."""
        first, content, top = self._first, self._scrolled.children[0], self._scrolled.top
        if self._top is None or first is None:
            return
        above = content.top - first.top - (self._scrolled.to_window(0, top)[1] - self._top)
        hidden = content.height - self._scrolled.height
        left, over, right, under = self._column.padding
        if above < -0.5 or above > max(hidden, 0) + 0.5:
            self._column.padding = [left, over + max(0, -above), right, under + max(0, above - max(hidden, 0))]
        if hidden > 0:
            self._scrolled.scroll_y = min(1.0, max(0.0, 1 - above / hidden))

    def _is_seen(self, button: Widget) -> bool:
        """Whether a finger can be on its way there."""
        low, high = button.to_window(*button.pos)[1], button.to_window(0, button.top)[1]
        room = self._scrolled.to_window(0, self._scrolled.y)[1], self._scrolled.to_window(0, self._scrolled.top)[1]
        return bool(room[0] <= low and high <= room[1])

    @property
    def _first(self) -> Widget | None:
        shown = self.card.walk(restrict=True) if self.card is not None else ()
        return next((one for one in shown if isinstance(one, TapButton)), None)


def _open(model: TableModel) -> tuple[object, ...] | None:
    """The card of who may act here, and what may be tapped on it: who waits for others reads what they throw."""
    card = model.card if model.now.is_own else None
    return (card.kind, card.title, tuple(card.plain)) if card is not None and card.plain else None
