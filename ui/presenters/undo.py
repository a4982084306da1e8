"""Taking back and bringing back at one screen: at once where nobody else must agree, else by a second tap on a card.

undo ──> TakenBack: its lines are struck out        redo ──> BroughtBack: they stand again
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.consent import Matter
from companion.core.ids import Seat
from companion.core.rules import Decision
from ui.presenters.adapter import Look
from ui.presenters.cards import regret_card
from ui.presenters.log import Log
from ui.presenters.models import CardModel
from ui.presenters.seat_voice import Voice

UNDO, REDO = "undo", "redo"


class RegretDesk:
    """The desk of taking and bringing back: which of the two waits for its second tap."""

    def __init__(self, voice: Voice) -> None:
        self._voice, self.asks = voice, ""

    def press(self, does: str, seats: Sequence[Seat]) -> Decision | Matter | None:
        """Take back or bring back; return the decision, or ``None`` while everybody is to confirm with a second tap."""
        is_confirmed = self.asks == does
        if does == UNDO:
            decision = self._voice.undo(seats, is_confirmed=is_confirmed)
        else:
            decision = self._voice.redo(is_confirmed=is_confirmed)
        self.asks = does if decision is None else ""
        return decision

    def buttons(self, look: Look) -> tuple[tuple[str, str], ...]:
        """The button that brings back what was taken back last; taking back has a place of its own."""
        return ((REDO, look.say("redo")),) if self._voice.again is not None else ()

    def card(self, log: Log, look: Look) -> CardModel | None:
        """Return the card of what a second tap would change; ``None`` while nothing waits for one."""
        step = {UNDO: self._voice.step, REDO: self._voice.again}.get(self.asks)
        if step is None:
            return None
        lines = log.standing_since if self.asks == UNDO else log.returning
        return regret_card(self.asks, lines(step.to, look.wording), look)
