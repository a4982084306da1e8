"""The host: a table that is open, its hall, and the server's thread.

session's thread   step(): empties both gates, shows everybody what is new        <──gate── server's thread (asyncio)
"""

from __future__ import annotations

import asyncio
import ssl
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from math import inf
from pathlib import Path
from typing import Protocol, TypeVar

import uvicorn

from companion.errors import InputError
from ui.gate import Gate
from ui.presenters.clock import Timed
from ui.presenters.errands import HandsDesk
from ui.presenters.table import TablePresenter
from ui.web.address import Doorstep, Share
from ui.web.around import ServedTable
from ui.web.beam import Beam
from ui.web.guests import GuestFile, guest_file
from ui.web.kept import Papers
from ui.web.messages import FRAME_BYTES
from ui.web.photographs import Eyes, Photographs
from ui.web.plain_wire import PlainWire
from ui.web.security import NoLog, SecurityLog
from ui.web.server import Pages, join_link
from ui.web.shared_table import Job, SharedTable
from ui.web.waiting import Connections, PlainLoop

T = TypeVar("T")
STARTS_S = 10.0  # a server that does not listen by then is said not to start
FRAME_S = 0.02  # of a window's frame, for the pages
FOLLOWS_S = 3.0  # from look to look at the networks this machine is in
IDLE_S = 0.1  # how often the devices are asked while nobody taps


class Steps(ServedTable, Protocol):
    """A table with its devices."""

    def start(self) -> None:
        """Watch the devices from now on."""

    def step(self) -> bool:
        """Whether there is something new."""

    def close(self) -> None:
        """Let go of devices and store."""


class Host:
    """A table with everybody's own screen; ``step`` is called by the session's thread."""

    def __init__(
        self,
        table: Steps,
        share: Share,
        store: Path | None,
        eyes: Eyes | None = None,
        beam: Beam | None = None,
        papers: Papers | None = None,
    ) -> None:
        self.table = table
        file = GuestFile(guest_file(store) if store else None)
        self._doorstep = Doorstep(share, is_shown=True, before=file.kept.port)
        self.awake = threading.Event()
        self._gate: Gate[Job] = Gate(self.awake.set)
        file.kept.url = self.url  # for who opens the game in another program
        file.kept.port = self._doorstep.port
        self.hall = SharedTable(table, file, store.stem if store else "Tablewright")
        self.hall.keep()
        self.hall.beam, self.hall.company.game_of_papers = beam, papers.game if papers else ""
        watcher = Photographs(self.hall, self._call, eyes, time.monotonic) if eyes else None
        log = SecurityLog(store.with_name(f"{store.name}.security")) if store else NoLog()
        pages = Pages(self.hall, self._call, lambda: self.url, time.monotonic, watcher, papers, log)
        config = uvicorn.Config(
            pages.app(),
            ws="websockets-sansio",
            ws_max_size=FRAME_BYTES,
            ws_ping_interval=5.0,
            ws_ping_timeout=10.0,
            log_level="error",
            lifespan="off",
            limit_concurrency=1024,  # more than unfinished heads, wires and idle connections together
            server_header=False,
            ssl_certfile=share.certificate or None,
            ssl_keyfile=share.key or None,
            timeout_graceful_shutdown=2,
            http=partial(PlainWire, Connections(log)),  # type: ignore[arg-type]  # called like a class
            loop="asyncio",
            h11_max_incomplete_event_size=16384,
        )
        try:
            config.load()
        except (OSError, ssl.SSLError) as wrong:
            self._doorstep.close()
            raise InputError(share.certificate, "", str(wrong), "a certificate and its key, PEM") from wrong
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._serve, name="pages", daemon=True)

    @property
    def urls(self) -> tuple[str, ...]:
        """The addresses of the pages, the likeliest first."""
        return self._doorstep.urls

    @property
    def url(self) -> str:
        """The first of them."""
        return self.urls[0]

    @property
    def is_reachable(self) -> bool:
        """Whether anybody on another machine can come in."""
        return self._doorstep.is_reachable

    @property
    def presenter(self) -> TablePresenter:
        """The table's own screen."""
        return self.table.presenter

    @property
    def clock(self) -> Timed:
        """The table's time."""
        return self.table.clock

    @property
    def hands(self) -> HandsDesk:
        """The errands of the table."""
        return self.table.hands

    @property
    def code(self) -> str:
        """The code that opens the door."""
        return self.hall.file.kept.code

    @property
    def judge_code(self) -> str:
        """The code with which a judge comes in."""
        return self.hall.file.kept.judge

    @property
    def link(self) -> str:
        """The link in the QR code."""
        return join_link(self.url, self.code)

    def start(self) -> None:
        """Open the door; watch the devices."""
        self.open()
        self.table.start()

    def open(self) -> None:
        """Open the door, if it is not open yet."""
        if self._thread.ident is not None:
            return
        self._thread.start()
        until = time.monotonic() + STARTS_S
        while not self._server.started and time.monotonic() < until and self._thread.is_alive():
            time.sleep(0.005)

    def step(self, within_s: float = FRAME_S) -> bool:
        """Whether there is something new for the table's own screen, which waits for the pages no longer than that."""
        is_new = self.table.step()
        jobs = self._gate.drain(lambda job: job())
        if self.hall.file.kept.url != self.url:
            self.hall.file.kept.url = self.url
            self.hall.keep()
        if not self.hall.settle(within_s):
            self.awake.set()
        return is_new or jobs > 0

    def run(self, until: Callable[[], bool]) -> None:
        """Step, until told to stop."""
        while not until():
            self.awake.wait(IDLE_S)
            self.awake.clear()
            self.step(inf)

    def close(self) -> None:
        """Close the door, let go of everything; may be called twice."""
        if self._thread.is_alive():
            self.hall.say_closed()
        self._server.should_exit = True
        until = time.monotonic() + 5
        while self._thread.is_alive() and time.monotonic() < until:  # whoever still asks gets an answer
            self._gate.drain(lambda job: job())
            self._thread.join(timeout=0.01)
        self._doorstep.close()
        self.hall.close()
        self.table.close()

    def _serve(self) -> None:
        with asyncio.Runner(loop_factory=PlainLoop) as runner:
            runner.run(self._served())

    async def _served(self) -> None:
        following = asyncio.ensure_future(self._follow())
        await self._server.serve(sockets=list(self._doorstep.sockets))
        following.cancel()

    async def _follow(self) -> None:
        """Serve the pages in every network that this machine comes into."""
        loop, config = asyncio.get_running_loop(), self._server.config
        while True:
            await asyncio.sleep(FOLLOWS_S)
            for one in self._doorstep.follow():
                with_state = partial(
                    config.http_protocol_class,
                    config=config,  # type: ignore[call-arg]  # as uvicorn itself calls it
                    server_state=self._server.server_state,
                    app_state=self._server.lifespan.state,
                )
                self._server.servers.append(await loop.create_server(with_state, sock=one, ssl=config.ssl))

    async def _call(self, job: Callable[[], T]) -> T:
        future: Future[T] = Future()

        def run() -> None:
            is_awaited = future.set_running_or_notify_cancel()  # a page may be gone by now; what it said counts
            try:
                result = job()
            except BaseException as fault:
                if is_awaited:
                    future.set_exception(fault)
            else:
                if is_awaited:
                    future.set_result(result)

        self._gate.put(run)
        return await asyncio.wrap_future(future)
