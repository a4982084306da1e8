"""Motion on the tablet, for a moment: nothing waits for it, and nothing but what moves is drawn again.

start(what, draw) ──every frame──> draw(share of its way) ──> draw(1.0)      switched off: draw(1.0) at once, no frame
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from kivy.clock import Clock, ClockEvent

from companion.painting.design import MOTION_MS, eased

Draw = Callable[[float], None]


class Motion:
    """Everything that is under way on one screen: one event of Kivy's clock, while there is anything."""

    def __init__(self, *, is_on: bool = False, now: Callable[[], float] = Clock.get_boottime) -> None:
        self.is_on, self._now = is_on, now
        self._under_way: dict[Hashable, tuple[float, float, Draw]] = {}  # begun, seconds, how it is drawn
        self._event: ClockEvent | None = None

    @property
    def is_under_way(self) -> bool:
        """Whether a frame is waited for."""
        return self._event is not None

    def start(self, what: Hashable, draw: Draw, kind: str = "glide") -> None:
        """Draw ``what`` on its way from now on, in the time of that ``kind``; what it was on before is forgotten."""
        if not self.is_on:
            draw(1.0)
            return
        self._under_way[what] = self._now(), MOTION_MS[kind] / 1000, draw
        draw(0.0)
        if self._event is None:
            self._event = Clock.schedule_interval(self._step, 0)

    def _step(self, _seconds: float) -> None:
        for what, (begun, seconds, draw) in [*self._under_way.items()]:
            gone = (self._now() - begun) / seconds
            if gone >= 1:
                del self._under_way[what]
            draw(eased(gone))
        if not self._under_way and self._event is not None:
            self._event.cancel()
            self._event = None
