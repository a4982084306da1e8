"""``python -m ui``: the tablet app on the sample game; ``companion play`` offers the rest."""

from __future__ import annotations

import os

os.environ.setdefault("KIVY_NO_ARGS", "1")


def main() -> None:
    """Nothing: runs the app until its window is closed."""
    from companion.games.heroclix.sample import sample_setup
    from ui.app import TableApp
    from ui.bootstrap import open_table
    from ui.config import TableConfig

    table = open_table(TableConfig(), sample_setup())
    TableApp(table).run()


if __name__ == "__main__":
    main()
