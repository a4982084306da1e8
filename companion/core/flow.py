"""The state of play: round, phase, turn, who may act, what is pending, how the game ended.

    pending   a stack: a roll may call for a choice, a choice for a placement …; only the top is open
      DiceRequest        somebody rolls
      ChoiceRequest      a seat chooses, perhaps in secret
      PlacementRequest   a seat puts a piece on one of some spaces
      ConsentRequest     a seat agrees or not
      Together           several of the above, open at the same time (simultaneous choices)
      Window             what interrupts what: it lies under the requests it brings, for everybody to see

A request that may be declined (``optional``) lets an interruption by: ``Pass`` closes it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.core.dice import DiceRequest
from companion.core.ids import PieceId, RequestId, RuleId, Seat, SpaceId


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit of an answer: ``at_least`` to ``at_most`` of these options, as a left *or* a
    right card, one of each pair.
    """

    options: tuple[str, ...]
    at_most: int = 1
    at_least: int = 0


@dataclass(frozen=True, slots=True)
class ChoiceRequest:
    """A choice of ``at_least`` to ``at_most`` among ``options``, within ``limits``.

    ``secret``: the request and its answer are for ``seat`` and its ``confidants`` alone. ``ordered``: the order of what
    is chosen counts. ``drawn``: chance decides (cards of a deck), so a hand says what came, or the machine draws.
    """

    id: RequestId
    seat: Seat
    purpose: RuleId
    options: tuple[str, ...]
    at_least: int = 1
    at_most: int = 1
    optional: bool = False
    secret: bool = False
    piece: PieceId | None = None
    limits: tuple[Limit, ...] = ()
    ordered: bool = False
    confidants: tuple[Seat, ...] = ()
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class PlacementRequest:
    """A piece to be put on one of ``spaces``."""

    id: RequestId
    seat: Seat
    purpose: RuleId
    piece: PieceId
    spaces: tuple[SpaceId, ...]


@dataclass(frozen=True, slots=True)
class ConsentRequest:
    """A question to one seat that is answered by yes or no."""

    id: RequestId
    seat: Seat
    purpose: RuleId


Request = DiceRequest | ChoiceRequest | PlacementRequest | ConsentRequest


def seat_of(request: Request) -> Seat:
    """Return the seat that must answer the request."""
    return request.roller if isinstance(request, DiceRequest) else request.seat


def may_see(request: Request, seat: Seat | None) -> bool:
    """Whether that seat (or a spectator) may know of the request and of its answer."""
    if not isinstance(request, ChoiceRequest) or not request.secret:
        return True
    return seat == request.seat or seat in request.confidants


def unnumbered(requests: Iterable[Request]) -> tuple[Request, ...]:
    """The requests, named by their place: an id tells how many were made before, and not everybody may know that."""
    return tuple(replace(request, id=RequestId(f"open-{place}")) for place, request in enumerate(requests, start=1))


@dataclass(frozen=True, slots=True)
class Together:
    """Requests that are open at the same time; done when the last one is answered."""

    requests: tuple[Request, ...]


@dataclass(frozen=True, slots=True)
class Window:
    """An interruption that is going on: the rule that opens it, whose it is, and what is interrupted lies below it."""

    rule: RuleId
    seat: Seat
    piece: PieceId | None = None

    def __str__(self) -> str:
        return str(self.rule)


Pending = Request | Together | Window


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: its winners (none for a draw), the rule that ended it, and the scores."""

    winners: tuple[Seat, ...]
    rule: RuleId
    scores: tuple[tuple[Seat, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Flow:
    """The place a game is at. ``asked`` counts requests ever made, so that no two carry the same id."""

    round: int = 0
    phase: str = ""
    turn: int = 0
    active: frozenset[Seat] = frozenset()
    pending: tuple[Pending, ...] = ()
    outcome: Outcome | None = None
    asked: int = 0

    @property
    def open(self) -> tuple[Request, ...]:
        """The requests that may be answered now: the top of the stack."""
        if not self.pending:
            return ()
        top = self.pending[-1]
        if isinstance(top, Window):
            return ()
        return top.requests if isinstance(top, Together) else (top,)

    @property
    def windows(self) -> tuple[Window, ...]:
        """The interruptions going on, the first one first."""
        return tuple(one for one in self.pending if isinstance(one, Window))

    def closed(self) -> Flow:
        """The flow without its innermost window, and without what was still asked in it."""
        last = max((place for place, one in enumerate(self.pending) if isinstance(one, Window)), default=0)
        return replace(self, pending=self.pending[:last])

    def next_id(self, ahead: int = 0) -> RequestId:
        """The id of the next request (``ahead`` further on)."""
        return RequestId(f"ask-{self.asked + ahead + 1}")

    def seen_by(self, seat: Seat | None) -> Flow:
        """The flow as that seat (or a spectator) may see it: no secret requests of others, ids that tell nothing."""
        pending: list[Pending] = []
        for item in self.pending:
            if isinstance(item, Window):
                pending.append(item)
                continue
            requests = item.requests if isinstance(item, Together) else (item,)
            visible = unnumbered(request for request in requests if may_see(request, seat))
            if visible:
                pending.append(visible[0] if len(visible) == 1 else Together(visible))
        return replace(self, pending=tuple(pending), asked=0)

    def find(self, request: RequestId) -> Request | None:
        """The open request with this id, or ``None``."""
        return next((one for one in self.open if one.id == request), None)

    def push(self, *requests: Request) -> Flow:
        """The flow with the requests on top, open together."""
        top: Pending = requests[0] if len(requests) == 1 else Together(requests)
        return replace(self, pending=(*self.pending, top), asked=self.asked + len(requests))

    def answered(self, request: RequestId) -> Flow:
        """The flow without this open request."""
        rest = tuple(one for one in self.open if one.id != request)
        below = self.pending[:-1]
        if not rest:
            return replace(self, pending=below)
        return replace(self, pending=(*below, rest[0] if len(rest) == 1 else Together(rest)))
