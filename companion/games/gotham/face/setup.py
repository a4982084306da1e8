"""Set-up of a new mission: the scenarios there are, their heroes, the set-up made of a choice."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from companion.core.ids import PieceId
from companion.documents import load_document
from companion.errors import InputError
from companion.games.gotham.content.names import called, parse_names
from companion.games.gotham.sample import SCENARIOS, heroes_of, scenario_setup
from companion.games.gotham.setup import MissionSetUp

SetUp = MissionSetUp


def pieces_of(setup: MissionSetUp) -> Sequence[PieceId]:
    """The figures in the order in which base tags are numbered."""
    return [PieceId(name) for name in sorted(setup.scenario.get("pieces", {}))]


def scenarios(own: Path) -> list[Path]:
    """The shipped scenarios, then those in a folder of this machine's."""
    return [*sorted(SCENARIOS.glob("*.json")), *sorted(own.glob("*.json"))]


def title_of(scenario: Path, lang: str) -> str:
    """Return the scenario's name; its file's name where it cannot be read."""
    try:
        return called(parse_names(load_document(str(scenario))), lang, scenario.stem)
    except InputError:
        return scenario.stem


def heroes(scenario: str, lang: str) -> dict[str, str]:
    """The heroes of a scenario file by their names; raises ``InputError`` where it cannot be played."""
    return {hero: called(names, lang, hero) for hero, names in heroes_of(scenario).items()}


def setup_of(scenario: str, absent: Collection[str]) -> MissionSetUp:
    """The set-up of a scenario file without the heroes that stay at home; raises ``InputError`` with the place."""
    return scenario_setup(scenario, absent)
