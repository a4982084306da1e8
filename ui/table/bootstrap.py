"""The composition root: connects a session, its sensors and the presenter. No Kivy here.

open_table(config, setup) ──> Table(session, follower, presenter, sources)
                                step()  empties the gate; True when there is something new to draw
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from companion.core.dice import Source
from companion.core.events import DiceReported, Recorded
from companion.core.face import Cue
from companion.core.flow import ChoiceRequest
from companion.core.idle import answer_of
from companion.core.ids import PieceId, SpaceId
from companion.core.ledger import Ledger, Recorder
from companion.core.session import Session
from companion.errors import InputError
from companion.games import find_system
from companion.ports import DiceReader, DiceTower, Lights, ObservationSource, RingPattern
from companion.storage.codec import JsonCodec
from companion.storage.memory import MemoryRecorder
from companion.storage.sqlite import SqliteRecorder
from companion.system import DiceGenerator, WallClock
from companion.table.follow import Follower
from companion.table.observation import LinkSeen, LinkState, Observation
from ui.gate import Gate
from ui.presenters.errands import HandsDesk
from ui.presenters.games import SetUps, game_of
from ui.presenters.judge import JudgeCaller
from ui.presenters.questions import Roller, Thrower
from ui.presenters.table import TablePresenter
from ui.table.clock import KeptClock
from ui.table.hands import kept_hands
from ui.table.led import KeptLead
from ui.table.settings import TableConfig
from ui.table.sources import roster_of

POLL_S = 0.05  # how often a source is asked; a dice tower answers within 2 ms, a camera blocks for a frame
STOPS_S = 1.0  # how long sources may take to end, all of them together; a program that is stopped is gone within 2 s


@dataclass
class Table:
    """A table that is open, with all its parts."""

    session: Session
    follower: Follower
    presenter: TablePresenter
    sources: Sequence[ObservationSource] = ()
    config: TableConfig = field(default_factory=TableConfig)
    radio: Radio | None = None  # devices by radio: they stay when this table is closed
    gate: Gate[Observation] = field(default_factory=Gate)
    clock: KeptClock = field(init=False)
    hands: HandsDesk = field(init=False)
    lead: KeptLead = field(init=False)
    places: Mapping[PieceId, tuple[SpaceId, ...]] = field(default_factory=dict)  # where figures stood the last time
    _stop: threading.Event = field(default_factory=threading.Event)
    _threads: list[threading.Thread] = field(default_factory=list)
    _version: int = -1
    _trouble: str = ""  # of the clock, as it is shown

    def __post_init__(self) -> None:
        store = Path(self.session.ledger.recorder.name)
        self.clock, self.lead = KeptClock(store), KeptLead(store)
        if self.lead.is_led:
            self.presenter.lead_on()
        self.hands = kept_hands(self.session, self.presenter.game, self.follower, store)

    def remember(self, places: Mapping[PieceId, tuple[SpaceId, ...]]) -> None:
        """Take where the figures were set up the last time, for every screen of the table."""
        self.places = places
        self.presenter.game.remember(places)

    def start(self) -> None:
        """Watch the sources from now on, each in a thread of its own: a camera may take its time."""
        if self._threads:
            return
        for source in (*self.sources, *((self.radio,) if self.radio is not None else ())):
            thread = threading.Thread(target=self._watch, args=(source,), name=source.name, daemon=True)
            thread.start()
            self._threads.append(thread)

    def step(self) -> bool:
        """Whether something came in since the last call, the time that is over called; for the screen's loop."""
        if self.radio is not None:
            self.follower.figures.update(self.radio.figures)
        count = self.gate.drain(self.follower.see)
        if called := self.clock.step(self.presenter.state.flow):
            self.presenter.call_time(called)
            count += 1
        if self._trouble != self.clock.trouble:
            self._trouble = self.clock.trouble
            self.follower.see_disk(self._trouble)
            count += 1
        self.lead.keep(self.presenter.is_led)
        changed = count > 0 or self._version != self.session.version
        self._version = self.session.version
        return changed

    def light(self, is_on: bool) -> bool:
        """Whether a ring can light the tray for a second look: it shows plain white from now on, or nothing."""
        heard: tuple[object, ...] = (*self.sources, self.radio)
        rings = [source for source in heard if isinstance(source, Lights)]
        for ring in rings:
            ring.show(RingPattern.READING if is_on else RingPattern.OFF)
        return bool(rings)

    def close(self) -> None:
        """Stop the threads, let go of sources and store; may be called twice."""
        self._stop.set()
        for source in self.sources:
            if isinstance(source, Hurried):
                source.hurry()
        until = time.monotonic() + STOPS_S
        for thread in self._threads:
            thread.join(timeout=max(0.0, until - time.monotonic()))
        busy = {thread.name for thread in self._threads if thread.is_alive()}
        for source in self.sources:
            if source.name not in busy:  # a camera that looks is not torn away in the middle of a picture
                source.close()
        self.clock.keep()
        self.lead.keep(self.presenter.is_led)
        self.session.ledger.recorder.close()

    def _watch(self, source: ObservationSource) -> None:
        while not self._stop.wait(POLL_S):
            try:
                for observation in source.poll():
                    self.gate.put(observation)
            except Exception as fault:  # a source's own fault must not end the game: it is gone, and says why
                why = f"source-fault: {type(fault).__name__}: {fault}"
                self.gate.put(LinkSeen(source.name, time.monotonic(), LinkState.OFFLINE, why))
                return
        if source is not self.radio:  # which is the venue's
            source.close()


@runtime_checkable
class Hurried(Protocol):
    """A source whose looks take seconds."""

    def hurry(self) -> None:
        """End the look that goes on."""


class Radio(ObservationSource, Lights, Protocol):
    """Every device that comes by radio, as one."""

    figures: Mapping[str, PieceId]  # which figure wears which tag
    wired: Callable[[], Collection[str]]  # who speaks over a cable to this table, and is not heard by radio

    def arm(self, dice: int) -> None:
        """Ask every tower to expect so many dice."""


def hear(table: Table, radio: Radio) -> None:
    """Let the table hear devices by radio too, whenever they come in; before it starts."""
    cables = [source for source in table.sources if hasattr(source, "device")]
    radio.wired = lambda: {cable.device.node for cable in cables if cable.device.link.is_up}
    table.radio = radio
    _arm(table.session, table.follower, radio, table.presenter.game.cue)


def open_table(
    config: TableConfig,
    setup: Any | None,
    *,
    sources: Sequence[ObservationSource] = (),
    roller: Roller | None = None,
    thrower: Thrower | None = None,
    sides: Sequence[str] = (),
) -> Table:
    """A table: the game in the store goes on, or ``setup`` begins a new one.

    ``sides``: whose screen it is, in games where not everybody may see everything; empty: everybody's, in turn.
    """
    recorder: Recorder = SqliteRecorder(Path(config.store), host=True) if config.store else MemoryRecorder()
    kept = _kept_setup(recorder)
    chosen = kept or setup
    if chosen is None:
        recorder.close()
        raise InputError(config.store or "memory", "", "an empty game store", "a stored game, or forces for a new one")
    system = find_system(chosen.system, chosen.edition, config.store)
    ledger = Ledger(recorder, JsonCodec(system.event_types))
    idle = partial(answer_of, system, game_of(chosen.system).plain)  # who can change nothing is not asked
    session = Session(system, ledger, WallClock(), chosen, seats=chosen.seats, automatic={ChoiceRequest: idle})
    tags = roster_of(config) if config.layout else game_of(chosen.system).tags(chosen)
    follower = Follower(session, tags)
    if roller is None and config.machine_dice:
        roller = DiceGenerator()
    presenter = TablePresenter(
        session,
        follower,
        lang=config.lang or None,
        roller=roller,
        thrower=thrower,
        sides=sides,
        caller=next((source for source in sources if isinstance(source, JudgeCaller)), None),
        advises=config.advice,
    )
    for source in sources:
        if hasattr(source, "arm"):
            _arm(session, follower, source, presenter.game.cue)  # type: ignore[arg-type]
        if isinstance(source, DiceReader):
            _tell(session, follower, source)
    table = Table(session, follower, presenter, sources, config)
    for source in sources:
        if hasattr(source, "lit_by"):
            source.lit_by(table.light)
    return table


def _arm(session: Session, follower: Follower, tower: DiceTower | Radio, cue: Callable[[object], Cue | None]) -> None:
    """Arm the tower from now on for every roll that is asked for; its ring tells what the game gives a cue for."""
    armed = None

    def order(batch: Sequence[Recorded]) -> None:
        nonlocal armed
        cues = [told for record in batch if (told := cue(record.event)) is not None]
        if cues:
            tower.show(RingPattern(cues[-1]))
        request = follower.open_roll()
        if (request.id if request else None) != armed:
            armed = request.id if request else None
            tower.arm(len(request.dice) if request else 0)
            if request:
                tower.show(RingPattern.READY)

    session.listen(order)


def _tell(session: Session, follower: Follower, reader: DiceReader) -> None:
    """Tell the reader from now on which dice are asked for, and what the players say a throw showed."""

    def told(batch: Sequence[Recorded] = ()) -> None:
        for record in batch:
            if isinstance(record.event, DiceReported) and record.event.result.source in (Source.HAND, Source.CAMERA):
                reader.told(record.event.result.faces)
        request = follower.open_roll()
        reader.expect(*((request.dice, follower.beside()) if request else ((),)))

    told()
    session.listen(told)


def game_kept(store: Path) -> Any | None:
    """The set-up of the game in that store, or ``None`` when it is empty."""
    recorder = SqliteRecorder(store)
    try:
        return _kept_setup(recorder)
    finally:
        recorder.close()


def _kept_setup(recorder: Recorder) -> Any | None:
    """The set-up of the game in the store, or ``None`` when the store is empty."""
    first = next(recorder.read(), None)
    if first is None:
        return None
    return JsonCodec(SetUps()).decode(first.line, f"{recorder.name}: line 1").event
