"""The end of a command that goes on until somebody stops it."""

from __future__ import annotations

import signal
from collections.abc import Callable


def ending() -> Callable[[], bool]:
    """Whether somebody asked this program to end, by Ctrl-C or SIGTERM, from now on.

    An interrupt that is raised wherever the program happens to be can leave a lock of the standard library taken:
    `companion broker` then waited for its mosquitto for ever.
    """
    asked = False

    def ask(*_: object) -> None:
        nonlocal asked
        asked = True

    for name in (signal.SIGTERM, signal.SIGINT):
        if signal.getsignal(name) is not signal.SIG_IGN:  # a program in a shell's background does not heed Ctrl-C
            signal.signal(name, ask)
    return lambda: asked
