"""A record whose lines hold no names: they stand beside the lines, and may be forgotten (``core.naming``).

event ─> NamingCodec ──names replaced──> line, sealed ─> NamingRecorder ──with what stands beside it──> kept
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import msgspec

from companion.core.events import Recorded
from companion.core.ledger import Entry, Recorder
from companion.core.naming import Names, holds, tokens_of
from companion.storage.codec import JsonCodec

NamesIn = Callable[[object], Iterable[str]]
Json = str | float | bool | None | list["Json"] | dict[str, "Json"]


class NamingCodec:
    """A codec that writes no names; ``names_in`` tells which an event brings along, ``texts_in`` its free words.

    Somebody who is called like a value of the events themselves ("draw") keeps that name: without it no such line
    could be read any more.
    """

    def __init__(
        self, event_types: Mapping[str, type], names: Names, names_in: NamesIn, texts_in: NamesIn | None = None
    ) -> None:
        self._codec, self._names, self._names_in = JsonCodec(event_types), names, names_in
        self._texts_in = texts_in or (lambda event: ())
        _, kinds = msgspec.json.schema_components(list(event_types.values()))
        self._values = frozenset(_values(kinds))

    def encode(self, recorded: Recorded) -> bytes:
        """The line, with what stands for each name."""
        self._names.add(name for name in self._names_in(recorded.event) if name not in self._values)
        self._names.add_texts(text for text in self._texts_in(recorded.event) if text not in self._values)
        raw = msgspec.json.decode(self._codec.encode(recorded))
        return msgspec.json.encode(raw | {"event": _each(raw["event"], self._names.hidden)})

    def decode(self, line: bytes, where: str) -> Recorded:
        """The envelope, with the names that are not forgotten."""
        if b"~" not in line:
            return self._codec.decode(line, where)
        try:
            raw = msgspec.json.decode(line)
        except msgspec.MsgspecError:
            return self._codec.decode(line, where)  # which says what is wrong with it
        return self._codec.decode(msgspec.json.encode(_each(raw, self._names.shown)), where)


class NamingRecorder:
    """A recorder that puts the names beside the lines in which they first occur, and learns them when it reads."""

    def __init__(self, recorder: Recorder, names: Names) -> None:
        self.name, self._recorder, self._names = recorder.name, recorder, names
        self._kept: set[str] = set()

    def append(self, entries: Sequence[Entry], expected: int) -> None:
        """Keep lines and names together, or neither."""
        kept, beside = set(self._kept), []
        for entry in entries:
            aside = self._names.beside(entry.line, kept)
            kept |= tokens_of(aside).keys()
            beside.append(replace(entry, aside=aside))
        self._recorder.append(beside, expected)
        self._kept = kept

    def read(self, start: int = 0) -> Iterator[Entry]:
        for entry in self._recorder.read(start):
            if entry.aside and holds(entry.line, entry.aside):  # else the chain is broken, and that is said there
                self._names.learn(entry.aside)
                self._kept |= tokens_of(entry.aside).keys()
            yield entry

    def length(self) -> int:
        return self._recorder.length()

    def close(self) -> None:
        self._recorder.close()


def _values(schema: Json) -> Iterator[str]:
    """The words that events choose from."""
    match schema:
        case {"enum": [*words]}:
            yield from map(str, words)
        case dict():
            for part in schema.values():
                yield from _values(part)
        case list():
            for part in schema:
                yield from _values(part)


def _each(value: Json, change: Callable[[str], str]) -> Json:
    """The value with every string in it changed; the names of fields are none."""
    match value:
        case str():
            return change(value)
        case list():
            return [_each(one, change) for one in value]
        case dict():
            return {key: _each(one, change) for key, one in value.items()}
        case _:
            return value
