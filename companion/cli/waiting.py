"""A moving bar while something takes its time: on a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["waiting"]


@contextmanager
def waiting(words: str) -> Iterator[None]:
    """Nothing: until the block ends, standard error shows the words with a bar, unless it is a pipe."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        bar.add_task(words, total=None)
        yield
