"""The first game led by the hand: one hint at a time, of what is to be done next; closed by a tap.

round 1     choose a figure ──> tap a lit square ──> confirm ──> throw the dice ──> end the turn
round 2     from here on one goes alone; what has not been met yet, a refusal, a question, is still explained, once
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.ids import PieceId
from ui.presenters.adapter import GameAdapter, Look
from ui.presenters.models import TableModel

ROUNDS, MORE = 1, 3  # that are led step by step; and until when what is new is explained: some ten minutes
ALONE = "alone"  # the last word of the first round


class Guide:
    """The hints of one screen."""

    def __init__(self) -> None:
        self.is_closed = False
        self._met: set[str] = set()  # what was explained
        self._at = self._shown = ""  # after the first round: what is to be done, what is explained of it

    def hint(self, shown: TableModel, look: Look, rounds: int) -> str:
        """Say what is to be done next at the screen as it is shown; empty once it was closed, or the round is over."""
        if self.is_closed or rounds > MORE or shown.now.seat is None:
            return ""
        now = self._next(shown, look)
        if rounds > ROUNDS and (now := self._new(now)) == "":
            return ""
        self._met.add(now)
        return look.say(f"hint_{now}", who=shown.now.words)

    def _new(self, now: str) -> str:
        """Return what is explained after the first round: that it is over, then whatever was not met before."""
        if now != self._at:  # another situation
            self._at, self._shown = now, now if now not in self._met else "" if ALONE in self._met else ALONE
        return self._shown

    @staticmethod
    def _next(shown: TableModel, look: Look) -> str:
        card = shown.card.kind if shown.card else ""
        if shown.dice is not None:
            return "dice"
        if shown.result is not None:
            return "result"
        if not shown.now.is_own:
            return "hand_over" if any(does == "hand_over" for does, _ in shown.beside) else "wait"
        if card in ("refusal", "choice", "undo", "dice", "setup"):
            return card
        if look.command is not None:
            return "confirm"
        if _is_lit(shown):
            return "goal"
        if shown.card is not None and shown.card.buttons and not shown.card.is_beside:
            return "card"
        return "end" if shown.ends_next else "figure"


def _is_lit(shown: TableModel) -> bool:
    return any(tile.reach is not None for tile in shown.board.tiles)


def able(game: GameAdapter, look: Look) -> Iterator[PieceId]:
    """Generate the figures of these seats that may go somewhere; then those that may at all."""
    own = [
        token for token in game.picture(look, frozenset()).tokens if token.seat in {*look.seats} & {*game.acting(look)}
    ]
    for token in own:
        chosen = game.picture(replace(look, chosen=token.piece), frozenset())
        if any(tile.reach is not None for tile in chosen.tiles):
            yield token.piece
    yield from (token.piece for token in own)
