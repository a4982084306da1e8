"""``python -m vision.evaluate FOLDER [-v] [--worse]``, or ``--rendered``."""

from __future__ import annotations

import sys

from vision.evaluate.dice import main

__all__: list[str] = []

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
