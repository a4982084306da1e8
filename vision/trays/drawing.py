"""The tray as it is remembered, as a picture: without dice, its outline drawn, what nobody saw yet hatched."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Picture
from vision.trays.memory import TrayMemory

_OUTLINE, _UNSEEN = (0, 220, 255), (200, 60, 200)  # BGR


def draw_tray(memory: TrayMemory) -> Picture:
    """The newest look (BGR, as large as looks are); grey where there is none yet."""
    wide, high = memory.look_size
    picture = memory.looks[0].picture.copy() if memory.looks else np.full((high, wide, 3), 60, np.uint8)
    down, across = np.mgrid[:high, :wide]
    if memory.looks:
        picture[memory.looks[0].unknown & ((down + across) % 8 < 2)] = _UNSEEN
    if memory.outline_px:
        scale = wide / memory.picture_px[0]
        corners = np.round(np.array(memory.outline_px) * scale).astype(np.int32)
        cv2.polylines(picture, [corners], True, _OUTLINE, 2, cv2.LINE_AA)
    return picture
