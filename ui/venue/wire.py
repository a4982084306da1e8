"""A connection of an event's server: requests read by httptools, a head of one no longer than a browser's ever is.

The parser takes a head of any length, and would fill the memory with it.
"""

from __future__ import annotations

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_BYTES = 16 << 10


class Wire(HttpToolsProtocol):
    """Hangs up on who sends more than that before its request is whole."""

    _head_bytes = 0

    def data_received(self, data: bytes) -> None:
        self._head_bytes += len(data)
        super().data_received(data)
        if self._head_bytes > HEAD_BYTES:
            self.transport.close()

    def on_headers_complete(self) -> None:
        self._head_bytes = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._head_bytes = 0
        super().on_body(body)
