"""Cases by the dozen of which a few stand for all in a shorter run; the others are run in a longer one."""

from __future__ import annotations

from collections.abc import Sequence

import pytest


def thinned(cases: Sequence[object], every: int) -> list[object]:
    """The first of each so many cases as it is, the others marked ``long``: `make test-long` runs all."""
    return _marked(cases, every, pytest.mark.long)


def sampled(cases: Sequence[object], every: int) -> list[object]:
    """The first of each so many cases as it is, the others marked ``slow``: `make test` runs all."""
    return _marked(cases, every, pytest.mark.slow)


def _marked(cases: Sequence[object], every: int, mark: pytest.MarkDecorator) -> list[object]:
    return [
        case if at % every == 0 else pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=mark)
        for at, case in enumerate(cases)
    ]
