"""The case language of Guardians' Chronicles: `opening` reads set-ups, `language` the rest."""

from companion.games.guardians.cases.language import GUARDIANS_CASES

__all__ = ["GUARDIANS_CASES"]
