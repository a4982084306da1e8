"""Fixtures: the MicroPython VM, and the shipped firmware in it. Missing: fails in CI, skips elsewhere."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.errors import MissingPart
from firmware_bridge.virtual import find_vm

ROOT = Path(__file__).resolve().parents[2]
HARDWARE = ROOT / "hardware"
ON_VM = Path(__file__).with_name("on_vm")
Run = Callable[..., str]


@pytest.fixture(scope="session")
def vm() -> Path:
    """The MicroPython VM."""
    try:
        return find_vm()
    except MissingPart as missing:
        if os.environ.get("CI"):
            pytest.fail(str(missing))
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def on_vm(vm: Path) -> Run:
    """Runs a file of ``on_vm/`` with the shipped firmware on its path, in ``folder``: what it printed."""

    def run(
        *words: str, folder: Path, heap: str = "192k", timeout_s: float = 120, source: Path = HARDWARE / "firmware"
    ) -> str:
        golden = ROOT / "hardware" / "protocol" / "signed.json"
        settings = {"MICROPYPATH": f"{ON_VM}:{HARDWARE / 'sim'}:{source}:.frozen", "GOLDEN": str(golden)}
        settings["TOWER_WIFI"] = str(folder / "air")  # a radio, and nothing in reach
        done = subprocess.run(
            [str(vm), "-X", f"heapsize={heap}", str(ON_VM / "examine.py"), *words],
            cwd=folder,
            env=os.environ | settings,
            capture_output=True,
            text=True,
            timeout=timeout_s,
            check=False,
        )
        return done.stdout + done.stderr

    return run
