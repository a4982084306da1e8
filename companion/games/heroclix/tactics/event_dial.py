"""The event dial: where it starts, and where its lines stop it (HC-EVENT-06..08).

green 1 … red 5 … 6    from 5 only backwards, from 1 only forwards; without a red line 6 is followed by 1
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.rules import Violation, violation
from companion.games.heroclix.state import Phase, State
from companion.games.heroclix.tactics.commands import TurnEventDial
from companion.games.heroclix.tactics.events import EventDialTurned
from companion.games.heroclix.tactics.tactics import EventDial

__all__ = ["dial_turned", "event_dial_violations", "turned_by_itself"]


def _turned(dial: EventDial, at: int, clicks: int) -> tuple[int, str | None]:
    """The click after turning, and the rule that stops it on the way, if one does."""
    for _ in range(abs(clicks)):
        if clicks > 0 and at in dial.red:
            return at, "HC-EVENT-07"
        if clicks < 0 and at in dial.green:
            return at, "HC-EVENT-06"
        at = (at - 1 + (1 if clicks > 0 else -1)) % dial.clicks + 1  # HC-EVENT-08: the dial has no end
    return at, None


def event_dial_violations(state: State, command: TurnEventDial) -> Iterator[Violation]:
    """The rules that turning the event dial so breaks."""
    dial = state.table.tactics.event
    if dial is None or command.clicks == 0:
        yield violation("HC-EVENT-02", waivable=False)
    elif state.flow.phase != Phase.PLAY:
        yield violation("HC-SETUP-12", waivable=False, phase=state.flow.phase)
    elif (broken := _turned(dial, state.tactics.event_click, command.clicks)[1]) is not None:
        yield violation(broken, waivable=False, click=state.tactics.event_click)


def dial_turned(state: State, command: TurnEventDial) -> tuple[EventDialTurned]:
    """The event of an allowed turn."""
    dial, before = state.table.tactics.event, state.tactics.event_click
    assert dial is not None
    return (EventDialTurned(before, _turned(dial, before, command.clicks)[0]),)


def turned_by_itself(state: State, moment: str) -> tuple[EventDialTurned, ...]:
    """The turn of a dial whose card says that it turns as a ``round`` or a ``turn`` begins; at its red line it stays
    (HC-EVENT-07, -09)."""
    dial, before = state.table.tactics.event, state.tactics.event_click
    if dial is None or dial.turns != moment:
        return ()
    after, broken = _turned(dial, before, 1)
    return () if broken else (EventDialTurned(before, after),)
