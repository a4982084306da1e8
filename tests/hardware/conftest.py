"""Fixtures: the MicroPython VM, and the shipped firmware in it. Missing: fails in CI, skips elsewhere."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.errors import MissingPart
from firmware_bridge.broker import Broker
from firmware_bridge.radio_link import PREFIX
from firmware_bridge.virtual import find_vm
from tests.missing import absent

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
        absent(missing)


@pytest.fixture(scope="module")
def broker(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    """A mosquitto that the module's ``NODE`` may come to by radio."""
    try:
        made = Broker(tmp_path_factory.mktemp("broker"), nodes=(PREFIX + request.module.NODE,))
    except MissingPart as missing:
        absent(missing)
    with made:
        yield made


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
