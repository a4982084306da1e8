"""Dice that lie in the tray from the throw before: which of them stayed, which were taken up and thrown again.

lay   yellow 2   red 0   orange 1        a die stayed where its place, its colour and its face are what they were
seen  yellow 2   ·       orange 1  red 3       the others are the new throw: red 3
                                         moved a little, tipped, another die than was chosen, too many: asked
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import hypot

from companion.core.pool import Thrown
from companion.table.observation import DiceSeen, DieSeen, ReadVerdict

SAME, ELSEWHERE = 0.2, 1.0  # in widths of a die: nobody touched it; it is another one


class Lying:
    """The dice of one camera's tray, as they lay when the last throw was accepted."""

    def __init__(self) -> None:
        self._seen: DiceSeen | None = None

    @property
    def is_known(self) -> bool:
        """Whether a camera saw them lie."""
        return self._seen is not None

    def forget(self) -> None:
        """Forget how the dice lie: they were told by hand, or cleared away."""
        self._seen = None

    def keep(self, seen: DiceSeen) -> None:
        """Remember how all of them lie, now that a throw was accepted."""
        self._seen = seen

    def parted(self, seen: DiceSeen, before: Thrown, chosen: Sequence[int]) -> DiceSeen:
        """Part the ``chosen`` dice of those ``before``, thrown again, from all that are
        seen; a question in any doubt.
        """
        lay = self._seen
        if lay is None or not chosen or seen.source != lay.source or seen.verdict is not ReadVerdict.READ:
            return seen
        stayed, loose = list[DieSeen](), list(seen.dice)
        for die in lay.dice:
            alike = [other for other in loose if (other.kind, other.face) == (die.kind, die.face)]
            near = min(alike, key=lambda other: _widths(die, other), default=None)
            if near is None or _widths(die, near) >= ELSEWHERE:
                continue
            if _widths(die, near) > SAME:
                return _asked(seen, f"a die with {die.face} lies nearly where one lay before")
            stayed.append(near)
            loose.remove(near)
        if len(loose) != len(chosen):
            return _asked(seen, f"{len(loose)} dice are new in the tray, {len(chosen)} were to be thrown again")
        tells_kinds = any(die.kind for die in lay.dice)
        names = [(kind if tells_kinds else "", face) for kind, face in zip(before.dice, before.faces, strict=True)]
        taken = Counter(names) - Counter((die.kind, str(die.face)) for die in stayed)
        if Counter(names[place] for place in chosen) - taken:
            return _asked(seen, "other dice were taken up than were chosen")
        return replace(seen, dice=tuple(loose))


def _widths(one: DieSeen, other: DieSeen) -> float:
    """Return the distance of two dice in widths of a die."""
    return hypot(one.x - other.x, one.y - other.y) / max(one.width, 1.0)


def _asked(seen: DiceSeen, why: str) -> DiceSeen:
    return replace(seen, verdict=ReadVerdict.ASK, why=why)
