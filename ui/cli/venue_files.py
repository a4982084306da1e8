"""``companion venue --print``: the files of a bigger event, as they are handed out."""

from __future__ import annotations

from pathlib import Path

import ui.venue

FILES = ("haproxy", "systemd")
_NAMES = {"haproxy": "haproxy.cfg", "systemd": "tablewright.service"}


def file_of(name: str) -> str:
    """The text of that file."""
    return (Path(ui.venue.__path__[0]) / _NAMES[name]).read_text(encoding="utf-8")
