"""The games: an explicit tuple, to be read, searched and type-checked. README.md tells how one is added."""

from __future__ import annotations

from typing import Any

from companion.casebook.language import CaseLanguage
from companion.core.ids import EditionId, SystemId
from companion.core.rules import RulesSystem
from companion.errors import InputError
from companion.games.heroclix.cases import HeroClixCases
from companion.games.heroclix.editions.basics import BASICS
from companion.games.heroclix.editions.cards import CORE_2011, NEWER_2013
from companion.games.heroclix.editions.core import CORE
from companion.games.heroclix.editions.newer import NEWER
from companion.games.heroclix.system import HeroClix
from companion.games.heroquest.cases.language import HeroQuestCases
from companion.games.heroquest.system import HeroQuest

__all__ = ["CASE_LANGUAGES", "CLIX", "SYSTEMS", "find_system"]

CLIX: tuple[HeroClix, ...] = tuple(map(HeroClix, (CORE, NEWER, CORE_2011, NEWER_2013, BASICS)))
SYSTEMS: tuple[RulesSystem[Any], ...] = (*CLIX, HeroQuest())
CASE_LANGUAGES: tuple[CaseLanguage, ...] = (HeroClixCases(), HeroQuestCases())  # how cases of these systems are written


def find_system(system: SystemId, edition: EditionId, where: str) -> RulesSystem[Any]:
    """The rules of that system and edition; raises ``InputError`` at ``where`` when there are none."""
    for one in SYSTEMS:
        if (one.id, one.edition.id) == (system, edition):
            return one
    known = ", ".join(f"{one.id}/{one.edition.id}" for one in SYSTEMS)
    raise InputError(where, "system", f"{system}/{edition}", f"one of {known}")
