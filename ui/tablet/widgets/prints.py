"""Pictures printed at the end of a game, side by side where the board lay."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from kivy.core.image import Image as CoreImage
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.image import Image

from companion.painting.png import picture_of

WIDE = 1200  # pixels of a drawing: sharp on a tablet, and on a photograph of it


class Prints(BoxLayout):
    """Drawings, each as large as fits."""

    def __init__(self, drawings: Sequence[str]) -> None:
        super().__init__(spacing=dp(8))
        self.bind(size=self._stand)
        for drawing in drawings:
            if data := picture_of(drawing, width=WIDE):
                self.add_widget(Image(texture=CoreImage(BytesIO(data), ext="png").texture, fit_mode="contain"))

    def _stand(self, *_: object) -> None:
        """Side by side or one above the other, whichever leaves the smallest of them larger."""
        sizes, count = [picture.texture.size for picture in self.children], max(1, len(self.children))
        beside = min((min(self.width / count / wide, self.height / high) for wide, high in sizes), default=0)
        above = min((min(self.width / wide, self.height / count / high) for wide, high in sizes), default=0)
        self.orientation = "vertical" if above > beside else "horizontal"
