"""Corrections by hand in words: what stands there now, and what will."""

from __future__ import annotations

from companion.core.by_hand import Adjust, MoveCard, Relocate, number_words
from companion.core.phrases import Name, Phrase, Told, Word, joined
from companion.games.guardians.content.kinds import STATS
from companion.games.guardians.face.words import labelled
from companion.games.guardians.play import by_hand
from companion.games.guardians.state import State


def correction_words(state: State, command: object) -> Told:
    """Tell a correction as its button says it."""
    match command:
        case Relocate(to=None):
            return Phrase("put.off")
        case Relocate():
            return joined("", "→ ", Name(str(command.to)))
        case MoveCard():
            start = by_hand.pile_of(state, command.piece, command.card, command.to)
            return labelled(Name(command.card), joined(" → ", Word("pile", start), Word("pile", command.to)))
    assert isinstance(command, Adjust)
    if command.what in STATS and state.find(command.piece) is not None:
        return joined(" ", f"{command.value:+d}", Word("what", command.what))
    held = by_hand.now(state, command.piece, command.what)
    return number_words(command.what, command.value, f"{held} → {command.value}")
