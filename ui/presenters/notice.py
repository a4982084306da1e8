"""A notice of finished work, for a page: the key of its words, and its figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing that came of the work: the key of its words, with its figures."""

    key: str
    figures: Mapping[str, object] = field(default_factory=dict)
    name: str = ""  # of what was tried
    is_good: bool = True
