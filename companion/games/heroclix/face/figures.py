"""Figures of collections as galleries and papers show them: slots, powers by name and colour, team abilities."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from companion.core.ids import FigureId
from companion.games.heroclix.figures.collection import load_figures
from companion.games.heroclix.figures.figure import SLOTS as SLOTS
from companion.games.heroclix.figures.figure import Figure as Figure
from companion.games.heroclix.figures.powers_table import name_of_power, power_names
from companion.games.heroclix.position.team_abilities import team_abilities


def shipped() -> Mapping[FigureId, Figure]:
    """The figures that are shipped."""
    return load_figures()


def power_name(power: str | None, lang: str) -> str:
    """The name of a power; empty for none."""
    return name_of_power(power, lang)


def power_colour(power: str | None) -> str | None:
    """The colour of its square: white for one that only the card explains, ``None`` for none."""
    standard = power_names().get(power or "")
    return standard.colour if standard else "white" if power else None


@cache
def team_names(lang: str) -> Mapping[str, str]:
    """The team abilities by their names."""
    return {key: team.french if lang == "fr" else team.english for key, team in team_abilities().items()}


def teams_of(abilities: Iterable[str], lang: str) -> list[str]:
    """Team abilities by their names; those that have none as their id reads."""
    names = team_names(lang)
    return [names.get(one) or one.replace("_", " ").title() for one in abilities]
