from __future__ import annotations

import os
from pathlib import Path

import pytest

SHARED = Path(__file__).parents[2].parent / "shared" / "data" / "heroclix"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real files beside the checkout; they are test inputs and not part of the project."""
    if not SHARED.is_dir():
        told = f"the real HeroClix files are not at {SHARED}"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(told)
    return SHARED
