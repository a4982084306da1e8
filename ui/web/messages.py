"""Messages over the wire, both ways: ``tablewright/table@1``, described in README.md.

    hello ──> welcome, the whole model      tap ──> an answer with its id, the parts that changed      ping ──> pong

A tap says what was touched, under a number of its sender's own that only grows, and which model its sender saw.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

PROTOCOL = "tablewright/table@1"
FRAME_BYTES = 4096  # the longest message a page sends

Number = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Does = Literal["press", "piece", "space", "lift", "over", "drop", "room"]


class Hello(msgspec.Struct, tag="hello", forbid_unknown_fields=True):
    """A page that begins, or is back: the protocol it speaks, and the model it still shows."""

    protocol: Annotated[str, msgspec.Meta(max_length=40)]
    epoch: Number = 0
    has: Number = 0


class Tap(msgspec.Struct, tag="tap", forbid_unknown_fields=True):
    """A touch: a button's action, a piece, a place of the board as drawn."""

    id: Annotated[int, msgspec.Meta(ge=1, le=2**53)]
    epoch: Number
    seen: Number
    does: Does
    what: Annotated[str, msgspec.Meta(max_length=200)] = ""
    at: tuple[Annotated[int, msgspec.Meta(ge=-1, le=999)], Annotated[int, msgspec.Meta(ge=-1, le=999)]] | None = None


class Ping(msgspec.Struct, tag="ping", forbid_unknown_fields=True):
    """A question whether anybody is there, and which model is the newest."""


Message = Hello | Tap | Ping
_DECODER: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)


def read_message(data: str | bytes) -> Message | str:
    """The message, or why it is none."""
    if len(data) > FRAME_BYTES:
        return f"longer than {FRAME_BYTES} bytes"
    try:
        return _DECODER.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as wrong:
        return str(wrong) or type(wrong).__name__


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to a tap: done, or refused in words, with the rule where there is one."""

    id: int
    ok: bool
    words: str = ""
    rule: str = ""
    type: str = ""


def answer_frame(answer: Answer) -> bytes:
    """The answer as it is sent."""
    return msgspec.json.encode(msgspec.structs.replace(answer, type="answer"))


def frame(kind: str, **fields: object) -> bytes:
    """A frame of another kind."""
    return msgspec.json.encode({"type": kind, **fields}, order="deterministic")
