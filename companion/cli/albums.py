"""Where the albums of enrolled dice lie: one file per kind of dice, in the player's own data folder."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_data_path

__all__ = ["album_path"]


def album_path(kind: str, given: str | None) -> Path:
    """The file of a kind's album: the one given, or ``dice/KIND.json`` in the data folder (it may not exist yet)."""
    return Path(given) if given else user_data_path("tablewright") / "dice" / f"{kind}.json"
