"""The wheel, installed as by somebody without a checkout: alone and with each extra alone, a command of each runs."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
import venv
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.missing import absent

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
PATIENCE_S = 900  # an extra is fetched from an index; raise it where the network is slow
STARTS_S = 60


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of what is tracked, built from its own source archive."""
    folder = tmp_path_factory.mktemp("wheel")
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        absent("no git checkout: what belongs to the source archive is not known")
    for name in listed.stdout.splitlines():
        if (ROOT / name).is_file():
            (folder / "source" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / "source" / name)
    made = _run([sys.executable, "-m", "build", "--outdir", folder / "dist", folder / "source"], folder)
    if made.returncode:
        absent(f"no wheel can be built here: {made.stderr[-400:]}")
    return next((folder / "dist").glob("*.whl"))


def _run(command: list[object], folder: Path, timeout_s: float = PATIENCE_S) -> subprocess.CompletedProcess[str]:
    alone = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    alone |= {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "DISPLAY": "", "WAYLAND_DISPLAY": ""}
    words = [str(word) for word in command]
    return subprocess.run(words, cwd=folder, env=alone, capture_output=True, text=True, check=False, timeout=timeout_s)


def installed(wheel: Path, extra: str, folder: Path) -> Path:
    """The folder of programs of a virtual environment that has the wheel and that extra, nothing else."""
    venv.create(folder / "venv", with_pip=True)
    programs = folder / "venv" / "bin"
    named = f"{wheel}[{extra}]" if extra else str(wheel)
    done = _run([programs / "pip", "install", "--quiet", "--disable-pip-version-check", named], folder)
    if done.returncode:
        absent(f"no index from which {extra or 'the dependencies'} can be fetched: {done.stderr[-400:]}")
    return programs


@pytest.mark.parametrize(
    ("extra", "command", "status", "expected"),
    [
        ("", ["show", "figure", "lq003"], 0, "Breakwater"),
        ("camera", ["dice", "roll.png", "--json"], 0, '"verdict": "read"'),
        ("tablet", ["play", "--demo"], 2, "a screen is missing"),
        ("hardware", ["devices", "--json"], 1, "[]"),
        ("venue", ["event", "new", "friday.event", "--name", "Friday", "--seed", "7"], 0, "Friday"),
    ],
    ids=["alone", "camera", "tablet", "hardware", "venue"],
)
def test_a_command_of_each_extra_runs(
    wheel: Path, tmp_path: Path, extra: str, command: list[str], status: int, expected: str
) -> None:
    programs = installed(wheel, extra, tmp_path)
    if extra == "camera":
        assert not _run(
            [programs / "python", "-m", "vision.virtual", "dice", "5", "2", "roll.png"], tmp_path
        ).returncode
    done = _run([programs / "companion", *command], tmp_path)
    assert done.returncode == status, done.stderr
    assert expected in done.stdout + done.stderr
    assert "not installed" not in done.stderr


def test_the_pages_are_served(wheel: Path, tmp_path: Path) -> None:
    programs = installed(wheel, "pages", tmp_path)
    command = [programs / "companion", "host", "evening.db", "--quest", "salt-cellars", "--share", "127.0.0.1:0"]
    with (tmp_path / "said").open("w+") as said:
        host = subprocess.Popen(list(map(str, command)), cwd=tmp_path, stdout=said, stderr=subprocess.STDOUT)
        try:
            assert _health(tmp_path, host)["seats"]
        finally:
            host.terminate()
            host.wait(STARTS_S)


def _health(folder: Path, host: subprocess.Popen[bytes]) -> dict[str, object]:
    """The answer of ``GET /health``, asked until it comes: where it is asked stands in what the host says."""
    ends = monotonic() + STARTS_S
    while monotonic() < ends and host.poll() is None:
        words = (folder / "said").read_text().split()
        address = next((word for word in words if word.startswith("http://")), None)
        if address is not None:
            try:
                with urllib.request.urlopen(f"{address.rstrip('/.')}/health", timeout=5) as answer:
                    found: dict[str, object] = json.load(answer)
                    return found
            except (urllib.error.URLError, ConnectionError):
                pass
        sleep(0.1)
    raise AssertionError((folder / "said").read_text())
