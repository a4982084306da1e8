"""A first evening: the shipped scenario, ready to play; any scenario file, with its map put into it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.documents import Node, load_document
from companion.errors import InputError
from companion.games.gotham.content.content import DATA
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


def scenario_setup(path: str) -> MissionSetUp:
    """The set-up of a scenario file; what is wrong with it is refused with its place."""
    return _setup(load_document(path))


def told_of(node: Node) -> dict[str, str | int]:
    """What a scenario document holds, counted; what is wrong with it is refused with its place."""
    table = parse_scenario(Node(node.file, "", _setup(node).scenario)).table
    counts = {"zones": len(table.board.zones), "tasks": len(table.tasks), "ends": len(table.ends)}
    return {"name": table.name, "figures": len(node.value["pieces"]), "heroes": len(table.seats) - 1, **counts}


def _setup(node: Node) -> MissionSetUp:
    node.of_format(FORMAT)
    for key in missing_keys(node.value):
        node.refuse(f"the key {key!r}: a scenario has a name, and ends", "no such key")
    document: dict[str, Any] = {key: value for key, value in node.value.items() if key != "format"}
    if isinstance(document.get("map"), str):
        document["map"] = _map(node["map"])
    scenario = parse_scenario(Node(node.file, "", document))
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
