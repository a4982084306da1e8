"""The case language of Gotham City Chronicles: `opening` reads set-ups, `language` the rest."""

from companion.games.gotham.cases.language import GOTHAM_CASES

__all__ = ["GOTHAM_CASES"]
