"""Load on an event's pages: hosts of tables that report, and pages that behave as browsers do.

A page is fetched, and its style and scripts with it; then it follows the news, and is fetched again where they say so,
or where the connection broke, as ``ui/venue/static/news.js`` does.

A host sends its lines in order over one connection, and sends again what was not acknowledged. That nothing
acknowledged is lost it sees by itself: its next lines would leave a gap.

Pages are a process of their own (``Audience``): what 500 phones take to read their news keeps no table's host waiting.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import re
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection

AGAIN_S, WAITS_S = 0.05, 5.0
MOST_BYTES = 4 << 20  # of one piece of news


class Client:
    """A client with one connection, made again when it broke."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self,
        method: str,
        path: str,
        body: bytes = b"",
        head: dict[str, str] | None = None,
        good: bytes = b"200",
    ) -> bytes:
        """The body of the answer; raises ``OSError`` for anything but a ``good`` one."""
        try:
            answer, told = await asyncio.wait_for(self._ask(method, path, body, head or {}), WAITS_S)
        except (OSError, EOFError, TimeoutError) as wrong:
            self.close()
            raise OSError(str(wrong)) from wrong
        if answer[9:12] != good:
            self.close()
            raise OSError(answer[:40].decode("latin-1"))
        return told

    async def enter(self, role: str, pin: str) -> str:
        """Come in by a PIN; return the cookie."""
        answer, _ = await self._ask("POST", "/enter", f"role={role}&pin={pin}".encode(), {})
        cookie = re.search(rb"set-cookie: (venue=[^;]+)", answer)
        if cookie is None:
            raise OSError(answer[:40].decode("latin-1"))
        return cookie[1].decode()

    async def _ask(self, method: str, path: str, body: bytes, head: dict[str, str]) -> tuple[bytes, bytes]:
        if self._ends is None:
            self._ends = await asyncio.open_connection("127.0.0.1", self.port, limit=MOST_BYTES)
        reader, writer = self._ends
        fields = {"host": f"127.0.0.1:{self.port}", "content-length": str(len(body)), **head}
        told = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        writer.write(f"{method} {path} HTTP/1.1\r\n{told}\r\n".encode() + body)
        answer = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", answer, re.IGNORECASE)
        return answer, await reader.readexactly(int(length[1]) if length else 0)

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


class Page(Client):
    """A page as a browser has it: fetched once, kept up by the news; ``seen``: when, which version, bytes so far."""

    def __init__(self, port: int, path: str = "/", head: dict[str, str] | None = None) -> None:
        super().__init__(port)
        self._path, self._head = path, head or {}
        self.seen: list[tuple[float, int, int]] = []
        self.bytes = 0  # that the network carried for it

    async def show(self) -> None:
        """Fetch the page and follow its news until the connection ends; raises ``OSError``."""
        body = await self.ask("GET", self._path, head=self._head)
        for file in ("venue.css", "clock.js", "news.js") if not self.seen else ():
            await self.ask("GET", f"/static/{file}")
        self.bytes += len(body)
        self._note(body)
        have = re.search(rb'data-have="([0-9a-f.]*)"', body)
        tags = have[1].decode() if have else ""
        asked = f"/news?at=/&have={tags}" if self._path == "/" else f"{self._path}/news?have={tags}"
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=MOST_BYTES)
        fields = {"host": f"127.0.0.1:{self.port}", **self._head}
        told = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        writer.write(f"GET {asked} HTTP/1.1\r\n{told}\r\n".encode())
        try:
            while piece := await reader.readuntil(b"\n\n"):
                self.bytes += len(piece)
                self._note(piece)
                if b'"parts":null' in piece:
                    return
        except (EOFError, asyncio.LimitOverrunError) as wrong:
            raise OSError(str(wrong)) from wrong
        finally:
            writer.close()

    def _note(self, piece: bytes) -> None:
        version = re.search(rb'data-version="(\d+)"|"version":(\d+)', piece)
        if version:
            self.seen.append((time.perf_counter(), int(version[1] or version[2]), self.bytes))

    @property
    def version(self) -> int:
        """The version that it shows."""
        return self.seen[-1][1] if self.seen else -1


async def watch(pages: Sequence[Page], within_s: float) -> None:
    """Each page is opened within so many seconds, and stays so until it is cancelled."""

    async def look(page: Page, offset_s: float) -> None:
        await asyncio.sleep(offset_s)
        while True:
            with suppress(OSError):
                await page.show()
            await asyncio.sleep(1 + 2 * offset_s / within_s)  # not everybody at once

    await asyncio.gather(*(look(page, within_s * number / len(pages)) for number, page in enumerate(pages)))


@dataclass(frozen=True, slots=True)
class Seen:
    """A page in the end: when it showed which version, and how many bytes the network had carried for it by then."""

    versions: Sequence[tuple[float, int, int]]


class Audience:
    """Pages that are open in a process of their own."""

    def __init__(self, port: int, paths: Sequence[str], within_s: float) -> None:
        context = multiprocessing.get_context("spawn")
        self._ours, theirs = context.Pipe()
        self._process = context.Process(target=_look_on, args=(theirs, port, paths, within_s), daemon=True)
        self._process.start()
        self._ours.recv()  # it begins now

    def leave(self, version: int = 0, within_s: float = 0.0) -> list[Seen]:
        """Close every page, once all show that version or the time is over; return each as it was."""
        self._ours.send((version, within_s))
        seen: list[Seen] = self._ours.recv()
        self._process.join()
        return seen


def _look_on(ends: Connection, port: int, paths: Sequence[str], within_s: float) -> None:
    async def look() -> None:
        pages = [Page(port, path) for path in paths]
        watching = asyncio.create_task(watch(pages, within_s))
        ends.send(None)
        version, waits_s = await asyncio.to_thread(ends.recv)
        until = time.perf_counter() + waits_s
        while any(page.version < version for page in pages) and time.perf_counter() < until:
            await asyncio.sleep(0.05)
        watching.cancel()
        ends.send([Seen(page.seen) for page in pages])

    asyncio.run(look())


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


def p99(taken: Sequence[float]) -> float:
    """The time that one in a hundred is over."""
    return sorted(taken)[int(len(taken) * 0.99)]
