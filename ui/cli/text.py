"""Words of the command line in the reader's language: ``--lang`` first, then the locale, then English.

A moving bar while something takes its time: on a terminal only.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.errors import InputError
    from companion.interchange.remarks import Remark


def language() -> str:
    """``fr`` or ``en``."""
    from companion.text.wording import language as asked

    return asked()


def say(key: str, **words: object) -> str:
    """The message of the command line with its words filled in, in the reader's language."""
    from companion.text.wording import Wording

    return Wording(language()).say(f"cli.{key}", **words)


def tell(remarks: Iterable[Remark]) -> None:
    """Say what is to be said about a file on standard error, one line each."""
    for remark in remarks:
        print(f"{remark.file}: {remark.where}: {remark.message}", file=sys.stderr)


def tell_refusals(refused: Sequence[InputError], *, listed: bool) -> None:
    """Say in one line on standard error what was refused; ``listed``: where it is more, all on standard output."""
    if not refused:
        return
    from companion.text.faults import fault_words
    from companion.text.wording import Wording

    lines = [fault_words(one, Wording(language())) for one in refused]
    more = f" {say('refusals.more', count=len(lines) - 1)}" if len(lines) > 1 else ""
    print(" ".join(lines[0].split()) + more, file=sys.stderr)
    if more and listed:
        print("\n".join(lines))


@contextmanager
def progress(words: str) -> Iterator[Callable[[int, int], None]]:
    """A callable that shows how much is done, of how much, on standard error, unless it is a pipe."""
    if not sys.stderr.isatty():
        yield lambda _done, _of: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(words, total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)


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
