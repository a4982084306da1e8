"""Who gives a written command: the seat named, the owner of its piece, whoever is asked, or else whoever is to act."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.casebook.language import Order
from companion.casebook.spelling import Spelling
from companion.core import commands as core
from companion.core.flow import PlacementRequest
from companion.core.ids import PieceId, RequestId, Seat

__all__ = ["ANSWERING", "ANSWERS", "order_of"]

ANSWERS = (core.ReportDice, core.Choose)  # written as ``dice`` and ``choose``, in the step that asks for them
ANSWERING = frozenset({"seat", "request"})  # what is filled in of a command that answers a request


def order_of(
    kind: type, spelling: Spelling, written: Mapping[str, Any], by: Seat | None, actor: str | None,
    to_act: Callable[[Any], Seat],
) -> Order:  # fmt: skip
    """The command with what its writer left out, once the state is known."""

    def order(state: Any) -> Any:
        seat = by or _owner(state, actor) or _asked(state) or to_act(state)
        filled: dict[str, Any] = {"seat": seat}
        if "request" in spelling.filled:
            filled["request"] = _request(state, kind, seat)
        return kind(**written, **filled)

    return order


def _owner(state: Any, piece: str | None) -> Seat | None:
    found = state.find(PieceId(piece)) if piece is not None else None
    return found.seat if found else None


def _asked(state: Any) -> Seat | None:
    return next((getattr(one, "seat", None) or getattr(one, "roller", None) for one in state.flow.open), None)


def _request(state: Any, kind: type, seat: Seat) -> RequestId | None:
    """The open request the command answers, if there is one for that seat."""
    for one in state.flow.open:
        if getattr(one, "seat", None) == seat and (kind is core.Pass or isinstance(one, PlacementRequest)):
            found: RequestId = one.id
            return found
    return None
