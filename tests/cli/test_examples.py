"""The examples in --help work when they are pasted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command_line import companion
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.slow

COMMANDS = [
    "areas",
    "case",
    "sight",
    "reach",
    "import figures",
    "import maps",
    "show figure",
    "find-figure",
    "check-force",
    "check-quest",
    "check-scenario",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_example_works_when_pasted(command: str, tmp_path: Path) -> None:
    text = companion(*command.split(), "--help").out
    example = text[text.index("Example") :].split("\n\n", 1)[1].split("\n\n", 1)[0]
    assert f"companion {command}" in example
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path}
    done = subprocess.run(
        ["sh", "-c", example],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout
    assert not done.stderr
