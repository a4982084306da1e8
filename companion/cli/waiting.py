"""A moving bar while something takes its time: on a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def waiting(words: str) -> Iterator[None]:
    """Show the words with a bar on standard error until the block ends, unless it is a pipe."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        bar.add_task(words, total=None)
        yield
