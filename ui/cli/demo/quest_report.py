"""The story of a quest as one side heard it, turn by turn, with the dungeon as that side knew it then.

record ─heard_by(seat)─> sentences        state ─view_for(seat)─> drawing        a roll's picture: whoever heard of it
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from companion.board.picture import filling
from companion.core.events import DiceReported
from companion.core.face import Telling
from companion.core.ids import PieceId, Seat
from companion.core.session import Session
from companion.files import write_file
from companion.games.heroquest.events import Stepped, TurnClosed, TurnOpened
from companion.games.heroquest.face.board import dungeon_picture
from companion.games.heroquest.face.words import FAMILIES, names_of
from companion.painting import board_svg
from companion.painting.report import chapter_of, page_of
from companion.text.wording import Wording, names_told
from ui.cli.demo.diary import Diary, Note
from ui.cli.demo.page import image_of, note_of
from ui.presenters.heroquest.screen import HeroQuestScreen


@dataclass
class _Chapter:
    title: str
    lines: list[str] = field(default_factory=list)
    end: int = 0  # the version it ended at
    seat: str = ""


def write_quest_report(file: Path, session: Session, diary: Diary, pictures: Path, seat: Seat | None) -> Path:
    """The report as that seat, or ``None`` for the heroes, may see it; copies of its pictures lie beside it."""
    told = _Teller(session, diary, seat, file.parent / "pictures")
    page = "".join(told.page())
    for name in told.shown:
        if not (told.folder / name).exists():
            shutil.copyfile(pictures / name, told.folder / name)
    write_file(file, page.encode())
    return file


class _Teller:
    """One report while it is written; ``shown`` are the pictures it uses."""

    def __init__(self, session: Session, diary: Diary, seat: Seat | None, folder: Path) -> None:
        self.session = session
        self.diary = diary
        self.seat = seat
        self.folder = folder
        self.shown: list[str] = []
        self._wording, self._telling = Wording(), HeroQuestScreen(session).telling

    def page(self) -> Iterator[str]:
        """The page, piece by piece."""
        numbers = {"rolled": self.diary.rolled, "asked": self.diary.asked, "corrected": self.diary.corrected}
        tiles = [("", number, self._wording.say(f"report.{word}")) for word, number in numbers.items()]
        lead = "quest_lead" if self.seat is None else "master_lead"
        quest = self.session.state.quest
        title = str(quest.names.get("", {}).get(self._wording.lang, quest.name))
        return page_of(title, lead, tiles, self._sections(), self._wording)

    def _sections(self) -> Iterator[str]:
        """How the faces were shown to the camera, then a chapter a turn."""
        enrolled = "".join(self._enrolled())
        yield f"<section><h2>{self._wording.say('report.enrolled')}</h2><div class='rows'>{enrolled}</div></section>"
        drawing = filling(self.session.state.dungeon.board)
        for chapter in self._chapters():
            if chapter.lines:
                view = self.session.system.view_for(self.session.state_at(chapter.end), self.seat)
                drawn = board_svg(dungeon_picture(drawing, view))
                yield chapter_of(chapter.title, chapter.seat, chapter.lines, drawn)

    def _enrolled(self) -> Iterator[str]:
        """The photographs that showed the faces to the camera; no secret of anybody's."""
        folders = (self.folder, self.folder.parents[1] / "pictures")
        for file in sorted(file for folder in folders for file in folder.glob("enrol-*.jpg")):
            self.shown.append(file.name)
            name = escape(file.stem.removeprefix("enrol-").replace("-", ": "))
            yield f"<figure>{image_of(file.name)}<figcaption>{name}</figcaption></figure>"

    def _chapters(self) -> Iterator[_Chapter]:
        """What was heard, a chapter for each turn; what stands beside the record comes with what it led to."""
        chapter, notes = _Chapter(self._wording.say("report.opening")), list(self.diary.notes)
        beside: list[Note] = []
        steps: PieceId | None = None  # whose way the last line told
        for record in self.session.records[1:]:
            before = self.session.state_at(record.version - 1)
            heard = self.session.system.heard_by(before, record.event, self.seat)
            beside += [notes.pop(0) for _ in range(sum(note.version < record.version for note in notes))]
            if heard is None:
                beside = [note for note in beside if note.kind == "device"]
                continue
            self._wording.names = self._names(record.version)
            if isinstance(heard, TurnOpened | TurnClosed) and before.who(heard.piece).seat == before.table.gm:
                continue  # the master moves everybody at once
            telling = self._telling(heard)
            if telling is Telling.HEADING:
                yield chapter
                seat = getattr(heard, "phase", "") or "heroes"
                chapter = _Chapter(self._wording.event(heard), [], record.version, seat)
            chapter.end = record.version
            told, beside = list(self._beside(beside, heard)), []
            chapter.lines += told
            if telling is Telling.LINE:
                if isinstance(heard, Stepped) and steps == heard.piece and not told:
                    chapter.lines.pop()  # of a way, its end is told
                chapter.lines.append(f"<p>{escape(self._wording.event(heard))}</p>")
                steps = heard.piece if isinstance(heard, Stepped) else None
        yield chapter

    def _beside(self, notes: list[Note], heard: object) -> Iterator[str]:
        """Devices to everybody; a roll's picture, and what was asked about it, to those who heard of the roll."""
        for note in notes:
            if note.kind == "device" or (isinstance(heard, DiceReported) and note.kind != "photo"):
                if note.picture:
                    self.shown.append(note.picture)
                yield note_of(note, self._wording)

    def _names(self, version: int) -> dict[str, str]:
        state = self.session.state_at(version)
        dead = [character for character in state.dead if character.revealed or self.seat is not None]
        view = self.session.system.view_for(state, self.seat)
        lang = self._wording.lang
        return names_told(FAMILIES, names_of(view, state.quest.names, lang, dead), lang)
