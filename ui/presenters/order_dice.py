"""The events that a side heard of the order given last, and that order's dice as they lie.

thrown ──some thrown again, in their places──> lying ──others besides──> lying      hit or missed ──> a throw of its own
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.dice import DiceRequest
from companion.core.events import DiceReported
from companion.core.flow import Request
from companion.core.ids import RequestId
from companion.core.pool import again_places

Faces = tuple[tuple[str, str], ...]  # of dice: the kind of each, and what lies up


class OrderDice:
    """The events and the dice of one order."""

    def __init__(self) -> None:
        self.events: list[object] = []
        self.last: int | None = None  # the version of its last dice
        self.growth = ""  # whether these were thrown "again", or are "more" than those before
        self._throws: list[tuple[int, Faces]] = []  # each with the version of its first dice
        self._decided: tuple[int, Faces] | None = None  # the one that hit or missed
        self._growing: DiceRequest | None = None  # the roll to which dice may still come

    @property
    def shown(self) -> tuple[int, Faces] | None:
        """The throw that decided, else the last; ``None``: nothing was thrown."""
        return self._decided or (self._throws[-1] if self._throws else None)

    @property
    def is_decided(self) -> bool:
        """Whether dice of the order hit or missed."""
        return self._decided is not None

    def take(self, version: int, event: object, asked: Mapping[RequestId, Request], *, decides: bool) -> None:
        """Take in what was heard next; ``decides``: whether it says that the dice hit or missed."""
        self.events.append(event)
        if decides:
            self._decided = self._throws[-1] if self._throws else None
            self._growing = None
        if isinstance(event, DiceReported):
            self._lay(version, event, asked.get(event.result.request))
            self.last = version

    def _lay(self, version: int, reported: DiceReported, request: Request | None) -> None:
        self.growth = ""
        if not isinstance(request, DiceRequest):
            return
        thrown = tuple(zip(request.dice, reported.result.faces, strict=True))
        before, places = self._growing, again_places(self.events)
        if before is not None and _alike(before, request) and places is not None:
            version, lying = self._throws.pop()
            self.growth = "again" if places else "more"
            changed = dict(zip(places, thrown, strict=False))
            thrown = tuple(changed.get(place, one) for place, one in enumerate(lying)) if places else (*lying, *thrown)
        self._growing = request
        self._throws.append((version, thrown))


def _alike(one: DiceRequest, other: DiceRequest) -> bool:
    """Whether two requests are of one roll."""
    return (one.purpose, one.roller, one.piece) == (other.purpose, other.roller, other.piece)
