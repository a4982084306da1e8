"""A hub that does nothing: it answers at once, keeps nothing, and sends its pages news of the same size.

Under the same load, in the same run, its figures are those of the machine and of those who ask. Where they miss a goal,
no hub could have met it just then; what a hub takes longer is its own.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import ClassVar

NULL = "of a hub that does nothing: this machine, and those who ask"
NEWS = b"x" * 9000  # bytes that a hall's page is sent at a result
PAGE = b"x" * 60_000  # of a whole page of 256 players


class _Null(asyncio.Protocol):
    """A connection of it; ``version`` counts the results, for all of them."""

    version = 1
    streams: ClassVar[set[asyncio.Transport]] = set()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._transport, self._come = transport, b""

    def connection_lost(self, exc: Exception | None) -> None:
        self.streams.discard(self._transport)

    def data_received(self, data: bytes) -> None:
        self._come += data
        while True:
            head, found, rest = self._come.partition(b"\r\n\r\n")
            length = re.search(rb"content-length: (\d+)", head)
            size = int(length[1]) if length else 0
            if not found or len(rest) < size:
                return
            self._come = rest[size:]
            self._answer(head, rest[:size])

    def _answer(self, head: bytes, body: bytes) -> None:
        path = head.split(b" ", 2)[1]
        if path.startswith(b"/table/"):
            first = re.search(rb"x-first: (\d+)", head)
            have = int(first[1] if first else 0) + body.count(b"\n")
            self._send(json.dumps({"have": have, "says": "", "fault": ""}).encode())
        elif b"/news" in path:
            self.streams.add(self._transport)
            self._transport.write(b"HTTP/1.1 200 OK\r\n\r\n" + self._news())
        elif path == b"/enter":
            self._send(b"", b"set-cookie: venue=organiser; path=/\r\n", b"303")
        elif head.startswith(b"POST"):
            _Null.version += 1
            self._send(b"", status=b"303")
            for stream in self.streams:
                stream.write(self._news(NEWS))
        elif path == b"/health":
            self._send(b'{"version":%d,"round":1}' % self.version)
        else:
            self._send(b'<body data-version="%d" data-have="0">' % self.version + PAGE)

    def _news(self, told: bytes = b"") -> bytes:
        return b'data: {"version":%d,"parts":{"0":"%s"}}\n\n' % (self.version, told)

    def _send(self, body: bytes, head: bytes = b"", status: bytes = b"200") -> None:
        length = b"content-length: %d\r\n" % len(body)
        self._transport.write(b"HTTP/1.1 " + status + b" OK\r\n" + head + length + b"\r\n" + body)


@contextmanager
def null_hub() -> Iterator[int]:
    """It serves at this port, in a process of its own."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs,), daemon=True)
    process.start()
    try:
        yield ours.recv()
    finally:
        process.kill()
        process.join()


def _serve(ends: Connection) -> None:
    import uvloop

    async def serve() -> None:
        listening = socket.create_server(("127.0.0.1", 0), backlog=2048)
        server = await asyncio.get_running_loop().create_server(_Null, sock=listening)
        ends.send(listening.getsockname()[1])
        await server.serve_forever()

    uvloop.run(serve())
