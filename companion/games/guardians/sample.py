"""A first evening: the shipped scenarios with heroes of ours, ready to play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from companion.core.ids import PieceId, Seat
from companion.documents import Node, load_document
from companion.errors import InputError
from companion.games.guardians.campaign import Career
from companion.games.guardians.content.content import DATA, default_content, default_document
from companion.games.guardians.content.kinds import Rank
from companion.games.guardians.scenario import Scenario, parse_scenario
from companion.games.guardians.setup import FIRST_BOX, PAPERS, SOLO, VERSUS, Enrolled, GuardiansSetUp

SCENARIOS = DATA / "scenarios"
VERSUS_SCENARIO = "stopped-clock"
HEROES = ("lantern", "anvil", "mistral", "briar", "oriel", "dynamo")


def shipped_scenario(name: str) -> str:
    """The path of a shipped scenario; raises ``InputError`` for one that is not there."""
    path = SCENARIOS / f"{name}.toml"
    if not path.is_file():
        names = ", ".join(sorted(path.stem for path in SCENARIOS.glob("*.toml")))
        raise InputError("the shipped scenarios", "", repr(name), f"one of {names}")
    return str(path)


def load_scenario(node: Node) -> tuple[Scenario, dict[str, object]]:
    """The scenario in a document, checked with the shipped content, and the document itself."""
    return parse_scenario(node, default_content()), node.value


def read_scenario(path: str) -> tuple[Scenario, dict[str, object]]:
    """The same of a file; it is read again when it has changed."""
    file = Path(path)
    return _read_once(path, file.stat().st_mtime_ns) if file.is_file() else load_scenario(load_document(path))


@lru_cache(maxsize=8)
def _read_once(path: str, changed_ns: int) -> tuple[Scenario, dict[str, object]]:
    return load_scenario(load_document(path))


def told_of(node: Node) -> dict[str, object]:
    """Count the contents of a playable scenario; a fault is refused with its place."""
    scenario, _ = load_scenario(node)
    return {
        "name": scenario.names.get("en", scenario.name),
        "sides": list(scenario.camps),
        "solo": scenario.is_solo,
        "zones": len(scenario.ground.zones),
        "spaces": len(scenario.ground.spaces),
        "villains": len(scenario.villains),
        "sites": len(scenario.sites),
        "objectives": len(scenario.objectives),
    }


def sample_setup(
    name: str = VERSUS_SCENARIO,
    *,
    heroes: Sequence[str] = HEROES,
    players: int = 2,
    team_up: bool = False,
    rank: str = "hero",
    difficulty: str = "none",
    careers: Mapping[str, Career] | None = None,
) -> GuardiansSetUp:
    """The set-up of a shipped scenario: so many heroes a side, one seat each, or one player with TEAM-UP heroes."""
    return scenario_setup(
        shipped_scenario(name),
        heroes=heroes,
        players=players,
        team_up=team_up,
        rank=rank,
        difficulty=difficulty,
        careers=careers,
    )


def scenario_setup(
    path: str,
    *,
    heroes: Sequence[str] = HEROES,
    players: int = 2,
    team_up: bool = False,
    rank: str = "hero",
    difficulty: str = "none",
    careers: Mapping[str, Career] | None = None,
) -> GuardiansSetUp:
    """The set-up of a scenario file; heroes with a career come in its rank and with its cards (GC-RANK-10)."""
    scenario, document = read_scenario(path)
    sides = tuple(scenario.camps)
    enrolled: list[Enrolled] = []
    for place, hero in enumerate(heroes[: players * len(sides)]):
        side, number = sides[place % len(sides)], place // len(sides)
        seat = Seat(side if number == 0 or team_up else f"{side}-{number + 1}")
        career = (careers or {}).get(hero) or Career(hero, Rank(rank))
        cards = career.removed, career.added
        enrolled.append(Enrolled(PieceId(hero), seat, side, hero, career.rank.value, team_up and number > 0, *cards))
    camps = tuple((side, tuple(dict.fromkeys(one.seat for one in enrolled if one.side == side))) for side in sides)
    seats = tuple(seat for _, group in camps for seat in group)
    return GuardiansSetUp(
        FIRST_BOX,
        seats,
        camps,
        tuple(enrolled),
        tuple(zip(sides, PAPERS, strict=False)),
        SOLO if scenario.is_solo else VERSUS,
        difficulty,
        document,
        default_document(),
        sides,
    )
