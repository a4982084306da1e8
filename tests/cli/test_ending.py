"""A command that goes on until somebody stops it ends between two turns, never within one."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from tests.patience import PATIENCE_S

TURNS = """
import os, signal, sys, threading
from ui.cli.typed import run_turns

taken, turns = threading.Lock(), []

def turn():
    with taken:
        turns.append("begun")
        os.kill(os.getpid(), signal.{name})
        sum(range(1000))
    turns.append("whole")
    return len(turns) < 100

run_turns(turn, print)
print(*turns, taken.acquire(timeout=1.0))
"""


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
def test_a_turn_that_is_interrupted_is_finished(name: str) -> None:
    made = subprocess.run(
        [sys.executable, "-c", TURNS.format(name=name)],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
        stdin=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert (made.returncode, made.stdout.split(), made.stderr) == (0, ["begun", "whole", "True"], "")


def test_ctrl_c_that_a_background_does_not_heed_stays_unheeded() -> None:
    made = subprocess.run(
        [sys.executable, "-c", TURNS.format(name="SIGINT")],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
        stdin=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )
    assert (made.returncode, made.stdout.split().count("whole")) == (0, 50)
