"""The way a sensible player leads a character, for whoever learns the game.

fighters   ahead, to what is shut or dark: a door is opened at once where a companion stands by, else last
others     shooters, enchanters: so too, up to the door only where nothing else is nearer, opened at once where a
           fighter stands by; once a foe is known, where they see it unreached
"""

from __future__ import annotations

from collections.abc import Collection

from companion.board.spaces import Verdict
from companion.core.ids import SpaceId
from companion.games.heroquest import gear
from companion.games.heroquest.characters import Character
from companion.games.heroquest.content.kinds import Reach
from companion.games.heroquest.face.sight import line_between
from companion.games.heroquest.face.view import QuestView
from companion.games.heroquest.reach import distance
from companion.games.heroquest.state import State

BY = 6  # squares from a door that is opened to the nearest companion: about a move; more leads heroes on alone
NEXT = 1  # squares at which a foe strikes


def stays_back(state: State, figure: Character) -> bool:
    """Whether it strikes from afar: with a bow, or by magic."""
    return figure.mana_max > 0 or gear.weapon_of(state, figure).reach is Reach.RANGED


def ahead(state: State, figure: Character) -> list[Character]:
    """The companions who go before it; nobody where it goes ahead itself, or nobody else does."""
    if not figure.is_hero or not stays_back(state, figure):
        return []
    return [one for one in state.side(figure.side) if not stays_back(state, one)]


def is_in_company(state: State, figure: Character) -> bool:
    """Whether a companion stands by, who fights where it does not itself, or there is none any more."""
    others = ahead(state, figure) or [one for one in state.side(figure.side) if one.id != figure.id]
    return not others or any(distance(figure.square, one.square) <= BY for one in others)


def is_safe(space: SpaceId, foes: Collection[SpaceId]) -> bool:
    """Whether no foe stands beside that square."""
    return all(distance(space, foe) > NEXT for foe in foes)


def has_shot(state: State, view: QuestView, space: SpaceId, foes: Collection[SpaceId]) -> bool:
    """Whether a foe is seen from that square, as far as the side knows."""
    lines = (line_between(state, view, space, foe) for foe in foes)
    return any(line is not None and line.verdict is Verdict.CLEAR for line in lines)
