"""Pictures out of photographs, by Pillow alone, so that a tablet can do it: squared by four corners, cut by a circle.

Shares are of the photograph as it is seen: (0, 0) its top left corner, (1, 1) its lower right one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageOps, ImageStat

from ui.library import photographs_in
from ui.presenters.appearance import Unusable
from ui.presenters.pages import Share

MOST_PIXELS = 50_000_000  # the largest phones' cameras
KEPT_PX, SHOWN_PX, SMALL_PX = 2400, 1400, 320  # the longer side: of what is worked on, shown, and listed
LEAST_PX = 200  # of the shorter side: less shows nothing
SQUARE_PX = 10  # of a square on the photograph, at least
WIDE_PX, FACE_PX = 1536, 192  # of what comes out: a ground across, a portrait
SLANT = 0.4  # how short a side may be beside the one opposite
GREY = 6.0  # of 255: what differs less is one colour


@dataclass(frozen=True)
class Photograph:
    """A photograph that was opened."""

    image: Image.Image = field(repr=False)

    @cached_property
    def shown(self) -> bytes:
        """The whole of it as a PNG for the screen."""
        return _png(ImageOps.contain(self.image, (SHOWN_PX, SHOWN_PX)))

    def square(self, corners: Sequence[Share], columns: int, rows: int) -> bytes:
        """The map within these corners, clockwise, as a PNG; raises ``Unusable`` where no map can lie in them."""
        wide, high = self.image.size
        points = [(x * wide, y * high) for x, y in corners]
        _check(points, columns, rows)
        size = (WIDE_PX // columns * columns, WIDE_PX // columns * rows)
        made = self.image.transform(size, Image.Transform.PERSPECTIVE, _lens(points, size), Image.Resampling.BICUBIC)
        if max(ImageStat.Stat(made).stddev) < GREY:
            raise Unusable("plain")
        return _png(made)

    def round(self, middle: Share, rim: Share) -> bytes:
        """The square around the circle, as a PNG; raises ``Unusable`` for one too small."""
        wide, high = self.image.size
        (x, y), (u, v) = ((x * wide, y * high) for x, y in (middle, rim))
        radius = ((x - u) ** 2 + (y - v) ** 2) ** 0.5
        if radius < SQUARE_PX:
            raise Unusable("tiny")
        box = (round(x - radius), round(y - radius), round(x + radius), round(y + radius))
        return _png(self.image.crop(box).resize((FACE_PX, FACE_PX), Image.Resampling.LANCZOS))


class PhotoEditor:
    """The photographs of this machine; ``camera`` takes one, where one is chosen."""

    def __init__(self, folders: Sequence[Path], camera: Callable[[], Callable[[], bytes] | None]) -> None:
        self.folders, self._camera = folders, camera

    @property
    def has_camera(self) -> bool:
        """Whether one can be taken now."""
        return self._camera() is not None

    def photographs(self) -> list[Path]:
        """Return the photographs in its folders, the newest first."""
        return photographs_in(self.folders)

    def small(self, path: Path) -> bytes:
        """The photograph as a list shows it; nothing for a file that is none."""
        try:
            return _png(ImageOps.contain(_opened(path), (SMALL_PX, SMALL_PX)))
        except Unusable:
            return b""

    def open(self, path: Path) -> Photograph:
        """The photograph; raises ``Unusable`` for a file that is none, or a small one."""
        image = _opened(path)
        if min(image.size) < LEAST_PX:
            raise Unusable("small", least=LEAST_PX)
        return Photograph(image)

    def snap(self) -> Photograph:
        """Take the camera's picture of now."""
        look = self._camera()
        if look is None:
            raise Unusable("none")
        return Photograph(_opened(BytesIO(look())))


def _opened(source: Path | BytesIO) -> Image.Image:
    """The picture the way up it was taken, no larger than is worked with."""
    try:
        with Image.open(source) as image:
            if image.width * image.height > MOST_PIXELS:
                raise Unusable("large")
            image.draft("RGB", (KEPT_PX, KEPT_PX))
            turned = ImageOps.exif_transpose(image).convert("RGB")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError, Image.DecompressionBombWarning) as wrong:
        raise Unusable("none") from wrong
    turned.thumbnail((KEPT_PX, KEPT_PX))
    return turned


def _check(points: Sequence[Share], columns: int, rows: int) -> None:
    """Refuse corners that cross, a map too far away, and one seen from too low."""
    sides = [(u - x, v - y) for (x, y), (u, v) in zip(points, (*points[1:], points[0]), strict=True)]
    turns = [a * d - b * c for (a, b), (c, d) in zip(sides, (*sides[1:], sides[0]), strict=True)]
    if min(turns) <= 0:
        raise Unusable("crossed")
    top, right, bottom, left = lengths = [(x * x + y * y) ** 0.5 for x, y in sides]
    if any(length < SQUARE_PX * count for length, count in zip(lengths, (columns, rows) * 2, strict=True)):
        raise Unusable("far", px=SQUARE_PX)
    if min(top, bottom) < SLANT * max(top, bottom) or min(left, right) < SLANT * max(left, right):
        raise Unusable("slanted")


def _lens(points: Sequence[Share], size: tuple[int, int]) -> tuple[float, ...]:
    """Pillow's eight numbers: where on the photograph each pixel of the squared picture lies (Heckbert 1989)."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = points
    across, down, over = (x1 - x2, y1 - y2), (x3 - x2, y3 - y2), (x0 - x1 + x2 - x3, y0 - y1 + y2 - y3)
    area = across[0] * down[1] - down[0] * across[1]
    g = (over[0] * down[1] - down[0] * over[1]) / area
    h = (across[0] * over[1] - over[0] * across[1]) / area
    wide, high = size
    return (
        (x1 - x0 + g * x1) / wide,
        (x3 - x0 + h * x3) / high,
        x0,
        (y1 - y0 + g * y1) / wide,
        (y3 - y0 + h * y3) / high,
        y0,
        g / wide,
        h / high,
    )


def _png(image: Image.Image) -> bytes:
    out = BytesIO()
    image.save(out, "PNG", compress_level=1)
    return out.getvalue()
