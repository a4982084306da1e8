"""``companion play`` as it is, which also writes down where everything to be touched is: ``python -m … FILE OPTIONS``.

FILE is written whenever what is shown is another thing: JSON, in window pixels, y downward. OPTIONS are the command's.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from ui.cli.front import main
from ui.tablet.widgets.settled import settle

SIZE = (1280, 800)  # of a tablet, and what the command opens
Spot = dict[str, Any]


class Watch:
    """Looks at the window after every few frames."""

    def __init__(self, app: Any, window: Any, file: Path) -> None:
        self._app = app
        self._window = window
        self._file = file
        self._last = ""

    def look(self, *_: object) -> None:
        """Write down what is shown, where it is another thing than before."""
        settle(self._app.root)
        seen = json.dumps(self._seen(), ensure_ascii=False)
        if seen != self._last:
            self._last = seen
            part = self._file.with_suffix(".part")
            part.write_text(seen, encoding="utf-8")
            part.replace(self._file)

    def _seen(self) -> Spot:
        table = self._app._table
        shown = self._buttons()
        if table is None:
            page = self._app._page._shown
            told = {"title": page.title, "text": page.text, "notes": page.notes} if page else {}
            return {"table": False, **told, **shown}
        model = table._shown
        board, drawing = table.board, table.presenter.game.drawing
        tokens = [
            {
                "piece": str(token.piece),
                "label": token.label,
                "target": token.target,
                "lifts": token.may_be_lifted,
                "at": self._at(board.corner(token.column + token.width / 2, token.row + token.height / 2)),
            }
            for token in model.board.tokens
        ]
        goals = [
            {
                "space": str(drawing.space_at(tile.column, tile.row)),
                "reach": tile.reach,
                "at": self._at(board.corner(tile.column + 0.5, tile.row + 0.5)),
            }
            for tile in model.board.tiles
            if tile.reach is not None
        ]
        card, dice = model.card, model.dice
        presenter = table.presenter
        return {
            "table": True,
            "title": model.title,
            "seat": model.seat,
            "scores": model.scores,
            "tokens": tokens,
            "goals": goals,
            "card": [card.kind, card.title, card.text, card.buttons] if card else None,
            "dice": [dice.question, dice.faces, dice.face_words, dice.roll_label] if dice else None,
            "log": [line.text for line in model.log[-6:]],
            "ends": model.words["end_turn"] if model.can_end_turn else "",
            "beside": model.beside,
            "version": presenter.session.version,
            "over": presenter.state.flow.outcome is not None,
            **shown,
        }

    def _buttons(self) -> Spot:
        from kivy.uix.textinput import TextInput

        from ui.tablet.screens.page.page import TileWidget
        from ui.tablet.widgets.buttons import TapButton

        buttons, tiles, fields, hidden = [], [], [], 0
        for widget in self._app.root.walk():
            if not isinstance(widget, TapButton | TileWidget | TextInput):
                continue
            at = self._at(widget.to_window(*widget.center))
            if not self._is_shown(widget, at):
                hidden += 1
            elif isinstance(widget, TileWidget):
                tile = widget.tile
                if tile.action:
                    tiles.append([tile.title, tile.text, tile.badge, [at[0] - 0.3 * widget.width, at[1]]])
            elif isinstance(widget, TapButton):
                if not widget.disabled:
                    buttons.append([widget.text, at])
            else:
                fields.append([widget.name, widget.text, at])
        return {"buttons": buttons, "tiles": tiles, "fields": fields, "hidden": hidden}

    def _is_shown(self, widget: Any, at: list[float]) -> bool:
        """Whether its middle is in the window, and in whatever scrolls it."""
        from kivy.uix.scrollview import ScrollView

        parent = widget.parent
        while parent is not None and parent is not self._window:
            if isinstance(parent, ScrollView):
                x, y = parent.to_window(parent.x, parent.y)
                if not (x <= at[0] <= x + parent.width and y <= SIZE[1] - at[1] <= y + parent.height):
                    return False
            parent = parent.parent
        return 0 < at[0] < SIZE[0] and 0 < at[1] < SIZE[1]

    @staticmethod
    def _at(place: tuple[float, float]) -> list[float]:
        return [round(place[0], 1), round(SIZE[1] - place[1], 1)]


def watch(file: Path) -> None:
    """From the first frame of this process's window on."""
    from kivy.base import EventLoop

    watches: list[Watch] = []

    def begin(*_: object) -> None:
        from kivy.app import App
        from kivy.clock import Clock
        from kivy.core.window import Window

        watches.append(Watch(App.get_running_app(), Window, file))  # the clock holds it weakly
        Clock.schedule_interval(watches[0].look, 0.15)

    EventLoop.bind(on_start=begin)


if __name__ == "__main__":
    _, seen, *options = sys.argv
    sys.argv = ["companion", "play", *options]
    watch(Path(seen))
    main()
