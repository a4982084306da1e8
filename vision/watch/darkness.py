"""When a picture shows nothing at all."""

from __future__ import annotations

import cv2

from vision.arrays import Picture, grey
from vision.settings import DarkSettings

__all__ = ["darkness"]


def darkness(picture: Picture, settings: DarkSettings) -> str:
    """Why nothing can be seen on the picture, as ``code: words`` a player can act on; empty when something can."""
    level, spread = cv2.meanStdDev(grey(picture[::8, ::8]))
    if float(level.reshape(-1)[0]) < settings.mean_level:
        return "picture-dark: the camera sees nothing; is its lens covered or the light off?"
    if float(spread.reshape(-1)[0]) < settings.spread_level:
        return "picture-flat: the camera sees one even colour; is its lens covered?"
    return ""
