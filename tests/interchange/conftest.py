"""Real files of HeroClix lie beside the checkout, never in it."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shared(shared: Path) -> Path:
    """The folder of real figures and maps."""
    return shared / "data" / "heroclix"
