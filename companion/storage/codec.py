"""Envelopes ⇄ lines of JSON, on msgspec.

{"version": 3, "at": 1763640000000, "command": "c3", "source": "hand", "type": "FigureMoved", "event": {…}}
{…, "source": "camera", "type": "DiceReported", "event": {…}, "evidence": [{"source": "tower", "says": "settled", …}]}
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec

from companion.core.dice import Source
from companion.core.events import Recorded
from companion.core.evidence import Evidence
from companion.core.ids import CommandId, Seat
from companion.errors import InputError
from companion.storage.upcasts import upcast


class _Line(msgspec.Struct, forbid_unknown_fields=True):
    version: int
    at: int
    command: str
    source: Source
    type: str
    event: Any
    evidence: tuple[Evidence, ...] = ()
    by: str | None = None


class JsonCodec:
    """A codec for one system; the event classes are the system's, by name."""

    def __init__(self, event_types: Mapping[str, type]) -> None:
        self._types = event_types
        self._encoder = msgspec.json.Encoder(order="deterministic")
        self._decoder = msgspec.json.Decoder(_Line)

    def encode(self, recorded: Recorded) -> bytes:
        """Encode an entry as one line of JSON, keys in a fixed order, no newline."""
        line: dict[str, Any] = {
            "version": recorded.version,
            "at": recorded.at,
            "command": recorded.command_id,
            "source": recorded.source,
            "type": type(recorded.event).__name__,
            "event": recorded.event,
        }
        if recorded.evidence:
            line["evidence"] = recorded.evidence
        if recorded.by is not None:
            line["by"] = recorded.by
        return self._encoder.encode(line)

    def decode(self, line: bytes, where: str) -> Recorded:
        """The envelope; raises ``InputError`` at ``where`` for anything that is not one."""
        try:
            raw = self._decoder.decode(line)
            kind, data = upcast(raw.type, raw.event)
            if kind not in self._types:
                raise InputError(where, "type", repr(kind), "an event of this system; a newer Tablewright may know it")
            event: Any = msgspec.convert(data, self._types[kind])
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as wrong:
            raise InputError(where, "", str(wrong) or type(wrong).__name__, "a line of a game record") from wrong
        by = None if raw.by is None else Seat(raw.by)
        return Recorded(raw.version, event, CommandId(raw.command), raw.at, raw.source, raw.evidence, by)


def digest_of(state: Any) -> str:
    """The SHA-256 of a state, equal wherever the same game was played: 64 hexadecimal digits.

    Private fields (``_index``, ``_hash``) are derived from the others, and may differ between runs: they do not count.
    """
    plain = _without_private(msgspec.to_builtins(state, order="deterministic"))  # sets in a fixed order
    return hashlib.sha256(msgspec.json.encode(plain, order="deterministic")).hexdigest()


def _without_private(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_private(one) for key, one in value.items() if not str(key).startswith("_")}
    if isinstance(value, list | tuple):
        return [_without_private(one) for one in value]
    return value
