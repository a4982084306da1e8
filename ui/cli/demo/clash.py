"""The demonstration of two sides of heroes: a whole evening, and both front pages at its end.

game.record · report.html · front-<side>.svg, .png      everything, for whoever stands by at the end
<side>/: game.record · report.html                      what that side saw and heard, its plans among it
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest
from companion.core.face import Telling
from companion.core.ids import Seat
from companion.core.ledger import Ledger
from companion.core.rules import Accepted
from companion.core.session import Session
from companion.core.telling import heard_records
from companion.files import write_file
from companion.games.guardians.commands import Move
from companion.games.guardians.face.board import SpaceDrawing, board_picture
from companion.games.guardians.face.papers import paper_of
from companion.games.guardians.sample import sample_setup
from companion.games.guardians.system import Guardians
from companion.painting import board_svg, newspaper_svg, png_of
from companion.painting.report import chapter_of, page_of, prints_of
from companion.storage.codec import JsonCodec
from companion.storage.jsonl import JsonlRecorder
from companion.system import DiceGenerator, WallClock
from companion.table.follow import Follower
from companion.text.wording import Wording
from ui.cli.demo.diary import Diary, Watch
from ui.cli.demo.eyes import VirtualTable, printed_scene
from ui.cli.demo.kinds import enrolled
from ui.cli.demo.overseen import OverseenBoard
from ui.cli.demo.page import image_of
from ui.cli.demo.rolls import Rolls
from ui.cli.demo.tray import Tray
from ui.presenters.adapter import ONLOOKERS, Look
from ui.presenters.games import game_of
from ui.presenters.guardians.screen import GuardiansScreen, front_page

MOST = 3000  # decisions, should a game not come to its end
EAGER = ("Attack", "TakeTest", "UsePower", "UseObject", "Move")  # what a player likes to do, first things first


@dataclass(frozen=True, slots=True)
class PlayedClash:
    """A game that was played: its record and report, a folder for each side, the front pages, turns."""

    record: Path
    report: Path
    sides: tuple[Path, ...]
    papers: tuple[Path, ...]
    session: Session
    turns: int
    diary: Diary


def play_clash(out: Path, *, seed: int, fail: str | None, link: str, tell: Callable[[str], None]) -> PlayedClash:
    """The shipped scenario of two sides, to its end: in the first turn dice are thrown in the tower and read, later by
    the machine. ``fail`` = ``tower`` lets the tower die on the way."""
    setup, system = sample_setup(), Guardians()
    pictures = out / "pictures"
    for folder in (out, pictures, *(out / side for side, _ in setup.sides)):
        folder.mkdir(parents=True, exist_ok=True)
        for old in (*folder.glob("game.record*"), *folder.glob("dice-*.jpg"), *folder.glob("enrol-*.jpg")):
            old.unlink()  # ours, from a run before
    record = out / "game.record"
    ledger = Ledger(JsonlRecorder(record), JsonCodec(system.event_types))
    session = Session(system, ledger, WallClock(), setup, seats=setup.seats)
    follower, diary = Follower(session, game_of(setup.system).tags(setup)), Diary()
    dice, watch = system.dice_of(session.state), Watch(follower, diary, Wording(), tell)
    with tempfile.TemporaryDirectory() as store:
        tray = Tray(pictures, Path(store), seed, link, dice=dice, kinds=enrolled(dice, pictures))
        try:
            watch.see(tray.greet())
            scene = printed_scene(session.state.ground.areas, game_of(setup.system).tags(setup))
            table = VirtualTable(scene, GuardiansScreen(session).names("", "en"), pictures)
            board = OverseenBoard(table, watch, session)
            _play(session, random.Random(seed), Rolls(watch, tray), DiceGenerator(seed), board)
            table.close()
            if fail == "tower":
                tray.die()
                watch.see(tray.listen())
        finally:
            tray.close()
    for side, seats in setup.sides:
        theirs = JsonlRecorder(out / side / "game.record")
        Ledger(theirs, JsonCodec(system.event_types)).append(list(heard_records(system, session.records, seats[0])))
        theirs.close()
        write_file(out / side / "report.html", "".join(_page(session, side, seats)).encode())
    ledger.recorder.close()
    papers = tuple(_paper(out, session, side) for side, _ in setup.sides)
    report = out / "report.html"
    write_file(report, "".join(_page(session, ONLOOKERS, (), pictures)).encode())
    sides = tuple(out / side for side, _ in setup.sides)
    return PlayedClash(record, report, sides, papers, session, session.state.flow.round, diary)


def _play(session: Session, rng: random.Random, rolls: Rolls, machine: DiceGenerator, board: OverseenBoard) -> None:
    for _ in range(MOST):
        state = session.state
        is_overseen = state.flow.round <= 1
        if is_overseen:
            board.follow()
        if state.flow.outcome is not None:
            return
        request = next(iter(state.flow.open), None)
        if isinstance(request, DiceRequest):
            if is_overseen:
                rolls.roll(request)
            else:
                kinds = session.system.dice_of(state)
                session.submit(ReportDice(request.roller, machine.roll(request, kinds)))
            continue
        offers = [one for seat in session.seats for one in session.system.legal_commands(session.state, seat)]
        by_kind: dict[str, list[Any]] = {}
        for offer in offers:
            by_kind.setdefault(type(offer).__name__, []).append(offer)
        liked = [kind for kind in EAGER if kind in by_kind]
        kind = liked[0] if liked and rng.random() < 0.7 else rng.choice(sorted(by_kind))
        command = rng.choice(by_kind[kind])
        if is_overseen and isinstance(command, Move) and command.to != state.who(command.piece).at:
            board.move(command, command.piece, command.to)
            continue
        decision = session.submit(command)
        assert isinstance(decision, Accepted), decision
    raise AssertionError(f"the game did not end within {MOST} decisions")


def _paper(out: Path, session: Session, side: str) -> Path:
    wording = Wording(names=GuardiansScreen(session).names(side, Wording().lang))
    drawn = newspaper_svg(front_page(paper_of(session.state, side, wording.lang), wording))
    write_file(out / f"front-{side}.png", png_of(drawn))
    path = out / f"front-{side}.svg"
    write_file(path, drawn.encode())
    return path


def _page(session: Session, side: str, seats: tuple[Seat, ...], pictures: Path | None = None) -> Iterator[str]:
    """The report as that side may read it; dice as the camera saw them in that of whoever stands by."""
    wording, screen = Wording(), GuardiansScreen(session)
    wording.names = dict(screen.names(side, wording.lang))
    look = Look(side, seats, wording)
    scores = [("", points, wording.word("side", camp)) for camp, points in screen.scores(look)]
    papers = prints_of(screen.prints(look))
    photos = "".join(image_of(file.name) for file in sorted(pictures.glob("*.jpg"))) if pictures else ""
    seen = [f"<section><h2>{wording.say('report.seen')}</h2>{photos}</section>"] if photos else []
    title = session.state.scenario.names.get(wording.lang, session.state.scenario.name)
    yield from page_of(title, "clash_lead", scores, [papers, *seen, *_chapters(session, side, seats, wording)], wording)


def _chapters(session: Session, side: str, seats: tuple[Seat, ...], wording: Wording) -> Iterator[str]:
    """A chapter for each activation, with the board as it was at its end."""
    screen, system = GuardiansScreen(session), session.system
    title, lines, end = wording.say("report.opening"), list[str](), 0
    for record in session.records[1:]:
        before = session.state_at(record.version - 1)
        heard = system.heard_by(before, record.event, seats[0] if seats else None)
        telling = screen.telling(heard) if heard is not None else Telling.SILENT
        if telling is Telling.HEADING:
            if lines:
                yield chapter_of(title, side, lines, _board(session, end, side, seats, wording))
            title, lines = wording.event(heard), []
        elif telling is Telling.LINE:
            lines.append(f"<p>{escape(wording.event(heard))}</p>")
        end = record.version
    if lines:
        yield chapter_of(title, side, lines, _board(session, end, side, seats, wording))


def _board(session: Session, version: int, side: str, seats: tuple[Seat, ...], wording: Wording) -> str:
    state = session.state_at(version)
    view = session.system.view_for(state, seats[0] if seats else None)
    return board_svg(board_picture(SpaceDrawing(state.ground), view, wording.names))
