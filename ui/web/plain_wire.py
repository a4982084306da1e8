"""A connection of a table's server: as uvicorn reads it, with a time for head and body; a page's socket has its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import h11
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from ui.web.waiting import Connections, Peer

_STAGES = {h11.IDLE: "head", h11.SEND_BODY: "body"}  # of who asks; anything else: it waits for the answer


class PlainWire(H11Protocol):
    """Is waited for as long as its stage allows."""

    _peer: Peer

    def __init__(
        self, waiting: Connections, config: Config, server_state: ServerState, app_state: dict[str, object]
    ) -> None:
        super().__init__(config, server_state, app_state)
        self._waiting = waiting

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._peer = Peer(transport)
        self._waiting.move(self._peer, "head")

    def connection_lost(self, exc: Exception | None) -> None:
        self._waiting.move(self._peer, "gone")
        super().connection_lost(exc)

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


def plain_wires(waiting: Connections) -> Callable[..., asyncio.Protocol]:
    """Return a maker of the connections of one server, as uvicorn asks for one."""

    def made(
        config: Config, server_state: ServerState, app_state: dict[str, object], _loop: object = None
    ) -> asyncio.Protocol:
        return PlainWire(waiting, config, server_state, app_state)

    return made
