"""The demonstration of a mission: a heroes' turn and two tiles of the villains, dice thrown in the tray and read.

game.record · report.html · pictures/     every number with its terms, as it was made
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import cast

from companion.board.areas import parse_areas
from companion.core.dice import DiceRequest
from companion.core.events import ChoiceMade, ChoiceRequested
from companion.core.face import Telling
from companion.core.ids import SpaceId, ZoneId
from companion.core.ledger import Ledger
from companion.core.reckoning import Reckoning
from companion.core.rules import Accepted
from companion.core.session import Session
from companion.documents import Node
from companion.files import write_file
from companion.games.gotham import commands as cm
from companion.games.gotham.content.content import laid_over
from companion.games.gotham.events import Reckoned
from companion.games.gotham.face.board import board_picture
from companion.games.gotham.face.words import number_words
from companion.games.gotham.sample import sample_setup
from companion.games.gotham.state import State
from companion.games.gotham.system import Gotham
from companion.painting import board_svg
from companion.painting.report import chapter_of, page_of
from companion.storage.codec import JsonCodec
from companion.storage.jsonl import JsonlRecorder
from companion.system import WallClock
from companion.table.follow import Follower
from companion.text.wording import Wording, told
from ui.cli.demo.diary import Diary, Watch
from ui.cli.demo.eyes import VirtualTable, printed_scene
from ui.cli.demo.kinds import enrolled
from ui.cli.demo.overseen import OverseenBoard
from ui.cli.demo.page import image_of, note_of
from ui.cli.demo.rolls import Rolls
from ui.cli.demo.tray import Tray
from ui.presenters.adapter import Look
from ui.presenters.games import game_of
from ui.presenters.gotham.screen import GothamScreen

MOST = 600  # decisions, should the round not come to its end
# where the evening stands when the demonstration begins: everybody is close
PLACES = {"wren": "office", "ferrier": "office", "lamplight": "tram-stop", "marshal": "tram-stop"}
GOAL = ZoneId("office")  # where whoever acts, and reaches nobody, goes
STRIKES = (cm.MeleeAttack, cm.RangedAttack)
DEEDS = (cm.Scream, cm.Breathe, cm.Grenade, *STRIKES)
TABLE = (cm.BeginMission, cm.DeclareState, cm.EndCommand, cm.ActivateTile, cm.EndActivation, cm.EndTurn)
TILES = ("jack-o-two", "mother-of-pearl")


@dataclass(frozen=True, slots=True)
class PlayedMission:
    """What was played: record, report, the session, the notes, the skills that were used."""

    record: Path
    report: Path
    session: Session
    skills: tuple[str, ...]
    tiles: int
    diary: Diary


def play_mission(out: Path, *, seed: int, fail: str | None, link: str, tell: Callable[[str], None]) -> PlayedMission:
    """The first round of the shipped scenario; ``fail`` = ``tower`` lets the dice tower die on the way."""
    setup = sample_setup()
    places = {"pieces": {piece: {"at": zone} for piece, zone in PLACES.items()}}
    setup = replace(setup, scenario=laid_over(setup.scenario, places))
    pictures = out / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    for old in (*out.glob("game.record*"), *pictures.glob("*.jpg")):
        old.unlink()  # ours, from a run before
    system, record = Gotham(), out / "game.record"
    ledger = Ledger(JsonlRecorder(record), JsonCodec(system.event_types))
    session = Session(system, ledger, WallClock(), setup, seats=setup.seats)
    follower, diary = Follower(session, game_of(setup.system).tags(setup)), Diary()
    dice = system.dice_of(session.state)
    watch = Watch(follower, diary, Wording(), tell)
    with tempfile.TemporaryDirectory() as store:
        tray = Tray(pictures, Path(store), seed, link, dice=dice, kinds=enrolled(dice, pictures))
        areas = parse_areas(Node("the record", "map", setup.scenario["map"]))
        scene = printed_scene(areas, game_of(setup.system).tags(setup), by_zone=True)
        table = VirtualTable(scene, GothamScreen(session).names("table", "en"), pictures)
        try:
            watch.see(tray.greet())
            board = OverseenBoard(table, watch, session)
            _play(session, random.Random(seed), Rolls(watch, tray), board, (tray, watch) if fail == "tower" else None)
        finally:
            tray.close()
            table.close()
    ledger.recorder.close()
    report = _write_report(out / "report.html", session, diary)
    tiles = sum(type(one.event).__name__ == "TileActivated" for one in session.records)
    return PlayedMission(record, report, session, used_skills(session), tiles, diary)


def _play(
    session: Session, rng: random.Random, rolls: Rolls, board: OverseenBoard, breaking: tuple[Tray, Watch] | None
) -> None:
    """Play until the round is over, the camera over the board."""
    for number in range(MOST):
        state = session.state
        board.follow()
        if state.flow.outcome is not None or state.flow.round > 1:
            return
        if isinstance(state.flow.open and state.flow.open[0], DiceRequest):
            rolls.roll(state.flow.open[0])
            continue
        command = _answer(session, rng) if state.flow.open else _next(session)
        if isinstance(command, cm.Move):
            board.move(command, command.piece, SpaceId(command.path[-1]))
            continue
        decision = session.submit(command)
        assert isinstance(decision, Accepted), decision
        if breaking is not None and number == 30:
            tray, watch = breaking
            tray.die()
            watch.see(tray.listen())
    raise AssertionError(f"the round did not end within {MOST} decisions")


def _answer(session: Session, rng: random.Random) -> cm.Command:
    """Whoever is asked takes what there is, mostly."""
    asked = session.state.flow.open[0]
    answers = list(session.system.legal_commands(session.state, asked.seat))
    takers = [one for one in answers if getattr(one, "options", ("0",))[0] != "0"]
    chosen: cm.Command = rng.choice(takers or answers)
    return chosen


def _next(session: Session) -> cm.Command:
    """Strike while one can, else go where others are; then let the next one do so."""
    state: State = session.state
    for figure in state.figures:
        if figure.activated or (figure.is_hero and figure.cubes_at("available") > 3):
            offers = list(session.system.legal_commands(state, figure.seat, piece=figure.id))
            for kind in DEEDS:
                best = max((one for one in offers if type(one) is kind), key=_dice_of, default=None)
                if best is not None:
                    chosen: cm.Command = best
                    return chosen
            if figure.zone != GOAL:
                walk = next(session.system.commands_placing(state, figure.id, (SpaceId(GOAL),)), None)
                if walk is not None:
                    return cast("cm.Command", walk)
    offers = [one for seat in session.seats for one in session.system.legal_commands(state, seat)]
    offers = [one for one in offers if isinstance(one, TABLE) and getattr(one, "tile", TILES[0]) in TILES]
    first: cm.Command = min(
        offers, key=lambda one: (TABLE.index(type(one)), getattr(one, "state", "active") != "active")
    )
    return first


def _dice_of(command: object) -> tuple[int, int]:
    return getattr(command, "cubes", 0), len(getattr(command, "weapons", ()))


def used_skills(session: Session) -> tuple[str, ...]:
    """The skills that changed something in this game, by the rules that its events name."""
    state: State = session.state
    by_rule: dict[str, str] = {row.rule: skill.id for skill in state.content.skills.values() for row in skill.rows}
    named: dict[str, None] = {}
    asked: dict[str, str] = {}
    for record in session.records:
        event = record.event
        if isinstance(event, ChoiceRequested):
            asked[event.request.id] = str(event.request.purpose)
        rules = [getattr(event, "rule", ""), getattr(getattr(event, "window", None), "rule", "")]
        rules += [asked[event.request]] if isinstance(event, ChoiceMade) and event.options != ("0",) else []
        rules += [part.source for part in getattr(event, "terms", ())]
        named |= {by_rule[rule]: None for rule in rules if rule in by_rule}
    return tuple(named)


def _write_report(file: Path, session: Session, diary: Diary) -> Path:
    """The round turn by turn, each number with its terms, the board beside it."""
    wording, screen = Wording(), GothamScreen(session)
    numbers = {"rolled": diary.rolled, "asked": diary.asked, "corrected": diary.corrected}
    tiles = [("", number, wording.say(f"report.{word}")) for word, number in numbers.items()]
    chapters = _chapters(session, diary, screen, wording, file.parent / "pictures")
    write_file(file, "".join(page_of(session.state.table.name, "mission_lead", tiles, chapters, wording)).encode())
    return file


def _chapters(session: Session, diary: Diary, screen: GothamScreen, wording: Wording, pictures: Path) -> Iterator[str]:
    title, seat = wording.say("report.opening"), "heroes"
    lines = [image_of(file.name) for file in sorted(pictures.glob("enrol-*.jpg"))]
    notes = list(diary.notes)
    for record in session.records[1:]:
        state = session.state_at(record.version)
        view = session.system.view_for(state, None)
        wording.names = dict(screen.names("table", wording.lang))
        look = Look("table", (), wording)
        while notes and notes[0].version < record.version:
            lines.append(note_of(notes.pop(0), wording) or "")
        telling = screen.telling(record.event)
        if telling is Telling.HEADING:
            drawn = board_svg(board_picture(screen.drawing, view, wording.names))
            if lines:
                yield chapter_of(title, seat, lines, drawn)
            title, seat, lines = wording.event(record.event), view.phase, []
        elif telling is Telling.LINE:
            lines.append(f"<p>{escape(_told(record.event, look))}</p>")
    yield chapter_of(title, seat, lines, board_svg(board_picture(screen.drawing, view, wording.names)))


def _told(event: object, look: Look) -> str:
    """The event in words; a number with its terms."""
    if isinstance(event, Reckoned):
        who = look.name(event.piece)
        return (
            f"{who}: {told(number_words(event.what, Reckoning(event.value, event.printed, event.terms)), look.wording)}"
        )
    return look.wording.event(event)
