"""The adviser, which only counts: of each target of a figure number, chance, what is lost on average, who may answer.

figure chosen ──button──> card: the target that loses most first ──tap──> that attack, proposed
"""

from __future__ import annotations

from collections.abc import Callable

from companion.core.face import Advice
from companion.core.phrases import average
from companion.table.follow import Follower
from companion.text.wording import told
from ui.presenters.adapter import Command, GameAdapter, Look
from ui.presenters.models import CardModel

OPENS, GOES = "advice", "advise"


class AdviserDesk:
    """Whether what can be counted is shown on this screen: where it is wanted, and at an event allowed."""

    def __init__(self, game: GameAdapter, follower: Follower, *, is_wanted: bool, is_at_event: bool) -> None:
        self._game, self._follower = game, follower
        self.is_wanted, self._is_at_event = is_wanted, is_at_event
        self._is_open = False

    @property
    def is_on(self) -> bool:
        """Whether players may ask for it."""
        calls = self._follower.calls
        return self.is_wanted and (not self._is_at_event or (calls is not None and calls.advice))

    def takes(self, action: str, look: Look, propose: Callable[[Command], None]) -> bool:
        """Whether a button was the adviser's: the card is opened, or put away, or one of its attacks is proposed."""
        name, _, place = action.partition(":")
        if name not in (OPENS, GOES):
            return False
        found = self._advice(look)
        if name == GOES and self._is_open and int(place) < len(found):
            propose(found[int(place)].command)
        self._is_open = name == OPENS and not self._is_open
        return True

    def buttons(self, look: Look) -> tuple[tuple[str, str], ...]:
        """The button that opens the card, where there is anything to count."""
        is_of_use = self._may_ask(look) and look.chosen and self._game.may_attack(look, look.chosen)
        return ((OPENS, look.say("advice")),) if is_of_use else ()

    def card(self, look: Look) -> CardModel | None:
        """The card with the targets, while it is open."""
        if not self._is_open or not (found := self._advice(look)):
            return None
        buttons = tuple((f"{GOES}:{place}", advice_words(one, look)) for place, one in enumerate(found))
        title = look.say("advice_of", piece=look.chosen or "")
        return CardModel("advice", title, look.say("advice_text"), (*buttons, (OPENS, look.say("shut"))))

    def _advice(self, look: Look) -> tuple[Advice, ...]:
        return tuple(self._game.advice(look, look.chosen)) if look.chosen and self._may_ask(look) else ()

    def _may_ask(self, look: Look) -> bool:
        return self.is_on and look.command is None and bool(look.seats)


def advice_words(advice: Advice, look: Look) -> str:
    """A target with its number and chance, what it loses on average, and who may answer."""
    foretold = advice.foretold
    parts = list(filter(None, (look.name(advice.target), told(advice.manner, look.wording))))
    if foretold.number is not None and foretold.number > 1:  # of a single one the chance says it
        parts.append(look.say("needs", needed=foretold.number))
    if foretold.likely is not None:
        parts.append(look.say("chance", chance=foretold.likely))
    if foretold.expected is not None:
        parts.append(told(average(foretold.unit, foretold.expected), look.wording))
    if foretold.answers:
        parts.append(look.say("may_answer", powers=tuple(map(look.name, foretold.answers))))
    return " · ".join(parts)
