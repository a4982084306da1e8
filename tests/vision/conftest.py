"""Real photographs lie beside the checkout, never in it."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def dice_photographs(shared: Path) -> Path:
    """The labelled photographs of dice."""
    return shared / "vision" / "dice_dev"


@pytest.fixture(scope="session")
def tag_photographs(shared: Path) -> Path:
    """The labelled photographs of printed tags."""
    return shared / "vision" / "tags_dev"
