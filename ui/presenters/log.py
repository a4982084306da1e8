"""The log as lines: the newest last, turns as headings, what was taken back struck out and kept."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.core.events import ChoiceMade
from companion.core.session import Session
from companion.text.wording import Wording
from ui.presenters.models import LogLine

__all__ = ["SILENT", "log_lines"]

# Bookkeeping that the next line says better.
SILENT = {"GameSetUp", "DiceRequested", "ChoiceRequested", "ActionEnded", "PhaseBegan", "TurnEnded", "ActionGiven"}
SILENT |= {"Superseded", "Undertaken", "Finished", "FreeActionGiven", "PlacementRequested"}
_HEADINGS = {"RoundBegan", "TurnBegan"}


def log_lines(session: Session, wording: Wording, last: int = 60) -> tuple[LogLine, ...]:
    """The last lines of the log."""
    standing = {one.version for one in session.standing()}
    lines = []
    for one in session.records[-3 * last :]:
        name = type(one.event).__name__
        if name in SILENT:
            continue
        gone = one.version not in standing and name != "TakenBack"
        lines.append(LogLine(wording.event(_worded(one.event, wording)), name in _HEADINGS, gone))
    return tuple(lines[-last:])


def _worded(event: Any, wording: Wording) -> Any:
    """The event with what was chosen in the screen's language: a direction, an area."""
    if not isinstance(event, ChoiceMade):
        return event
    families = ("direction", "area", "option")
    known = [next((f for f in families if wording.has(f"{f}.{option}")), "") for option in event.options]
    return replace(event, options=tuple(map(wording.word, known, event.options)))
