"""The papers of a demonstration: the table's own report, with what stood beside the record, for each side.

diary ──notes──> photographs, questions, answers, devices, lights        record ──marks──> sources, terms
"""

from __future__ import annotations

import re
import shutil
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

from companion.core.dice import Source
from companion.core.events import DiceReported
from companion.core.ledger import Ledger
from companion.core.session import Session
from companion.core.telling import Hearing
from companion.files import write_file
from companion.storage.codec import JsonCodec
from companion.storage.jsonl import JsonlRecorder
from companion.text.wording import Wording
from ui.cli.demo.charts import ring_svg
from ui.cli.demo.diary import Diary, Note
from ui.cli.demo.script import Page, Script
from ui.table.papers import Beside, report_of, report_page
from ui.table.preview import Moments, played_of
from ui.web.theatre import heard_of, pictured, sides_of

Tile = tuple[str, object, str]


def write_papers(script: Script, session: Session, diary: Diary, out: Path) -> dict[str, Any]:
    """Write the record and every report with the pictures it shows; return what the command prints."""
    played = played_of(session)
    told: dict[str, Any] = {"record": str(out / "game.record"), "report": str(out / script.pages[0].file)}
    reporters = [_Reporter(script, session, diary, out, page) for page in script.pages]
    counts = {name: getattr(diary, name) for name in ("agreed", "asked", "corrected", "died", "left_out")}
    told |= reporters[0].counts | counts | script.told(session, out, diary)
    for page, reporter in zip(script.pages, reporters, strict=True):
        file = out / page.file
        records = played.records if file.parent == out else heard_of(played, page.side)
        recorder = JsonlRecorder(file.parent / "game.record")
        Ledger(recorder, JsonCodec(played.system.event_types)).append(records)
        recorder.close()
        write_file(file, reporter.page(told))
    return told


class _Reporter:
    """The writer of one report."""

    def __init__(self, script: Script, session: Session, diary: Diary, out: Path, page: Page) -> None:
        self._script, self._page = script, page
        self._session, self._diary = session, diary
        self._pictures, self._folder = out / "pictures", (out / page.file).parent / "pictures"
        self._wording, self._played = Wording(), played_of(session)
        self._report = report_of(Moments(self._played, page.side), self._wording, ways=partial(script.ways, session))
        self._lines = [line for chapter in self._report.chapters for line in chapter.lines]
        hearing = Hearing(self._played.system, next(iter(sides_of(self._played).get(page.side, ())), None))
        heard = {record.version: hearing.hear(record) for record in self._played.records}
        self._heard = {version: record for version, record in heard.items() if record is not None}
        self._camera = self._wording.word("source", Source.CAMERA)
        self._marks = dict(self._by_camera())

    @property
    def counts(self) -> dict[str, int]:
        """The moves and the throws of which a line says that the camera read them."""
        by_camera = re.compile(rf"[ (]{re.escape(self._camera)}\)")  # "(camera)", "(dice: coins; camera)"
        return {
            "read": len(self._marks),
            "rolled": sum(len(by_camera.findall(line.words)) for line in self._lines),
        }

    def page(self, told: dict[str, Any]) -> bytes:
        """Return the report as a page; copies of the pictures it shows lie beside it."""
        counts = {word: (told | self.counts)[word] for word in self._page.tiles}
        tiles = [("", count, self._wording.say(f"report.{word}", count=count)) for word, count in counts.items()]
        own = self._script.beside(self._session, self._report, self._wording)
        return report_page(self._report, self._wording, self._beside(tiles, own))

    def _by_camera(self) -> Iterator[tuple[int, str]]:
        """Generate the lines of moves that the camera read, by their versions, with the mark that says so."""
        named = set[str]()
        for line in self._lines:
            record = self._heard[line.version]
            is_first, is_dice = record.command_id not in named, isinstance(record.event, DiceReported)
            if record.source is Source.CAMERA and is_first and not is_dice:
                yield line.version, f' <span class="source">{escape(self._camera)}</span>'
            named.add(record.command_id)

    def _beside(self, tiles: Sequence[Tile], own: Beside) -> Beside:
        """Return what stands beside the lines of this side."""
        notes: dict[int, list[str]] = defaultdict(list)
        for note in self._diary.notes:
            if note.kind == "device" or note.version + 1 in (*self._heard, len(self._played.records)):
                notes[note.version] += self._note(note)
        kinds = self._script.kinds
        return replace(
            own,
            lead=self._page.lead,
            tiles=tiles,
            notes=notes,
            marks=self._marks,
            kinds={line.version: kinds.get(type(self._heard[line.version].event).__name__, "") for line in self._lines},
            after=(*own.after, *self._enrolled()),
        )

    def _note(self, note: Note) -> Iterator[str]:
        """Generate a picture, a question, an answer, a device, lights."""
        words = escape(note.words)
        match note.kind:
            case "photo" | "dice" if note.picture:
                yield self._image(note.picture, "dice-photo" if note.kind == "dice" else "photo", self._pictured(note))
            case "question":
                asked = self._wording.pair(self._wording.say("report.was_asked"), note.words)
                yield f'<p class="asked"><b>?</b> {escape(asked)}</p>'
            case "answer":
                yield f'<p class="asked"><b>!</b> {words}</p>'
            case "device":
                yield f'<p class="device">{words}</p>'
            case "lights" if note.ring:
                yield ring_svg(note.ring)

    def _pictured(self, note: Note) -> str:
        """Say what a picture shows: the table, or dice, with the line that tells what they show."""
        line = next((line.words for line in self._lines if line.version == note.version + 1), "")
        return pictured("dice" if note.kind == "dice" else "table", line, self._wording)

    def _enrolled(self) -> Iterator[str]:
        """Generate the section of the photographs that showed the dice's faces to the camera: no secret."""
        shown = ""
        for file in sorted(self._pictures.glob("enrol-*.jpg")):
            die, _, face = file.stem.removeprefix("enrol-").partition("-")
            name = escape(self._wording.pair(self._wording.word("die", die), self._wording.face(die, face)))
            picture = self._image(file.name, "dice-photo", pictured("dice", "", self._wording))
            shown += f"<figure>{picture}<figcaption>{name}</figcaption></figure>"
        if shown:
            yield f"<section><h2>{self._wording.say('report.enrolled')}</h2><div class='rows'>{shown}</div></section>"

    def _image(self, name: str, kind: str, shows: str) -> str:
        """Return a picture that is large when it is tapped; ``shows``: what a reader hears of it."""
        if not (self._folder / name).exists():
            shutil.copyfile(self._pictures / name, self._folder / name)
        source = f"pictures/{escape(name)}"
        return f'<a href="{source}"><img class="{kind}" loading="lazy" alt="{escape(shows)}" src="{source}"></a>'
