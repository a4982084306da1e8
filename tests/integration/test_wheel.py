"""The wheel, built from the source distribution and installed with one extra at a time, outside this checkout.

checkout ──build──> tablewright-*.tar.gz ──build──> tablewright-*.whl ──pip, PyPI──> a venv ──> one command
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
import venv
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.missing import absent
from tests.patience import PATIENCE_S, wait_until

ROOT = Path(__file__).parents[2]
PACKAGES = ("companion", "firmware_bridge", "hardware", "ui", "vision")
DOWNLOAD_S = 10 * PATIENCE_S  # opencv-python and kivy are large, and a network may be slow
ENVIRONMENT = {
    "TABLEWRIGHT_LANG": "en",
    "PYTHONUNBUFFERED": "1",
    "SDL_VIDEODRIVER": "offscreen",
    "KIVY_NO_CONFIG": "1",
}


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built as `make wheel` builds it, from a copy: building writes beside the sources, which other tests read."""
    folder, sources = tmp_path_factory.mktemp("dist"), tmp_path_factory.mktemp("sources")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, sources)
    for name in PACKAGES:
        shutil.copytree(ROOT / name, sources / name, ignore=shutil.ignore_patterns("__pycache__"))
    command = [sys.executable, "-m", "build", "--outdir", str(folder), str(sources)]
    built = subprocess.run(command, capture_output=True, text=True, timeout=DOWNLOAD_S, check=False)
    if "No matching distribution found for setuptools" in built.stdout + built.stderr:
        absent("no index from which setuptools can be fetched")
    assert built.returncode == 0, built.stdout + built.stderr
    (found,) = folder.glob("*.whl")
    return found


class Installed:
    """The wheel in a venv of its own, with that extra and no other; nothing of this checkout is in reach."""

    def __init__(self, folder: Path, wheel: Path, extra: str) -> None:
        self.folder, self.home = folder, folder / "home"
        self.home.mkdir()
        venv.create(folder / "venv", with_pip=True)
        kept = {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}
        folders = {f"XDG_{kind}_HOME": str(self.home) for kind in ("CONFIG", "DATA", "STATE")}
        self._environment = kept | ENVIRONMENT | folders | {"KIVY_HOME": str(self.home / "kivy")}
        wanted = f"{wheel}[{extra}]" if extra else str(wheel)
        told = self.run("python", "-m", "pip", "install", "--quiet", wanted, within_s=DOWNLOAD_S)
        if "No matching distribution found" in told.stderr:
            absent(f"no index from which {extra or 'what it needs'} can be fetched: {told.stderr[-400:]}")
        assert told.returncode == 0, told.stderr

    def command(self, *words: object) -> list[str]:
        return [str(self.folder / "venv" / "bin" / str(words[0])), *map(str, words[1:])]

    def run(self, *words: object, within_s: float = DOWNLOAD_S) -> subprocess.CompletedProcess[str]:
        """Run a program of the venv, outside the checkout."""
        return subprocess.run(
            self.command(*words),
            cwd=self.home,
            env=self._environment,
            capture_output=True,
            text=True,
            timeout=within_s,
            check=False,
        )

    def companion(self, *words: object) -> str:
        """The output of a command that must succeed."""
        done = self.run("companion", *words)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    @contextmanager
    def started(self, *words: object) -> Iterator[subprocess.Popen[str]]:
        """A command that runs until it is asked to end."""
        with subprocess.Popen(
            self.command("companion", *words),
            cwd=self.home,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as process:
            try:
                yield process
            finally:
                process.kill()

    @contextmanager
    def serving(self, *words: object) -> Iterator[str]:
        """The address of pages while they are served."""
        with self.started(*words) as process:
            assert process.stdout is not None
            told = process.stdout.readline()
            found = re.search(r"http://[0-9.:]+", told)
            assert found, told + process.stdout.read()
            yield found[0].rstrip(":")
            process.send_signal(signal.SIGINT)
            process.wait(PATIENCE_S)


def health(url: str) -> dict[str, object]:
    found: list[dict[str, object]] = []

    def ask() -> None:
        try:
            with urllib.request.urlopen(f"{url}/health", timeout=PATIENCE_S) as answer:
                found.append(json.loads(answer.read()))
        except ConnectionError:
            return
        except OSError as wrong:
            if not isinstance(getattr(wrong, "reason", None), ConnectionError):
                raise

    wait_until(lambda: bool(found), ask)
    return found[0]


def rules(made: Installed) -> None:
    """Shipped cases of every game are played without any extra, and a command that needs one names it."""
    for game in ("year.", "HQ", "GO", "gotham-a", "guard-and"):
        last = made.companion("case", "--shipped", "--only", game).splitlines()[-1]
        assert last.endswith(" 0 failed, 0 refused") and not last.startswith("0 "), last
    told = made.run("companion", "camera", "watch", "virtual", "--seconds", "1")
    assert told.returncode == 2
    assert "tablewright[camera]" in told.stderr, "what is missing is named with the extra that brings it"


def camera(made: Installed) -> None:
    made.run("python", "-m", "vision.virtual", "table", "table.png", "layout.json")
    told = json.loads(made.companion("look", "table.png", "--layout", "layout.json", "--json"))
    assert told


def hardware(made: Installed) -> None:
    made.companion("device", "conform", "--golden", "mine")
    assert any((made.home / "mine").iterdir())


def pages(made: Installed) -> None:
    with made.serving("host", "evening.db", "--quest", "salt-cellars", "--share", "127.0.0.1:0") as url:
        assert health(url)["table"] == "evening"
        with urllib.request.urlopen(url, timeout=PATIENCE_S) as answer:
            assert 'name="code"' in answer.read().decode()


def tablet(made: Installed) -> None:
    with made.started("play", "--quest", "salt-cellars", "--store", "game.db") as window:
        wait_until(lambda: (made.home / "game.db").exists() or window.poll() is not None)
        window.terminate()
        assert window.wait(PATIENCE_S) == 0, window.stdout and window.stdout.read()
    assert made.companion("replay", "game.db", "--verify")


def venue(made: Installed) -> None:
    with made.serving("venue", "--event", "friday.event", "--address", "127.0.0.1:0") as url:
        assert health(url)["players"] == 0


COMMANDS: dict[str, Callable[[Installed], None]] = {
    "": rules,
    "camera": camera,
    "hardware": hardware,
    "pages": pages,
    "tablet": tablet,
    "venue": venue,
}


def test_what_the_sources_have_beside_them_is_in_the_wheel_and_what_is_for_makers_is_not(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    rooms = [name for name in PACKAGES if name != "hardware"]  # of that, much is for the bench
    listed = subprocess.run(["git", "ls-files", *rooms], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:  # sources without their history
        pytest.skip("what belongs to the sources is not known: no git")
    for_makers = ("vision/lab/", "ui/android/", "ui/looks/")
    wanted = {name for name in listed.stdout.splitlines() if not name.startswith(for_makers)}
    assert {name for name in wanted - packed if not name.endswith(".md")} == set()
    assert {name for name in packed if name.startswith(("tests/", *for_makers[:1]))} == set()


@pytest.mark.long
@pytest.mark.parametrize("extra", COMMANDS, ids=lambda extra: extra or "alone")
def test_one_extra_at_a_time_runs_its_command(extra: str, wheel: Path, tmp_path: Path) -> None:
    COMMANDS[extra](Installed(tmp_path, wheel, extra))
