"""Dice that may be thrown again in several ways, one question after the other: one No is enough for all of them.

"Luck: which dice?" ──Leave the dice──> No to every way that is left     ──Another way──> "Free Rerolls: which dice?"
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from companion.core.commands import Pass
from companion.core.flow import ChoiceRequest
from companion.core.idle import answer_of, is_about_dice
from companion.core.ids import RequestId
from companion.core.rules import Accepted
from companion.core.session import Session
from ui.presenters.games import game_of


class Declining:
    """The questions about one throw that its No leads to."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._known: tuple[RequestId, bool] | None = None  # the last question, and whether others follow its No

    def asks_on(self, request: ChoiceRequest) -> bool:
        """Whether the same seat is asked about the same dice again once it says No: of other ways nothing is known."""
        if self._known is None or self._known[0] != request.id:
            self._known = request.id, is_about_dice(request) and self._follows(request)
        return self._known[1]

    def _follows(self, request: ChoiceRequest) -> bool:
        system, state = self._session.system, self._session.state
        plain, answer = game_of(system.id).plain, Pass(request.seat, request.id)
        while True:
            decision = system.decide(state, answer)
            if not isinstance(decision, Accepted):
                return False
            state = reduce(system.apply, decision.events, state)
            asked = next(iter(state.flow.open), None)
            if not isinstance(asked, ChoiceRequest) or asked.seat != request.seat or not is_about_dice(asked):
                return False
            if answer_of(system, plain, state, asked) is None:
                return True
            answer = Pass(asked.seat, asked.id)  # which the machine gives

    @staticmethod
    def all_of(asked: Callable[[], ChoiceRequest | None], give: Callable[[Pass], None]) -> None:
        """Say No to what is asked now, and to every further way of the same seat to throw the same dice again."""
        first = request = asked()
        while request is not None and first is not None and request.seat == first.seat and is_about_dice(request):
            give(Pass(request.seat, request.id))
            following = asked()
            request = following if following is None or following.id != request.id else None
