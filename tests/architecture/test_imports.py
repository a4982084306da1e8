"""The arrows of the house: who may import whom. A new arrow is a line here, with its reason, or a failure.

core ◄── board ◄── games          core ◄── storage, table, tournament
ports ◄── vision, firmware_bridge (never each other)      ui.presenters ◄── ui.screens      cli, ui.bootstrap: all
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("companion", "firmware_bridge", "vision", "ui")

DEVICE = ("companion.core.ids", "companion.errors", "companion.ports", "companion.table.observation")

# room -> what it may import of ours (longest prefix wins on both sides; a room may import itself)
ARROWS: dict[str, tuple[str, ...]] = {
    "companion": (),
    "companion.__main__": ("companion.cli",),
    "companion.errors": (),
    "companion.documents": ("companion.errors",),  # reading documents with places: below every parser
    "companion.files": ("companion.errors",),  # writing files whole: beside documents
    "companion.core": ("companion.errors",),
    "companion.system": ("companion.core",),
    "companion.board": ("companion.core", "companion.documents", "companion.errors"),
    "companion.casebook": (
        "companion.board", "companion.core", "companion.documents", "companion.errors",
    ),  # any game's cases; names none: of the board it knows how squares are written
    "companion.games": (
        "companion.board", "companion.casebook", "companion.core", "companion.documents", "companion.errors",
    ),  # the casebook for their case languages alone: a test below sees to it
    "companion.table": ("companion.board", "companion.core"),
    "companion.ports": ("companion.core", "companion.table"),
    "companion.storage": ("companion.core", "companion.errors"),
    "companion.text": ("companion.core", "companion.errors"),
    "companion.interchange": (
        "companion.board", "companion.core", "companion.documents", "companion.errors", "companion.files",
        "companion.games",
    ),
    "companion.bench": PACKAGES,  # measures every room, lazily; a test below sees to it that only cli opens it
    "companion.cli": PACKAGES,  # the front door opens every room, lazily
    "vision": ("companion.board", "companion.documents", *DEVICE),  # a layout is a document like any other
    "firmware_bridge": ("companion.documents", "companion.files", *DEVICE),  # the list of devices is a document
    "ui": (),
    "ui.gate": (),
    "ui.window": ("companion.errors", "ui.app"),
    "ui.config": ("companion.errors",),
    "ui.theme": (),
    "ui.presenters": (
        "companion.board", "companion.core", "companion.errors", "companion.games", "companion.table", "companion.text",
    ),
    "ui.widgets": ("ui.gate", "ui.presenters", "ui.theme"),
    "ui.screens": ("ui.gate", "ui.presenters", "ui.theme", "ui.widgets"),
    "ui.app": ("ui.gate", "ui.presenters", "ui.screens", "ui.theme", "ui.widgets"),
    "ui.bootstrap": ("companion", "firmware_bridge", "ui.config", "ui.gate", "ui.presenters", "vision"),
}  # fmt: skip

# what only one room may import from outside
OUTSIDE = {
    "cv2": ("vision",),
    "torch": ("vision.training",),  # trains the dice reader's networks; OpenCV runs them
    "kivy": ("ui.app", "ui.screens", "ui.widgets", "ui.window"),
    "serial": ("firmware_bridge.ports_found", "firmware_bridge.serial_link"),  # listing ports, and opening one
    "paho": ("firmware_bridge.mqtt_link",),
    "msgspec": ("companion.storage", "companion.cli"),
}

# the rules core is the standard library only (numpy in a board accelerator, when there is one)
PURE = (
    "companion.core",
    "companion.board",
    "companion.casebook",
    "companion.games",
    "companion.table",
    "companion.ports",
    "companion.errors",
)
IMPURE_MODULES = {"time", "random", "datetime", "socket", "threading", "subprocess"}
CLOCKLESS = (
    "companion.core",
    "companion.board",
    "companion.casebook",
    "companion.games",
    "companion.table",
    "companion.storage",
    "companion.text",
)


def modules() -> Iterator[tuple[str, Path]]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def imports(path: Path) -> Iterator[tuple[str, int]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: a relative import"
            yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)


def within(name: str, room: str) -> bool:
    return name == room or name.startswith(room + ".")


def room_of(module: str) -> str:
    return max((room for room in ARROWS if within(module, room)), key=len)


MODULES = list(modules())


def test_arrows() -> None:
    wrong = []
    for module, path in MODULES:
        room = room_of(module)
        for name, line in imports(path):
            if name.split(".")[0] not in PACKAGES or within(name, room):
                continue
            if not any(within(name, allowed) for allowed in ARROWS[room]):
                wrong.append(f"{path.relative_to(ROOT)}:{line}: {room} may not import {name}")
    assert wrong == []


def test_only_the_front_door_measures() -> None:
    wrong = [
        f"{path}:{line}: {name}"
        for module, path in MODULES
        if not within(module, "companion.bench") and not within(module, "companion.cli")
        for name, line in imports(path)
        if within(name, "companion.bench")
    ]
    assert wrong == []


def test_only_case_languages_know_the_casebook() -> None:
    wrong = [
        f"{path}:{line}: {name}"
        for module, path in MODULES
        if module.startswith("companion.games.") and module.split(".")[3:4] != ["cases"]
        for name, line in imports(path)
        if within(name, "companion.casebook")
    ]
    assert wrong == []


def test_one_game_never_imports_another() -> None:
    wrong = [
        f"{path}:{line}: {name}"
        for module, path in MODULES
        if module.startswith("companion.games.")
        for name, line in imports(path)
        if name.startswith("companion.games.") and name.split(".")[2] != module.split(".")[2]
    ]
    assert wrong == []


def test_concrete_games_stay_out_of_table_storage_and_core() -> None:
    rooms = tuple(f"companion.{room}" for room in ("board", "casebook", "core", "storage", "table", "text"))
    wrong = [
        f"{path}:{line}: {name}"
        for module, path in MODULES
        if any(within(module, room) for room in rooms)
        for name, line in imports(path)
        if within(name, "companion.games")
    ]
    assert wrong == []


@pytest.mark.parametrize("library", sorted(OUTSIDE))
def test_outside_libraries_stay_in_their_room(library: str) -> None:
    wrong = [
        f"{path}:{line}: {name}"
        for module, path in MODULES
        for name, line in imports(path)
        if within(name, library) and not any(within(module, room) for room in OUTSIDE[library])
    ]
    assert wrong == []


def test_the_rules_core_is_the_standard_library() -> None:
    import sys

    wrong = [
        f"{path}:{line}: {name}"
        for module, path in MODULES
        if any(within(module, room) for room in PURE)
        for name, line in imports(path)
        if name.split(".")[0] not in {*sys.stdlib_module_names, *PACKAGES}
    ]
    assert wrong == []


def test_no_clock_no_chance_no_threads_in_the_core() -> None:
    wrong = [
        f"{path}:{line}: {name}"
        for module, path in MODULES
        if any(within(module, room) for room in CLOCKLESS)
        for name, line in imports(path)
        if name.split(".")[0] in IMPURE_MODULES
    ]
    assert wrong == []


def test_no_cycles_at_import_time() -> None:
    known = {module for module, _ in MODULES}
    graph: dict[str, set[str]] = {}
    for module, path in MODULES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        graph[module] = set()
        for node in tree.body:  # imports inside functions are lazy, and meant to be
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    full = f"{node.module}.{alias.name}"
                    graph[module].add(full if full in known else node.module)
    done: set[str] = set()

    def visit(module: str, trail: tuple[str, ...]) -> None:
        assert module not in trail, " -> ".join((*trail, module))
        if module not in done:
            for other in sorted(graph.get(module, ())):
                visit(other, (*trail, module))
            done.add(module)

    for module in sorted(graph):
        visit(module, ())
