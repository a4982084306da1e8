"""The front door: ``companion COMMAND``. One small module per command, imported only when it is called."""

from ui.cli.front import main

__all__ = ["main"]
