"""What every test may use: the shared material beside the checkout, and a clock that stands still."""

from __future__ import annotations

import faulthandler
import gc
import os
import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings

from tests.missing import absent

# two shared cores: a slow draw is no failure
settings.register_profile("shared", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("shared")

if "PYTEST_XDIST_WORKER" in os.environ:  # a worker a core: libraries that share their work out again only wait
    for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "OPENCV_FOR_THREADS_NUM", "LP_NUM_THREADS"):
        os.environ.setdefault(threads, "1")

gc.disable()  # until the tests are collected: it would take a third of that time, and nothing is dropped meanwhile

os.environ["KCFG_GRAPHICS_MULTISAMPLES"] = "0"  # without a graphics card every sample is drawn by the processor
# a home of its own for every worker, which would inherit the one of the process that started it: Kivy makes its
# folders without looking whether another has just done so
kivys_home = TemporaryDirectory(prefix="kivy-")  # gone with the worker
os.environ["KIVY_HOME"] = kivys_home.name

# where a worker that dies says what it was at: its own output is lost among a thousand tests
deaths = None if "TESTS_DEATHS" in os.environ else TemporaryDirectory(prefix="deaths-")
DEATHS = Path(os.environ.setdefault("TESTS_DEATHS", deaths.name if deaths else ""))

# elsewhere a file or a test says that it is slow
SLOW = ("tests/integration/", "tests/mutation/", "tests/perft/", "tests/ui/screens/")
# where tests open files, connections, programs
OPENING = tuple(
    f"tests/{room}/"
    for room in ("bench", "cli", "contracts", "firmware_bridge", "hardware", "integration", "storage", "table", "ui")
)
LONGEST_S = 3 * 3600  # of a long proof, on a slow machine
SHARED = Path(__file__).resolve().parents[2] / "shared"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.startswith(SLOW):
            item.add_marker(pytest.mark.slow)
        if item.get_closest_marker("long"):
            item.add_marker(pytest.mark.timeout(LONGEST_S))


def pytest_collection_finish() -> None:
    gc.enable()
    gc.freeze()  # what is there stays to the end: nobody looks through it again
    if worker := os.environ.get("PYTEST_XDIST_WORKER"):
        faulthandler.enable((DEATHS / worker).open("w", encoding="utf-8"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for death in sorted(DEATHS.iterdir()) if deaths else ():
        if words := death.read_text(encoding="utf-8"):
            terminalreporter.section(f"{death.name} died")
            terminalreporter.write(words)


@pytest.fixture(autouse=True)
def same_throws(request: pytest.FixtureRequest) -> Iterator[None]:
    """Dice that nobody seeds fall alike in every run of a test: none fails by chance. Each test has its own."""
    with patch("companion.system.SystemRandom", partial(random.Random, crc32(request.node.nodeid.encode()))):
        yield


@pytest.fixture(scope="session", autouse=True)
def nobodys_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep what the program writes for its user out of the user's own folders, and theirs out of the tests."""
    with pytest.MonkeyPatch.context() as patch:
        for kind in ("CONFIG", "DATA", "STATE"):
            patch.setenv(f"XDG_{kind}_HOME", str(tmp_path_factory.mktemp(kind.lower())))
        yield


@pytest.fixture(scope="module", autouse=True)
def nothing_left_open(request: pytest.FixtureRequest) -> Iterator[None]:
    """Find what a module's tests left open, a file or a connection: that warns, and so fails here and not later."""
    yield
    if request.node.nodeid.startswith(OPENING):
        gc.collect()
        gc.freeze()  # what is still there is the session's: nobody looks through it again


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real files and photographs; missing, the test says so, and in CI it fails."""
    if not SHARED.is_dir() or not any(SHARED.iterdir()):
        words = f"the shared material is not at {SHARED.name}/ beside the checkout"
        absent(words)
    return SHARED


class StoppedClock:
    """A clock that shows the same moment for ever."""

    def now_ms(self) -> int:
        return 1_763_640_000_000


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock()
