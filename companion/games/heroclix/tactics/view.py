"""What everybody sees of tactics: objects, conditions, feats, team abilities, the event dial, and the score sheet."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.ids import PieceId, Seat, SpaceId
from companion.games.heroclix.objects.ground import debris_on
from companion.games.heroclix.state import State
from companion.games.heroclix.tactics.feats import usable_feats
from companion.games.heroclix.tactics.rerolls import may_reroll
from companion.games.heroclix.tactics.revealing import conditions_in_effect
from companion.games.heroclix.tactics.tactics import Condition, MapObject, ScoreLine
from companion.games.heroclix.tactics.team_abilities import Holding, holdings

__all__ = ["PieceTactics", "SeatSheet", "TacticsView", "tactics_view"]


@dataclass(frozen=True, slots=True)
class SeatSheet:
    """What a seat scored and for what; ``clicks`` are those its figures have taken, those of a KO included."""

    seat: Seat
    total: int
    lines: tuple[ScoreLine, ...]
    clicks: int
    theme: str | None = None
    rerolls_left: int = 0


@dataclass(frozen=True, slots=True)
class PieceTactics:
    """The team abilities of a piece with the reason for each, and the feats it may use on this click."""

    piece: PieceId
    abilities: tuple[Holding, ...]
    feats: tuple[str, ...]
    may_reroll: bool


@dataclass(frozen=True, slots=True)
class TacticsView:
    """All of it."""

    sheets: tuple[SeatSheet, ...]
    pieces: tuple[PieceTactics, ...]  # those that have any
    objects: tuple[tuple[MapObject, SpaceId], ...]  # on the map
    held: tuple[tuple[MapObject, PieceId], ...]  # in hands
    debris: tuple[SpaceId, ...]
    conditions: tuple[Condition, ...]  # in effect
    event: tuple[str, int] | None  # name, click


def tactics_view(state: State) -> TacticsView:
    """The view of the tactics; nothing of them is hidden (HC-SETUP-02, -09)."""
    dial = state.table.tactics.event
    held = [(state.table.tactics.object(one.object), one.piece) for one in state.tactics.held]
    lying = [(state.table.tactics.object(one.object), one.space) for one in state.tactics.lying]
    seats = {seat: may_reroll(state, seat) for seat in state.table.seats}
    rows = (
        PieceTactics(one.id, holdings(state, one), tuple(feat.name for feat in usable_feats(state, one)),
                     one.id in seats[one.seat])
        for one in state.pieces
    )  # fmt: skip
    return TacticsView(
        tuple(_sheet(state, seat) for seat in state.table.seats),
        tuple(row for row in rows if row.abilities or row.feats or row.may_reroll),
        tuple((item, space) for item, space in lying if item is not None),
        tuple((item, piece) for item, piece in held if item is not None),
        debris_on(state),
        conditions_in_effect(state),
        (dial.name, state.tactics.event_click) if dial else None,
    )


def _sheet(state: State, seat: Seat) -> SeatSheet:
    theme = state.table.tactics.theme_of(seat)
    used = dict(state.tactics.rerolls).get(seat, 0)
    return SeatSheet(
        seat,
        dict(state.scores)[seat],
        tuple(line for line in state.tactics.sheet if line.seat == seat),
        sum(max(0, one.click - one.start_click) for one in state.pieces if one.seat == seat),
        theme.keyword if theme else None,
        theme.rerolls - used if theme else 0,
    )
