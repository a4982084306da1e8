"""Which parts of the rulebook a game is played with: all of them, or those of a first game (HC-BASIC)."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["FIGURES_EACH", "FIRST_GAME", "WHOLE_BOOK", "Parts"]

FIGURES_EACH = 2  # of a first game (HC-BASIC-01)


@dataclass(frozen=True, slots=True)
class Parts:
    """Parts that may be left out; what is left out does not happen."""

    forces: bool = True  # teams are built; else two figures each, as they stand (HC-BASIC-01)
    powers: bool = True  # else plain figures on plain ground (HC-BASIC-01, -03)
    total: bool = True  # actions are counted; else every figure may be given one (HC-BASIC-04)
    tokens: bool = True  # HC-BASIC-04
    break_away: bool = True  # HC-BASIC-07
    lines: bool = True  # what stands between and beside matters to a shot; else the range alone (HC-BASIC-08)
    immunity: bool = True  # of the first round


WHOLE_BOOK = Parts()
FIRST_GAME = Parts(forces=False, powers=False, total=False, tokens=False, break_away=False, lines=False, immunity=False)
