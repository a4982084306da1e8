"""What every test may use: the shared material beside the checkout, and a clock that stands still."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real files and photographs; missing, the test says so, and in CI it fails."""
    if not SHARED.is_dir() or not any(SHARED.iterdir()):
        words = f"the shared material is not at {SHARED.name}/ beside the checkout"
        if os.environ.get("CI"):
            pytest.fail(words)
        pytest.skip(words)
    return SHARED


class StoppedClock:
    """A clock that shows the same moment for ever."""

    def now_ms(self) -> int:
        return 1_763_640_000_000


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock()
