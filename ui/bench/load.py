"""Load on an event's pages: hosts of tables that report, and pages that look for news.

A host sends its lines in order over one connection, and sends again what was not acknowledged. That nothing
acknowledged is lost it sees by itself: its next lines would leave a gap.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

AGAIN_S, WAITS_S = 0.05, 5.0


class Client:
    """A client with one connection, made again when it broke."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: bytes = b"", head: dict[str, str] | None = None) -> bytes:
        """The body of the answer; raises ``OSError`` for anything but a good one."""
        try:
            return await asyncio.wait_for(self._ask(method, path, body, head or {}), WAITS_S)
        except (OSError, EOFError, TimeoutError) as wrong:
            self.close()
            raise OSError(str(wrong)) from wrong

    async def _ask(self, method: str, path: str, body: bytes, head: dict[str, str]) -> bytes:
        if self._ends is None:
            self._ends = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._ends
        fields = {"host": f"127.0.0.1:{self.port}", "content-length": str(len(body)), **head}
        told = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        writer.write(f"{method} {path} HTTP/1.1\r\n{told}\r\n".encode() + body)
        answer = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", answer, re.IGNORECASE)
        told_body = await reader.readexactly(int(length[1]) if length else 0)
        if answer[9:12] != b"200":
            raise OSError(answer[:40].decode("latin-1"))
        return told_body

    def close(self) -> None:
        """Hang up."""
        if self._ends is not None:
            self._ends[1].close()
            self._ends = None


class TableHost(Client):
    """A table's host: a chain of lines."""

    def __init__(self, port: int, link: str, number: int) -> None:
        super().__init__(port)
        self._link, self._number = link, number
        self._seal, self.sent = "0" * 64, 0  # lines that are acknowledged
        self._sealed = b""  # made, and not acknowledged yet
        self.said_again = 0  # how often lines had to be sent again

    def seal(self, count: int) -> None:
        """Make so many new lines, to be sent next: what a host does long before, on a machine of its own."""
        from companion.core.ledger import Entry, seal_of
        from companion.storage.jsonl import sealed_line

        lines = []
        for version in range(self.sent, self.sent + count):
            line = json.dumps({"table": self._number, "version": version, "told": "x" * 300}).encode()
            self._seal = seal_of(self._seal, line)
            lines.append(sealed_line(Entry(version, line, self._seal)))
        self._sealed = b"".join(lines)

    async def send(self, count: int) -> float:
        """Seconds until so many new lines are acknowledged, however long that takes."""
        if not self._sealed:
            self.seal(count)
        head = {"x-device": f"device of table {self._number:05}", "x-first": str(self.sent)}
        before = time.perf_counter()
        while True:
            try:
                answer = json.loads(await self.ask("POST", self._link, self._sealed, head))
                break
            except OSError:
                self.said_again += 1
                await asyncio.sleep(AGAIN_S)
        self.sent, self._sealed = self.sent + count, b""
        if answer["have"] != self.sent or answer["fault"]:
            raise AssertionError(f"table {self._number}: {answer['have']} lines of {self.sent}: {answer['says']}")
        return time.perf_counter() - before


async def watch(pages: Sequence[Client], each_s: float) -> None:
    """Each page asks for news, so often, until it is cancelled."""

    async def look(page: Client, offset_s: float) -> None:
        await asyncio.sleep(offset_s)
        while True:
            with suppress(OSError):
                await page.ask("GET", "/health")
            await asyncio.sleep(each_s)

    await asyncio.gather(*(look(page, each_s * number / len(pages)) for number, page in enumerate(pages)))


async def play(hosts: Sequence[TableHost], each_s: float, goes_on: Callable[[], bool]) -> list[tuple[float, float]]:
    """Send a line of each table every ``each_s``; return when each was acknowledged, and after how many seconds."""
    taken: list[tuple[float, float]] = []

    async def send(host: TableHost, offset_s: float) -> None:
        await asyncio.sleep(offset_s)
        while goes_on():
            until = time.perf_counter() + each_s
            took = await host.send(1)
            taken.append((time.perf_counter(), took))
            await asyncio.sleep(max(0, until - time.perf_counter()))

    await asyncio.gather(*(send(host, each_s * number / len(hosts)) for number, host in enumerate(hosts)))
    return taken


async def beside(work: Awaitable[list[tuple[float, float]]], pages: Sequence[Client], each_s: float) -> list[float]:
    """The seconds of every acknowledgement while the pages watch."""
    watching = asyncio.create_task(watch(pages, each_s))
    taken = await work
    watching.cancel()
    return [took for _, took in taken]


def p99(taken: Sequence[float]) -> float:
    """The time that one in a hundred is over."""
    return sorted(taken)[int(len(taken) * 0.99)]
