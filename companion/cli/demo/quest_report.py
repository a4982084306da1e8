"""The story of a quest as one side heard it, turn by turn, with the dungeon as that side knew it then. One HTML file.

record ─heard_by(seat)─> sentences        state ─view_for(seat)─> drawing        a roll's picture: whoever heard of it
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from companion.board.picture import filling
from companion.cli.demo.chapters import CSS, WORDS
from companion.cli.demo.diary import Diary, Note
from companion.cli.demo.dungeon_svg import dungeon_svg
from companion.core.events import DiceReported
from companion.core.ids import PieceId, Seat
from companion.core.session import Session
from companion.files import write_file
from companion.text.wording import Wording
from ui.presenters.adapter import Telling
from ui.presenters.heroquest.board import dungeon_picture, names_of
from ui.presenters.heroquest.screen import HeroQuestScreen

__all__ = ["write_quest_report"]

_CSS = """svg .door{stroke-width:8}svg .nose{stroke-width:5;stroke-linecap:round}
.turn.seat-master{border-color:#8e2f4f}.turn.seat-heroes{border-color:#009e73}figure{display:inline-block;margin:.3rem}
figcaption{font-size:.85rem;color:#5c6675}.rows img{width:9rem;border-radius:.4rem}"""


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
        self.session, self.diary, self.seat, self.folder = session, diary, seat, folder
        self.shown: list[str] = []
        self._wording = Wording()
        self._words = WORDS[self._wording.lang]
        self._drawing, self._telling = filling(session.state.dungeon.board), HeroQuestScreen(session).telling

    def page(self) -> Iterator[str]:
        """The page, piece by piece."""
        words, lang = self._words, self._wording.lang
        chapters = list(self._chapters())
        yield f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><title>Tablewright</title>'
        yield f'<meta name="viewport" content="width=device-width"><style>{CSS}{_CSS}</style>'
        title = escape(str(self.session.state.quest.name))
        lead = words["quest_lead"] if self.seat is None else words["master_lead"]
        yield f'<header><h1>{title}</h1><p>{lead}</p><div class="tiles">'
        facts = ((self.diary.rolled, words["rolled"]), (self.diary.asked, words["asked"]),
                 (self.diary.corrected, words["corrected"]))  # fmt: skip
        yield "".join(f"<div><b>{number}</b>{word}</div>" for number, word in facts)
        yield f"</div></header><main><section><h2>{words['enrolled']}</h2>"
        yield f"<div class='rows'>{self._enrolled()}</div></section>"
        for one in chapters:
            if one.lines:
                view = self.session.system.view_for(self.session.state_at(one.end), self.seat)
                drawn = dungeon_svg(dungeon_picture(self._drawing, view))
                yield f'<section class="turn seat-{one.seat}"><h2>{escape(one.title)}</h2><div class="split">'
                yield f'<div class="story">{"".join(one.lines)}</div><div>{drawn}</div></div></section>'
        yield f"</main><footer>{words['foot']}</footer></html>"

    def _enrolled(self) -> str:
        """The photographs that showed the faces to the camera; no secret of anybody's."""
        parts = []
        for file in sorted(
            (*self.folder.glob("enrol-*.jpg"), *(self.folder.parents[1] / "pictures").glob("enrol-*.jpg"))
        ):
            self.shown.append(file.name)
            name = escape(file.stem.removeprefix("enrol-").replace("-", ": "))
            parts.append(f"<figure>{_image(file.name)}<figcaption>{name}</figcaption></figure>")
        return "".join(parts)

    def _chapters(self) -> Iterator[_Chapter]:
        """What was heard, a chapter for each turn; what stands beside the record comes with what it led to."""
        chapter, notes = _Chapter(self._words["opening"]), list(self.diary.notes)
        beside: list[Note] = []
        steps: PieceId | None = None  # whose way the last line told
        for one in self.session.records[1:]:
            before = self.session.state_at(one.version - 1)
            heard = self.session.system.heard_by(before, one.event, self.seat)
            beside += [notes.pop(0) for _ in range(sum(note.version < one.version for note in notes))]
            if heard is None:
                beside = [note for note in beside if note.kind == "device"]
                continue
            name, telling = type(heard).__name__, self._telling(heard)
            self._wording.names = self._names(one.version)
            if name in ("TurnOpened", "TurnClosed") and before.who(heard.piece).seat == before.table.gm:
                continue  # the master moves everybody at once
            if telling is Telling.HEADING:
                yield chapter
                seat = getattr(heard, "phase", "") or "heroes"
                chapter = _Chapter(self._wording.event(heard), [], one.version, seat)
            chapter.end = one.version
            told, beside = list(self._beside(beside, heard)), []
            chapter.lines += told
            if telling is Telling.LINE:
                if name == "Stepped" and steps == heard.piece and not told:
                    chapter.lines.pop()  # of a way, its end is told
                chapter.lines.append(f"<p>{escape(self._wording.event(heard))}</p>")
                steps = heard.piece if name == "Stepped" else None
        yield chapter

    def _beside(self, notes: list[Note], heard: Any) -> Iterator[str]:
        """Devices to everybody; a roll's picture, and what was asked about it, to those who heard of the roll."""
        for note in notes:
            if note.kind == "device":
                yield f'<p class="device">{escape(note.words)}</p>'
            elif isinstance(heard, DiceReported):
                if note.kind == "dice" and note.picture:
                    self.shown.append(note.picture)
                    yield _image(note.picture)
                elif note.kind == "reading":
                    yield f'<p class="quiet">{escape(note.words)}</p>'
                elif note.kind in ("question", "answer"):
                    mark, words = ("?", self._words["was_asked"] + ": ") if note.kind == "question" else ("!", "")
                    yield f'<p class="asked"><b>{mark}</b> {words}{escape(self._words.get(note.words, note.words))}</p>'

    def _names(self, version: int) -> dict[str, str]:
        state = self.session.state_at(version)
        dead = [one for one in state.dead if one.revealed or self.seat is not None]
        return names_of(self.session.system.view_for(state, self.seat), dead)


def _image(name: str) -> str:
    return f'<a href="pictures/{name}"><img class="dice-photo" loading="lazy" alt="" src="pictures/{name}"></a>'
