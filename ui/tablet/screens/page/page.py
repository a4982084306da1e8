"""A page of the tablet: draws a ``Page``, hands taps and letters back. It knows no game and no desk.

┌ back │ title, text                        ┐
│ fields, chips, picture, tiles             │   scrolled; or a picture with marks to be dragged
│ notes: what stands against going on       │   a quarter of the page at most
└ buttons, the likely one first and green   ┘
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO

from kivy.clock import Clock
from kivy.core.image import Image as CoreImage
from kivy.graphics import Color, Rectangle, RoundedRectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp, sp
from kivy.properties import NumericProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.image import Image
from kivy.uix.stacklayout import StackLayout
from kivy.uix.textinput import TextInput
from kivy.uix.widget import Widget

from companion.painting.palette import SEATS, seat_colour
from ui.presenters.covers import HIGH, WIDE
from ui.presenters.pages import Field, Frame, Page, Tile
from ui.tablet.theme import SURFACE, TOUCH_DP, rgba
from ui.tablet.widgets.buttons import TapButton
from ui.tablet.widgets.frame import FrameWidget
from ui.tablet.widgets.scrolled import Scrolled
from ui.tablet.widgets.text import Words, font_of

SHORT = 8  # letters of a field's label that leave more room to the field
GALLERY, ROW = 300, 520  # dp that a tile needs at least, in a gallery and in a list
WORDS = 110  # dp below a large picture
LARGE, COVER, SMALL = 230, 170, (96, 60)  # dp of a picture: its height in a gallery, its size in a row
Press = Callable[[str], None]


class PageScreen(BoxLayout):
    """One page; ``press`` and ``enter`` are told of taps and letters, and ``show`` draws what came of them."""

    def __init__(self, press: Press, enter: Callable[[str, str], None], **settings: object) -> None:
        super().__init__(orientation="vertical", padding=dp(12), spacing=dp(10), **settings)
        self._press, self._enter = press, enter
        self._shown: Page | None = None
        self._typings: dict[str, TextInput] = {}  # the fields by their keys
        self._is_filling = False
        self._head = BoxLayout(size_hint_y=None, spacing=dp(10))
        self._fields = GridLayout(size_hint_y=None, height=0, spacing=dp(8), cols=1)
        self._chips = StackLayout(size_hint_y=None, height=0, spacing=dp(8))
        self._body = BoxLayout(orientation="vertical", size_hint_y=None, spacing=dp(10))
        self._covers = BoxLayout(size_hint_y=None, height=0, spacing=dp(10))
        self._drawing = BoxLayout(size_hint_y=None, height=0)
        self._grid = Rows(size_hint_y=None, spacing=dp(10))
        self.share_soon = Clock.create_trigger(self.share, -1)  # before the next drawing
        self._grid.bind(minimum_height=self._grid.setter("height"), width=self.share)
        self._scroll = Scrolled(bar_width=dp(6))
        self._framed = BoxLayout()
        self._notes = BoxLayout(orientation="vertical", size_hint_y=None, height=0, spacing=dp(4))
        self._below = Scrolled(size_hint_y=None, height=0)
        self._buttons = BoxLayout(size_hint_y=None, spacing=dp(10))
        for box in (self._fields, self._chips, self._body, self._notes):
            box.bind(minimum_height=box.setter("height"))
        self._scroll.add_widget(self._body)
        self._below.add_widget(self._notes)
        for widget in (self._head, self._scroll, self._below, self._buttons):
            self.add_widget(widget)
        self._notes.bind(height=self._limit)
        self.bind(height=self._limit)

    @property
    def is_waiting(self) -> bool:
        """Whether what is shown will be another page before the next tap."""
        return self._shown is not None and self._shown.is_waiting

    def show(self, page: Page) -> None:
        """Draw the page; what did not change stays as it is, the field under the finger above all."""
        before, self._shown = self._shown, page
        if before == page:
            return
        is_other = before is None or (before.title, before.back) != (page.title, page.back)
        keys = [field.key for field in page.fields]
        if before is None or [field.key for field in before.fields] != keys:
            self._fill_fields(page)
        self._refill(page)
        self._fill_head(page)
        if before is None or before.chips != page.chips:
            self._fill_chips(page)
        if before is None or before.covers != page.covers:
            self._fill_covers(page)
        if before is None or (before.frame is None) != (page.frame is None):
            self._swap(self._scroll, self._framed) if page.frame else self._swap(self._framed, self._scroll)
        if before is None or (before.tiles, before.picture, before.frame) != (page.tiles, page.picture, page.frame):
            self._fill_body(page)
            if is_other:
                self._scroll.scroll_y = 1
        self._arrange()
        self._fill_notes(page)
        self._fill_buttons(page)

    def _swap(self, gone: Widget, come: Widget) -> None:
        """Put the scrolled part, or the picture with its marks, between the head and the notes."""
        if come.parent is None:
            self.remove_widget(gone)
            self.add_widget(come, index=self.children.index(self._below) + 1)

    def _fill_head(self, page: Page) -> None:
        self._head.clear_widgets()
        if page.back:
            back = TapButton(page.back, self._pressing("back"), size_hint_x=None, width=dp(130), height=dp(56))
            back.pos_hint = {"center_y": 0.5}
            self._head.add_widget(back)
        words = BoxLayout(orientation="vertical", size_hint_y=None, pos_hint={"center_y": 0.5})
        words.bind(minimum_height=words.setter("height"))
        words.add_widget(Words(page.title, size=26, bold=True))
        if page.text:
            words.add_widget(Words(page.text, size=17, colour=SURFACE["quiet"]))
        words.bind(height=lambda _, height: setattr(self._head, "height", max(height, dp(56))))
        self._head.add_widget(words)

    def _fill_fields(self, page: Page) -> None:
        self._fields.clear_widgets()
        self._typings.clear()
        self._fields.cols = 2 if len(page.fields) > 2 else 1
        is_short = all(len(field.label) <= SHORT for field in page.fields)
        for field in page.fields:
            row = BoxLayout(size_hint_y=None, spacing=dp(8))
            row.height = dp(170) if field.is_long else max(dp(TOUCH_DP), sp(44))
            label = Words(field.label, size=17, size_hint_x=0.1 if is_short else 0.3)
            label.pos_hint = {"center_y": 0.5}
            row.add_widget(label)
            row.add_widget(self._typing(field))
            self._fields.add_widget(row)

    def _typing(self, field: Field) -> TextInput:
        typing = TextInput(
            text=field.text,
            multiline=field.is_long,
            font_size=sp(19),
            font_name=font_of(field.text),
            background_color=rgba(SURFACE["card"]),
            foreground_color=rgba(SURFACE["text"]),
            cursor_color=rgba(SURFACE["accent"]),
            padding=(dp(10), dp(11)),
            write_tab=False,
        )
        typing.name = field.key  # what the keyboard's ring knows it by
        typing.cursor = (0, 0)
        typing.bind(text=lambda _, text: setattr(typing, "font_name", font_of(text)))
        typing.bind(text=lambda _, text: None if self._is_filling else self._enter(field.key, text))
        self._typings[field.key] = typing
        return typing

    def _refill(self, page: Page) -> None:
        """Fill a tap's changes into the fields; where somebody types, nothing moves under the cursor."""
        self._is_filling = True
        for field in page.fields:
            typing = self._typings[field.key]
            if not typing.focus and typing.text != field.text:
                typing.text = field.text
        self._is_filling = False

    def _fill_chips(self, page: Page) -> None:
        self._chips.clear_widgets()
        self._chips.height = 0
        for chip in page.chips:
            tone = "good" if chip.chosen else "line"
            width = max(dp(84), sp(11) * len(chip.title) + dp(24))
            self._chips.add_widget(
                TapButton(chip.title, self._pressing(chip.action), tone=tone, size_hint_x=None, width=width)
            )
        self._chips.do_layout()
        self._chips.height = self._chips.minimum_height  # as high as before is no news to the binding

    def _fill_covers(self, page: Page) -> None:
        self._covers.clear_widgets()
        self._covers.height = 0
        for tile in page.covers:
            drawn = TileWidget(tile, self._press, is_tall=True, is_due=True, high=dp(COVER))
            drawn.bind(wanted=self._level)
            self._covers.add_widget(drawn)
        self._level()

    def _level(self, *_: object) -> None:
        """Make the covers as high as the highest."""
        self._covers.height = max((tile.wanted for tile in self._covers.children), default=0)
        for tile in self._covers.children:
            tile.height = self._covers.height

    def _fill_body(self, page: Page) -> None:
        self._drawing.clear_widgets()
        self._drawing.height = 0
        if page.frame:
            self._fill_frame(page.picture, page.frame)
        elif page.picture:
            texture = _texture(page.picture)
            self._drawing.height = min(texture.height, max(dp(240), 0.55 * self.height))
            self._drawing.add_widget(Image(texture=texture, fit_mode="contain"))
        self._grid.clear_widgets()
        for tile in page.tiles:
            is_due = (
                page.is_waiting and not page.covers and bool(tile.action) and not tile.picture
            )  # nothing moves when it comes
            drawn = TileWidget(tile, self._press, is_tall=page.is_gallery, is_due=is_due)
            drawn.bind(wanted=self.share_soon)
            self._grid.add_widget(drawn)
        self.share()

    def _fill_frame(self, picture: bytes, frame: Frame) -> None:
        """The same picture stays as it is: only its marks go where they are now."""
        there = self._framed.children[0] if self._framed.children else None
        if isinstance(there, FrameWidget) and there.picture is picture and there.moved(frame):
            return
        self._framed.clear_widgets()
        self._framed.add_widget(FrameWidget(picture, _texture(picture), frame, self._press))

    def _limit(self, *_: object) -> None:
        """Notes take a quarter of the page at most, and are scrolled where they are longer."""
        self._below.height = min(self._notes.height, self.height / 4)

    def _arrange(self) -> None:
        """Give room only to what holds something; what stands there already stays, with its cursor."""
        parts = (self._fields, self._covers, self._chips, self._drawing, self._grid)
        held = [box for box in parts if box.children]
        if list(reversed(self._body.children)) != held:
            self._body.clear_widgets()
            for box in held:
                self._body.add_widget(box)

    def share(self, *_: object) -> None:
        """Share the width: as many columns as have room, no more than there are tiles; the
        tiles of a row equally high.
        """
        tiles: list[TileWidget] = list(reversed(self._grid.children))
        if self._shown is None or not tiles:
            return
        buttons = max(sum(len(label) for _, label in tile.tile.extra) for tile in tiles)
        least = sp(GALLERY if self._shown.is_gallery else ROW if buttons < 24 else 2 * ROW)
        most = max(1, min(int(self._grid.width // least), len(tiles)))
        wide = range(most, max(most - 2, 0), -1)  # one column less, where the last row has fewer holes for it
        columns = self._grid.cols = min(wide, key=lambda count: -len(tiles) % count)
        if self._shown.is_gallery and 2 < len(tiles) <= columns and self._scroll.height >= 2 * dp(LARGE + WORDS):
            columns = self._grid.cols = -(-len(tiles) // 2)  # two rows of larger pictures, before half a page is empty
        for first in range(0, len(tiles), columns):
            row = tiles[first : first + columns]
            for tile in row:
                tile.height = max(one.wanted for one in row)

    def _fill_notes(self, page: Page) -> None:
        self._notes.clear_widgets()
        self._notes.height = 0
        for note in page.notes[:8]:
            self._notes.add_widget(Words(note, size=17, colour=SURFACE["accent"]))

    def _fill_buttons(self, page: Page) -> None:
        self._buttons.clear_widgets()
        height = max(dp(56), sp(46)) if page.buttons else 0
        self._buttons.height = height
        for action, label in page.buttons:
            tone = "good" if action == (page.likely or page.buttons[0][0]) else "line"
            self._buttons.add_widget(TapButton(label, self._pressing(action), tone=tone, height=height))

    def _pressing(self, action: str) -> Callable[[], None]:
        return lambda: self._press(action)


class Rows(GridLayout):
    """Tiles in columns, the last row as wide as the others, however few are in it: no hole."""

    def _iterate_layout(self, count: int) -> Iterator[tuple[int, float, float, float, float]]:
        """Generate each tile's number, place and size; the first tile has the highest number."""
        last, gap = len(self.children) % self.cols if self.cols else 0, self.spacing[0]
        for number, x, y, wide, high in super()._iterate_layout(count):
            if number < last:
                wide = (self.width - gap * (last - 1)) / last
                x = self.x + (last - 1 - number) * (wide + gap)
            yield number, x, y, wide, high


class TileWidget(ButtonBehavior, BoxLayout):
    """A tile: picture, title and text, a badge, small buttons; the whole of it is tapped where it has an action."""

    wanted = NumericProperty(0.0)  # the height it needs; a row is as high as its highest

    def __init__(self, tile: Tile, press: Press, *, is_tall: bool, is_due: bool = False, high: float = 0.0) -> None:
        is_large, is_tall = is_tall, is_tall and (is_due or bool(tile.picture))
        way = "vertical" if is_tall else "horizontal"
        super().__init__(orientation=way, padding=dp(12), spacing=dp(10), size_hint_y=None)
        self.tile, self._tell = tile, press
        self.stripe = seat_colour(tile.tone) if tile.tone in SEATS else SURFACE.get(tile.tone, "")
        self._least = dp(TOUCH_DP) + 2 * dp(8) if not is_large else dp(TOUCH_DP) * 2
        self._picture, self._is_held = 0.0, False
        if tile.picture:
            wide, high = (None, high or dp(LARGE)) if is_tall else map(dp, SMALL)
            shown = Image(
                texture=_texture(tile.picture),
                size_hint=(1 if is_tall else None, None),
                height=high,
                fit_mode="contain",
                pos_hint={"center_y": 0.5},
            )
            if wide:
                shown.width = wide
            self._picture = high
            if is_tall and shown.texture is not None:  # no higher than it is drawn
                shown.bind(width=lambda _, width: self._frame(shown, min(high, width / shown.image_ratio)))
            self.add_widget(shown)
        elif is_tall:
            self._picture = high or dp(LARGE)
            blank = Widget(size_hint_y=None, height=self._picture)
            if high:  # of a cover the size is known before it is drawn
                blank.bind(width=lambda _, width: self._frame(blank, min(high, width * HIGH / WIDE)))
            self.add_widget(blank)
        self._is_tall = is_tall
        self._words = words = BoxLayout(
            orientation="vertical", size_hint_y=None, pos_hint={"center_y": 0.5}, spacing=dp(2)
        )
        words.bind(minimum_height=words.setter("height"))
        words.add_widget(Words(tile.title, size=20, bold=True))
        for text, colour in ((tile.text, "quiet"), (tile.badge if is_tall else "", "accent")):
            if text:
                words.add_widget(Words(text, size=16, colour=SURFACE[colour]))
        self.add_widget(words)
        if tile.badge and not is_tall:
            badge = Words(tile.badge, size=18, colour=SURFACE["accent"], halign="right", size_hint_x=0.4)
            badge.pos_hint = {"center_y": 0.5}
            self.add_widget(badge)
        for action, label in tile.extra:
            width = max(dp(64), sp(11) * len(label) + dp(20))
            button = TapButton(label, self._pressing(action), size_hint_x=None, width=width)
            button.pos_hint = {"center_y": 0.5}
            self.add_widget(button)
        if is_tall:
            self.add_widget(Widget())  # what is left over lies below
        words.bind(height=self._grow)
        self.bind(pos=self._draw, size=self._draw, state=self._draw)
        self._grow(words, words.height)

    def _frame(self, shown: Widget, height: float) -> None:
        shown.height = self._picture = height
        self._grow(self._words, self._words.height)

    def _grow(self, _: Widget, height: float) -> None:
        inner = height + self._picture + dp(20) if self._is_tall else max(height, self._picture)
        self.wanted = max(self._least, inner + 2 * dp(12))

    def _pressing(self, action: str) -> Callable[[], None]:
        return lambda: self._tell(action)

    def on_release(self) -> None:
        """Show that it was touched, and tell of the tap a frame later: a game takes a moment to open."""
        if self.tile.action and not self._is_held:
            self._is_held = True
            Clock.schedule_once(lambda _: self._let_go(), 0)

    def _let_go(self) -> None:
        self._tell(self.tile.action)
        self._is_held = False
        self._draw()

    def _draw(self, *_: object) -> None:
        self.canvas.before.clear()
        is_lit = self._is_held or self.state == "down" or self.tile.chosen
        tone = SURFACE["line" if is_lit else "card"]
        with self.canvas.before:
            Color(*rgba(tone if self.tile.action else SURFACE["panel"]))
            RoundedRectangle(pos=self.pos, size=self.size, radius=[dp(10)])
            if self.stripe:
                Color(*rgba(self.stripe))
                Rectangle(pos=(self.x, self.y + dp(8)), size=(dp(5), max(0, self.height - dp(16))))


def _texture(picture: bytes) -> Texture:
    return CoreImage(BytesIO(picture), ext="png").texture
