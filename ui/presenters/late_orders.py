"""An order that waited to be confirmed while others acted: it stays as long as it is allowed, else it says why not.

meant ──somebody acts──> still allowed: it waits on
                     └─> forbidden: a card, "Order dropped: Wend → Goblin 2", with the rule that says no ──> away
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.core.rules import Violation
from companion.core.session import Session
from ui.presenters.adapter import Command, GameAdapter, Look
from ui.presenters.log import Log
from ui.presenters.models import CardModel
from ui.presenters.own_offers import Pending, refusal_of

LATE = "late"  # the kind of its card


@dataclass(slots=True)
class LateOrders:
    """The order of a screen that somebody else's deed made impossible, until it is read."""

    session: Session
    _dropped: Command | None = None
    _broken: Sequence[Violation] = ()
    _side: str = ""  # who meant it: nobody else reads it

    def kept(self, pending: Pending | None, side: str, *, was_refused: bool) -> Pending | None:
        """Return the order if it may still be confirmed; what was refused already is dropped without a word."""
        if pending is None or pending.at == self.session.version:
            return pending
        broken = refusal_of(pending.command, self.session.system.decide(self.session.state, pending.command))
        if broken is None and not was_refused:
            return replace(pending, at=self.session.version)
        if broken is not None and not was_refused:
            self._dropped, self._broken, self._side = *broken, side
        return None

    def forget(self) -> None:
        """Put it away: it was read, or the next order has begun."""
        self._dropped = None

    def card(self, game: GameAdapter, log: Log, look: Look) -> CardModel | None:
        """Return the card that says which order is gone, what happened meanwhile, and which rule says no now."""
        if self._dropped is None or self._side != look.side:
            return None
        about = (game.given_to(self._dropped), getattr(self._dropped, "target", None))
        what = " → ".join(look.name(str(one)) for one in about if one)
        why = "\n".join(f"{look.wording.violation(one)} [{one.rule}]" for one in self._broken)
        title = look.wording.pair(look.say("order_late"), what) if what else look.say("order_late")
        deed = next((line.text for line in reversed(log.lines(look.wording)) if not line.taken_back), "")
        text = look.say("order_late_text", deed=deed)
        return CardModel(LATE, title, f"{text}\n{why}", (("dismiss", look.say("understood")),), likely="dismiss")
