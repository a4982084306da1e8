"""What was freed goes back to the system; where the C library cannot, nothing happens."""

from __future__ import annotations

import os
import sys

import pytest

from ui.bench.demo import resident_mb
from ui.tablet.screens import memory


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="of glibc")
def test_what_lies_between_things_in_use_is_given_back() -> None:
    memory.give_back()
    held = [b"x" * 100_000 for _ in range(1000)]  # under the size that the system is asked for itself
    kept = held[::100]
    held.clear()
    before = resident_mb(os.getpid())
    memory.give_back()
    assert before - resident_mb(os.getpid()) > 20
    assert len(kept) == 10


def test_another_c_library_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_trim", lambda: None)
    memory.give_back()
