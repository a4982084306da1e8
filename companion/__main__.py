"""``python -m companion`` is the same as the console script."""

from ui.cli import main

main()
