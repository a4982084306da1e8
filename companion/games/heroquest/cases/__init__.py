"""The case language of HeroQuest: `opening` reads set-ups, `language` the rest."""

from companion.games.heroquest.cases.language import HEROQUEST_CASES

__all__ = ["HEROQUEST_CASES"]
