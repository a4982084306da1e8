"""The demonstration's loop: intents become deeds on the table, sensors see them, players confirm, the record grows.

    move     the hands put the figure down ──> camera ──> proposal ──confirm──> MoveFigure
    attack   tapped on the tablet; the roll goes through tower, tray and pip reader
    errands  the hands do what the rules did (knock back, knock out), and the camera must agree

Whatever a sensor cannot settle is asked for and answered by hand, from what really lies on the table.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.core.commands import Choose, Place
from companion.core.dice import DiceRequest
from companion.core.events import Recorded
from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.ledger import Ledger
from companion.core.rules import Accepted
from companion.core.session import Session
from companion.games import find_system
from companion.games.heroclix import commands as cm
from companion.games.heroclix.events.attack import AttackRolled
from companion.games.heroclix.sample import sample_setup
from companion.games.heroclix.state.state import Phase
from companion.ports import RingPattern
from companion.storage.codec import JsonCodec
from companion.storage.jsonl import JsonlRecorder
from companion.system import WallClock
from companion.table.follow import Follower
from companion.table.guidance import ErrandKind
from companion.table.observation import LinkState
from companion.text.wording import Wording
from ui.cli.demo.diary import Diary, Watch
from ui.cli.demo.eyes import VirtualTable, scene_of
from ui.cli.demo.mat import SQUARES, Mat, tags_of
from ui.cli.demo.players import next_command
from ui.cli.demo.rolls import Rolls
from ui.cli.demo.tray import Tray
from ui.presenters.games import game_of

MAP = "lantern-vault"


@dataclass(frozen=True, slots=True)
class Played:
    """A demonstration that was played: where its record is, the session at its end, the notes."""

    record: Path
    session: Session
    diary: Diary


def play_demo(
    out: Path,
    *,
    seed: int,
    rounds: int,
    fail: str | None,
    tell: Callable[[str], None],
    edition: str = "core",
    link: str = "serial",
) -> Played:
    """Put a table together and play the sample game on it; ``out`` holds its record and its pictures."""
    pictures = out / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    for old in [*out.glob("*.record*"), *pictures.glob("*.jpg")]:  # ours, from a run before
        old.unlink()
    setup = sample_setup(MAP, round_limit=rounds, edition=edition)
    system = find_system(setup.system, setup.edition, "the sample game")
    record = out / "game.record"
    ledger = Ledger(JsonlRecorder(record), JsonCodec(system.event_types))
    session = Session(system, ledger, WallClock(), setup, seats=setup.seats)
    tags = game_of(setup.system).tags(setup)
    names = {str(enlisted.piece): enlisted.figure.name for enlisted in setup.forces}
    figures = tags_of([enlisted.piece for enlisted in setup.forces])
    follower = Follower(session, tags, figures)
    table = VirtualTable(scene_of(session.state.table.board, tags), names, pictures)
    with tempfile.TemporaryDirectory() as folder:
        tray = Tray(pictures, Path(folder), seed, link, zones=SQUARES)
        mat = Mat(tray, figures)
        director = Director(session, follower, table, tray, mat, Wording(names=names), seed=seed, fail=fail, tell=tell)
        try:
            director.play()
        finally:
            tray.close()
            table.close()
            session.ledger.recorder.close()
    return Played(record, session, director.diary)


class Director:
    """Plays one game to its end on a virtual table."""

    def __init__(
        self,
        session: Session,
        follower: Follower,
        table: VirtualTable,
        tray: Tray,
        mat: Mat,
        wording: Wording,
        *,
        seed: int,
        fail: str | None,
        tell: Callable[[str], None],
    ) -> None:
        self.session = session
        self.follower = follower
        self.table = table
        self.tray = tray
        self.mat, self.wording, self.diary = mat, wording, Diary()
        self._rng, self._hands = random.Random(seed), random.Random(seed + 1)
        self._fail, self._tell = fail, tell
        self._cut_in = 0  # the round in which the network went away; 0: it is there
        self._watch = Watch(follower, self.diary, wording, tell)
        self._rolls = Rolls(self._watch, tray)
        self._moves = 0
        session.listen(self._tell_events)

    def _tell_events(self, batch: Sequence[Recorded]) -> None:
        for record in batch:
            self._tell(self.wording.event(record.event))

    @property
    def state(self) -> Any:
        """The state now."""
        return self.session.state

    def play(self) -> None:
        """Play until the game is over."""
        self._watch.see(self.tray.greet())
        if self.tray.radio is not None:
            self._watch.see(self.tray.hear(lambda: self.tray.links.get("mat") is LinkState.ONLINE))
        self._submit(cm.BeginGame(self.session.seats[0]))
        while self.state.flow.outcome is None:
            if self.state.flow.open:
                self._answer(self.state.flow.open[0])
            elif self.state.flow.phase == Phase.DEPLOYMENT:
                self._deploy(self.state.active_seat)
            else:
                self._run_errands()
                self._act(self.state.active_seat)
        self._run_errands()

    def _act(self, seat: Seat) -> None:
        if self._fail and self.state.flow.round >= 2:
            self._break(self._fail)
        elif self._cut_in and self.state.flow.round > self._cut_in:
            self._mend()
        command = next_command(self.session.system, self.state, seat, self._rng)
        if isinstance(command, cm.MoveFigure) and command.to != self.state.piece(command.piece).spaces:
            self._moves += 1
            self._stand_and_look(command, command.piece, command.to[0], awry=self._moves == 4)
        else:
            self._submit(command)

    def _deploy(self, seat: Seat) -> None:
        """All figures of a side are set up at once, in the middle of their area; one picture tells them all."""
        spots: dict[SpaceId, Place] = {}
        for piece in self.state.pieces:
            if piece.seat == seat and not piece.spaces:
                offers = self.session.system.legal_commands(self.state, seat, piece=piece.id)
                free = [offer for offer in offers if isinstance(offer, Place) and offer.spaces[0] not in spots]
                middle = self.state.table.board.columns // 2
                place = min(free, key=lambda offer: abs(ord(offer.spaces[0][0]) - 65 - middle + self._rng.random() * 4))
                spots[place.spaces[0]] = place
                self._put(piece.id, place.spaces[0])
        self._look(next(iter(spots)), "set-up")
        for place in sorted(
            spots.values(), key=lambda placed: placed.piece
        ):  # the order the camera's proposals come in
            self._confirm_or_tell(place)

    def _stand_and_look(self, command: Any, piece: Any, space: SpaceId, *, awry: bool) -> None:
        """The hands move the figure, once a little awry; the camera looks; the players confirm what they did."""
        self._put(piece, space, (17.5, 2.0) if awry else (self._hands.gauss(0, 2), self._hands.gauss(0, 2)))
        self._look(space, "move")
        if awry and self.follower.question:
            self._watch.answer("straight")
            self._put(piece, space)
            self._look(space, "move")
        self._confirm_or_tell(command)

    def _confirm_or_tell(self, command: Any) -> None:
        """The players confirm a proposal that is what they did; else they tap it in themselves."""
        proposal = self.follower.proposal
        if proposal is not None and proposal.command == command:
            self.diary.read += 1
            self.follower.confirm()
            return
        if proposal is not None:
            self.diary.corrected += 1
        elif self.follower.question is None:
            self.diary.asked += 1  # no picture at all: the players say it
        self.follower.dismiss()
        self._watch.answer("tapped")
        self._submit(command)

    def _answer(self, request: Any) -> None:
        if isinstance(request, DiceRequest):
            self._roll(request)
        elif isinstance(request, ChoiceRequest):
            self._submit(Choose(request.seat, request.id, (request.options[0],)))

    def _roll(self, request: DiceRequest) -> None:
        for event in self._rolls.roll(request).events:
            if isinstance(event, AttackRolled):
                pattern = RingPattern.HIT if event.hits else RingPattern.MISS
                self._watch.note("lights", pattern.value, ring=self.tray.show(pattern))

    def _run_errands(self) -> None:
        """The hands bring the table to the record: whoever was knocked back is moved, whoever is out is taken off."""
        for errand in self._owed():
            if errand.kind is ErrandKind.TAKE:
                self.table.take(errand.piece)
                self.mat.put(errand.piece, None)
            elif errand.to is not None:
                self._put(errand.piece, errand.to)
            self._watch.note("errand", f"{errand.kind.value}:{errand.piece}:{errand.to or ''}")
        if self._owed():
            self._look(None, "errand")

    def _owed(self) -> tuple[Any, ...]:
        """What the hands owe, asked of the table as it was last seen: the record may be ahead of it."""
        return self.follower.owed()

    def _put(self, piece: PieceId, space: SpaceId, offset_mm: tuple[float, float] = (0.0, 0.0)) -> None:
        """The hands put the figure down: camera and mat may both see it."""
        self.table.stand(piece, space, offset_mm)
        self.mat.put(piece, space)

    def _look(self, near: SpaceId | None, name: str) -> None:
        self._watch.see(self.mat.listen())
        self._watch.see(self.table.look(near, name))

    def _submit(self, command: Any) -> None:
        decision = self.session.submit(command)
        assert isinstance(decision, Accepted), decision

    def _break(self, device: str) -> None:
        """Let the camera, the tower or the network die, once, in the middle of the game."""
        self._fail = None
        if device == "camera":
            self.table.cut_the_cable()
            self._look(None, "gone")
        elif device == "network" and self.tray.radio is not None:
            self._cut_in = self.state.flow.round
            self.tray.radio.cut()
            away = {"tower": LinkState.OFFLINE, "mat": LinkState.OFFLINE}
            self._watch.see(self.tray.hear(lambda: self.tray.links == away))
            self._watch.note("lights", "away", ring=self.tray.radio.waits())
        else:
            self.tray.die()
            self._watch.see(self.tray.listen())

    def _mend(self) -> None:
        """Let the network come back: what waited in the devices is told, and the table goes on with them."""
        self._cut_in = 0
        assert self.tray.radio is not None
        self.tray.radio.mend()
        there = {"tower": LinkState.ONLINE, "mat": LinkState.ONLINE}
        self._watch.see(self.tray.hear(lambda: self.tray.links == there and not self.mat.due))
