"""Opening a record, whatever its form: the doors the commands share."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.core.events import Recorded
from companion.core.ids import EditionId, SystemId
from companion.core.ledger import Entry, Ledger, Recorder, check_chain
from companion.core.rules import History
from companion.errors import BrokenSeal, InputError
from companion.games import find_system
from companion.storage.codec import JsonCodec, digest_of
from companion.storage.jsonl import read_whole
from companion.storage.memory import MemoryRecorder


@dataclass(frozen=True, slots=True)
class Game:
    """A record played to its end."""

    system: Any
    records: tuple[Recorded, ...]
    history: History
    head: str


@dataclass(frozen=True, slots=True)
class Heard:
    """A record of what one side heard of a game: it is read and checked, and cannot be played again."""

    records: tuple[Recorded, ...]
    head: str


def open_record(path: Path) -> Game:
    """The game in a record file or a game store; raises ``InputError`` or ``BrokenSeal`` with the line."""
    game = open_any(path)
    if isinstance(game, Heard):
        raise InputError(str(path), "line 1", "what one side heard of a game", "the whole record, its master's")
    return game


def open_any(path: Path) -> Game | Heard:
    """The same, or what one side heard of a game."""
    recorder, name = _copied(path)
    check_chain(recorder)
    system = _system_of(recorder, name)
    ledger = Ledger(recorder, JsonCodec(system.event_types))
    records = tuple(ledger.read())
    if not system.is_whole(records[0].event):
        return Heard(records, ledger.head)
    history = History(system, records[0].event)
    for record in records[1:]:
        try:
            history.fold(record.event)
        except (KeyError, IndexError, ValueError, AssertionError) as wrong:  # sealed, but not a game anybody played
            raise InputError(
                f"{name}: line {record.version + 1}", "event", repr(wrong), "an event that fits"
            ) from wrong
    return Game(system, records, history, ledger.head)


def _copied(path: Path) -> tuple[Recorder, str]:
    """The lines in memory: replaying must not lock, mend or touch somebody's record."""
    if not path.is_file():
        raise InputError(str(path), "", "no such file", "a game record or a game store")
    with path.open("rb") as file:
        is_store = file.read(16) == b"SQLite format 3\0"
    copy = MemoryRecorder(str(path))
    if is_store:
        from companion.storage.sqlite import SqliteRecorder

        store = SqliteRecorder(path)
        lines: list[Entry] = list(store.read())
        store.close()
    else:
        lines = read_whole(path)
    copy.append(lines, expected=0)
    return copy, str(path)


def _system_of(recorder: Recorder, name: str) -> Any:
    import msgspec

    first = next(recorder.read(), None)
    if first is None:
        raise InputError(name, "line 1", "an empty file", "the set-up of a game")
    try:
        event = msgspec.json.decode(first.line).get("event", {})
        system, edition = SystemId(event["system"]), EditionId(event["edition"])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as wrong:
        raise BrokenSeal(name, 1, "not a complete sealed line of a game record") from wrong
    except (KeyError, TypeError, AttributeError) as wrong:
        raise InputError(f"{name}: line 1", "event", "no system and edition", "the set-up of a game") from wrong
    return find_system(system, edition, f"{name}: line 1")


def summary_of(game: Game | Heard) -> dict[str, Any]:
    """Return what a replay prints: events, head seal; of a whole game its digest and a summary of its state."""
    if isinstance(game, Heard):
        return {"events": len(game.records), "heard": True, "head": game.head}
    state = game.history.state
    return {
        "events": len(game.records),
        "digest": digest_of(state),
        "head": game.head,
        **game.system.summary(state),
    }
