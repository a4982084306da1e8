"""What stands beside the record is told the same way in every report: pictures, questions, answers, lights."""

from __future__ import annotations

from html import escape

from companion.text.wording import Wording
from ui.cli.demo.charts import ring_svg
from ui.cli.demo.diary import Note


def note_of(note: Note, wording: Wording) -> str:
    """What stands beside the record: a picture, a question, an answer, a device, lights."""
    match note.kind:
        case "photo" | "dice" if note.picture:
            return image_of(note.picture, "dice-photo" if note.kind == "dice" else "photo")
        case "question":
            return f'<p class="asked"><b>?</b> {wording.say("report.was_asked")}: {escape(note.words)}</p>'
        case "answer":
            return f'<p class="asked"><b>!</b> {escape(note.words)}</p>'
        case "reading":
            return f'<p class="quiet">{escape(note.words)}</p>'
        case "device":
            return f'<p class="device">{escape(note.words)}</p>'
        case "lights" if note.ring:
            return ring_svg(note.ring)
        case _:
            return ""


def image_of(name: str, kind: str = "dice-photo") -> str:
    """A picture that is large when it is tapped."""
    source = f"pictures/{escape(name)}"
    return f'<a href="{source}"><img class="{kind}" loading="lazy" alt="" src="{source}"></a>'
