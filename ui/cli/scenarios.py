"""Scenario files of the games that have some: the game that a file's format names, and those that are shipped."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from companion.documents import Node, load_document
from companion.errors import InputError

# format of the file -> a game's module with ``SCENARIOS``, a folder, ``told_of``, which checks a document, and
# ``scenario_setup``, which reads a file
GAMES: Mapping[str, str] = {
    "tablewright/guardians-scenario@1": "companion.games.guardians.sample",
    "tablewright/gotham@1": "companion.games.gotham.sample",
}


def shipped_scenarios() -> list[Path]:
    """The files that are shipped, game by game."""
    folders = (import_module(module).SCENARIOS for module in GAMES.values())
    return [path for folder in folders for path in sorted(folder.iterdir())]


def reader_of(node: Node) -> Any:
    """The module of the game that the document's format names."""
    if not isinstance(node.value, dict) or "format" not in node:
        node.refuse(f"a scenario with the format {' or '.join(GAMES)}")
    return import_module(GAMES[node["format"].word(GAMES)])


def scenario_from(name: str) -> Any:
    """The set-up of a shipped scenario by its name, or of a file; raises ``InputError``."""
    shipped = {path.stem: path for path in shipped_scenarios()}
    path = shipped.get(name, Path(name))
    if name not in shipped and not path.suffix:
        raise InputError("--scenario", "", repr(name), f"a file, or one of {', '.join(shipped)}")
    return reader_of(load_document(str(path))).scenario_setup(str(path))
