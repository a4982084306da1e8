"""An event's pages, served by the command itself, as a shop would."""

from __future__ import annotations

import os
import re
import signal
import ssl
import subprocess
import sys
import urllib.request
from collections.abc import Sequence
from pathlib import Path

from tests.cli.command_line import companion
from tests.patience import PATIENCE_S, wait_until

NAMES = ("Ada", "Ben", "Cleo", "Dan")
FOUR = ("register" + "".join(f" --player {name}" for name in NAMES), "pair", "publish")  # the first round is seen
_ANY = ssl.create_default_context()  # whether it serves: with any certificate
_ANY.check_hostname, _ANY.verify_mode = False, ssl.CERT_NONE


class Served:
    """``companion venue`` on an event in that folder; PINs are read from what it says."""

    def __init__(
        self, folder: Path, *options: str, pins: dict[str, str] | None = None, orders: Sequence[str] = ()
    ) -> None:
        self.event, self._options = folder / "friday.event", options
        for line in ("new", *orders) if orders else ():  # of ``companion event``, before anybody comes
            order, *words = line.split()
            done = companion("event", order, self.event, *words)
            assert done.status == 0, done.err
        self.pins = dict(pins or {})
        self.url = ""
        self.start()

    def start(self) -> None:
        """The host starts, or starts again at the same place."""
        address = self.url.partition("://")[2] or "127.0.0.1:0"
        command = [sys.executable, "-m", "companion", "venue", "--event", str(self.event), "--address", address]
        self._process = subprocess.Popen(
            [*command, *self._options],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "TABLEWRIGHT_LANG": "en", "PYTHONUNBUFFERED": "1"},
        )
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        found = re.search(r"https?://[0-9.:]+", said)
        self._told = said
        assert found, said + self._process.stdout.read()
        self.url = found[0]
        if not self.pins:
            for _ in range(3):
                role, pin = re.findall(r"^ +(.+): PIN (\d{6})$", self._process.stdout.readline().rstrip())[0]
                self.pins[role] = pin
        wait_until(self._is_up, told=lambda: "the pages were not served")

    def said(self, pattern: str) -> str:
        """The part of what it said that the pattern names; read on until it is there."""
        assert self._process.stdout is not None
        while not (found := re.search(pattern, self._told)):
            line = self._process.stdout.readline()
            assert line, self._told
            self._told += line
        return found[1]

    def _is_up(self) -> bool:
        try:
            urllib.request.urlopen(f"{self.url}/health", timeout=PATIENCE_S, context=_ANY).close()
        except OSError:
            return False
        return True

    def kill(self) -> None:
        """The power goes."""
        self._process.kill()
        self._process.communicate()

    def stop(self) -> None:
        """Ctrl-C; once is enough."""
        if self._process.poll() is not None:
            return
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.communicate(timeout=PATIENCE_S)
        except subprocess.TimeoutExpired:
            self.kill()
