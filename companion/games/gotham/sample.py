"""A first evening: the shipped scenario, ready to play; any scenario file, with its map put into it."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

from companion.documents import Node, load_document
from companion.errors import InputError
from companion.games.gotham.content.content import DATA
from companion.games.gotham.content.names import Names
from companion.games.gotham.scenario.document import FORMAT, missing_keys, parse_scenario
from companion.games.gotham.setup import CHRONICLES, MissionSetUp

SCENARIOS = DATA / "scenarios"


def sample_setup(scenario: str = "night-shift") -> MissionSetUp:
    """The set-up of a shipped scenario."""
    path = SCENARIOS / f"{scenario}.json"
    if not path.is_file():
        names = ", ".join(sorted(one.stem for one in SCENARIOS.glob("*.json")))
        raise InputError("the shipped scenarios", "", repr(scenario), f"one of {names}")
    return scenario_setup(str(path))


def scenario_setup(path: str, absent: Collection[str] = ()) -> MissionSetUp:
    """The set-up of a scenario file while these heroes stay at home; its faults are refused with their place."""
    return _setup(load_document(path), absent)


def heroes_of(path: str) -> dict[str, Names]:
    """Every hero of a scenario file, with what it is called."""
    scenario = parse_scenario(Node(path, "", scenario_setup(path).scenario))
    heroes = [figure for figure in scenario.state.figures if figure.is_hero]
    return {figure.id: scenario.table.content.sheets[figure.sheets[0]].names for figure in heroes}


def told_of(node: Node) -> dict[str, str | int]:
    """Count the contents of a scenario document; a fault is refused with its place."""
    table = parse_scenario(Node(node.file, "", _setup(node).scenario)).table
    counts = {"zones": len(table.board.zones), "tasks": len(table.tasks), "ends": len(table.ends)}
    return {"name": table.name, "figures": len(node.value["pieces"]), "heroes": len(table.seats) - 1, **counts}


def _setup(node: Node, absent: Collection[str] = ()) -> MissionSetUp:
    node.of_format(FORMAT)
    for key in missing_keys(node.value):
        node.refuse(f"the key {key!r}: a scenario has a name, and ends", "no such key")
    document: dict[str, Any] = {key: value for key, value in node.mapping.items() if key != "format"}
    if isinstance(document.get("map"), str):
        document["map"] = _map(node["map"])
    if absent:
        document["pieces"] = {piece: row for piece, row in document["pieces"].items() if piece not in absent}
    scenario = parse_scenario(Node(node.file, "", document))
    if len(scenario.table.seats) == 1:
        node["pieces"].refuse("a hero")
    return MissionSetUp(CHRONICLES, scenario.table.seats, document)


def _map(node: Node) -> Any:
    """A shipped map by its name, or one in a file beside the scenario."""
    name = node.text()
    shipped = DATA / "maps" / f"{name}.json"
    beside = Path(node.file).parent / name
    if shipped.is_file():
        return load_document(str(shipped)).value
    if beside.is_file():
        return load_document(str(beside)).value
    known = ", ".join(sorted(path.stem for path in (DATA / "maps").glob("*.json")))
    return node.refuse(f"a map: {known}, or a file beside this one")
