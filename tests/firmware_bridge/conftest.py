"""Fixtures: the firmware's own files, imported by CPython, and the golden frames."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

FIRMWARE = Path(__file__).parents[2] / "hardware" / "firmware"


@pytest.fixture(scope="session")
def firmware() -> Any:
    """The files of the tower that need no chip: formats, protocol, outbox, signer, window, link, roll, app."""
    sys.path.insert(0, str(FIRMWARE))
    try:
        names = ("formats", "protocol", "outbox", "signer", "window", "link", "roll", "app")
        return SimpleNamespace(**{name: importlib.import_module(name) for name in names})
    finally:
        sys.path.remove(str(FIRMWARE))


@pytest.fixture(scope="session")
def vectors() -> list[dict[str, Any]]:
    """The golden frames (tests/oracles/wire.py wrote them)."""
    found: list[dict[str, Any]] = json.loads((FIRMWARE.parent / "protocol" / "vectors.json").read_text())
    return found
