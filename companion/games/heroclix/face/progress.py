"""How far a side is, beside the line of what it scored: its points, and whom of its opponents it still has to beat."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.phrases import Phrase, Told, Word
from companion.games.heroclix.events.damage import VictoryPointsScored
from companion.games.heroclix.events.tactics import ElementScored
from companion.games.heroclix.state.state import State


def progress(after: State, event: object) -> Iterator[Told]:
    """Generate the points that a seat has now, and how many figures of the force that lost one are knocked out."""
    if not isinstance(event, VictoryPointsScored | ElementScored):
        return
    yield Phrase("progress.points", {"seat": Word("seat", event.seat), "points": dict(after.scores)[event.seat]})
    if isinstance(event, VictoryPointsScored):
        force = [one for one in after.pieces if one.seat == after.piece(event.piece).seat]
        words = {"seat": Word("seat", after.piece(event.piece).seat), "count": len(force)}
        yield Phrase("progress.knocked_out", words | {"done": sum(one.ko for one in force)})
