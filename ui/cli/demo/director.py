"""The director of a demonstration: any game, over the table that players open, by its script.

    a move     hands put the figure down ──> camera, mat ──> proposal ──confirm──> the record
    a roll     tower, tray and reader ──> proposal ──confirm──> the record
    errands    hands do what the rules did (knock back, knock out), and the camera must agree

Whatever a sensor cannot settle is asked for and answered by hand, from what really lies on the table.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest
from companion.core.events import Recorded
from companion.core.face import Command, Telling
from companion.core.ids import PieceId, SpaceId
from companion.core.rules import Accepted
from companion.core.telling import Hearing
from companion.system import DiceGenerator
from companion.table.observation import LinkState, Observation, PictureSeen
from companion.table.reconcile import Agrees
from companion.text.wording import Wording
from ui.cli.demo.diary import Diary, Watch
from ui.cli.demo.eyes import VirtualTable
from ui.cli.demo.kinds import enrolled
from ui.cli.demo.mat import Mat, tags_of
from ui.cli.demo.report import write_papers
from ui.cli.demo.rolls import Rolls
from ui.cli.demo.script import Options, Script
from ui.cli.demo.tray import Tray
from ui.presenters.adapter import ONLOOKERS
from ui.presenters.games import game_of
from ui.table.bootstrap import Table, open_table
from ui.table.settings import TableConfig

AWRY = 3  # the move after which the figure first stands half way between two spaces
SPREAD_MM = 2.0  # how far from the middle of a square hands put a figure, mostly
Place = tuple[Command, PieceId, SpaceId]  # a command, the piece it moves, where to


def play_demo(script: Script, out: Path, options: Options, tell: Callable[[str], None] | None) -> dict[str, Any]:
    """Play the game of the script, and leave record, reports and pictures in ``out``; return what is told of it."""
    pictures = out / "pictures"
    for folder in {(out / page.file).parent for page in script.pages}:
        (folder / "pictures").mkdir(parents=True, exist_ok=True)
        ours = [*folder.glob("game.record*")]  # from a run before; nothing else in a folder that may be anybody's
        ours += [old for kind in ("dice", "enrol", "[0-9][0-9][0-9]") for old in folder.glob(f"pictures/{kind}-*.jpg")]
        for old in ours:
            old.unlink()
    with ExitStack() as opened:
        table = opened.enter_context(closing(open_table(TableConfig(), script.setup)))
        session, kept = table.session, opened.enter_context(tempfile.TemporaryDirectory())
        dice, tags = session.system.dice_of(session.state), game_of(session.system.id).tags(script.setup)
        called = table.presenter.game.names(ONLOOKERS, "en")  # four letters stand on a base: none of an article
        names = {str(piece): called.get(piece, piece).removeprefix("The ") for piece in tags.values()}
        kinds = enrolled(dice, pictures)
        tray = opened.enter_context(
            closing(Tray(pictures, Path(kept), options.seed, options.link, dice=dice, kinds=kinds, zones=script.mat))
        )
        scene = script.scene(session)
        board = opened.enter_context(closing(VirtualTable(scene, names, pictures))) if scene is not None else None
        director = Director(script, table, board, tray, options, tell or (lambda words: None))
        if tell is not None:
            session.listen(director.tell_events)
        director.play()
        return write_papers(script, table.session, director.diary, out)


class Director:
    """Plays one game on a virtual table."""

    def __init__(
        self,
        script: Script,
        table: Table,
        board: VirtualTable | None,
        tray: Tray,
        options: Options,
        tell: Callable[[str], None],
    ) -> None:
        self._script, self._session, self._follower = script, table.session, table.follower
        self._board, self._tray, self._tell = board, tray, tell
        figures = tags_of(list(game_of(table.session.system.id).tags(script.setup).values()))
        self._follower.figures.update(figures)
        self._mat = Mat(tray, script.mat, figures)
        self._wording = Wording(names=dict(table.presenter.game.names(ONLOOKERS, Wording().lang)))
        self._watch = Watch(table, self._wording, tell)
        self._rolls, self._machine = Rolls(self._watch, tray), DiceGenerator(options.seed)
        self._hands, self._moves = random.Random(options.seed + 1), 0
        self._stands: dict[PieceId, tuple[SpaceId, ...]] = {}  # where the hands have put whom
        self._fail, self._cut_in = options.fail, 0  # the round in which the network went away; 0: it is there
        self._hearing = Hearing(table.session.system, None)
        self.tell_events(table.session.records)

    @property
    def diary(self) -> Diary:
        """The notes so far."""
        return self._watch.diary

    def tell_events(self, batch: Sequence[Recorded]) -> None:
        """Say aloud what onlookers hear."""
        telling = self._watch.table.presenter.game.telling
        for record in batch:
            heard = self._hearing.hear(record)
            if heard is not None and telling(heard.event) is not Telling.SILENT:
                self._tell(self._wording.event(heard.event))

    def play(self) -> None:
        """Play until the script says that it is over."""
        self._watch.see(self._tray.greet())
        if self._tray.radio is not None and self._script.mat:
            self._watch.see(self._tray.hear(lambda: self._tray.links.get("mat") is LinkState.ONLINE))
        for _ in range(self._script.decisions):
            flow, is_watched = self._session.state.flow, self._script.is_watched(self._session)
            if not flow.open and is_watched:
                self._follow()
            if self._script.is_over(self._session):
                return
            if not flow.open:
                self._break_or_mend()
            request = next(iter(flow.open), None)
            if not isinstance(request, DiceRequest):
                self._do(self._script.deeds(self._session), is_watched)
            elif is_watched:
                self._rolls.roll(request)
            else:
                kinds = self._session.system.dice_of(self._session.state)
                self._submit(ReportDice(request.roller, self._machine.roll(request, kinds)))
        raise AssertionError(f"the game did not end within {self._script.decisions} decisions")

    def _follow(self) -> None:
        """Let the hands bring the table to the record: whom the rules moved is moved, who is out is taken off."""
        if self._board is None:
            return
        positions = self._session.system.positions(self._session.state)
        moved = {
            piece: spaces
            for piece, spaces in positions.items()
            if piece in self._board.pieces and spaces != self._stands.get(piece, ())
        }
        for piece, spaces in moved.items():
            self._put(piece, spaces[0] if spaces else None)
        if moved and self._sees(None, "table"):
            self.diary.agreed += isinstance(self._follower.reading, Agrees)

    def _do(self, commands: Sequence[Command], is_watched: bool) -> None:
        """Let the hands do what moves figures, and the players tap in the rest."""
        places: list[Place] = []
        for command in commands:
            piece, space = self._script.placing(command, self._session) or (PieceId(""), SpaceId(""))
            if is_watched and self._board and piece in self._board.pieces and self._stands.get(piece) != (space,):
                places.append((command, piece, space))
        if places and len(places) == len(commands):
            self._place(places)
        else:
            for command in commands:
                self._submit(command)

    def _place(self, places: Sequence[Place]) -> None:
        """The hands put figures down, once a little awry; the camera looks; the players confirm what they did."""
        assert self._board is not None
        (_, piece, space), is_move = places[0], len(places) == 1
        self._moves += is_move
        if is_move and self._moves == AWRY:
            self._put(piece, space, self._board.half_way(space))
            self._sees(space, "move")
            if self._follower.question:
                self._watch.answer("straight")
        is_loose = is_move and self._board.layout.board is None and self._moves != AWRY
        for _, piece, to in places:
            spread = (self._hands.gauss(0, SPREAD_MM), self._hands.gauss(0, SPREAD_MM)) if is_loose else (0.0, 0.0)
            self._put(piece, to, spread)
        self._sees(space, "move" if is_move else "set-up")
        for command, _, _ in places:
            self._confirm_or_tell(command)

    def _confirm_or_tell(self, command: Command) -> None:
        """The players confirm a proposal that is what they did; else they tap it in themselves."""
        proposal = self._follower.proposal
        if proposal is not None and proposal.command == command:
            self._follower.confirm()
            return
        if proposal is not None:
            self.diary.corrected += 1
        elif self._follower.question is None:
            self.diary.asked += 1  # no picture at all: the players say it
        self._follower.dismiss()
        self._watch.answer("tapped")
        self._submit(command)

    def _put(self, piece: PieceId, space: SpaceId | None, offset_mm: tuple[float, float] = (0.0, 0.0)) -> None:
        """The hands put the figure down, or take it off: camera and mat may both see it."""
        assert self._board is not None
        if space is None:
            self._board.take(piece)
        else:
            self._board.stand(piece, space, offset_mm)
        self._mat.put(piece, space)
        self._stands[piece] = (space,) if space is not None else ()

    def _sees(self, near: SpaceId | None, name: str) -> bool:
        """Whether the camera had a picture of the table; every device is heard."""
        self._watch.see(self._mat.listen())
        seen: list[Observation] = self._board.look(near, name) if self._board is not None else []
        self._watch.see(seen)
        return any(isinstance(one, PictureSeen) for one in seen)

    def _submit(self, command: Command) -> None:
        decision = self._session.submit(command)
        assert isinstance(decision, Accepted), decision

    def _break_or_mend(self) -> None:
        """Let a device die once, in the middle of the game; bring a network back a round later."""
        device, radio = self._fail, self._tray.radio
        if device and self._script.may_fail(self._session):
            self._fail = None
            if device == "camera" and self._board is not None:
                self._board.cut_the_cable()
                self._sees(None, "gone")
            elif device == "network" and radio is not None:
                self._cut_in = self._session.state.flow.round
                radio.cut()
                self._hear_of(LinkState.OFFLINE)
                self._watch.note("lights", "away", ring=radio.waits())
            else:
                self._tray.die()
                self._watch.see(self._tray.listen())
        elif self._cut_in and radio is not None and self._session.state.flow.round > self._cut_in:
            self._cut_in = 0
            radio.mend()
            self._hear_of(LinkState.ONLINE)

    def _hear_of(self, state: LinkState) -> None:
        """Listen until tower and mat are all there, or all away; what waited in them is told."""
        there = {"tower": state, "mat": state}
        is_back = state is LinkState.ONLINE
        self._watch.see(self._tray.hear(lambda: self._tray.links == there and not (is_back and self._mat.due)))
