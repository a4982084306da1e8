"""Facts of a quest by name, for cases and summaries."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.heroquest.characters import Character
from companion.games.heroquest.face.view import QuestView
from companion.games.heroquest.gear import attack_dice, defense_dice

PUBLIC = {"id", "seat", "side", "kind", "at", "facing", "name", "dead"}  # of a monster that heroes see
MADE: Mapping[str, Callable[[Any, Character], Any]] = {
    "dead": lambda state, who: any(other.id == who.id for other in state.dead),
    "attack_dice": attack_dice,
    "defense_dice": defense_dice,
    "left": lambda state, who: who.turn.left if who.turn else 0,
    "actions_left": lambda state, who: 2 - len(who.turn.used) if who.turn else 0,
    "over": lambda state, who: who.turn is None or who.turn.over,
    "ambushing": lambda state, who: who.ambush is not None,
}


def summary_of(view: QuestView) -> dict[str, Any]:
    """The view in plain values, as a replay prints it."""
    return {
        "quest": view.quest,
        "round": view.round,
        "turn": view.turn,
        "winners": list(view.outcome.winners) if view.outcome else None,
        "pieces": [
            {
                "id": figure.id,
                "name": figure.name,
                "squares": [figure.at] if figure.at else [],
                "facing": figure.facing,
                "body": figure.sheet.body if figure.sheet else None,
            }
            for figure in view.characters
        ],
    }
