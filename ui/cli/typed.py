"""Typed lines for the commands that go on until somebody stops them."""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Callable
from pathlib import Path

import click

from companion.errors import InputError
from ui.cli.ending import ending

TURN_S = 0.02  # between two looks at what was typed; raise it to spare the processor


def run_turns(turn: Callable[[], bool], obey: Callable[[str], None], *, ends_with_input: bool = False) -> None:
    """Call ``turn`` every 20 ms and ``obey`` with each typed line, until ``turn`` says no, or somebody stops it.

    Where nobody can ever type (a service, with /dev/null) there is no end of input either.
    """
    ended, part = ending(), b""
    typing = not os.path.samestat(os.fstat(sys.stdin.fileno()), Path(os.devnull).stat())
    while turn() and not ended():
        if not typing:
            time.sleep(TURN_S)
        elif select.select([sys.stdin], [], [], TURN_S)[0]:
            data = os.read(sys.stdin.fileno(), 1024)
            typing = bool(data)
            if not typing and ends_with_input:
                return
            *lines, part = (part + data).split(b"\n")
            for line in lines:
                _forgiving(obey, line.decode(errors="replace"))


def _forgiving(obey: Callable[[str], None], line: str) -> None:
    try:
        obey(line)
    except InputError as refused:
        click.echo(str(refused), err=True)
