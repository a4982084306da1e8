"""Real photographs lie beside the checkout, never in it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def shared_folder(name: str) -> Path:
    """The folder of photographs called ``name``; without it the test is skipped, or fails where everything must run."""
    folder = Path(__file__).resolve().parents[2].parent / "shared" / "vision" / name
    if folder.is_dir():
        return folder
    message = f"the photographs of {name} are missing: expected at {folder}"
    if os.environ.get("CI"):
        pytest.fail(message)
    pytest.skip(message)


@pytest.fixture(scope="session")
def dice_photographs() -> Path:
    """The labelled photographs of dice."""
    return shared_folder("dice_dev")


@pytest.fixture(scope="session")
def tag_photographs() -> Path:
    """The labelled photographs of printed tags."""
    return shared_folder("tags_dev")
