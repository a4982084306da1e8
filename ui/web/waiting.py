"""Connections that keep a server waiting: each has a time for its head and for its body, and all have a number.

    connected ──head whole──> asked ──body whole──> answered ──> idle ──head…
        │ too slow, or the oldest of too many                     │ no file is left for somebody new
        └──> closed                                               └──> the one that is idle longest is closed

A server has as many connections as the system gives it files: who holds them open and says nothing keeps nobody out.
"""

from __future__ import annotations

import asyncio
import resource
from collections import OrderedDict
from typing import TYPE_CHECKING

from ui.web.limits import BODY_S, HEAD_S, IDLE_S, SPARE_FILES, WAITING
from ui.web.security import Log, NoLog

if TYPE_CHECKING:  # whoever is waited for has it imported
    from uvicorn import Config
    from uvicorn.server import ServerState

_LOOKS_S = 1.0  # between two looks at who is late


class Peer:
    """A connection as far as it is waited for."""

    __slots__ = ("address", "since_s", "stage", "transport")

    def __init__(self, transport: asyncio.Transport) -> None:
        self.transport = transport
        self.stage, self.since_s = "", 0.0
        peer = transport.get_extra_info("peername")
        self.address = str(peer[0]) if peer else ""


class Connections:
    """All connections of one server, those that are waited for in the order in which it began."""

    def __init__(self, log: Log | None = None, files: int | None = None) -> None:
        self._log = log or NoLog()
        self._most = max(WAITING, (files or _all_files()) - SPARE_FILES)
        self._stages: dict[str, OrderedDict[Peer, None]] = {stage: OrderedDict() for stage in ("head", "body", "idle")}
        self._limits_s = {"head": HEAD_S, "body": BODY_S, "idle": IDLE_S}
        self._asked = 0  # connections whose request is being answered
        self._look: asyncio.TimerHandle | None = None

    def move(self, peer: Peer, stage: str) -> None:
        """The connection is waited for there from now on: ``head``, ``body``, ``idle``; ``answer``; ``gone``."""
        if peer.stage == stage:
            return
        if peer.stage in self._stages:
            self._stages[peer.stage].pop(peer, None)
        self._asked += (stage == "answer") - (peer.stage == "answer")
        peer.stage = stage
        if stage not in self._stages:
            return
        loop = asyncio.get_running_loop()
        peer.since_s = loop.time()
        self._stages[stage][peer] = None
        if self._look is None:
            self._look = loop.call_later(_LOOKS_S, self._close_late)
        if stage == "head" and len(self._stages["head"]) > WAITING:
            self._close(next(iter(self._stages["head"])), "crowd")
        elif sum(map(len, self._stages.values())) + self._asked > self._most:
            oldest = next((one for stage in ("idle", "head", "body") for one in self._stages[stage]), None)
            if oldest is not None and oldest is not peer:
                self._close(oldest, "crowd")

    def _close_late(self) -> None:
        loop = asyncio.get_running_loop()
        for stage, limit_s in self._limits_s.items():
            for peer in list(self._stages[stage]):
                if peer.since_s > loop.time() - limit_s:
                    break
                self._close(peer, stage)
        is_waiting = any(self._stages.values())
        self._look = loop.call_later(_LOOKS_S, self._close_late) if is_waiting else None

    def _close(self, peer: Peer, why: str) -> None:
        if why != "idle":
            self._log.note("slow_connection", peer.address, why=why)
        self.move(peer, "gone")
        peer.transport.abort()


class WaitedFor(asyncio.Protocol):
    """The half of a connection that is waited for; the other half is uvicorn's, which reads requests."""

    _peer: Peer

    def __init__(
        self,
        waiting: Connections,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, object],
        _loop: object = None,
    ) -> None:
        super().__init__(config, server_state, app_state)  # type: ignore[call-arg]  # uvicorn's half comes next
        self._waiting = waiting

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._peer = Peer(transport)
        self._waiting.move(self._peer, "head")

    def connection_lost(self, exc: Exception | None) -> None:
        self._waiting.move(self._peer, "gone")
        super().connection_lost(exc)


class HandshakeInTime:
    """The half of a loop that gives a TLS handshake no longer than a head; the other half is asyncio's or uvloop's."""

    async def create_server(self, *wanted: object, **settings: object) -> asyncio.Server:
        if settings.get("ssl") is not None:
            settings["ssl_handshake_timeout"] = HEAD_S  # uvicorn leaves it at 60 s
        server: asyncio.Server = await super().create_server(*wanted, **settings)  # type: ignore[misc]
        return server


class PlainLoop(HandshakeInTime, asyncio.SelectorEventLoop):
    """The loop of a table's pages."""


def _all_files() -> int:
    """Return how many files this process may have open, once it may have all that the system allows it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = hard if hard != resource.RLIM_INFINITY else max(soft, 1 << 16)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted
