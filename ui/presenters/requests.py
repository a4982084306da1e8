"""Requests to one side: by the rules, and by the sensors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from companion.core.flow import Request, seat_of
from companion.core.ids import RequestId, Seat
from companion.core.session import Session
from companion.table.follow import Follower
from companion.table.proposal import Proposal, Question

R = TypeVar("R", bound=Request)


class RequestsOf:
    """The requests to one side; ``seats`` are those of the side now."""

    def __init__(self, session: Session, follower: Follower, seats: Callable[[], Sequence[Seat]]) -> None:
        self._session, self._follower, self._seats = session, follower, seats

    def request(self, kind: type[R]) -> R | None:
        """The open request of that kind that this side answers, or ``None``."""
        requests: Sequence[Request] = self._session.state.flow.open
        return next(
            (request for request in requests if isinstance(request, kind) and seat_of(request) in self._seats()), None
        )

    @property
    def is_any(self) -> bool:
        """Whether anything is asked of this side."""
        return bool(self.ids)

    @property
    def ids(self) -> tuple[RequestId, ...]:
        """The requests to this side, while it is asked the same."""
        return tuple(request.id for request in self._session.state.flow.open if seat_of(request) in self._seats())

    def proposal(self) -> Proposal | None:
        """The proposal of the sensors to this side."""
        proposal = self._follower.proposal
        return proposal if proposal is not None and proposal.command.seat in self._seats() else None

    def question(self) -> Question | None:
        """The sensors' question to this side; dice that were read in part stand in the dice row."""
        question = self._follower.question
        return question if question is not None and not question.read and question.seat in self._seats() else None
