"""Names and letters on a quest's screen: those of the characters, two letters each, and of what lies about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from companion.core.ids import PieceId
from companion.games.heroquest.characters import Character
from companion.games.heroquest.hidden.view import QuestView
from ui.presenters.names import initials

__all__ = ["labels_of", "names_of"]


def labels_of(view: QuestView) -> Mapping[PieceId, str]:
    """Two letters for each character that is seen."""
    return initials({one.id: _name(one.name, one.id) for one in view.characters})


def names_of(view: QuestView, dead: Iterable[Character] = ()) -> dict[str, str]:
    """What is called how: characters and the known ``dead`` by their names, several of one name by their number.

    Furniture goes by its kind, doors by their sides, rooms by their names.
    """
    names: dict[str, str] = {one.id: _name(one.name, one.id) for one in view.characters}
    names |= {one.id: _name(one.name, one.id) for one in dead}
    often = Counter(names.values())
    numbered: dict[str, str] = {piece: _name("", piece) if often[name] > 1 else name for piece, name in names.items()}
    things: list[str] = [*(one.id for one in view.furniture), *(one.id for one in view.traps)]
    doors: dict[str, str] = {one.id: f"{one.a}|{one.b}" for one in view.doors}
    places: dict[str, str] = {one.id: one.name for one in view.places}
    return places | numbered | {one: _name("", one) for one in things} | doors


def _name(name: str, piece: str) -> str:
    return name.replace("_", " ") or piece.replace("_", " ").replace("-", " ")
