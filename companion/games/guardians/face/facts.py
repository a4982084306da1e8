"""Facts of a game by name, for cases and summaries."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.guardians.content.kinds import STATS
from companion.games.guardians.face.view import GuardiansView
from companion.games.guardians.play.goals import score
from companion.games.guardians.play.harm import wounds_in_hand
from companion.games.guardians.play.values import pool_of, value
from companion.games.guardians.state import Figure, State

Look = Callable[[State, Figure], Any]
SECRET = {"hand", "planned", "intended", "removed"}
SORTED = {"hand", "removed", "discard", "planned", "left", "right"}  # piles: their order says nothing
PLAIN = (
    "at",
    "zone",
    "damage",
    "hand",
    "left",
    "right",
    "discard",
    "removed",
    "planned",
    "intended",
    "actions",
    "activated",
    "out",
    "kind",
    "rank",
    "mission",
    "achieved",
    "article",
    "side",
    "seat",
    "sheet",
    "used",
)


def _stat(stat: str) -> Look:
    return lambda state, who: value(state, who, stat)


def _attribute(key: str) -> Look:
    return lambda state, who: getattr(who, key)


FIGURE: Mapping[str, Look] = {
    **{stat: _stat(stat) for stat in STATS},
    **{key: _attribute(key) for key in PLAIN},
    "ko": lambda state, who: who.out,
    "cards": lambda state, who: len(who.hand),
    "wounds": wounds_in_hand,
    "tokens": lambda state, who: {stat: amount for stat, amount in who.tokens if amount},
    "plus": lambda state, who: {stat: amount for stat, amount in who.team_up if amount},
    "tally": lambda state, who: dict(who.tally),
    "attack_dice": lambda state, who: pool_of(state, who, "melee", None),
}


SIDE: Mapping[str, Callable[[State, str], Any]] = {
    "score": score,
    "articles": lambda state, side: sorted(state.side(side).articles),
    "paper": lambda state, side: state.side(side).paper,
    "initiative": lambda state, side: state.side(side).initiative,
    "stack": lambda state, side: list(state.side(side).stack),
    "page": lambda state, side: sorted(
        [*state.side(side).articles, *(f"{one.id}:{one.article}" for one in state.figures if _is_on(one, side))]
    ),
}


def _is_on(figure: Figure, side: str) -> bool:
    return bool(figure.article) and figure.side == side


def summary_of(view: GuardiansView) -> dict[str, Any]:
    """The view in plain values, as a replay prints it."""
    return {
        "scenario": view.scenario,
        "round": view.round,
        "turn": view.turn,
        "phase": view.phase,
        "winners": list(view.outcome.winners) if view.outcome else None,
        "rule": view.outcome.rule if view.outcome else None,
        "scores": {side.id: side.score for side in view.sides},
        "pieces": [
            {
                "id": figure.id,
                "name": figure.sheet,
                "squares": [figure.at] if figure.at else [],
                "damage": figure.damage,
                "out": figure.out,
            }
            for figure in view.figures
        ],
    }
