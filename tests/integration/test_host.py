"""``companion host`` as a process of its own: killed and started again, asked to stop, over HTTPS, and a second one."""

from __future__ import annotations

import http.client
import json
import os
import signal
import ssl
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.patience import PATIENCE_S
from tests.self_signed import self_signed
from ui.cli.records import open_record

Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts a host; what still runs afterwards is ended."""
    begun: list[subprocess.Popen[str]] = []

    def make(store: Path, *options: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "companion", "host", str(store), *options]
        env = os.environ | {"TABLEWRIGHT_LANG": "en"}
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)
        begun.append(process)
        return process

    yield make
    for process in begun:
        if process.poll() is None:
            process.kill()
        process.communicate()


def announced(process: subprocess.Popen[str]) -> tuple[int, str]:
    """The port and the code it says."""
    assert process.stdout is not None
    line = process.stdout.readline()
    words = line.split()
    assert words[:4] == ["Everybody", "may", "come", "to"], (line, process.stderr and process.stderr.read())
    return int(words[4].rpartition(":")[2]), words[-1]


def health(port: int) -> dict[str, object]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    connection.request("GET", "/health")
    document: dict[str, object] = json.loads(connection.getresponse().read())
    connection.close()
    return document


@pytest.mark.slow
def test_a_host_is_killed_and_started_again(tmp_path: Path, start: Start) -> None:
    store = tmp_path / "evening.db"
    first = start(store, "--quest", "salt-cellars", "--share", "127.0.0.1:0")
    port, code = announced(first)
    seats = ["warrior", "dwarf", "elf", "enchanter", "master"]
    assert health(port) == {"table": "evening", "version": 0, "seats": seats, "guests": 0}
    second = start(store, "--share", "127.0.0.1:0")
    _, said = second.communicate(timeout=PATIENCE_S)
    assert second.returncode == 2
    assert f"found a game that is hosted at http://127.0.0.1:{port}" in said and said.count("\n") == 1
    assert guest_of(store, tmp_path) == f"http://127.0.0.1:{port}/?code={code}"
    first.send_signal(signal.SIGKILL)
    first.wait(PATIENCE_S)
    third = start(store, "--share", f"127.0.0.1:{port}")
    assert announced(third) == (port, code)
    third.send_signal(signal.SIGTERM)
    assert third.wait(PATIENCE_S) == 0
    assert len(open_record(store).records) == 1


def guest_of(store: Path, folder: Path) -> str:
    """Where the browser goes that a second ``companion play`` opens on a hosted game."""
    browser = folder / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {folder}/went\n')
    browser.chmod(0o755)
    env = os.environ | {"TABLEWRIGHT_LANG": "en", "BROWSER": f"{browser} %s"}
    command = [sys.executable, "-m", "companion", "play", "--store", str(store)]
    ended = subprocess.run(command, capture_output=True, text=True, env=env, timeout=PATIENCE_S, check=False)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.startswith("This game is hosted at http://127.0.0.1:")
    return (folder / "went").read_text().strip()


@pytest.mark.slow
def test_https_with_a_certificate_of_ones_own(tmp_path: Path, start: Start) -> None:
    certificate, key = self_signed(tmp_path)
    keys = ("--certificate", str(certificate), "--key", str(key))
    host = start(tmp_path / "evening.db", "--quest", "salt-cellars", "--share", "127.0.0.1:0", *keys)
    port, code = announced(host)
    trusted = ssl.create_default_context(cafile=str(certificate))
    connection = http.client.HTTPSConnection("127.0.0.1", port, timeout=PATIENCE_S, context=trusted)
    form = {"content-type": "application/x-www-form-urlencoded"}
    connection.request("POST", "/door", f"code={code}&as=elf&name=Anna", form)
    answer = connection.getresponse()
    assert answer.status == 303
    assert "secure" in answer.headers["set-cookie"].lower()
    connection.close()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--share", "127.0.0.1:99999"), "--share: found '127.0.0.1:99999', expected ADDRESS:PORT"),
        (("--share", "203.0.113.7:0"), "--share: 203.0.113.7:0: found "),
        (("--certificate", "none.pem"), "--certificate and --key belong together"),
        (("--share", "127.0.0.1:0", "--certificate", "no.pem", "--key", "no.pem"), "no.pem: found "),
    ],
)
@pytest.mark.slow
def test_what_cannot_be_hosted_is_refused_in_one_line(
    options: tuple[str, ...], said: str, tmp_path: Path, start: Start
) -> None:
    host = start(tmp_path / "evening.db", "--quest", "salt-cellars", *options)
    out, told = host.communicate(timeout=PATIENCE_S)
    assert (host.returncode, out) == (2, "")
    assert said in told and told.count("\n") == 1


@pytest.mark.slow
def test_a_window_is_shared(tmp_path: Path) -> None:
    """``companion play --share``: the pages beside the window, until it is closed."""
    store = str(tmp_path / "game.db")
    command = [sys.executable, "-m", "companion", "play", "--quest", "salt-cellars", "--store", store]
    headless = {"SDL_VIDEODRIVER": "offscreen", "KIVY_NO_CONFIG": "1", "TABLEWRIGHT_LANG": "en"}
    window = subprocess.Popen(
        [*command, "--share", "127.0.0.1:0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | headless,
    )
    port, code = announced(window)
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    connection.request("POST", "/door", f"code={code}&as=elf", {"content-type": "application/x-www-form-urlencoded"})
    assert connection.getresponse().status == 303
    connection.close()
    assert health(port)["guests"] == 1
    window.terminate()  # the window is closed
    _, said = window.communicate(timeout=PATIENCE_S)
    assert window.returncode == 0, said
    with pytest.raises(ConnectionError):
        health(port)
