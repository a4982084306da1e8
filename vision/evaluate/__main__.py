"""``python -m vision.evaluate FOLDER [-v]`` for the dice; ``registration``: tables, by their truth."""

from __future__ import annotations

import sys
from collections.abc import Sequence

__all__: list[str] = []


def _main(arguments: Sequence[str]) -> int:
    if arguments[:1] == ["registration"]:
        from vision.evaluate.registration import main as registration

        return registration(arguments[1:])
    from vision.evaluate.dice import main as dice

    return dice(arguments)


if __name__ == "__main__":
    sys.exit(_main(sys.argv[1:]))
