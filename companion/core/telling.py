"""A record as one seat may have it: what it heard, nothing else; the numbers of the lines do not tell what is missing.

master's record ──system.heard_by──> heroes' record        for a game in which somebody knows more than the others
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from companion.core.events import Recorded, TakenBack
from companion.core.ids import Seat
from companion.core.rules import History, RulesSystem

__all__ = ["heard_records"]


def heard_records(system: RulesSystem[Any], records: Iterable[Recorded], seat: Seat | None) -> Iterator[Recorded]:
    """The records as that seat (or a spectator) heard them, numbered anew."""
    rows = iter(records)
    first = next(rows)
    history, version = History(system, first.event), 0
    told = system.heard_by(history.state, first.event, seat)
    if told is not None:
        yield replace(first, event=told, version=version)
        version += 1
    kept = {0: 0}
    for one in rows:
        event = one.event
        if isinstance(event, TakenBack):
            event = replace(event, to=max(mine for theirs, mine in kept.items() if theirs <= event.to))
            history.fold(one.event)
            told = event
        else:
            told = system.heard_by(history.state, event, seat)
            history.fold(event)
        if told is not None:
            yield replace(one, event=told, version=version)
            kept[one.version] = version
            version += 1
