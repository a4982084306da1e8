"""Cases by the dozen of which a few stand for all in every run; the others are run with the long proofs."""

from __future__ import annotations

from collections.abc import Sequence

import pytest


def thinned(cases: Sequence[object], every: int) -> list[object]:
    """The first of each so many cases as it is, the others marked ``long``."""
    return [case if at % every == 0 else _long(case) for at, case in enumerate(cases)]


def _long(case: object) -> object:
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.long)
