"""A line of sight that somebody asks about: two taps, and the answer with every cause, drawn on the board."""

from __future__ import annotations

from dataclasses import replace

from companion.board.lines import Cause, SightLine
from companion.board.picture import BoardPicture
from companion.core.ids import SpaceId
from ui.presenters.adapter import Look, Sight
from ui.presenters.models import CardModel

ASKS = "line"  # the button that begins the question, and ends it


class LineDesk:
    """The two ends, as far as they were tapped."""

    def __init__(self, sees: Sight | None) -> None:
        self.is_asked = False
        self._sees, self._ends = sees, tuple[SpaceId, ...]()

    def press(self) -> None:
        """Begin, or close what was asked."""
        self.is_asked, self._ends = not self.is_asked, ()

    def tap(self, space: SpaceId) -> None:
        """Take an end; a third tap begins another line from there."""
        self._ends = (*self._ends, space) if len(self._ends) == 1 else (space,)

    def drawn(self, board: BoardPicture, look: Look) -> BoardPicture:
        """The board with the line, once both ends were tapped."""
        seen = self._sees(look, *self._ends) if self._sees is not None and len(self._ends) == 2 else None
        if seen is None:
            return board
        line, drawn = seen
        bare = tuple(replace(tile, reach=None) for tile in board.tiles)  # its label is read, not what may be reached
        return replace(board, tiles=bare, line=replace(drawn, label=_verdict(line, look)), field=None)

    def card(self, look: Look) -> CardModel:
        """Return the card of the question and its answer: verdict, range, every cause with its rule, what
        is crossed.
        """
        buttons = ((ASKS, look.say("close_line")),)
        if self._sees is None or len(self._ends) < 2:
            text = look.say("line_to", start=look.name(self._ends[0])) if self._ends else look.say("line_from")
            return CardModel("line", look.say("ask_line"), text, buttons)
        seen = self._sees(look, *self._ends)
        if seen is None:
            return CardModel("line", look.say("ask_line"), look.say("line_unknown"), buttons)
        line, _ = seen
        title = f"{look.name(line.start)} → {look.name(line.end)} · {_verdict(line, look)}"
        told = [_told(cause, look) for cause in line.causes]
        if line.crossed:
            told.append(look.say("line_crosses", spaces=tuple(map(look.name, line.crossed))))
        return CardModel("line", title, "\n".join(told), buttons)


def _verdict(line: SightLine, look: Look) -> str:
    return f"{look.wording.word('verdict', line.verdict.value)} · {line.range}"


def _told(cause: Cause, look: Look) -> str:
    """The cause in the words of its rule, where it has some for a line; else its place."""
    key, place = f"line.{cause.rule}", _place(cause, look)
    words = look.wording.say(key, thing=place) if look.wording.has(key) else place
    return f"{words} [{cause.rule}]".lstrip() if cause.rule.isupper() else words  # a power is named in the words


def _place(cause: Cause, look: Look) -> str:
    """The square, border, figure or thing that is the cause; what the rule says where it is none of them."""
    if cause.piece is not None:
        return look.name(cause.piece)
    if cause.edge is not None:
        return f"{cause.edge.a}|{cause.edge.b}"
    if cause.square is None and cause.feature is None and look.wording.has(cause.rule):
        return look.wording.say(cause.rule)  # about the whole line
    return look.name(str(cause.square or cause.feature or ""))
