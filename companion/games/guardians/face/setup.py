"""Set-up of a new game: scenarios, heroes, ranks, dice; the set-up made of a choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.core.ids import PieceId
from companion.documents import Node, load_document
from companion.errors import InputError
from companion.games.guardians.campaign import Career
from companion.games.guardians.content.content import default_content, default_document
from companion.games.guardians.content.dice import KINDS, read_dice
from companion.games.guardians.content.kinds import Rank
from companion.games.guardians.face.words import said, seat_names
from companion.games.guardians.sample import HEROES, SCENARIOS, read_scenario, scenario_setup
from companion.games.guardians.setup import DIFFICULTY, GuardiansSetUp

SetUp = GuardiansSetUp
DICE = KINDS
ALL_HEROES = HEROES
CHOICES: Mapping[str, Sequence[str]] = {
    "a_side": ("1", "2", "3"),
    "together": ("players", "team_up"),  # each hero its own player, or one player with TEAM-UP heroes (GC-TEAMUP-01)
    "rank": ("rookie", "hero", "veteran"),
    "difficulty": tuple(DIFFICULTY),  # GC-SOLO-06
}


def pieces_of(setup: GuardiansSetUp) -> Sequence[PieceId]:
    """The figures in the order in which base tags are numbered."""
    villains = [PieceId(str(row["id"])) for row in setup.scenario.get("villains", ())]
    return [hero.piece for hero in setup.heroes] + villains


def scenarios(own: Path) -> list[Path]:
    """The shipped scenarios, then those in a folder of this machine's."""
    return [*sorted(SCENARIOS.glob("*.toml")), *sorted(own.glob("*.toml"))]


def title_of(scenario: Path, lang: str) -> str:
    """Return the scenario's name; its file's name where it cannot be read."""
    try:
        name = load_document(str(scenario)).value.get("name", {})
    except InputError:
        return scenario.stem
    return str(name.get(lang) or scenario.stem) if isinstance(name, dict) else str(name)


def about(scenario: Path, lang: str) -> tuple[str, int]:
    """Return what the scenario is about, and after how many turns it is over; both empty where it does not say."""
    try:
        found = read_scenario(str(scenario))[0]
    except InputError:
        return "", 0
    return said(found.about, lang), found.last_turn


def sides_of(scenario: str, lang: str) -> dict[str, str]:
    """The sides of a scenario file by their names; raises ``InputError`` where it cannot be played."""
    return {camp.id: camp.name.get(lang, camp.id) for camp in read_scenario(scenario)[0].camps.values()}


def is_solo(scenario: str) -> bool:
    """Whether all play against the villain (GC-SOLO)."""
    return read_scenario(scenario)[0].is_solo


def heroes(lang: str) -> Mapping[str, str]:
    """Every hero by its name."""
    return {hero: said(default_content().sheet_of(hero, Rank.HERO).name, lang) for hero in HEROES}


def seats(setup: GuardiansSetUp, scenario: str, lang: str) -> dict[str, str]:
    """The seats by their names; where a side has several, by the hero that each of them plays."""
    named, sides = heroes(lang), dict(setup.sides)
    own = {hero.seat: named[hero.hero] for hero in setup.heroes if len(sides[hero.side]) > 1}
    return seat_names(setup.sides, read_scenario(scenario)[0].camps, lang) | own


def setup_of(
    chosen: Mapping[str, str], dice: Mapping[str, object], careers: Mapping[str, Career] | None = None
) -> GuardiansSetUp:
    """The set-up of what is chosen; heroes with a career come in its rank (GC-RANK-10)."""
    solo = is_solo(chosen["scenario"])
    setup = scenario_setup(
        chosen["scenario"],
        heroes=chosen["heroes"].split(),
        players=int(chosen["a_side"]),
        team_up=chosen["together"] == "team_up" and not solo,  # GC-SOLO-07
        rank=chosen["rank"],
        difficulty=chosen["difficulty"] if solo else "none",
        careers=careers,
    )
    return replace(setup, content={**setup.content, "dice": dice})


def shipped_dice() -> Mapping[str, Any]:
    """The dice as they are shipped, by their faces."""
    dice: Mapping[str, Any] = default_document()["dice"]
    return dice


def check_dice(dice: Node) -> None:
    """Raise ``InputError`` where a line of faces is none (GC-DICE-01..04)."""
    read_dice(dice)
