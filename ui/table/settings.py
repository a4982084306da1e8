"""The settings of a table, from ``table.toml`` and the command line: read once, checked, frozen."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from companion.errors import InputError


@dataclass(frozen=True, slots=True)
class TableConfig:
    """The settings of a table. Everything but the game itself may be off."""

    store: str = ""  # the game store; empty for a game that is kept in memory only
    camera: str = ""  # a camera's number, http://… of a phone, a folder of pictures, a clip; empty for none
    layout: str = ""  # the layout of markers and tags the camera reads by
    view: str = ""  # what `companion camera setup` stored; needed only where markers cannot be seen
    empty: str = ""  # a photograph of the empty map: with it, figures without a tag are followed
    tray: str = ""  # the same for a camera over the dice tray
    tower: str = ""  # the port of a dice tower; empty for none
    venue: str = ""  # the table's link at an event's pages: its host reports there; empty for none
    lang: str = ""  # en or fr; empty for the locale
    machine_dice: bool = True  # offer to roll for players without dice
    advice: bool = True  # offer to count what each attack would do; at an event only where its organiser allows it


def load_config(path: Path | None, **given: Any) -> TableConfig:
    """The settings of the file with those given on the command line on top; an unknown key is refused."""
    config = TableConfig()
    if path is not None:
        import tomllib  # few tables have such a file

        try:
            data = tomllib.loads(path.read_text(encoding="utf-8"))
        except OSError as wrong:
            raise InputError(str(path), "", wrong.strerror or str(wrong), "a readable table.toml") from wrong
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as wrong:
            raise InputError(str(path), "", str(wrong), "TOML") from wrong
        known = {setting.name: type(setting.default) for setting in fields(TableConfig)}
        for key, value in data.items():
            if key not in known:
                raise InputError(str(path), key, "an unknown key", f"one of {', '.join(sorted(known))}")
            if type(value) is not known[key]:
                raise InputError(str(path), key, repr(value), known[key].__name__)
        config = replace(config, **data)
    return replace(config, **{key: value for key, value in given.items() if value is not None})
