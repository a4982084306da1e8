"""Events of play: phases, turns, actions, moves; and the state after them. They check nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from companion.core.events import Conceded, GameEnded
from companion.core.ids import PieceId, RuleId, Seat, SpaceId
from companion.games.heroclix.commands import End
from companion.games.heroclix.events.changes import letting_fall, nothing
from companion.games.heroclix.state.attack import ActionKind
from companion.games.heroclix.state.lasting import Until
from companion.games.heroclix.state.state import Phase, State


class Moment(StrEnum):
    """Moments of effects that no action brings, in the order of the clock (HC-TURN-04, -06, -08, -09)."""

    TURN_END = "turn_end"
    ROUND_END = "round_end"
    ROUND_START = "round_start"
    TURN_START = "turn_start"


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """A part of the game began; ``active`` may act in it."""

    phase: Phase
    active: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class RollTied:
    """The highest totals were equal: these seats roll again (HC-SETUP-03, HC-END-08)."""

    seats: tuple[Seat, ...]
    purpose: RuleId


@dataclass(frozen=True, slots=True)
class FirstPlayerSettled:
    """The roll for first player is decided (HC-SETUP-03)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MapChosen:
    """The first player chose the map of that name (HC-SETUP-05)."""

    seat: Seat
    map: str


@dataclass(frozen=True, slots=True)
class AreaTaken:
    """A seat has its starting area (HC-SETUP-06, -07)."""

    seat: Seat
    area: str


@dataclass(frozen=True, slots=True)
class FigureDeployed:
    """A figure was set up in its starting area (HC-SETUP-11)."""

    piece: PieceId
    spaces: tuple[SpaceId, ...]


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """A round began (HC-TURN-01)."""

    round: int


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A player's turn began (HC-TURN-05)."""

    seat: Seat
    turn: int


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A player declared the end of the turn (HC-TURN-07)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TokensCleared:
    """Pieces lost all their tokens: they got none this turn (HC-TOKEN-03)."""

    pieces: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class ActionGiven:
    """A piece was given an action from the total (HC-ACT-04)."""

    piece: PieceId
    kind: ActionKind
    path: tuple[SpaceId, ...] = ()  # of a move: every square from the first to the last
    cost: int = 0
    breaks_away: bool = False
    to: tuple[SpaceId, ...] = ()
    pick_up: PieceId | None = None  # an object that is taken along on the way (HC-OBJ-20)


@dataclass(frozen=True, slots=True)
class FreeActionGiven:
    """A piece was given a free action (HC-ACT-09)."""

    piece: PieceId
    power: str


@dataclass(frozen=True, slots=True)
class FreeMoveBegan:
    """A piece moves by a free action: the squares from the first to the last (HC-MOVE-14)."""

    piece: PieceId
    path: tuple[SpaceId, ...]
    to: tuple[SpaceId, ...]
    cost: int
    breaks_away: bool = False
    pick_up: PieceId | None = None


@dataclass(frozen=True, slots=True)
class BrokeAway:
    """The break-away roll succeeded (HC-MOVE-07, -10)."""

    piece: PieceId


@dataclass(frozen=True, slots=True)
class BreakAwayFailed:
    """The break-away roll failed: no movement (HC-MOVE-09)."""

    piece: PieceId


@dataclass(frozen=True, slots=True)
class FigureMoved:
    """A piece moved by its own action."""

    piece: PieceId
    path: tuple[SpaceId, ...]
    spaces: tuple[SpaceId, ...]
    cost: int


@dataclass(frozen=True, slots=True)
class PassengerSetDown:
    """A carried piece was set down, and rests for this turn."""

    piece: PieceId
    spaces: tuple[SpaceId, ...]


@dataclass(frozen=True, slots=True)
class PiecePlaced:
    """A piece was placed: nothing between counts, and it has not moved (HC-MOVE-13)."""

    piece: PieceId
    spaces: tuple[SpaceId, ...]


@dataclass(frozen=True, slots=True)
class ActionSpared:
    """The action just given does not count against the action total, by this ability."""

    piece: PieceId
    power: str


@dataclass(frozen=True, slots=True)
class ActionsAdded:
    """A seat may give more actions this turn."""

    seat: Seat
    actions: int


@dataclass(frozen=True, slots=True)
class TokenPlaced:
    """A piece received an action token; ``tokens`` is what it holds now (HC-TOKEN-01)."""

    piece: PieceId
    tokens: int


@dataclass(frozen=True, slots=True)
class TokenShed:
    """A piece lost an action token by a power; ``tokens`` is what it holds now."""

    piece: PieceId
    tokens: int


@dataclass(frozen=True, slots=True)
class ActionEnded:
    """The action is complete (HC-TOKEN-07)."""

    piece: PieceId


@dataclass(frozen=True, slots=True)
class MomentCame:
    """A moment at which these effects happen; without any it passes unsaid."""

    moment: Moment
    effects: tuple[tuple[PieceId, str], ...]


@dataclass(frozen=True, slots=True)
class EffectCame:
    """The next effect of the moment happens (HC-TURN-10)."""

    piece: PieceId
    power: str


@dataclass(frozen=True, slots=True)
class MomentPassed:
    """All effects of the moment have happened."""

    moment: Moment


@dataclass(frozen=True, slots=True)
class EndProposed:
    """A seat proposes to end the game (HC-END-02, -03)."""

    seat: Seat
    how: End
    winners: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class EndDeclined:
    """A seat does not agree to the end of the game."""

    seat: Seat


def _phase_began(state: State, event: PhaseBegan) -> State:
    flow = replace(state.flow, phase=event.phase.value, active=frozenset(event.active))
    return replace(state, flow=flow)


def _map_chosen(state: State, event: MapChosen) -> State:
    maps = (state.table.board, *state.table.other_boards)
    board = next(map_ for map_ in maps if map_.name == event.map)
    others = tuple(map_ for map_ in maps if map_ is not board)
    return replace(state, table=replace(state.table, board=board, other_boards=others))


def _turn_began(state: State, event: TurnBegan) -> State:
    fresh = tuple(
        replace(piece, acted=False, got_token=False, used=tuple(key for key in piece.used if "@" in key))
        if piece.acted or piece.got_token or piece.used
        else piece
        for piece in state.pieces
    )
    flow = replace(state.flow, turn=event.turn, active=frozenset({event.seat}))
    tactics = replace(state.tactics, rolled=()) if state.tactics.rolled else state.tactics
    return replace(state, pieces=fresh, flow=flow, actions_given=0, extra_actions=0, tactics=tactics)


def _tokens_cleared(state: State, event: TokensCleared) -> State:
    for piece in event.pieces:
        state = state.changed(piece, tokens=0)
    return state


def _action_given(state: State, event: ActionGiven) -> State:
    after = state.changed(event.piece, acted=True, stirred=True)
    return replace(after, actions_given=state.actions_given + 1)


MOVED = "moved"  # beside the powers a piece has used this turn: it has moved, or was placed


def _elsewhere(state: State, event: FigureMoved | PassengerSetDown | PiecePlaced, **changes: bool) -> State:
    used = state.piece(event.piece).used
    return state.changed(event.piece, spaces=event.spaces, used=used if MOVED in used else (*used, MOVED), **changes)


def _action_ended(state: State, event: ActionEnded) -> State:
    lasting = tuple(effect for effect in state.lasting if effect.until is not Until.ACTION_END)
    tactics = replace(state.tactics, fresh=()) if state.tactics.fresh else state.tactics
    return replace(state, attack=None, lasting=lasting, tactics=tactics)


def _conceded(state: State, event: Conceded) -> State:
    """The team of a seat that gives up leaves the map; it may not come back (HC-DMG-13)."""
    for piece in state.on_map(event.seat):
        state = letting_fall(state, piece.id)
    gone = tuple(replace(other, spaces=(), tokens=0) if other.seat == event.seat else other for other in state.pieces)
    return replace(state, pieces=gone)


FOLDS: Mapping[type, Callable[[State, Any], State]] = {
    PhaseBegan: _phase_began,
    RollTied: nothing,
    FirstPlayerSettled: lambda state, event: replace(state, first_player=event.seat),
    MapChosen: _map_chosen,
    AreaTaken: lambda state, event: replace(state, areas=(*state.areas, (event.seat, event.area))),
    FigureDeployed: lambda state, event: state.changed(event.piece, spaces=event.spaces),
    RoundBegan: lambda state, event: replace(state, flow=replace(state.flow, round=event.round)),
    TurnBegan: _turn_began,
    TurnEnded: nothing,
    TokensCleared: _tokens_cleared,
    ActionGiven: _action_given,
    # a free action counts for first-round immunity (AMB-06), not for the action total
    FreeActionGiven: lambda state, event: state.changed(event.piece, stirred=True),
    FreeMoveBegan: nothing,
    BrokeAway: nothing,
    BreakAwayFailed: nothing,
    FigureMoved: lambda state, event: _elsewhere(state, event, stirred=True),
    PassengerSetDown: lambda state, event: _elsewhere(state, event, stirred=True, acted=True),
    PiecePlaced: lambda state, event: _elsewhere(state, event),
    ActionSpared: lambda state, event: replace(state, actions_given=state.actions_given - 1),
    ActionsAdded: lambda state, event: replace(state, extra_actions=state.extra_actions + event.actions),
    TokenPlaced: lambda state, event: state.changed(event.piece, tokens=event.tokens, got_token=True),
    TokenShed: lambda state, event: state.changed(event.piece, tokens=event.tokens),
    ActionEnded: _action_ended,
    MomentCame: nothing,
    EffectCame: nothing,
    MomentPassed: nothing,
    EndProposed: nothing,
    EndDeclined: nothing,
    Conceded: _conceded,
    GameEnded: lambda state, event: replace(state, attack=None),
}
