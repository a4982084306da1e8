"""The start on Android: the evening, with its files in the app's own folder."""

from __future__ import annotations

import os
from pathlib import Path


def app_folder() -> Path:
    """The folder that Android gives to this app; nothing else may be written without asking."""
    from android.storage import app_storage_path  # type: ignore[import-not-found]  # only there

    return Path(app_storage_path())


def main() -> None:
    """Show the evening until it is closed."""
    os.environ.setdefault("KIVY_NO_ARGS", "1")
    from ui.library import Library
    from ui.tablet.app import TabletApp
    from ui.tablet.navigation import Navigator

    TabletApp(Navigator(Library(app_folder()))).run()


if __name__ == "__main__":
    main()
