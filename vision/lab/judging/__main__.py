"""``python -m vision.lab.judging FOLDER…`` (dice on photographs), or another judge's name and its arguments."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib import import_module

_NAMES = (
    "board",
    "bystanders",
    "completeness",
    "dice",
    "evening",
    "games",
    "numbers",
    "registration",
    "rendered_dice",
    "strangers",
    "symbols",
    "tags",
    "throws",
    "trays",
)

if __name__ == "__main__":
    name, rest = (sys.argv[1], sys.argv[2:]) if sys.argv[1:2] and sys.argv[1] in _NAMES else ("dice", sys.argv[1:])
    judge: Callable[[Sequence[str]], int] = import_module(f"vision.lab.judging.{name}").main
    sys.exit(judge(rest))
