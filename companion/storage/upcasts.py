"""Old events to new ones: one small function per version step, and a dated line in the changelog for each.

A step takes the type name and the plain data of an event as an old release wrote it and returns what this release
reads.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

# Steps of an action of HeroClix that are no events since its actions are told as scripts (2026-11-22).
_NO_STEPS = ("PowerAdvanced", "PowerResolved", "RollOffered", "RollHeld", "RollStands", "ConditionCalled")


def _superseded(kind: str, data: object) -> tuple[str, dict[str, str]]:
    return "Superseded", {"kind": kind}


STEPS: dict[str, Callable[[Any], tuple[str, Any]]] = {kind: partial(_superseded, kind) for kind in _NO_STEPS}


def upcast(kind: str, data: Any) -> tuple[str, Any]:
    """The type name and data as this release reads them."""
    while kind in STEPS:
        kind, data = STEPS[kind](data)
    return kind, data
