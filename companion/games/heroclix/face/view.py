"""The view of a game: every force (HC-SETUP-02), the windows of the dials, never the clicks beside them (HC-DIAL-12).

Nothing else is hidden: objects, conditions, feats, team abilities, the event dial, the score sheet.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.flow import Outcome, Request
from companion.core.ids import FigureId, PieceId, Seat, SpaceId
from companion.core.reckoning import Contribution
from companion.games.heroclix.edition import by_hand
from companion.games.heroclix.figures.figure import SLOTS, Symbols, value_at
from companion.games.heroclix.figures.hand import Text
from companion.games.heroclix.figures.powers_table import SPECIAL
from companion.games.heroclix.forces.setup import Condition, MapObject
from companion.games.heroclix.position.holding import conditions_in_effect, usable_feats
from companion.games.heroclix.position.reckoning import range_value, standing_value
from companion.games.heroclix.position.rolls import may_reroll
from companion.games.heroclix.position.team_abilities import Holding, holdings
from companion.games.heroclix.state.ground import debris_on
from companion.games.heroclix.state.play import ScoreLine
from companion.games.heroclix.state.state import Piece, State

Item = MapObject


@dataclass(frozen=True, slots=True)
class SeatSheet:
    """The score of a seat, line by line; ``clicks`` are those its figures have taken, those of a KO included."""

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
    held = [(state.table.tactics.object(holding.object), holding.piece) for holding in state.tactics.held]
    lying = [(state.table.tactics.object(one.object), one.space) for one in state.tactics.lying]
    seats = {seat: may_reroll(state, seat) for seat in state.table.seats}
    rows = (
        PieceTactics(
            other.id,
            holdings(state, other),
            tuple(feat.name for feat in usable_feats(state, other)),
            other.id in seats[other.seat],
        )
        for other in state.pieces
    )
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
        sum(max(0, piece.click - piece.start_click) for piece in state.pieces if piece.seat == seat),
        theme.keyword if theme else None,
        theme.rerolls - used if theme else 0,
    )


@dataclass(frozen=True, slots=True)
class SlotView:
    """One value in the window; ``by_hand`` when its power is left to the players."""

    slot: str
    value: int | None
    power: str | None
    by_hand: bool
    parts: tuple[Contribution, ...] = ()  # what makes ``value`` another number than the printed one
    in_force: bool = True  # not when the power is countered or turned off (HC-POW-08, -18)


@dataclass(frozen=True, slots=True)
class TextView:
    """A special power or trait in force: its words, what of it is granted, and for what the players are asked."""

    key: str  # special.speed, trait.1
    name: str
    text: str
    grants: tuple[str, ...]
    asked: tuple[str, ...]
    is_whole: bool  # nothing of it is left to the players


@dataclass(frozen=True, slots=True)
class PieceView:
    """A piece as everybody at the table sees it."""

    id: PieceId
    seat: Seat
    figure: FigureId
    name: str
    points: int
    spaces: tuple[SpaceId, ...]
    click: int
    window: tuple[SlotView, ...]
    range: int
    targets: int
    symbols: Symbols
    tokens: int
    acted: bool
    immune: bool
    ko: bool
    texts: tuple[TextView, ...] = ()


@dataclass(frozen=True, slots=True)
class TableView:
    """A game as everybody at the table sees it."""

    phase: str
    round: int
    turn: int
    active: tuple[Seat, ...]
    actions_left: int
    pieces: tuple[PieceView, ...]
    scores: tuple[tuple[Seat, int], ...]
    asked: tuple[Request, ...]
    outcome: Outcome | None
    tactics: TacticsView


def view_of(state: State) -> TableView:
    """The view; every seat's is the same, because HeroClix hides nothing but the dials."""
    known: TableView | None = state.kept.get("view")
    if known is None:
        known = state.kept["view"] = _view(state)
    return known


def _view(state: State) -> TableView:
    return TableView(
        state.flow.phase,
        state.flow.round,
        state.flow.turn,
        tuple(seat for seat in state.table.seats if seat in state.flow.active),
        state.actions_left,
        tuple(_piece(state, piece) for piece in state.pieces),
        state.scores,
        state.flow.open,
        state.flow.outcome,
        tactics_view(state),
    )


def _is_left(state: State, piece: Piece, slot: str, power: str) -> bool:
    """Whether the players see to the power, or to a part of the text behind a white square."""
    if power != SPECIAL:
        return by_hand(state.edition.powers, power)
    texts = [text.reading for text in state.texts(piece) if text.special.slot == slot]
    return not texts or not all(one.is_whole or one.named for one in texts)


def _piece(state: State, piece: Piece) -> PieceView:
    figure = state.figure(piece)
    window, in_force = [], {slot for slot in SLOTS if slot not in state.shown(piece)} | {*state.powers(piece)}
    for slot in SLOTS:
        shown = value_at(figure, piece.click, slot)
        left = shown.power is not None and _is_left(state, piece, slot, shown.power)
        found = standing_value(state, piece, slot)
        value = found.value if found.parts else shown.value
        window.append(SlotView(slot, value, shown.power, left, found.parts, slot in in_force))
    return PieceView(
        piece.id,
        piece.seat,
        figure.id,
        figure.name,
        piece.points,
        piece.spaces,
        piece.click,
        tuple(window),
        range_value(state, piece),
        figure.targets,
        state.hand(piece).symbols,
        piece.tokens,
        piece.acted,
        state.is_immune(piece),
        piece.ko,
        tuple(_text(text) for text in state.texts(piece)),
    )


def _text(one: Text) -> TextView:
    reading = one.reading
    granted = tuple(power for power in (*reading.uses, *reading.possesses, reading.named) if power)
    return TextView(one.key, one.special.name, one.special.text, granted, reading.asked, reading.is_whole)
