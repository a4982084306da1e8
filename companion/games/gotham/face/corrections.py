"""Corrections by hand in words: what stands there now, and what will."""

from __future__ import annotations

from companion.core.by_hand import Adjust, MoveCard, Relocate, number_words
from companion.core.phrases import Name, Phrase, Told, Word, joined
from companion.games.gotham import by_hand
from companion.games.gotham.state import State


def correction_words(state: State, command: object) -> Told:
    """Tell a correction as its button says it."""
    match command:
        case Relocate(to=None):
            return Phrase("put.off")
        case Relocate():
            return joined("", "→ ", Name(str(command.to)))
        case MoveCard():
            new = command.to == by_hand.CARRIED
            start, to = ("", command.to) if new else (by_hand.CARRIED, command.to)
            piles = (Name(pile) if state.find(pile) else Word("pile", pile) for pile in (start, to))
            return Phrase("briefing.is", {"what": Name(command.card), "words": joined(" → ", *piles)})
    assert isinstance(command, Adjust)
    held = by_hand.now(state, command.piece, command.what)
    return number_words(command.what, command.value, f"{held} → {command.value}")
