"""The tablet as the table looks: a photograph of the empty map as the ground, each figure's portrait on its token."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from io import BytesIO

from kivy.core.image import Image as CoreImage
from kivy.graphics.texture import Texture

from companion.core.ids import PieceId


@dataclass(frozen=True, slots=True)
class Dress:
    """Textures; without them the ground is drawn, and tokens wear letters."""

    ground: Texture | None = None
    portraits: Mapping[PieceId, Texture] = field(default_factory=dict)


def dressed(ground: bytes, portraits: Mapping[PieceId, bytes]) -> Dress:
    """The same from PNG files."""
    return Dress(_texture(ground) if ground else None, {piece: _texture(data) for piece, data in portraits.items()})


def _texture(picture: bytes) -> Texture:
    return CoreImage(BytesIO(picture), ext="png").texture
