"""Somebody with a pointer before the tablet's window: a screen of its own (Xvfb), a hand (xdotool), and eyes.

watched (the app as it is) ──writes what is shown and where──> Pointer ──xdotool──> the window
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.integration.watched import SIZE
from tests.missing import absent
from tests.patience import PATIENCE_S

SETTLED_S = 0.35  # nothing changes any more
ROOT = Path(__file__).parents[2]
Spot = tuple[float, float]
Seen = dict[str, Any]


def part(name: str, package: str) -> str:
    """The program; missing, the test says so, and in CI it fails."""
    found = shutil.which(name)
    if found is None:
        words = f"{name} is missing: install the package {package}"
        absent(words)
    return found


@contextmanager
def screen_of_its_own() -> Iterator[str]:
    """The name of a display as large as a tablet's."""
    server = subprocess.Popen(  # without -noreset it starts anew whenever its only client hangs up
        [
            part("Xvfb", "xvfb"),
            "-noreset",
            "-displayfd",
            "1",
            "-screen",
            "0",
            f"{SIZE[0]}x{SIZE[1]}x24",
            "-nolisten",
            "tcp",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert server.stdout is not None
    yield f":{server.stdout.readline().strip()}"
    server.terminate()
    server.wait(timeout=PATIENCE_S)
    server.stdout.close()


class Pointer:
    """Taps what is written on the glass of ``companion play``, and counts.

    ``home`` is the user's folder, with ``Downloads`` in it, ``house`` what the machine keeps.
    """

    def __init__(self, display: str, home: Path, *options: str) -> None:
        self._xdotool, self._file, self.house = part("xdotool", "xdotool"), home / "seen.json", home / "tablewright"
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("KIVY", "SDL", "XDG"))}
        self._env = kept | {
            "DISPLAY": display,
            "SDL_VIDEODRIVER": "x11",
            "KIVY_NO_CONFIG": "1",
            "KIVY_NO_ARGS": "1",
            "KIVY_NO_FILELOG": "1",
            "HOME": str(home),
            "XDG_DATA_HOME": str(home),
            "LANG": "C.UTF-8",
        }
        self._display, self.taps, self._errors = display, 0, (home / "app.log").open("w+")
        self._command = [sys.executable, "-m", "tests.integration.watched", str(self._file), *options]
        self.start()

    def start(self) -> None:
        """The app is opened."""
        self._file.unlink(missing_ok=True)
        self.app = subprocess.Popen(self._command, cwd=ROOT, env=self._env, stdout=self._errors, stderr=self._errors)
        self._until(self._file.exists, "first page")
        self._until(self._is_lit, "window on the screen")

    def close(self) -> None:
        """The window is closed; it says nothing more."""
        self.app.terminate()
        status = self.app.wait(timeout=PATIENCE_S)
        self._errors.close()
        assert status == 0, Path(self._errors.name).read_text(encoding="utf-8")[-2000:]

    @property
    def seen(self) -> Seen:
        """What is shown."""
        seen: Seen = json.loads(self._file.read_text(encoding="utf-8"))
        return seen

    def _is_lit(self) -> bool:
        """Whether anything is on the glass: before, a tap falls on nothing."""
        from PIL import ImageGrab

        return ImageGrab.grab(xdisplay=self._display).getbbox() is not None

    def shot(self, path: Path) -> None:
        """A picture of the glass."""
        from PIL import ImageGrab

        ImageGrab.grab(xdisplay=self._display).save(path)

    def tap(self, at: Spot) -> None:
        """The pointer goes there and clicks; returns when nothing more changes."""
        before = self._file.read_text(encoding="utf-8")
        self._do("mousemove", at)
        self._do("mousedown")
        time.sleep(0.05)
        self._do("mouseup")
        self._tapped(before)

    def drag(self, start: Spot, end: Spot) -> None:
        """The pointer drags what stands at ``start`` to ``end``."""
        before = self._file.read_text(encoding="utf-8")
        self._do("mousemove", start)
        self._do("mousedown")
        for step in range(1, 9):
            self._do("mousemove", tuple(s + (e - s) * step / 8 for s, e in zip(start, end, strict=True)))
            time.sleep(0.03)
        self._do("mouseup")
        self._tapped(before)

    def _tapped(self, before: str) -> None:
        self.taps += 1
        self._settle(before)

    def press(self, *words: str) -> None:
        """Tap buttons and tiles that say so, one after the other; what is out of sight is scrolled to."""
        for word in words:
            ends_s = time.monotonic() + PATIENCE_S
            while (at := self.spot(word) or self._scrolled(word)) is None:
                if time.monotonic() > ends_s:
                    pytest.fail(f"nothing says {word!r}: {self.told()}")
            self.tap(at)

    def typed(self, key: str, text: str) -> None:
        """Tap the field and type."""
        field = next(field for field in self.seen["fields"] if field[0] == key)
        self.tap(tuple(field[2]))
        before = self._file.read_text(encoding="utf-8")
        self._run("key", "ctrl+a")
        self._run("type", "--delay", "30", text)
        self._settle(before)

    def spot(self, words: str) -> Spot | None:
        """Where the button is, or the tile, that says so: word for word, or else begins with it."""
        seen = self.seen
        shown = [(text, at) for text, at in seen["buttons"]] + [(tile[0], tile[3]) for tile in seen["tiles"]]
        exact = [at for text, at in shown if text == words] or [at for text, at in shown if text.startswith(words)]
        return (exact[0][0], exact[0][1]) if exact else None

    def button(self, pattern: str) -> str | None:
        """The first button of the card, or beside it, that says something like it."""
        return next((text for text, _ in self.seen["buttons"] if re.search(pattern, text)), None)

    def within(self, tile: str, button: str) -> Spot:
        """Where the small button in the row of a tile is, that begins so: the nearest to its right."""
        seen = self.seen
        x, y = next(each[3] for each in seen["tiles"] if each[0] == tile)
        beside = [at for text, at in seen["buttons"] if text.startswith(button) and abs(at[1] - y) < 60 and at[0] > x]
        nearest: list[float] = min(beside, key=lambda at: float(at[0]))
        return nearest[0], nearest[1]

    def told(self) -> str:
        """What is shown, in short, for a failure."""
        seen = self.seen
        shown = [text for text, _ in seen["buttons"]], [tile[0] for tile in seen["tiles"]]
        log = Path(self._errors.name).read_text(encoding="utf-8")[-1500:] if self.app.poll() is not None else ""
        return f"{seen.get('title')} {seen.get('notes')} {seen.get('card')} {seen.get('dice')} {shown} {log}"

    def until(self, reached: Callable[[Seen], bool], what: str) -> None:
        """Wait until what is shown is so."""
        self._until(lambda: reached(self.seen), what)

    def _scrolled(self, word: str) -> Spot | None:
        for x in (0.5, 0.86):
            for wheel in ("5", "4"):
                for _ in range(12):
                    before = self._file.read_text(encoding="utf-8")
                    self._do("mousemove", (x * SIZE[0], 0.6 * SIZE[1]))
                    self._run("click", "--repeat", "3", wheel)
                    self._settle(before, 0.6)
                    if (at := self.spot(word)) is not None:
                        return at
                    if self._file.read_text(encoding="utf-8") == before:
                        break
        return None

    def _settle(self, before: str, longest: float = 8.0) -> None:
        """Until something changed, or nothing does; and then until nothing does any more."""
        begun = time.monotonic()
        while self._file.read_text(encoding="utf-8") == before and time.monotonic() < begun + longest:
            time.sleep(0.05)
        last = ""
        while (now := self._file.read_text(encoding="utf-8")) != last and time.monotonic() < begun + PATIENCE_S:
            last = now
            time.sleep(SETTLED_S)

    def _until(self, reached: Callable[[], bool], what: str) -> None:
        begun = time.monotonic()
        while True:
            with suppress(FileNotFoundError, StopIteration):
                if reached():
                    return
            if self.app.poll() is not None or time.monotonic() > begun + PATIENCE_S:
                said = Path(self._errors.name).read_text(encoding="utf-8")[-2000:]
                pytest.fail(f"no {what}: {said}")
            time.sleep(0.1)

    def _do(self, what: str, at: Spot | tuple[float, ...] | None = None) -> None:
        self._run(what, *(f"{part:.0f}" for part in at)) if at else self._run(what, "1")

    def _run(self, *words: str) -> None:
        subprocess.run([self._xdotool, *words], env=self._env, check=True)
