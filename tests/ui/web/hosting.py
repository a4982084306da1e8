"""A table that is really served: a host with its session's thread and its server, and plain clients of its protocol."""

from __future__ import annotations

import http.client
import itertools
import json
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.patience import PATIENCE_S
from ui.table.bootstrap import Table
from ui.web.address import Share
from ui.web.beam import Beam
from ui.web.host import Host
from ui.web.kept import Papers
from ui.web.messages import PROTOCOL
from ui.web.photographs import Eyes

Opened = Callable[[], Table]


class Served:
    """A host in a thread of its own; ``ask`` runs something in the session's thread."""

    def __init__(
        self,
        opened: Opened,
        store: Path | None = None,
        port: int = 0,
        eyes: Eyes | None = None,
        beam: Callable[[Table], Beam] | None = None,
        papers: Callable[[Table], Papers] | None = None,
    ) -> None:
        self._opened = opened
        self._store = store
        self._port = port
        self._eyes = eyes
        self._beam = beam
        self._papers = papers
        self._stop, self._ready = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.host: Host
        self._thread.start()
        assert self._ready.wait(PATIENCE_S), "the host did not start"

    def _run(self) -> None:
        table = self._opened()
        beam = self._beam(table) if self._beam else None
        papers = self._papers(table) if self._papers else None
        self.host = Host(table, Share("127.0.0.1", self._port), self._store, self._eyes, beam, papers)
        self.host.start()
        self._ready.set()
        self.host.run(self._stop.is_set)
        self.host.close()

    @property
    def port(self) -> int:
        return int(self.host.url.rpartition(":")[2])

    def ask(self, job: Callable[[], Any]) -> Any:
        """What it returns, done in the session's thread."""
        done: list[Any] = []
        ready = threading.Event()

        def run() -> None:
            try:
                done.append(job())
            finally:
                ready.set()

        self.host._gate.put(run)
        assert ready.wait(PATIENCE_S), self._where()
        return done[0]

    def _where(self) -> str:
        """Where the session's thread is, when it does not answer."""
        frame = sys._current_frames().get(self._thread.ident or 0)
        return "".join(traceback.format_stack(frame)) if frame else "the session's thread has ended"

    @property
    def is_closing(self) -> bool:
        """Whether the host goes, or is gone."""
        return self._stop.is_set()

    def close(self) -> None:
        self._stop.set()
        self.host.awake.set()
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive(), self._where()

    def knock(self, wanted: str, *, code: str = "", name: str = "", headers: dict[str, str] | None = None) -> Any:
        """The answer of the door, and its body."""
        own = self.host.judge_code if wanted == "judge" else self.host.code
        form = urlencode({"code": code or own, "name": name, "as": wanted, "lang": "en"})
        return self.get("/door", form, headers)

    def get(self, path: str, form: str | bytes | None = None, headers: dict[str, str] | None = None) -> tuple[Any, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        given = {"content-type": "application/x-www-form-urlencoded", **(headers or {})}
        connection.request("POST" if form is not None else "GET", path, form, given)
        answer = connection.getresponse()
        body = answer.read().decode()
        connection.close()
        return answer, body

    def token(self, wanted: str, name: str = "") -> str:
        """The cookie of a new guest, on a device of its own."""
        device = self.get("/")[0].headers["set-cookie"].partition(";")[0]
        answer, body = self.knock(wanted, name=name, headers={"cookie": device})
        assert answer.status == 303, body
        cookie: str = answer.headers["set-cookie"].partition(";")[0]
        return cookie


class Client:
    """A page without a browser: what it was sent, and its taps."""

    def __init__(self, served: Served, cookie: str, **settings: Any) -> None:
        self.served, self.cookie = served, cookie
        self.parts: dict[str, Any] = {}
        self.log: dict[int, list[Any]] = {}
        self.frames: list[str] = []
        self.number, self.epoch, self._ids = 0, 0, itertools.count(1)
        self.socket: ClientConnection
        self.connect(**settings)

    def connect(self, has: int = 0) -> None:
        url = f"ws://127.0.0.1:{self.served.port}/wire"
        own = Origin(f"http://127.0.0.1:{self.served.port}")
        self._open = ExitStack()
        cookie = {"Cookie": self.cookie}
        self.socket = self._open.enter_context(connect(url, additional_headers=cookie, origin=own, close_timeout=0.5))
        self.send(type="hello", protocol=PROTOCOL, epoch=self.epoch, has=has)
        welcome = self.receive("welcome")
        assert welcome["protocol"] == PROTOCOL
        self.epoch, self._ids = welcome["epoch"], itertools.count(welcome["next"])
        if not has:
            self.receive("model")

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def drain(self) -> None:
        """Takes in what has come so far."""
        with suppress(TimeoutError):
            self.receive("nothing", timeout=0)

    def receive(self, kind: str, timeout: float = PATIENCE_S) -> Any:
        """The next frame of that kind; models on the way are taken in."""
        while True:
            text = self.socket.recv(timeout=timeout)
            assert isinstance(text, str)
            frame = json.loads(text)
            if frame["type"] == "model":
                self.frames.append(text)
                if frame["whole"]:
                    self.parts, self.log = {}, {}
                assert frame["number"] > self.number or frame["whole"]
                self.number = frame["number"]
                self.parts |= frame["parts"]
                told = {number for line in frame["log"] for number in range(line[-1], line[0])}  # by a later line too
                self.log = {number: line for number, line in self.log.items() if number not in told}
                self.log |= {line[0]: line for line in frame["log"]}
            if frame["type"] == kind:
                return frame

    def tap(self, does: str, what: str = "", at: tuple[int, int] | None = None, **more: Any) -> Any:
        """The answer to a tap."""
        message = {"type": "tap", "id": next(self._ids), "epoch": self.epoch, "seen": self.number, "does": does}
        self.send(**(message | {"what": what, "at": at} | more))
        return self.receive("answer")

    def settle(self) -> None:
        """Everything that is on its way has come."""
        self.served.ask(self.served.host.hall.settle)
        self.send(type="ping")
        self.receive("pong")
        self.send(type="ping")
        self.receive("pong")

    def button(self, label: str) -> Any:
        """The answer to a press of the card's button with these words."""
        self.settle()
        card = self.parts["card"]
        actions = {words: action for action, words in (card["buttons"] if card else [])}
        assert label in actions, f"no button says {label!r}: {list(actions)}"
        return self.tap("press", actions[label])

    def tap_is_possible(self) -> bool:
        """Whether the connection is open."""
        try:
            self.send(type="ping")
            self.receive("pong")
        except ConnectionClosed:
            return False
        return True

    def close(self) -> None:
        self._open.close()


@contextmanager
def served(
    opened: Opened,
    store: Path | None = None,
    port: int = 0,
    eyes: Eyes | None = None,
    beam: Callable[[Table], Beam] | None = None,
    papers: Callable[[Table], Papers] | None = None,
) -> Iterator[Served]:
    """A table that is served until the block ends."""
    made = Served(opened, store, port, eyes, beam, papers)
    try:
        yield made
    finally:
        made.close()
