"""How a game may end before the last figure has fallen: the time is up, a draw, giving up (HC-END-02).

… ──> The time is up · Propose a draw · Give up …      the others are asked; giving up is confirmed
"""

from __future__ import annotations

from typing import Any

from companion.core.commands import Concede
from companion.games.heroclix.commands import End, ProposeEnd
from companion.games.heroclix.turns.ends import proposal_violations
from ui.presenters.models import CardModel

__all__ = ["ENDS", "ending_card", "ending_command", "may_end"]

ENDS = "ends"  # what is picked when the card is open


def may_end(state: Any) -> bool:
    """Whether the player whose turn it is may bring the game to an end now."""
    seat = next(iter(state.flow.active), None)
    return seat is not None and not any(proposal_violations(state, ProposeEnd(seat, End.TIME)))


def ending_card(table: Any, words: dict[str, str]) -> CardModel | None:
    """The card with the ends, once it is open."""
    if table.picked != ENDS or not may_end(table.state):
        return None
    buttons = (
        ("finish:time", words["end_time"]),
        ("finish:draw", words["end_draw"]),
        ("finish:concede", words["concede"]),
    )
    return CardModel("ending", words["end_game"], "", (*buttons, ("pick:", words["dismiss"])))


def ending_command(state: Any, how: str) -> Any:
    """The command of a button of the card."""
    (seat,) = state.flow.active
    return Concede(seat) if how == "concede" else ProposeEnd(seat, End(how))
