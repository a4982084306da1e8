"""A crowd around a real window: what a frame of the host takes with forty pages, and others' taps under a flood.

this process: one page that plays ──> HOST: the tablet's window, shared <── CROWD: seven more who play, 32 who look on
                                                                        <── FLOOD: four pages that send what they can
Each is a process of its own, as devices are; frames are those in which the window was drawn.
"""

from __future__ import annotations

import http.client
import itertools
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from typing import Any
from urllib.parse import urlencode

from companion.errors import MissingPart
from ui.bench.rows import Row, capped

PLAYERS, ONLOOKERS, FLOODERS = 8, 32, 4
ROUNDS, TAPS, TRIES = 30, 300, 5
MOST_OF_FRAME, MOST_OF_TAP, GROWN_KB = 1.5, 2.0, 5000.0
PATIENCE_S = 60.0

# Prints where its door is; at each line it is sent: milliseconds of the frames since the last, and its memory in kB.
HOST = """
import json, sys, threading, time
from kivy.base import EventLoop
from kivy.clock import Clock
from ui.bench.crowd import memory_kb
from ui.bench.pages import opened
from ui.tablet.navigation import Navigator
from ui.library import Library
from ui.web.address import Share
from ui.web.host import Host
from ui.tablet.window import open_window

host = Host(opened(), Share("127.0.0.1", 0), None)
frames, slept, is_drawn = [], 0.0, False
idle, sleep = EventLoop.idle, Clock.idle


def sleeps():
    global slept
    before = time.perf_counter()
    now = sleep()
    slept += time.perf_counter() - before
    return now


def frame():
    global slept, is_drawn
    slept, is_drawn, before = 0.0, False, time.perf_counter()
    is_over = idle()
    if is_drawn:
        frames.append(1000 * (time.perf_counter() - before - slept))
    return is_over


def flipped(*_):
    global is_drawn
    is_drawn = True


def listen():
    for _ in sys.stdin:
        told, frames[:] = list(frames), []
        print(json.dumps({"frames": told, "memory_kb": memory_kb()}), flush=True)


def began(*_):
    EventLoop.window.bind(on_flip=flipped)
    Clock.schedule_once(ready, 0.5)  # the app opens the door after its first frame


def ready(*_):
    print(host.url, host.code, host.table.session.state.active_seat, flush=True)
    threading.Thread(target=listen, daemon=True).start()


Clock.idle, EventLoop.idle = sleeps, frame
EventLoop.bind(on_start=began)
open_window(Navigator(Library(), table=host), (1280, 800))
"""

# Comes in as those who are named, says so, and takes in what it is sent.
CROWD = """
import asyncio, json, sys
from ui.bench.crowd import Page
from websockets.asyncio.client import connect


async def look(page):
    async with connect(page.wire, additional_headers=page.headers, origin=page.url, max_queue=None) as socket:
        await socket.send(page.hello)
        print("in", flush=True)
        async for _ in socket:
            pass


async def main():
    url, code, *wanted = sys.argv[1:]
    await asyncio.gather(*(look(Page(url, code, one)) for one in wanted))

asyncio.run(main())
"""

FLOOD = """
import asyncio, json, sys
from ui.bench.crowd import Page
from websockets.asyncio.client import connect


async def flood(page):
    async with connect(page.wire, additional_headers=page.headers, origin=page.url, max_queue=None) as socket:
        await socket.send(page.hello)
        epoch = json.loads(await socket.recv())["epoch"]
        print("in", flush=True)
        for number in range(1, 10_000_000):
            await socket.send(json.dumps({"type": "tap", "id": number, "epoch": epoch, "seen": 1, "does": "press",
                                          "what": "undo", "at": None}))

async def main():
    url, code, *wanted = sys.argv[1:]
    await asyncio.gather(*(flood(Page(url, code, one)) for one in wanted), return_exceptions=True)

asyncio.run(main())
"""


def measure(*, rounds: int = ROUNDS, taps: int = TAPS) -> Iterator[Row]:
    """Measure one page that plays alone, then in the crowd, then beside the flood."""
    with ExitStack() as open_now:
        host = open_now.enter_context(_child(HOST))
        url, code, seat = _line(host).split()
        player = open_now.enter_context(_Player(Page(url, code, seat)))
        _play(player, rounds)
        _report(host)
        _play(player, rounds)
        alone = _report(host).frames
        quiet = _taps(player, taps)
        with _child(CROWD, url, code, *[seat] * (PLAYERS - 1), *["spectator"] * ONLOOKERS) as crowd:
            for _ in range(PLAYERS - 1 + ONLOOKERS):
                _line(crowd)
            _play(player, rounds)
            before = _report(host)
            for _ in range(4):
                _play(player, rounds)
            after = _report(host)
        _play(player, rounds)
        _report(host)
        with _child(FLOOD, url, code, *["spectator"] * FLOODERS) as flood:
            for _ in range(FLOODERS):
                _line(flood)
            flooded = _taps(player, taps)
    yield Row(
        f"pages, a host's frame with {PLAYERS} players and {ONLOOKERS} who look on, p95",
        _p(after.frames, 95),
        "ms",
        _p(alone, 95),
        "the same with one player",
        MOST_OF_FRAME,
    )
    yield capped(
        f"pages, what a host with {PLAYERS + ONLOOKERS} pages grows in {4 * rounds} moves",
        max(0.0, after.memory_kb - before.memory_kb),
        "kB",
        GROWN_KB,
    )
    yield Row("pages, a tap answered under a flood, p99", _p(flooded, 99), "ms", _p(quiet, 99), "no flood", MOST_OF_TAP)


class Page:
    """A guest of the table at ``url``, as which a page comes in."""

    def __init__(self, url: str, code: str, wanted: str) -> None:
        from ui.web.messages import PROTOCOL

        self.url, self.wire = url, f"{url.replace('http', 'ws', 1)}/wire"
        self.hello = json.dumps({"type": "hello", "protocol": PROTOCOL, "epoch": 0, "has": 0})
        connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=PATIENCE_S)
        form = urlencode({"code": code, "name": wanted, "as": wanted, "lang": "en"})
        connection.request("GET", "/")  # as every browser does: it is a device of its own then
        headers = {"content-type": "application/x-www-form-urlencoded", "Cookie": _cookie(connection)}
        connection.request("POST", "/door", form, headers)
        self.headers = {"Cookie": _cookie(connection)}
        connection.close()


def _cookie(connection: http.client.HTTPConnection) -> str:
    """Return the cookie that the answer sets."""
    answer = connection.getresponse()
    answer.read()
    return (answer.headers["set-cookie"] or "").partition(";")[0]


class _Player:
    """A page that taps, and waits for each answer."""

    def __init__(self, page: Page) -> None:
        from websockets.sync.client import connect
        from websockets.typing import Origin

        self._open = ExitStack()
        self._socket = self._open.enter_context(
            connect(page.wire, additional_headers=page.headers, origin=Origin(page.url))
        )
        self.number, self.parts = 0, dict[str, Any]()
        self._socket.send(page.hello)
        welcome = self._receive("welcome")
        self._epoch, self._ids = welcome["epoch"], itertools.count(welcome["next"])
        self._receive("model")

    def __enter__(self) -> _Player:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def tap(self, does: str, what: str = "", at: tuple[int, int] | None = None) -> float:
        """Milliseconds until it was answered; a tap that came too late is said again, as a person would."""
        for _ in range(TRIES):
            seen, before = self.number, time.perf_counter()
            tap = {"type": "tap", "id": next(self._ids), "epoch": self._epoch, "seen": seen, "does": does}
            self._socket.send(json.dumps(tap | {"what": what, "at": at}))
            answer = self._receive("answer")
            taken = 1000 * (time.perf_counter() - before)
            while self.number == seen:  # each of these taps changes what its page shows
                self._receive("model")
            if answer["ok"]:
                return taken
        raise MissingPart("an answer of the host", str(answer["words"]))

    def _receive(self, kind: str) -> dict[str, Any]:
        while True:
            told: dict[str, Any] = json.loads(self._socket.recv(timeout=PATIENCE_S))
            if told["type"] == "model":
                self.number = told["number"]
                self.parts |= told["parts"]
            if told["type"] == kind:
                return told


def _play(player: _Player, rounds: int) -> None:
    """Move a figure and take it back, so many times."""
    figures = player.parts["standing"]["figures"]
    if not any("chosen" in figure["marks"] for figure in figures):
        player.tap("piece", next(figure["piece"] for figure in figures if "may_be_lifted" in figure["marks"]))
    for number in range(rounds):
        goal = next(goal for goal in player.parts["standing"]["goals"] if goal[3] == 1 + number % 3)
        player.tap("space", at=(goal[1], goal[2]))
        player.tap("press", "confirm")
        player.tap("press", "undo")
        time.sleep(0.05)


def _taps(player: _Player, count: int) -> list[float]:
    taken = []
    for _ in range(count):
        taken.append(player.tap("press", "overlay"))
        time.sleep(0.02)
    return taken


def memory_kb() -> int:
    """Return the memory of this process."""
    with Path("/proc/self/status").open(encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


@dataclass(frozen=True, slots=True)
class _Report:
    """The host's report on itself: its frames since the last report, in milliseconds, and its memory."""

    frames: list[float]
    memory_kb: int


def _report(host: subprocess.Popen[str]) -> _Report:
    assert host.stdin is not None
    host.stdin.write("\n")
    host.stdin.flush()
    return _Report(**json.loads(_line(host)))


def _line(child: subprocess.Popen[str]) -> str:
    """Read the child's next line."""
    assert child.stdout is not None
    line = child.stdout.readline()
    if not line:
        raise MissingPart("a tablet's window, off screen,", f"it ended with {child.wait(PATIENCE_S)}")
    return line


def _p(values: list[float], percent: int) -> float:
    return quantiles(values, n=100)[percent - 1]


@contextmanager
def _child(program: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    environment = os.environ | {"SDL_VIDEODRIVER": "offscreen", "KIVY_NO_ARGS": "1", "KIVY_NO_CONSOLELOG": "1"}
    command = [sys.executable, "-c", program, *arguments]
    child = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    )
    try:
        yield child
    finally:
        child.kill()
        child.communicate(timeout=PATIENCE_S)
