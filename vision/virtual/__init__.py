"""A table, a hand and dice that exist only as numbers: pictures with exact truth, for demos and proofs.

scene    what lies on the table         table    printed map, figures, shadows -> clean picture
camera   where the camera hangs         sensor   light, blur, noise, JPEG      -> what a real camera gives
hand     a hand that reaches in         dice     dice in a tray, thrown by a seed
"""

from __future__ import annotations

__all__: list[str] = []
