"""The table's own dice: the faces of each kind, as the players read them off the dice in their box (GC-DICE-01..04)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.documents import Node
from companion.errors import InputError
from companion.games.guardians.face.setup import DICE, check_dice, shipped_dice
from companion.text.faults import fault_words
from companion.text.wording import Wording
from ui.library import Library
from ui.presenters.pages import Field, Leave, Page, Turn

NAME = "guardians-dice"


def dice_of(library: Library) -> Mapping[str, Any]:
    """The dice of this table, as content has them: its own, or ours."""
    return library.draft(NAME) or shipped_dice()


class DiceDesk:
    """A line of faces for each kind, numbers of successes and POW, with spaces between them."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._faces = {kind: " ".join(map(str, dice_of(library)[kind]["faces"])) for kind in DICE}

    def page(self, wording: Wording) -> Page:
        """The lines, and what stands against them."""
        fields = tuple(Field(kind, wording.word("die", kind), self._faces[kind]) for kind in DICE)
        buttons = ("keep", wording.say("screen.confirm")), ("shipped", wording.say("evening.dice_shipped"))
        page = Page(wording.say("evening.dice"), wording.say("evening.dice_about"), fields, buttons=buttons)
        try:
            check_dice(self._written)
        except InputError as wrong:
            return page.with_notes(fault_words(wrong, wording))
        return page

    def press(self, action: str) -> Turn:
        """Keep them, or go back to ours."""
        if action == "keep":
            check_dice(self._written)
        self._library.keep_draft(NAME, self._written.value if action == "keep" else {})
        return Leave.BACK

    def enter(self, field: str, text: str) -> None:
        """Take a line of faces."""
        self._faces[field] = text

    @property
    def _written(self) -> Node:
        return Node(NAME, "", {kind: {"faces": faces.split()} for kind, faces in self._faces.items()})
