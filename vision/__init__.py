"""The camera's room: it says "seen", never "moved". The tour is in ``README.md``.

frames ──> stillness ──> markers ──> calibration ──> project ──> PictureSeen     pipeline, adapter
picture ──> dice_pips ──> dice_faces ──> dice_judge (with dice_bodies) ──> dice_left ──> DiceSeen     dice
virtual/  a table, a hand and dice that exist only as numbers: pictures with exact truth
"""

from __future__ import annotations

__all__: list[str] = []
