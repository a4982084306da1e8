"""What is no device is refused at once, and a virtual one that died says so."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command_line import companion
from tests.patience import PATIENCE_S, wait_until

COMPANION = [sys.executable, "-m", "companion"]


@pytest.mark.parametrize(
    "words", [("device", "watch"), ("device", "bridge"), ("device", "conform"), ("devices", "--port")], ids=" ".join
)
@pytest.mark.parametrize("kind", ["file", "folder", "nothing"])
def test_a_port_that_is_none_is_refused_in_one_line(words: tuple[str, ...], kind: str, tmp_path: Path) -> None:
    port = tmp_path / "port"
    if kind == "file":
        port.write_bytes(b"no port")
    elif kind == "folder":
        port.mkdir()
    refused = companion(*words, port)
    assert (refused.status, refused.err.count("\n")) == (2, 1), refused.err
    assert {"file": "a plain file", "folder": "a folder", "nothing": "no such port"}[kind] in refused.err


def test_a_virtual_device_that_died_says_so_and_ends(tmp_path: Path) -> None:
    folder = tmp_path / "tower"
    with subprocess.Popen(
        [*COMPANION, "device", "virtual", "--folder", str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as command:
        assert command.stdout is not None
        assert command.stdout.readline()
        children = Path(f"/proc/{command.pid}/task/{command.pid}/children").read_text(encoding="ascii").split()
        assert len(children) == 1
        os.kill(int(children[0]), 9)
        wait_until(lambda: command.poll() is not None)
        _, err = command.communicate(timeout=PATIENCE_S)
        assert command.returncode == 2
        assert "a running virtual device is missing: it ended (-9)" in err


def test_two_zones_of_one_name_are_refused() -> None:
    from companion.errors import InputError
    from firmware_bridge.belonging import pair

    with pytest.raises(InputError, match="'A' twice"):
        pair("mat-1", "", ("A", "A", "B"))
