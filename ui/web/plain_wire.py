"""A connection of a table's server: as uvicorn reads it, with a time for head and body; a page's socket has its own."""

from __future__ import annotations

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from ui.web.waiting import WaitedFor

_STAGES = {h11.IDLE: "head", h11.SEND_BODY: "body"}  # of who asks; anything else: it waits for the answer


class PlainWire(WaitedFor, H11Protocol):
    """Is waited for as long as its stage allows."""

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._peer.stage != "gone":
            self._waiting.move(self._peer, _STAGES.get(self.conn.their_state, "answer"))

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._waiting.move(self._peer, "gone")
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        if not self.transport.is_closing():
            self._waiting.move(self._peer, "idle")
        super().on_response_complete()
