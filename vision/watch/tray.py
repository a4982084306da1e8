"""From the frames of a camera over a dice tray to one reading per throw.

EMPTY ──dice──> ROLLING ──still 0.5 s──> TUMBLED ──3 frames agree──> READ ──locked until something moves──> ROLLING
                    │                        └─ 1.5 s without agreement ─> ASK
                    └─ moved after it was read: GONE, so that nobody confirms what lies there no more
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import StrEnum

from companion.table.observation import DiceSeen, LinkSeen, LinkState, Observation, ReadVerdict
from vision.arrays import Picture
from vision.dice.reading import read_dice
from vision.settings import StillnessSettings, TraySettings
from vision.sources.frames import Frame
from vision.watch.guard import darkness
from vision.watch.stillness import Stillness, StillnessPhase

__all__ = ["TrayPhase", "TrayPipeline"]

Reader = Callable[[Picture, int | None], DiceSeen]


class TrayPhase(StrEnum):
    """What happens in the tray."""

    ROLLING = "rolling"
    TUMBLED = "tumbled"  # at rest, being read
    READ = "read"  # told; locked until something moves
    EMPTY = "empty"  # at rest, and no dice


class TrayPipeline:
    """Reads a dice tray from frames; one instance per camera. ``expect`` tells how many dice the next throw has."""

    def __init__(
        self, settings: TraySettings | None = None, *, source: str = "tray", read: Reader | None = None
    ) -> None:
        self._settings, self._source = settings or TraySettings(), source
        self._read = read or (lambda picture, count: read_dice(picture, expect=count))
        wait = StillnessSettings(settle_s=self._settings.settle_s, settle_frames=self._settings.settle_frames)
        self._stillness = Stillness(wait)
        self._votes: list[DiceSeen] = []
        self._since_s = self._read_s = 0.0
        self._expected: int | None = None
        self._trouble = ""
        self.phase = TrayPhase.ROLLING

    def expect(self, count: int) -> None:
        """Nothing: the next throw has so many dice; 0 when none is asked for."""
        self._expected = count or None

    def feed(self, frame: Frame) -> Sequence[Observation]:
        """What this frame settles: usually nothing, one reading per throw, or the trouble it shows."""
        dark = darkness(frame.picture, self._settings.dark)
        if dark:
            return (*self._moved(frame), *self._say(dark, frame))
        said = self._say("", frame)
        if self._stillness.feed(frame.picture, frame.at_s) is not StillnessPhase.SETTLED:
            return (*said, *(self._moved(frame) if self._stillness.phase is StillnessPhase.BUSY else ()))
        if self.phase in (TrayPhase.READ, TrayPhase.EMPTY):
            return said
        if self.phase is TrayPhase.ROLLING:
            self.phase, self._since_s = TrayPhase.TUMBLED, frame.at_s
        return (*said, *self._vote(frame))

    def _vote(self, frame: Frame) -> Sequence[Observation]:
        if len(self._votes) >= self._settings.votes and frame.at_s - self._read_s < self._settings.again_s:
            return ()
        self._read_s = frame.at_s
        self._votes.append(self._read(frame.picture, self._expected))
        if len(self._votes) < self._settings.votes:
            return ()
        if not any(vote.dice for vote in self._votes):
            self.phase = TrayPhase.EMPTY
            return ()
        recent = self._votes[-self._settings.votes :]
        if all(vote.verdict is ReadVerdict.READ and _faces(vote) == _faces(recent[0]) for vote in recent):
            return (self._tell(recent[-1], frame),)
        if frame.at_s - self._since_s < self._settings.patience_s:
            return ()
        readings = {_faces(vote) for vote in self._votes if vote.verdict is ReadVerdict.READ}
        why = Counter(vote.why for vote in self._votes if vote.why).most_common(1)
        words = "the reading wavers between frames" if len(readings) > 1 or not why else str(why[0][0])
        doubtful = tuple(replace(die, face=None) for die in recent[-1].dice)
        return (self._tell(replace(recent[-1], verdict=ReadVerdict.ASK, dice=doubtful, why=words), frame),)

    def _tell(self, seen: DiceSeen, frame: Frame) -> DiceSeen:
        self.phase = TrayPhase.READ
        return replace(seen, source=self._source, at_s=frame.at_s, picture=frame.name or None)

    def _moved(self, frame: Frame) -> Sequence[Observation]:
        was_read = self.phase is TrayPhase.READ
        self._votes.clear()
        self.phase = TrayPhase.ROLLING
        if not was_read:
            return ()
        return (DiceSeen(self._source, frame.at_s, ReadVerdict.GONE, (), "the dice moved after they were read"),)

    def _say(self, why: str, frame: Frame) -> tuple[Observation, ...]:
        if why == self._trouble:
            return ()
        self._trouble = why
        state = LinkState.DEGRADED if why else LinkState.ONLINE
        return (LinkSeen(self._source, frame.at_s, state, why),)


def _faces(seen: DiceSeen) -> tuple[str, ...]:
    return tuple(sorted(die.face or "" for die in seen.dice))
