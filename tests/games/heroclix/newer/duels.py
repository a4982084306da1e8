"""Short fights in either edition: red A against blue pieces, with effects written as rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.core.ids import PieceId
from companion.documents import Node
from companion.games.heroclix.edition import Edition
from companion.games.heroclix.editions.core import CORE
from companion.games.heroclix.editions.newer import NEWER
from companion.games.heroclix.figures.figure import Figure, SpecialPower, Value
from companion.games.heroclix.powers.rows import parse_rule
from companion.games.heroclix.system import HeroClix
from tests.games.heroclix.scene import Scene, figure

__all__ = ["CORE", "NEWER", "Fight", "clicks_of", "mark_stop", "names_of", "of", "taken"]

At = tuple[int, int]
Rows = dict[str, dict[str, Any]]


class Fight(Scene):
    """A scene of an edition whose pieces may have effects, ``{"name": {"verb": …}}``."""

    def __init__(self, edition: Edition = NEWER, effects: Rows | None = None, **scene: Any) -> None:
        rows = effects or {}
        rules = {name: parse_rule(name, Node("the test", name, row)) for name, row in rows.items()}
        super().__init__(game=HeroClix(replace(edition, powers={**edition.powers, **rules})), **scene)

    def stand(self, piece: str, seat: str, spot: At | Sequence[At], *effects: str, **printed: Any) -> PieceId:
        """The piece, standing there, with those effects."""
        made: Figure = figure(piece, **printed)
        traits = tuple(SpecialPower("trait", one, "", (one,)) for one in effects)
        return self.put(piece, seat, spot, replace(made, specials=traits))


def of(events: list[Any], kind: type) -> list[Any]:
    """The events of that kind."""
    return [one for one in events if isinstance(one, kind)]


def names_of(events: list[Any]) -> list[str]:
    """What happened, in order."""
    return [type(one).__name__ for one in events]


def taken(events: list[Any]) -> list[int]:
    """What was taken of each damage."""
    return [one.taken for one in events if type(one).__name__ == "DamageDealt"]


def clicks_of(scene: Scene, *pieces: PieceId) -> list[int]:
    """The clicks in the windows."""
    return [scene.piece(one).click for one in pieces]


def mark_stop(scene: Fight, piece: PieceId, click: int) -> None:
    """Marks a click of a piece with a stop."""
    table = scene.state.table
    figures = tuple(
        replace(
            one,
            dial=tuple(
                replace(step, speed=Value(step.speed.value, "stop")) if step.number == click else step
                for step in one.dial
            ),
        )
        if one.id == f"test-{piece}"
        else one
        for one in table.figures
    )
    scene.state = replace(scene.state, table=replace(table, figures=figures))
