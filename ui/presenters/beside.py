"""The buttons beside the board: what lies over it, lines of sight, the tablet handed on, what was printed."""

from __future__ import annotations

from ui.presenters.adapter import GameAdapter, Look
from ui.presenters.aims import AIMS
from ui.presenters.handing import handing
from ui.presenters.sight_lines import ASKS


class Beside:
    """The buttons of one screen."""

    def __init__(self, game: GameAdapter) -> None:
        self._game = game

    def buttons(self, look: Look, next_side: str, *, is_begun: bool, reads: bool | None) -> list[tuple[str, str]]:
        """Return action and label of each; ``reads``: whether prints are shown for the board, where there are any.

        ``next_side``: whom a tablet of several sides goes to, where it is another one.
        """
        buttons = [] if reads is None else [("read", look.say("board" if reads else "prints"))]
        if len(self._game.overlays) > 1:
            modes = self._game.overlays
            following = modes[(modes.index(look.overlay) + 1) % len(modes)]
            buttons.append(("overlay", look.say(f"overlay_{following}")))
        if self._game.sight is not None and is_begun:
            buttons.append((ASKS, look.say("ask_line")))
        if is_begun and self._game.aims(look):
            buttons.append((f"pick:{AIMS}", look.say("aims")))
        if next_side != look.side:
            buttons.append(("hand_over", handing(next_side, self._game.sides[next_side], look)))
        return buttons
