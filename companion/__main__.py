"""``python -m companion`` is the same as the console script."""

from companion.cli import main

main()
