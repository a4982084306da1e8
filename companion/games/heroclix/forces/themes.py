"""Themed teams: characters that share a keyword, and what it is worth to them (HC-THEME).

300 points   generic keyword: 3 characters or more     other keyword: 2 or more     a re-roll for each pair
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.heroclix.figures.figure import Figure

__all__ = ["GENERIC", "is_generic", "least_for", "rerolls_of", "shared_keywords", "themes_of"]

# HC-THEME-04: the 27 generic keywords of the core rulebook.
GENERIC = frozenset(
    {
        *("animal", "armor", "brute", "celebrity", "cosmic", "deity", "detective", "future", "herald", "kid"),
        *("martial artist", "monster", "mutant", "mystical", "past", "police", "politician", "psychic", "reporter"),
        *("robot", "ruler", "scientist", "soldier", "spy", "teen", "vehicle", "warrior"),
    }
)
GENERIC_STEP, OTHER_STEP = 100, 150  # points of the build total that call for one more character


def is_generic(keyword: str) -> bool:
    """Whether the keyword is a generic one (HC-THEME-04); capitals do not matter (HC-THEME-01)."""
    return keyword.casefold() in GENERIC


def least_for(keyword: str, build_total: int) -> int:
    """The fewest characters of a themed team: one per 100 or 150 points *or fraction* (HC-THEME-02, -03)."""
    step = GENERIC_STEP if is_generic(keyword) else OTHER_STEP
    return -(-build_total // step)


def shared_keywords(characters: Sequence[Figure]) -> tuple[str, ...]:
    """The keywords that all of them have, as the first one spells them (HC-THEME-01)."""
    if not characters:
        return ()
    words = [{word.casefold() for word in figure.keywords} for figure in characters[1:]]
    return tuple(
        dict.fromkeys(word for word in characters[0].keywords if all(word.casefold() in others for others in words))
    )


def themes_of(characters: Sequence[Figure], build_total: int) -> tuple[str, ...]:
    """The keywords under which these characters are a themed team; bystanders are left out by whoever asks."""
    return tuple(word for word in shared_keywords(characters) if len(characters) >= least_for(word, build_total))


def rerolls_of(count: int) -> int:
    """How often in a game a themed team of so many characters may have a die thrown again (HC-THEME-10, AMB-30)."""
    return count // 2
