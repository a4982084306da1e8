"""From the frames of a camera over a dice tray to one reading per throw.

EMPTY ──dice──> ROLLING ──still 0.5 s──> TUMBLED ──3 frames agree──> READ ──locked until something moves──> ROLLING
                    │                        └─ 1.5 s without agreement ─> ASK, after a look in other light
                    └─ moved after it was read: GONE, so that nobody confirms what lies there no more
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import StrEnum

from companion.table.observation import DiceSeen, LinkSeen, LinkState, Observation, ReadVerdict
from vision.arrays import Frame, Picture
from vision.dice.reading import read_dice
from vision.settings import StillnessSettings, TraySettings
from vision.trays.keeper import CORRECTED, TrayKeeper
from vision.watch.guard import darkness
from vision.watch.relight import Relight, differ, faces, soft
from vision.watch.stillness import Stillness, StillnessPhase

Reader = Callable[[Picture, int | None], DiceSeen]  # the picture, and how many dice lie there


def _pips(kind: str) -> Reader | None:
    return (lambda picture, count: read_dice(picture, expect=count)) if kind == "d6" else None


class TrayPhase(StrEnum):
    """The state of the tray."""

    ROLLING = "rolling"
    TUMBLED = "tumbled"  # at rest, being read
    READ = "read"  # told; locked until something moves
    EMPTY = "empty"  # at rest, and no dice
    LIT = "lit"  # at rest, and looked at in other light
    DIMMED = "dimmed"  # told; the light goes back to what it was


class TrayPipeline:
    """Reads a dice tray from frames; one instance per camera. ``expect`` tells which dice the next throw has.

    ``read`` gives the reader of a kind of dice, or ``None``: of a mixed throw, the tray shows the kind that has one,
    unless ``mixed`` gives a reader of all its kinds, which may be one. ``keeper`` knows the tray: it reads pips, and
    learns from every rest.
    """

    def __init__(
        self,
        settings: TraySettings | None = None,
        *,
        source: str = "tray",
        read: Callable[[str], Reader | None] = _pips,
        mixed: Callable[[Sequence[str]], Reader | None] = lambda kinds: None,
        keeper: TrayKeeper | None = None,
    ) -> None:
        self._settings, self._source = settings or TraySettings(), source
        self._reader_of, self._mixed, self._keeper = read, mixed, keeper
        wait = StillnessSettings(settle_s=self._settings.settle_s, settle_frames=self._settings.settle_frames)
        self._stillness = Stillness(wait)
        self._votes: list[DiceSeen] = []
        self._since_s = self._read_s = 0.0
        self._asked: tuple[str, ...] = ()
        self._beside: tuple[str, ...] = ()
        self._trouble = ""
        self._empty: tuple[tuple[str, ...], Picture | None] = ((), None)  # for which dice it was read empty, and how
        self._relit: Relight | None = None
        self.light: Callable[[bool], bool] = lambda is_on: False  # switches a lamp: whether there is one
        self.phase = TrayPhase.ROLLING

    def expect(self, dice: Sequence[str], beside: Sequence[str] = ()) -> None:
        """Expect dice of these kinds in the next throw; empty, none is asked for. ``beside``: those that may lie there
        from the throw before, when some of it is thrown again; all are told then, however many there are.

        Dice of several readable kinds, or of none, are left to the players.
        """
        if dice and self._keeper is not None:
            self._keeper.begin()
        self._asked, self._beside = tuple(dice), tuple(beside) if dice else ()

    def told(self, faces: Sequence[str]) -> None:
        """Take in what the players say the dice of the throw that was asked for show; of pips alone, none beside."""
        if self._keeper is not None and set(self._asked) == {"d6"} and not self._beside:
            self._keeper.told(faces)

    def feed(self, frame: Frame) -> Sequence[Observation]:
        """Feed a frame; return what it settles: usually nothing, one reading per throw, or the trouble it shows."""
        dark = darkness(frame.picture, self._settings.dark)
        if dark:
            return (*self._moved(frame), *self._say(dark, frame))
        said = self._say(self._keeper.trouble if self._keeper else "", frame)
        still = self._stillness.feed(frame.picture, frame.at_s) is StillnessPhase.SETTLED
        if self._relit is not None:
            return (*said, *self._look_again(self._relit, frame, still))
        if not still:
            return (*said, *(self._moved(frame) if self._stillness.phase is StillnessPhase.BUSY else ()))
        if self.phase in (TrayPhase.READ, TrayPhase.EMPTY):
            return said
        if self.phase is TrayPhase.ROLLING:
            self.phase, self._since_s = TrayPhase.TUMBLED, frame.at_s
        return (*said, *self._vote(frame))

    def _vote(self, frame: Frame) -> Sequence[Observation]:
        if len(self._votes) >= self._settings.votes and frame.at_s - self._read_s < self._settings.again_s:
            return ()
        read, count = self._reader()
        if read is None:
            return ()
        if self._is_as_empty(frame.picture):
            self.phase = TrayPhase.EMPTY
            return ()
        self._read_s = frame.at_s
        self._votes.append(read(frame.picture, count))
        if len(self._votes) < self._settings.votes:
            return ()
        if not any(vote.dice for vote in self._votes):
            self.phase, self._empty = TrayPhase.EMPTY, (self._asked, soft(frame.picture))
            self._learn()
            return ()
        recent = self._votes[-self._settings.votes :]
        if all(vote.verdict is ReadVerdict.READ and faces(vote) == faces(recent[0]) for vote in recent):
            return (self._tell(recent[-1], frame),)
        if frame.at_s - self._since_s < self._settings.patience_s:
            return ()
        readings = {faces(vote) for vote in self._votes if vote.verdict is ReadVerdict.READ}
        why = Counter(vote.why for vote in self._votes if vote.why).most_common(1)
        words = "the reading wavers between frames" if len(readings) > 1 or not why else str(why[0][0])
        doubtful = tuple(replace(die, face=None) for die in recent[-1].dice)
        asked = replace(recent[-1], verdict=ReadVerdict.ASK, dice=doubtful, why=words)
        if words == CORRECTED or not self.light(True):
            return (self._tell(asked, frame),)
        self._learn()
        self._relit = Relight(recent[-1], asked, frame.picture, frame.at_s)
        self._votes.clear()
        self.phase = TrayPhase.LIT
        return ()

    def _look_again(self, relit: Relight, frame: Frame, still: bool) -> Sequence[Observation]:
        """Feed a frame while a lamp is on for a second look, or goes out after it; return what it settles."""
        is_ready = still and relit.has_come(frame.at_s)
        if not is_ready and not relit.is_over(frame.at_s):
            return ()
        differs = relit.differs(frame.picture, self._settings.empty_level)
        if self.phase is TrayPhase.DIMMED:
            self.phase, self._relit = TrayPhase.READ, None
            return self._moved(frame) if differs else ()
        read, count = self._reader()
        if is_ready and differs and read is not None:
            self._votes.append(read(frame.picture, count))
            if len(self._votes) < self._settings.votes:
                return ()
        seen = relit.joined(self._votes) if len(self._votes) == self._settings.votes else relit.asked
        self._votes.clear()
        self.light(False)
        relit.again(frame.at_s)
        if self._keeper is not None:
            self._keeper.took(seen)
        self.phase = TrayPhase.DIMMED
        return (self._named(seen, frame),)

    def _reader(self) -> tuple[Reader | None, int | None]:
        """Return the reader for the dice there, and their number; here, because an album may turn out to be
        unusable.
        """
        if not self._asked:
            return self._pips(), None
        there = self._asked + self._beside
        if set(there) != {"d6"} and (mixed := self._mixed(there)) is not None:
            return mixed, None if self._beside else len(self._asked)
        readers = {kind: self._pips() if kind == "d6" else self._reader_of(kind) for kind in dict.fromkeys(self._asked)}
        readable = [kind for kind, reader in readers.items() if reader is not None]
        if len(readable) != 1:
            return None, None
        return readers[readable[0]], None if readable[0] in self._beside else self._asked.count(readable[0])

    def _pips(self) -> Reader | None:
        return self._keeper.read if self._keeper else self._reader_of("d6")

    def _learn(self) -> None:
        """Let the tray be learnt from this rest; dice that stay while others are thrown again are no part of it."""
        if self._keeper is not None and not self._beside:
            self._keeper.rested()

    def _is_as_empty(self, picture: Picture) -> bool:
        """Whether nothing stands out from the tray as it was read empty for the same dice: no need to read it again.

        A die that should ever look so much like its ground is not seen at all, and the players tap its face.
        """
        asked, before = self._empty
        if before is None or asked != self._asked:
            return False
        return not differ(before, soft(picture), self._settings.empty_level)

    def _tell(self, seen: DiceSeen, frame: Frame) -> DiceSeen:
        self.phase = TrayPhase.READ
        self._learn()
        return self._named(seen, frame)

    def _named(self, seen: DiceSeen, frame: Frame) -> DiceSeen:
        return replace(seen, source=self._source, at_s=frame.at_s, picture=frame.name or None)

    def _moved(self, frame: Frame) -> Sequence[Observation]:
        was_read = self.phase is TrayPhase.READ
        if self._relit is not None:
            was_read, self._relit = self.phase is TrayPhase.DIMMED, None
            self.light(False)
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
