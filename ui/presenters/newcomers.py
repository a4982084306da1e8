"""The newcomers at devices of their own, who ask for a seat that another had: let in at the table's own screen, too."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.text.wording import Wording
from ui.presenters.adapter import Look
from ui.presenters.models import CardModel

ANSWERS = {"let_in": "yes", "keep_out": "no"}  # by the button, its word


class NewcomersDesk:
    """The wishes of those who ask, as the pages around the table know them: words by the guest's number."""

    def __init__(self) -> None:
        self.wishes: Callable[[Wording], Mapping[int, str]] = lambda wording: {}
        self.answer: Callable[[int, bool], None] = lambda guest, agrees: None

    def card(self, look: Look) -> CardModel | None:
        """Return the card of the first wish; ``None`` where nobody asks."""
        for guest, words in self.wishes(look.wording).items():
            buttons = tuple((f"{does}:{guest}", look.wording.word("option", says)) for does, says in ANSWERS.items())
            return CardModel("question", words, "", buttons, likely=buttons[0][0])
        return None

    def takes(self, action: str) -> bool:
        """Whether a button was the answer to a wish."""
        does, _, guest = action.partition(":")
        if does in ANSWERS and guest.isdecimal():
            self.answer(int(guest), ANSWERS[does] == "yes")
        return does in ANSWERS
