"""A connection of an event's server: requests read by httptools, a head of one no longer than a browser's ever is.

The parser takes a head of any length, and would fill the memory with it.
"""

from __future__ import annotations

import uvloop
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ui.web.limits import HEAD_BYTES
from ui.web.waiting import HandshakeInTime, WaitedFor


class Loop(HandshakeInTime, uvloop.Loop):  # type: ignore[misc]  # overloads
    """The loop of an event's pages."""


class Wire(WaitedFor, HttpToolsProtocol):
    """Hangs up on who sends more than that before its request is whole, or takes too long over it."""

    _head_bytes = 0

    def data_received(self, data: bytes) -> None:
        if self._peer.stage == "idle":
            self._waiting.move(self._peer, "head")
        self._head_bytes += len(data)
        super().data_received(data)
        if self._head_bytes > HEAD_BYTES:
            self.transport.close()

    def on_headers_complete(self) -> None:
        self._head_bytes = 0
        self._waiting.move(self._peer, "body")
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._head_bytes = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._head_bytes = 0
        super().on_message_complete()
        is_answered = self.cycle is None or self.cycle.response_complete  # before its body had come: it is let go
        self._waiting.move(self._peer, "idle" if is_answered else "answer")

    def on_response_complete(self) -> None:
        is_next = bool(self.pipeline)
        super().on_response_complete()
        if not is_next and not self.transport.is_closing():
            self._waiting.move(self._peer, "idle")
