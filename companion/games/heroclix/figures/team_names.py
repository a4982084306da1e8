"""The team abilities by their names: what cards and lists call them, without capitals, dots and spaces."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from companion.core.typed import plain


@lru_cache(maxsize=1)
def team_names() -> Mapping[str, str]:
    """The id of each team ability by its English and French name and by the id, in plain letters and digits."""
    rows = tomllib.loads((Path(__file__).parent.parent / "data" / "team_abilities.toml").read_text(encoding="utf-8"))
    return {plain(name): key for key, row in rows.items() for name in (row.get("fr", key), row["en"], key)}
