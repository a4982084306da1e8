"""The front door: ``companion COMMAND``. One small module per command, imported only when it is called."""

from __future__ import annotations

import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line and exit with 0, 1 or 2; a Ctrl-C while it loads is answered as one later on is."""
    try:
        from ui.cli.front import main as enter

        enter()
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        sys.exit(2)


__all__ = ["main"]
