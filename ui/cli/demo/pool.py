"""Dice that lie in the virtual tray, drawn as one throw; those that are taken up are covered with empty felt.

throw  a b c        again b   a ▒ c b'      every die that was ever thrown keeps its place: the seed's
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ui.cli.demo.kinds import Kind
from vision.arrays import Picture
from vision.virtual.dice import render_dice

_COVER = 0.92  # of a die's side around its middle: the die with its shadow, and no neighbour


@dataclass(frozen=True, slots=True)
class Lain:
    """A die with that side up."""

    die: str
    side: int


class LyingPool:
    """The dice of the last throw."""

    def __init__(self, kinds: Mapping[str, Kind], seed: int) -> None:
        self._kinds, self._seed = kinds, seed
        self._dice: list[Lain] = []
        self._gone = set[int]()

    def throw(self, dice: Sequence[Lain]) -> None:
        """Clear the tray, and throw."""
        self._seed, self._dice, self._gone = self._seed + 1, list(dice), set()

    def again(self, taken: Sequence[tuple[str, str]], dice: Sequence[Lain]) -> bool:
        """Take up dice of these kinds and faces and throw them to the others; false where they do not lie there."""
        gone = set(self._gone)
        for name in taken:
            place = next((n for n, one in enumerate(self._dice) if n not in gone and self._name(one) == name), None)
            if place is None:
                return False
            gone.add(place)
        self._dice += dice
        self._gone = gone
        return True

    def picture(self, *, is_leaning: bool = False) -> Picture:
        """The tray as its camera sees it; the last die may lean."""
        cocked = [len(self._dice) - 1] if is_leaning else []
        looks = [self._kinds[one.die].look for one in self._dice]
        shot = render_dice([one.side for one in self._dice], self._seed, looks=looks, cocked=cocked)
        gone = [die for place, die in enumerate(shot.dice) if place in self._gone]
        if not gone:
            return shot.picture
        felt = render_dice((), self._seed).picture
        high, wide = felt.shape[:2]
        across, down = np.arange(wide)[None, :], np.arange(high)[:, None]
        away = [np.hypot(across - die.x_px, down - die.y_px) / die.size_px for die in gone]
        cover = np.clip((_COVER - np.min(away, axis=0)) / 0.1, 0.0, 1.0)[..., None]
        return np.asarray(shot.picture * (1.0 - cover) + felt * cover, dtype=np.uint8)

    def _name(self, one: Lain) -> tuple[str, str]:
        return one.die, self._kinds[one.die].sides[one.side - 1]
