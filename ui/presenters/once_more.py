"""The same game once more: who agrees to it at a device of their own, and what it does, said before it begins.

phone ──"I'd play again"──> named at the end on every screen      everybody else ──> the tablet begins it by one tap
tablet ──Rematch──> what it does, who has not answered ──> begun
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from companion.core.ids import Seat
from ui.presenters.adapter import Look
from ui.presenters.models import CardModel

WISHES = {"again": "rematch_text", "swapped": "swapped_text"}  # what each does


class OnceMore:
    """The agreements of one table to a rematch; each holds for the end it was given at."""

    def __init__(self) -> None:
        self.others: Callable[[], Collection[Seat]] = tuple  # who plays at a device that is here
        self.is_possible: Callable[[], bool] = lambda: False  # the table has a screen of its own, where it is begun
        self._agreed: dict[Seat, int] = {}  # and the version of the game that was over then

    def agree(self, seats: Collection[Seat], version: int) -> None:
        """Note that these seats would play again."""
        self._agreed |= dict.fromkeys(seats, version)

    def agreed(self, version: int) -> tuple[Seat, ...]:
        """Return the seats that would play again after that end."""
        return tuple(sorted(seat for seat, at in self._agreed.items() if at == version))

    def card(self, over: CardModel, look: Look, version: int, picked: str, *, may_leave: bool) -> CardModel:
        """The card of the end with who would play again; ``picked``: the rematch that the table's own screen asks
        for.
        """
        agreed, others = self.agreed(version), set(self.others())
        missing = tuple(sorted(others - {*agreed}))
        is_asked = not may_leave and self.is_possible() and bool(look.seats)
        is_shown = agreed or picked or is_asked
        named = [
            look.say(key, who=look.wording.listed(look.wording.callers(seats)))
            for key, seats in (("rematch_agreed", agreed), ("rematch_missing", missing if is_shown else ()))
            if seats
        ]
        if may_leave and picked in WISHES:
            text = "\n".join((look.say(WISHES[picked], kept=look.wording.say("evening.kept")), *named))
            begin = (f"leave:{picked}", look.say("rematch_begin"))
            return CardModel(
                "over", look.say("rematch_title"), text, (("pick:", look.say("shut")), begin), likely=begin[0]
            )
        is_agreed = bool(others) and not missing
        asked = {"leave:swapped"} if is_agreed else {"leave:again", "leave:swapped"}
        buttons = tuple(
            (does.replace("leave", "pick") if does in asked else does, label) for does, label in over.buttons
        )
        if is_asked:  # one line from the beginning on: the button below it stays where it is
            named = [" · ".join(named)]
            buttons += (("again", self._label(missing, look, is_given={*look.seats} <= {*agreed})),)
        return replace(over, text="\n".join((over.text, *named)), buttons=buttons)

    @staticmethod
    def _label(missing: Collection[Seat], look: Look, *, is_given: bool) -> str:
        """The button of who is asked; once it is given it says so, and who is awaited."""
        if not is_given:
            return look.say("rematch_agree")
        who = look.wording.listed(look.wording.callers(tuple(missing)))
        awaited = look.say("rematch_missing", who=who) if missing else look.say("rematch_ready")
        return " · ".join((look.say("rematch_given"), awaited))
