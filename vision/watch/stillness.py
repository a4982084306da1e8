"""Whether the table is at rest.

    BUSY ──no change──> SETTLING ──5 frames and 0.4 s──> SETTLED
      ^                    │                                │
      └────── a change, or a hand that was not there before ┘

Only frame times count. A hand that rests without moving is told from the light by being new, skin-coloured, and
joined to the border of the picture.
"""

from __future__ import annotations

from enum import StrEnum

import cv2
import numpy as np

from vision.arrays import Picture
from vision.settings import StillnessSettings


class StillnessPhase(StrEnum):
    """The movement of the table."""

    BUSY = "busy"
    SETTLING = "settling"
    SETTLED = "settled"


class Stillness:
    """Follows frames in order; ``phase`` is what the last one said."""

    def __init__(self, settings: StillnessSettings) -> None:
        self._settings = settings
        self._anchor: Picture | None = None  # the frame since which nothing moved
        self._before: Picture | None = None  # the last settled frame: hands are looked for against it
        self._since_s, self._frames = 0.0, 0
        self.hand_s = 0.0  # how long something like a hand has lain there without moving
        self.phase = StillnessPhase.BUSY

    def feed(self, picture: Picture, at_s: float) -> StillnessPhase:
        """The phase after this frame (BGR, any size that stays the same; ``at_s`` monotonic seconds)."""
        small = self._small(picture)
        if self._anchor is None or self._anchor.shape != small.shape or self._moved(self._anchor, small):
            self._anchor = small
            self._since_s = at_s
            self._frames = 1
            self.hand_s = 0.0
            self.phase = StillnessPhase.BUSY
            return self.phase
        self._frames += 1
        long_enough = at_s - self._since_s >= self._settings.settle_s - 1e-9
        if self._frames < self._settings.settle_frames or not long_enough:
            self.phase = StillnessPhase.SETTLING
        elif self._has_hand(small):
            self.phase, self.hand_s = StillnessPhase.BUSY, at_s - self._since_s
        else:
            self.phase, self._before = StillnessPhase.SETTLED, small
        return self.phase

    def forget(self) -> None:
        """Begin anew: the camera looks at the table from elsewhere, so that nothing new is a hand for that reason."""
        self._before = None

    def _small(self, picture: Picture) -> Picture:
        width = self._settings.width_px
        height = max(1, round(picture.shape[0] * width / picture.shape[1]))
        return np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)

    def _moved(self, before: Picture, now: Picture) -> bool:
        changed = cv2.absdiff(before, now).max(axis=2) > self._settings.changed_level
        return float(np.mean(changed)) > self._settings.changed_share

    def _has_hand(self, now: Picture) -> bool:
        if self._before is None or self._before.shape != now.shape:
            return False
        before = self._before.astype(np.float32) + 1.0
        gain = np.median(now / before, axis=(0, 1))  # another lamp changes a colour everywhere alike, a hand does not
        changed = np.abs(now - before * gain).max(axis=2) > self._settings.changed_level
        light, red, blue = np.moveaxis(cv2.cvtColor(now, cv2.COLOR_BGR2YCrCb), 2, 0)
        skin = (red >= 135) & (red <= 180) & (blue >= 85) & (blue <= 132) & (light > 40)  # Chai and Ngan 1999, widened
        joined = cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        count, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
        high, wide = joined.shape
        for label in range(1, count):
            left, top, across, down, area = (int(part) for part in stats[label])
            touches = left <= 1 or top <= 1 or left + across >= wide - 1 or top + down >= high - 1
            share = area / joined.size
            if not touches or not self._settings.hand_share <= share <= self._settings.hand_share_most:
                continue
            if float(np.mean(skin[labels == label])) > 0.2:  # sleeve and shadow make up the rest
                return True
        return False
