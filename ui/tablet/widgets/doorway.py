"""The doorway for others: the code in the header, and on a tap the QR code, large, with the address."""

from __future__ import annotations

from io import BytesIO

from kivy.core.image import Image as CoreImage
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.image import Image
from kivy.uix.modalview import ModalView

from ui.presenters.open_table import Door
from ui.tablet.theme import SURFACE
from ui.tablet.widgets.buttons import TapButton
from ui.tablet.widgets.text import Words


class Doorway(TapButton):
    """Its purpose, and the four letters; a tap shows the rest, another one anywhere closes it."""

    def __init__(self, door: Door, share: str, *, height: float, width: float) -> None:
        super().__init__(f"{share}\n{door.code}", self._show, height=height, width=width, size_hint_x=None)
        self._door = door

    def _show(self) -> None:
        view = ModalView(size_hint=(None, None), size=(dp(420), dp(580)), background="", background_color=(1, 1, 1, 1))
        box = BoxLayout(orientation="vertical", padding=dp(16), spacing=dp(8))
        box.add_widget(Image(texture=CoreImage(BytesIO(self._door.qr), ext="png").texture, fit_mode="contain"))
        for text, size in ((self._door.said, 20), (self._door.code, 40), (self._door.url, 20), (self._door.wall, 16)):
            box.add_widget(Words(text, size=size, bold=True, halign="center", colour=SURFACE["screen"]))
        view.add_widget(box)
        view.bind(on_touch_down=lambda *_: view.dismiss())
        view.open()
