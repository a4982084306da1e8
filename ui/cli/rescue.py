"""``companion rescue``: what is whole of a damaged store, record or event, saved as a file that opens."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.errors import InputError
from companion.files import write_file
from companion.storage.jsonl import sealed_line
from companion.storage.salvage import Salvage, salvage
from companion.storage.sqlite import SqliteRecorder
from companion.storage.witness import Witness
from companion.text.faults import phrase_words
from companion.text.wording import Wording
from ui.cli.front import command as make_command
from ui.cli.text import language, say

if TYPE_CHECKING:
    from firmware_bridge.spool_rescue import SpoolRescue

_HELP = """Save what is whole of a damaged store, record or event, and say what is lost.

FILE is only read, and may be in use: of a game that is being played this is a backup. Where OUT ends with .db it
becomes a store, in which the game goes on; with any other name a record, or an event. The spool of a table's devices
is saved as well: every event that is whole.

Exit 0: all of it was saved; 1: a part, up to the damage; 2: nothing could be.

Example:

\b
  companion event new friday.event --seed 7
  companion rescue friday.event --out saved.event
"""


@make_command("rescue", help=_HELP)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--out", required=True, type=click.Path(path_type=Path), help="Where to save it: a name that is free.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(file: Path, out: Path, as_json: bool) -> int:
    if not file.is_file():
        raise InputError(str(file), "", "no such file", "a store, a record or an event")
    if out.exists():
        raise InputError(str(out), "", "a file that is there already", "a name that is free")
    saved = salvage(file)
    if not saved.entries and (events := _spooled(file, out)) is not None:
        if as_json:
            words = {"saved": events.saved, "untaken": events.untaken, "lost": events.lost, "whole": events.is_whole}
            print(json.dumps({"file": str(file), "out": str(out), **words}))
        else:
            print(say("rescue.spool", file=file, out=out, saved=events.saved, untaken=events.untaken))
            if not events.is_whole:
                print(say("rescue.spool_lost", lost=events.lost))
        return 0 if events.is_whole else 1
    if not saved.entries:
        why = saved.why or "an empty file"
        raise InputError(str(file), "line 1", why, "a store, a record or an event with a first line that is whole")
    _write(saved, out)
    if as_json:
        print(json.dumps(_document(file, out, saved)))
    else:
        _tell(file, out, saved)
    return 0 if saved.is_whole else 1


def _spooled(file: Path, out: Path) -> SpoolRescue | None:
    """The events of devices that the file is a spool of, saved; ``None``: it is none, or nothing of it is whole."""
    from firmware_bridge.spool_rescue import rescue_spool

    try:
        return rescue_spool(file, out)
    except InputError:
        return None


def _write(saved: Salvage, out: Path) -> None:
    """Write all of the lines or nothing; a note of the length goes beside what is known to be whole."""
    entries = saved.entries
    if out.suffix != ".db" or any(entry.aside for entry in entries):  # a store has no room for an event's names
        write_file(out, b"".join(map(sealed_line, entries)))
        if saved.is_whole and saved.known:
            with closing(Witness(out)) as witness:
                witness.note(len(entries), entries[-1].seal)
        return
    made = out.with_name(f".{out.name}.made")
    made.unlink(missing_ok=True)
    try:
        with closing(SqliteRecorder(made)) as store:
            store.append([replace(entry, aside=b"") for entry in entries], expected=0)
        made.replace(out)
        made.with_name(made.name + ".head").replace(out.with_name(out.name + ".head"))
    finally:
        for left in (made, made.with_name(made.name + ".head")):
            left.unlink(missing_ok=True)


def _document(file: Path, out: Path, saved: Salvage) -> dict[str, object]:
    return {
        "file": str(file),
        "out": str(out),
        "saved": len(saved.entries),
        "whole": saved.is_whole,
        "lost": saved.lost,
        "line": None if saved.is_whole else len(saved.entries) + 1,
        "why": saved.why,
        "end_known": bool(saved.known),
    }


def _tell(file: Path, out: Path, saved: Salvage) -> None:
    words = {"file": file, "out": out, "saved": len(saved.entries), "line": len(saved.entries) + 1, "lost": saved.lost}
    if saved.is_whole:
        print(say("rescue.whole", **words))
    else:
        print(say("rescue.part", **words))
        print(say("rescue.damage", line=words["line"], why=phrase_words(saved.why, Wording(language()))))
        print(say("rescue.lost" if saved.lost else "rescue.may_be_lost", **words))
    if not saved.known:
        print(say("replay.no_end", head=Witness(file).path))
