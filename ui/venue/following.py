"""One host among others on the same database: what another one wrote is here before the next page is shown.

    another host ──commit, NOTIFY──> LISTEN ──> the event's record is read on: pages that are open hear of it
    a page is asked for ──> read on first: who was sent here by the other host finds what he did there

While the database is away the pages show what was known; nothing is written.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress

from starlette.types import ASGIApp, Receive, Scope, Send

from companion.errors import StoreFault
from companion.storage.sql import Database
from ui.venue.doors import Doors
from ui.venue.hall import Hall

QUIET_S = 1.0  # without news the record is looked at all the same
AGAIN_S = 0.3  # until a database that is away is tried again
_WITHOUT = ("/table/", "/health", "/static/", "/clock.json", "/news")  # asked so often that the news must do


class Following:
    """The work that keeps a host up with the others."""

    def __init__(self, database: Database, event: str, hall: Hall, doors: Doors) -> None:
        self._database = database
        self._event = event
        self._hall = hall
        self._doors = doors
        self._is_away = False

    def around(self, app: ASGIApp) -> ASGIApp:
        """The pages, each of them up to date."""

        async def current(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] == "http" and not scope["path"].startswith(_WITHOUT) and not self._is_away:
                with suppress(StoreFault):
                    await self._hall.do(self._read_on)
            await app(scope, receive, send)

        return current

    @asynccontextmanager
    async def listening(self, _: object) -> AsyncIterator[None]:
        """While the server runs."""
        work = asyncio.create_task(self._listen())
        yield
        work.cancel()

    async def _listen(self) -> None:
        while True:
            try:
                with closing(self._database.news(QUIET_S)) as news:
                    while True:
                        told = await asyncio.to_thread(next, news)
                        if told in (None, self._event):
                            await self._hall.do(self._read_on)
                        self._is_away = False
            except StoreFault:
                self._is_away = True
                await asyncio.sleep(AGAIN_S)

    def _read_on(self) -> None:
        self._hall.session.catch_up()
        self._doors.look_again()
