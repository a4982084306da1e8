"""The camera's room: it says "seen", never "moved". The tour is in ``README.md``.

sources/   where frames come from            plane/     lens, markers, calibration: px -> mm -> square
watch/     frames in time -> PictureSeen     dice/      a picture -> DiceSeen
prints/    what is printed in true size      evaluate/  judges the room on photographs
virtual/   a table, a hand and dice that exist only as numbers: pictures with exact truth
"""

from __future__ import annotations

__all__: list[str] = []
