"""One connection of a page: what it says, slowly enough; what it is told, the newest first.

page ──frame──> read ──> hall (one at a time: a flood waits in its own line) ──answer──> page
hall ──show──> the newest model; whatever was not sent yet is forgotten ──> page, when it is ready
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable

from starlette.websockets import WebSocket, WebSocketDisconnect

from ui.web.frames import Shown
from ui.web.messages import PROTOCOL, Answer, Hello, Ping, Tap, answer_frame, frame, read_message

PER_SECOND, BURST = 20.0, 60  # frames a page may send
PATIENCE_S = 20.0  # a page that takes nothing for so long is let go of; it comes back by itself
REMOVED, TOO_OLD, NONSENSE = 4001, 4002, 4003  # why a connection was closed


class PageWire:
    """One connection, as the table sees it: ``show``, ``out`` and ``closed`` may be called from any thread."""

    def __init__(self, socket: WebSocket, loop: asyncio.AbstractEventLoop) -> None:
        self._socket, self._loop = socket, loop
        self._shown: Shown | None = None
        self._frames: deque[bytes] = deque()
        self._goodbye: str | None = None
        self._ready = asyncio.Event()
        self._have: int | None = None  # which model the page has; ``None``: it has not said hello
        self._epoch = 0

    def show(self, shown: Shown) -> None:
        """Send what is new of this."""
        if shown is not self._shown:
            self._shown = shown
            self._loop.call_soon_threadsafe(self._ready.set)

    def out(self, words: str) -> None:
        """Say goodbye, and close."""
        self._goodbye = words
        self._loop.call_soon_threadsafe(self._ready.set)

    def closed(self, words: str) -> None:
        """Say that the table is closed."""
        self._frames.append(frame("closed", words=words))
        self._loop.call_soon_threadsafe(self._ready.set)

    def greet(self, hello: Hello, epoch: int, head: bytes) -> None:
        """Welcome the page; of this host's models it may have one already."""
        is_back = hello.epoch == epoch and self._shown is not None and hello.has <= self._shown.number
        self._have = hello.has if is_back else 0
        self._say(head)

    def _say(self, data: bytes) -> None:
        self._frames.append(data)
        self._ready.set()

    async def write(self) -> None:
        """Send what there is to send, until the end."""
        while True:
            await self._ready.wait()
            self._ready.clear()
            if self._goodbye is not None:
                await self._send(frame("out", words=self._goodbye))
                await self._socket.close(REMOVED)
                return
            while self._frames:
                await self._send(self._frames.popleft())
            shown = self._shown
            if shown is not None and self._have is not None and shown.number > self._have:
                have, self._have = self._have, shown.number
                await self._send(shown.update(have))
                self._ready.set()

    async def _send(self, data: bytes) -> None:
        async with asyncio.timeout(PATIENCE_S):
            await self._socket.send_text(data.decode())

    async def read(
        self, greet: Callable[[Hello], Awaitable[bytes]], tap: Callable[[Tap], Awaitable[Answer]], epoch: int
    ) -> None:
        """Hand on what the page says, until it goes; close on what is no message."""
        allowance, before = float(BURST), time.monotonic()
        while True:
            text = await _text(self._socket)
            if text is None:
                return
            now = time.monotonic()
            allowance = min(float(BURST), allowance + (now - before) * PER_SECOND) - 1
            before = now
            if allowance < 0:
                await asyncio.sleep(-allowance / PER_SECOND)
            match read_message(text):
                case str(wrong):
                    self._say(frame("wrong", words=wrong[:200]))
                    await asyncio.sleep(0)
                    await self._socket.close(NONSENSE)
                    return
                case Ping():
                    self._say(frame("pong", number=self._shown.number if self._shown else 0))
                case Hello() as hello if hello.protocol != PROTOCOL:
                    await self._socket.close(TOO_OLD)
                    return
                case Hello() as hello:
                    self.greet(hello, epoch, await greet(hello))
                case Tap() as touch:
                    answer = await tap(touch)
                    await asyncio.sleep(0)  # the model first, where it is ready
                    self._say(answer_frame(answer))


async def _text(socket: WebSocket) -> str | None:
    """Wait for the next text; ``None`` when the connection is over."""
    try:
        message = await socket.receive()
    except WebSocketDisconnect:
        return None
    if message["type"] == "websocket.disconnect":
        return None
    text = message.get("text")
    return text if isinstance(text, str) else (message.get("bytes") or b"").decode("utf-8", "replace")
