"""The front door: ``companion COMMAND``. One small module per command, imported only when it is called."""

from companion.cli.front import main

__all__ = ["main"]
