"""A bad network between a page and its host: a proxy that delays what passes, and loses some of it, frame by frame."""

from __future__ import annotations

import asyncio
import random
import threading
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import connect as reach
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from tests.patience import PATIENCE_S


class Weather:
    """Serves the wire of a host at an address of its own; ``lost`` counts the frames that never arrived."""

    def __init__(self, url: str, *, delay_s: float, loss: float) -> None:
        self._host = urlsplit(url).netloc
        self._delay_s, self._loss, self._chance = delay_s, loss, random.Random(3)
        self.lost = 0
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)
        self._thread.start()
        assert self._ready.wait(PATIENCE_S)

    async def _run(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        async with serve(self._pass_on, "127.0.0.1", 0, compression=None) as server:
            self.port: int = server.sockets[0].getsockname()[1]
            self._ready.set()
            await self._stop.wait()

    async def _pass_on(self, page: Any) -> None:
        headers = {"Cookie": page.request.headers.get("Cookie", "")}
        own = Origin(f"http://{self._host}")
        async with reach(f"ws://{self._host}/wire", origin=own, additional_headers=headers, compression=None) as host:
            ways = [asyncio.create_task(self._way(page, host)), asyncio.create_task(self._way(host, page))]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()

    async def _way(self, start: Any, end: Any) -> None:
        late: asyncio.Queue[tuple[float, str]] = asyncio.Queue()

        async def deliver() -> None:
            while True:
                due, frame = await late.get()
                await asyncio.sleep(max(0.0, due - self._loop.time()))
                await end.send(frame)

        delivering = asyncio.create_task(deliver())
        try:
            async for frame in start:
                if self._chance.random() < self._loss:
                    self.lost += 1
                else:
                    late.put_nowait((self._loop.time() + self._delay_s, frame))
        except ConnectionClosed:
            pass
        finally:
            delivering.cancel()

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(PATIENCE_S)
