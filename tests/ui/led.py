"""A game that is led: somebody who does what the screen leads to, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from companion.core.ids import PieceId, SpaceId
from companion.system import DiceGenerator
from ui.library import Library
from ui.presenters.models import TableModel
from ui.presenters.table import TablePresenter
from ui.tablet.navigation import Navigator

GAMES = ("heroclix", "heroquest", "guardians", "gotham")


@contextmanager
def evening(folder: Path, game: str, lang: str, seed: int) -> Iterator[Navigator]:
    """The game that is played at once, from the first start; the machine's dice fall by the seed."""
    with patch("ui.table.session.DiceGenerator", lambda: DiceGenerator(seed)):
        made = Navigator(Library(folder))
        for action in (lang, f"now:{game}"):
            made.press(action)
    assert made.table is not None
    made.table.presenter.dice.roller = DiceGenerator(seed)
    try:
        yield made
    finally:
        made.close()


class Follower:
    """A player who taps what the guide leads to; where it leaves the choice to the player, any answer of the card."""

    def __init__(self, table: TablePresenter, seed: int) -> None:
        self.table, self._rng = table, random.Random(seed)

    @property
    def round(self) -> int:
        """The round; 99 of a game that is over."""
        flow = self.table.state.flow
        return flow.round if flow.outcome is None else 99

    def does(self, shown: TableModel) -> str:
        """Return what would be tapped now."""
        if self.table.holder.is_covered:
            return "uncover"
        if shown.leads or shown.card is None:
            return shown.leads
        answers = [does for does, label in shown.card.buttons if does.startswith("choose:")]
        picked = {
            does for does, label in shown.card.buttons if label.startswith("•") or label[:2].rstrip(".").isdigit()
        }
        free = [one for one in answers if one not in picked] if shown.card.picks > 1 else answers
        return self._rng.choice(free or [does for does, _ in shown.card.buttons])

    def tap(self, does: str) -> None:
        """Tap it."""
        kind, _, what = does.partition(":")
        if kind == "space":
            self.table.tap_space(SpaceId(what))
        elif kind == "piece":
            self.table.tap_piece(PieceId(what))
        else:
            self.table.press(does)
