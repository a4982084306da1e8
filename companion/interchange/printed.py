"""Names as cards print them, in the ids of the rules: team abilities, what is ignored, which text it is.

S.H.I.E.L.D., shield, Batman Allies      shield, batman_ally
Ignores Elevated Terrain, Hindering      elevated, hindering
(Special), (Attack)                      a trait, a special power of that slot
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from companion.core.typed import folded, plain
from companion.games.heroclix.figures.figure import SLOTS
from companion.games.heroclix.figures.team_names import team_names

NO_TEAM = ("noaffiliation", "none", "")
_IMPROVED = {
    "elevated": "elevated",
    "elevatedterrain": "elevated",
    "hindering": "hindering",
    "hinderingterrain": "hindering",
    "blocking": "blocking",
    "blockingterrain": "blocking",
    "outdoorblocking": "outdoor_blocking",
    "outdoorblockingterrain": "outdoor_blocking",
    "water": "water",
    "waterterrain": "water",
    "characters": "characters",
    "opposingcharacters": "characters",
    "adjacent": "adjacent",
    "adjacentcharacters": "adjacent",
    "destroyblocking": "destroy_blocking",
    "blockinganddestroys": "destroy_blocking",
    "destroysblockingterrain": "destroy_blocking",
    "movethrough": "move_through",
    "movesthrough": "move_through",
}


def team_ids(names: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The ids of the team abilities that are named so, and the names that are nobody's here.

    A name that is in no row keeps an id made of its letters: the figure has that symbol, and no rule knows it.
    """
    ids, strange = list[str](), list[str]()
    for name in names:
        if plain(name) in NO_TEAM:
            continue
        known = team_names().get(re.sub(r"(all|enem)ies$", r"\1y", plain(name)))
        if known is None:
            strange.append(name.strip())
        ids.append(known or re.sub(r"[^a-z0-9]+", "_", folded(name).strip()).strip("_"))
    return tuple(dict.fromkeys(filter(None, ids))), tuple(strange)


def improved_ids(words: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The ids of what an improvement lets a figure ignore, and the words that name nothing known."""
    ids, strange = list[str](), list[str]()
    bare = re.sub(r"\[[^\]]*\]", "", words)
    for part in re.split(r"[,;/]| and ", bare):
        name = re.sub(r"^(?:ignores?|ignoring)", "", plain(part))
        if name:
            known = _IMPROVED.get(name)
            (ids if known else strange).append(known or part.strip())
    return tuple(dict.fromkeys(ids)), tuple(strange)


def slot_of(title: str) -> str:
    """The slot of a text by the word in its title's brackets: ``trait`` for a special of the card itself."""
    word = title.strip().casefold()
    return word if word in SLOTS else "trait" if word in ("special", "trait") else word or "card"
