"""What breaks in practice (hardware notes 3.8): ports that are pulled or restart a board, boards without a clock."""

from __future__ import annotations

import os
import shutil
import subprocess
import termios
import tty
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import serial

from companion.errors import MissingPart
from firmware_bridge.certificates import make_certificates
from firmware_bridge.serial_link import SerialLink
from tests.missing import absent


@pytest.fixture
def port() -> Iterator[str]:
    """A pseudo-terminal with nobody at its far end."""
    master, slave = os.openpty()
    tty.setraw(slave)
    yield os.ttyname(slave)
    os.close(slave)
    os.close(master)


@pytest.mark.parametrize("doing", ["read", "write"])
@pytest.mark.parametrize(
    "said",
    [
        serial.SerialException("device reports readiness to read but returned no data"),
        OSError(5, "Input/output error"),
        termios.error(5, "Input/output error"),
        TypeError("'NoneType' object cannot be interpreted as an integer"),
    ],
    ids=lambda said: type(said).__name__,
)
def test_every_way_a_driver_says_pulled_is_close_forget_and_find_again(
    port: str, monkeypatch: pytest.MonkeyPatch, doing: str, said: Exception
) -> None:
    link = SerialLink(port, retry_s=0.0)
    link.read()
    assert link.is_up

    def raises(*_: Any) -> Any:
        raise said

    with monkeypatch.context() as pulled:
        pulled.setattr(serial.Serial, doing, raises)  # what real drivers did; a pseudo-terminal knows one way alone
        getattr(link, doing)(*([b"x"] if doing == "write" else []))
        assert (link.is_up, link.why, link.fileno()) == (False, "cable", None)
    link.read()
    assert (link.is_up, link.opened) == (True, 2)
    link.close()


def test_the_lines_that_restart_a_board_are_set_before_the_port_is_opened(
    port: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[bool, bool, bool]] = []
    opened = serial.Serial.open

    def open_(self: serial.Serial) -> None:
        seen.append((self.dtr, self.rts, bool(self.exclusive)))
        opened(self)

    monkeypatch.setattr(serial.Serial, "open", open_)
    link = SerialLink(port)
    link.read()
    assert link.is_up
    assert seen == [(False, False, True)]
    link.close()


@pytest.mark.parametrize("wakes_up", ["2021-01-01", "2026-11-22", "2044-12-30"])
def test_a_board_that_wakes_up_in_2021_can_check_the_brokers_certificate(tmp_path: Path, wakes_up: str) -> None:
    openssl = shutil.which("openssl")
    if openssl is None:
        absent(MissingPart("openssl", "install the package openssl"))
    make_certificates(tmp_path, ["127.0.0.2"])
    then = int(datetime.fromisoformat(wakes_up).replace(tzinfo=UTC).timestamp())
    words = [openssl, "verify", "-attime", str(then), "-CAfile", "ca.crt", "broker.crt"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
