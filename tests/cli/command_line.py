"""The command line called in this process: what it answers, says and leaves with."""

from __future__ import annotations

import io
import json
import os
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from ui.cli import main


@dataclass(frozen=True)
class Result:
    status: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


def companion(*arguments: object, stdin: str = "") -> Result:
    """What ``companion`` with these arguments does; the language it is told is not the next one's."""
    out, err = io.StringIO(), io.StringIO()
    before = sys.argv, sys.stdin
    sys.argv = ["companion", *map(str, arguments)]
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8")
    status = 0
    try:
        with redirect_stdout(out), redirect_stderr(err), patch.dict(os.environ):
            main()
    except SystemExit as stop:
        status = stop.code if isinstance(stop.code, int) else 0
    finally:
        sys.argv, sys.stdin = before
    return Result(status, out.getvalue(), err.getvalue())
