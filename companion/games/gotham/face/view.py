"""The view of a mission, field by field: all of it lies open on the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.core.flow import Outcome, Request, Window
from companion.core.ids import PieceId, Seat, ZoneId
from companion.core.reckoning import Reckoning
from companion.games.gotham.actions.tasks import is_due
from companion.games.gotham.content.sheets import Levels
from companion.games.gotham.figures import Figure
from companion.games.gotham.state import Commanding, Moving, State, Token
from companion.games.gotham.steps.levels import level


@dataclass(frozen=True, slots=True)
class FigureView:
    """A figure with what it can do now."""

    id: PieceId
    name: str
    seat: Seat
    side: str
    kind: str
    zone: ZoneId | None
    sheet: str
    cubes: tuple[tuple[str, int], ...]
    life: int
    life_max: int
    size: int
    threat: int
    state: str
    lying: bool
    neutralised: bool
    binds: int
    cards: tuple[str, ...]
    skills: Levels
    friend: str
    drives: tuple[str, ...]
    commander: PieceId | None
    over: bool


@dataclass(frozen=True, slots=True)
class NumberView:
    """A number that was made last, with its terms."""

    what: str
    piece: PieceId
    number: Reckoning


@dataclass(frozen=True, slots=True)
class MissionView:
    """A mission as it lies on the table."""

    name: str
    round: int
    phase: str
    turn: int
    active: tuple[Seat, ...]
    ended: tuple[Seat, ...]
    figures: tuple[FigureView, ...]
    river: tuple[str, ...]
    tile: str
    tokens: tuple[Token, ...]
    broken: tuple[str, ...]
    done: tuple[str, ...]
    tasks: tuple[tuple[str, ZoneId], ...]  # still to be done, where they lie
    moving: Moving | None
    commanding: Commanding | None
    numbers: tuple[NumberView, ...]
    asked: tuple[Request, ...]
    windows: tuple[Window, ...]
    outcome: Outcome | None


def view_of(state: State, seat: Seat | None) -> MissionView:
    """Return the mission as that seat, or a spectator, sees it."""
    flow = state.flow.seen_by(seat)
    return MissionView(
        state.table.name,
        flow.round,
        flow.phase,
        flow.turn,
        tuple(sorted(flow.active)),
        state.ended,
        tuple(figure_view(state, figure) for figure in state.figures),
        state.river,
        state.tile,
        state.tokens,
        tuple(sorted("|".join(pair) for pair in state.broken)),
        state.done,
        tuple((one.id, one.zone) for one in state.table.tasks.values() if one.zone and is_due(state, one)),
        state.moving,
        state.commanding,
        tuple(NumberView(*shown) for shown in state.shown),
        flow.open,
        flow.windows,
        flow.outcome,
    )


def figure_view(state: State, figure: Figure) -> FigureView:
    """A figure as it is now, its skills with their levels over all sources."""
    sheet = state.sheet(figure.id)
    return FigureView(
        figure.id,
        sheet.name,
        figure.seat,
        figure.side,
        sheet.kind,
        figure.zone,
        sheet.id,
        figure.cubes,
        figure.life,
        sheet.life,
        sheet.size,
        sheet.threat,
        figure.state,
        figure.lying,
        figure.neutralised,
        figure.binds,
        figure.cards,
        tuple(levels_of(state, figure)),
        figure.friend,
        figure.drives,
        figure.commander,
        figure.over,
    )


def levels_of(state: State, figure: Figure) -> Iterator[tuple[str, int]]:
    """Every skill and trait it has now, with its total level."""
    sheet, cards = state.sheet(figure.id), [state.card(card) for card in figure.cards]
    named = {*dict(sheet.skills), *sheet.traits}.union(*((*dict(card.skills), *card.traits) for card in cards))
    for skill in state.content.skills:
        if skill in named and (high := level(state, figure.id, skill)):
            yield skill, high
