"""A tap that could not be kept: the disk is full, or the store is away.

It counts for nothing and may be tapped again; what was before stands, here and in the record.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from companion.errors import StoreFault
from companion.text.faults import fault_words
from ui.presenters.adapter import Look
from ui.presenters.models import CardModel

P = ParamSpec("P")


class Unkept:
    """Why the last tap was not kept, until the next one."""

    def __init__(self) -> None:
        self.why: StoreFault | None = None

    def card(self, look: Look) -> CardModel | None:
        """Return the card of the fault and what to do; ``None`` where the last tap was kept."""
        if self.why is None:
            return None
        text = look.say("unkept_text", why=fault_words(self.why, look.wording))
        return CardModel("refusal", look.say("unkept"), text, (("dismiss", look.say("shut")),))


class Keeping(Protocol):
    """The taker of taps."""

    unkept: Unkept


T = TypeVar("T", bound=Keeping)


def kept(tap: Callable[Concatenate[T, P], None]) -> Callable[Concatenate[T, P], None]:
    """The tap; one that cannot be kept is told."""

    def taken(self: T, /, *args: P.args, **words: P.kwargs) -> None:
        self.unkept.why = None
        try:
            tap(self, *args, **words)
        except StoreFault as wrong:
            self.unkept.why = wrong

    return taken
