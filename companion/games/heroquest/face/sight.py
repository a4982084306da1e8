"""The line between two squares that somebody asks about: a shot's, as far as the side knows what it crosses."""

from __future__ import annotations

from collections.abc import Iterator

from companion.board.lines import Cause, SightLine
from companion.board.spaces import Verdict
from companion.core.ids import SpaceId
from companion.games.heroquest.attack.legality import mist_violations
from companion.games.heroquest.face.view import QuestView
from companion.games.heroquest.reach import distance, fire_line, line_causes
from companion.games.heroquest.state import State


def line_between(state: State, view: QuestView, start: SpaceId, end: SpaceId) -> SightLine | None:
    """The answer with what stops it; ``None``: it ends on, or crosses, what the side has not seen."""
    line = fire_line(state, start, end)
    crossed = line[: line.index(end)] if end in line else line
    known = {space for place in view.places for space in place.squares}
    if not {start, end, *crossed} <= known:
        return None
    causes = (*line_causes(state, start, end), *_mist(state, view, start, end)) if start != end else ()
    verdict = Verdict.BLOCKED if causes else Verdict.CLEAR
    return SightLine(verdict, causes, crossed, start, end, distance(start, end))


def _mist(state: State, view: QuestView, start: SpaceId, end: SpaceId) -> Iterator[Cause]:
    """Black mist between two whom the side sees there (HQ-MON-FIMIR-08)."""
    standing = {character.at: character.id for character in view.characters}
    if start in standing and end in standing:
        for broken in mist_violations(state, state.who(standing[start]), state.who(standing[end])):
            yield Cause(broken.rule)
