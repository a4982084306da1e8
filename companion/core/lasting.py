"""Effects that last, and how often something may be done: rows that end by themselves.

began ──> until the end of this action │ of this turn │ of this round │ the start of a seat's turn │ while it holds
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from companion.core.flow import Flow


class Until(StrEnum):
    """The latest end of an effect."""

    TURN_START = "turn_start"  # of ``seat``; of whoever is next when there is none
    TURN_END = "turn_end"
    ROUND_END = "round_end"
    ACTION_END = "action_end"
    WHILE = "while"  # as long as what it comes from is there


class Per(StrEnum):
    """The span that a limit "once per …" counts in."""

    ACTION = "action"
    TURN = "turn"
    ROUND = "round"
    GAME = "game"


@dataclass(frozen=True, slots=True)
class Use:
    """A use that counts against a limit: what, in which round and turn, in which action of that turn."""

    what: str
    round: int
    turn: int
    action: int = 0


def used(uses: Iterable[Use], what: str, per: Per, flow: Flow, action: int = 0) -> int:
    """Return how often ``what`` was used since the current action, turn, round or game began."""
    count = 0
    for use in uses:
        if use.what != what or (per is not Per.GAME and use.round != flow.round):
            continue
        if per in (Per.TURN, Per.ACTION) and use.turn != flow.turn:
            continue
        count += per is not Per.ACTION or use.action == action
    return count
