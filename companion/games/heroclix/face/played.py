"""Moves and attacks that were made, as the board draws them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.board.picture import GridDrawing, Way
from companion.games.heroclix.events.attack import AttackDeclared, AttackRolled
from companion.games.heroclix.events.damage import KnockedBack
from companion.games.heroclix.events.play import FigureMoved


def ways_of(events: Iterable[object], drawing: GridDrawing) -> Iterator[Way]:
    """Generate moves, knock backs, and each attack along its line of sight."""
    declared: AttackDeclared | None = None
    for event in events:
        match event:
            case FigureMoved(path=path):
                yield Way("move", tuple(map(drawing.middle, path)))
            case KnockedBack(path=path) if len(path) > 1:
                yield Way("knock", tuple(map(drawing.middle, path)))
            case AttackDeclared():
                declared = event
            case AttackRolled(hits=hits) if declared:
                is_close = declared.kind.value == "close"
                for aim in declared.targets:
                    ends = (drawing.middle(aim.start), drawing.middle(aim.end))
                    yield Way("attack", ends, "close" if is_close else str(aim.verdict), aim.piece in hits)
