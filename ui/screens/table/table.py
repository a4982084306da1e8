"""The table screen: shows the presenter's model, hands taps back. It draws, and computes no rule."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.graphics import Color, Rectangle, RoundedRectangle
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView

from ui.presenters.models import CardModel, DiceModel, TableModel
from ui.presenters.table import TablePresenter
from ui.theme import SURFACE, ink_on, rgba
from ui.widgets.board import BoardWidget, seat_colour
from ui.widgets.buttons import TapButton
from ui.widgets.dial import DialWidget
from ui.widgets.text import Words, fitted

__all__ = ["TableScreen"]

Builder.load_string((Path(__file__).parent / "table.kv").read_text(encoding="utf-8"))

LINK_TONES = {"online": "good", "connecting": "accent", "degraded": "accent", "offline": "bad"}


class TableScreen(BoxLayout):
    """The screen of one table."""

    def __init__(self, presenter: TablePresenter, **settings: Any) -> None:
        super().__init__(**settings)
        self.presenter = presenter
        self._shown: TableModel | None = None
        self.board = BoardWidget(self._tap)
        self.ids.board_box.add_widget(self.board)
        self.dial = DialWidget(size_hint_y=0.44)
        self.middle = BoxLayout(orientation="vertical", size_hint_y=None, height=0, spacing=dp(6))
        self.middle.bind(minimum_height=self.middle.setter("height"))
        self.log = BoxLayout(orientation="vertical", size_hint_y=None, padding=dp(8))
        self.log.bind(minimum_height=self.log.setter("height"))
        self._scroll = ScrollView(do_scroll_x=False)
        self._scroll.add_widget(self.log)
        for widget in (self.dial, self.middle, self._scroll):
            self.ids.side.add_widget(widget)
        self.refresh()

    def refresh(self) -> None:
        """Nothing: draws what the presenter says now."""
        model = self.presenter.model()
        if model == self._shown:
            return
        before, self._shown = self._shown, model
        self.board.show(model.board)
        self.dial.show(model.dial, model.words["tap_figure"])
        if before is None or _header(before) != _header(model):
            self._fill_header(model)
        if before is None or _middle(before) != _middle(model):
            self._fill_middle(model)
        if before is None or before.log != model.log:
            self._fill_log(model)

    def press(self, action: str) -> None:
        """Nothing: a button was pressed."""
        self.presenter.press(action)
        self.refresh()

    def _tap(self, column: int, row: int) -> None:
        space = self.presenter.board.space_at(column, row)
        if space is not None:
            self.presenter.tap_space(space)
            self.refresh()

    def _button(self, action: str, label: str, tone: str = "line", **settings: Any) -> TapButton:
        return TapButton(label, lambda: self.press(action), tone=tone, **settings)

    def _fill_header(self, model: TableModel) -> None:
        header = self.ids.header
        header.clear_widgets()
        colour = seat_colour(model.seat) if model.seat else SURFACE["card"]
        title = _Plate(model.title, colour, size=21, bold=True)
        header.add_widget(title)
        for seat, word, points in model.scores:
            header.add_widget(_Plate(f"{word} {points}", seat_colour(seat), size=17, size_hint_x=None, width=dp(104)))
        for link in model.links:
            plate = _Plate(
                f"{link.name}: {link.words}", SURFACE[LINK_TONES.get(link.state, "line")], size=14, size_hint_x=None,
                width=dp(138),
            )  # fmt: skip
            header.add_widget(plate)
        undo = self._button("undo", model.words["undo"], size_hint_x=None, width=dp(104), height=dp(52))
        undo.disabled = not model.can_undo
        end = self._button(
            "end_turn", model.words["end_turn"], "accent", size_hint_x=None, width=dp(126), height=dp(52)
        )
        end.disabled = not model.can_end_turn
        language = self._button("language", model.words["language"], size_hint_x=None, width=dp(104), height=dp(52))
        for widget in (undo, end, language):
            header.add_widget(widget)

    def _fill_middle(self, model: TableModel) -> None:
        self.middle.clear_widgets()
        for errand in model.errands:
            self.middle.add_widget(Words(errand, colour=SURFACE["accent"], size=15))
        if model.dice:
            self.middle.add_widget(self._dice(model.dice, model.words))
        if model.card:
            self.middle.add_widget(self._card(model.card))

    def _dice(self, dice: DiceModel, words: dict[str, str]) -> BoxLayout:
        box = _Card()
        box.add_widget(Words(dice.question, size=16))
        entered = "  ".join([*dice.entered, *["?"] * dice.missing])
        box.add_widget(Words(entered, size=24, colour=SURFACE["accent"], halign="center", bold=True))
        faces = GridLayout(cols=6, spacing=dp(4), size_hint_y=None, height=dp(48))
        for face in dice.faces:
            faces.add_widget(self._button(f"face:{face}", face, "text"))
        box.add_widget(faces)
        row = BoxLayout(spacing=dp(6), size_hint_y=None, height=dp(48))
        row.add_widget(self._button("clear_dice", words["clear_dice"]))
        if dice.can_roll:
            row.add_widget(self._button("roll", dice.roll_label, "accent"))
        box.add_widget(row)
        return box

    def _card(self, card: CardModel) -> BoxLayout:
        tone = {"refusal": "bad", "question": "accent"}.get(card.kind, "good")
        box = _Card()
        box.add_widget(Words(card.title, size=18, bold=True, colour=SURFACE[tone]))
        if card.text:
            box.add_widget(Words(card.text, size=15))
        grid = GridLayout(cols=2, spacing=dp(6), size_hint_y=None, row_default_height=dp(48), row_force_default=True)
        grid.bind(minimum_height=grid.setter("height"))
        for number, (action, label) in enumerate(card.buttons):
            first = "good" if number == 0 and card.kind in ("proposal", "begin") else "line"
            grid.add_widget(self._button(action, label, first))
        box.add_widget(grid)
        return box

    def _fill_log(self, model: TableModel) -> None:
        self.log.clear_widgets()
        self.log.add_widget(Words(model.words["log"], size=14, colour=SURFACE["quiet"], bold=True))
        for line in model.log[-40:]:
            text = f"[s]{line.text}[/s]" if line.taken_back else line.text
            colour = SURFACE["quiet"] if line.taken_back else SURFACE["accent"] if line.heading else SURFACE["text"]
            self.log.add_widget(Words(text, size=14, colour=colour, bold=line.heading, markup=line.taken_back))
        self._scroll.scroll_y = 0


def _header(model: TableModel) -> tuple[Any, ...]:
    return model.title, model.seat, model.scores, model.links, model.words, model.can_undo, model.can_end_turn


def _middle(model: TableModel) -> tuple[Any, ...]:
    return model.errands, model.dice, model.card, model.words


class _Card(BoxLayout):
    """A rounded box as high as what is in it."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(orientation="vertical", size_hint_y=None, padding=dp(10), spacing=dp(6), **settings)
        self.bind(minimum_height=self.setter("height"), pos=self._draw, size=self._draw)

    def _draw(self, *_: Any) -> None:
        self.canvas.before.clear()
        with self.canvas.before:
            Color(*rgba(SURFACE["card"]))
            RoundedRectangle(pos=self.pos, size=self.size, radius=[dp(10)])


class _Plate(BoxLayout):
    """A coloured plate with one line of text, fitted to it."""

    def __init__(self, text: str, colour: str, *, size: int, bold: bool = False, **settings: Any) -> None:
        super().__init__(**settings)
        self._text, self._colour, self._size, self._bold = text, colour, size, bold
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        texture = fitted(self._text, int(dp(self._size)), int(self.width - dp(16)), ink_on(self._colour), self._bold)
        with self.canvas:
            Color(*rgba(self._colour))
            RoundedRectangle(pos=self.pos, size=self.size, radius=[dp(9)])
            Color(1, 1, 1, 1)
            middle = (self.x + (self.width - texture.width) / 2, self.y + (self.height - texture.height) / 2)
            if self.width > dp(200):
                middle = (self.x + dp(12), middle[1])
            Rectangle(texture=texture, pos=middle, size=texture.size)
