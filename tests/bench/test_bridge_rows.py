"""The bridge's rows in a tiny run: all there, all measured on the real parts; nothing is timed."""

from __future__ import annotations

import pytest

from companion.errors import MissingPart
from tests.missing import absent
from ui.bench import AREAS, bridge

pytestmark = pytest.mark.slow


def test_a_tiny_run_gives_all_its_rows() -> None:
    try:
        rows = list(bridge.measure(throws=2, readings=3, breaks=1, flood_s=0.2))
    except MissingPart as missing:
        absent(missing)
    assert len(rows) == AREAS["bridge"][1]
    assert all(row.ours > 0 and row.peer > 0 and row.name and row.unit for row in rows)
