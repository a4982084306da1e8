"""What happens in a game of HeroClix, besides the core events. Past tense; the names are keys of the wording."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.events import CORE_EVENTS
from companion.core.ids import PieceId, RuleId, Seat, SpaceId
from companion.games.heroclix.attack.events import (
    ATTACK_EVENTS,
    AttackDeclared,
    AttackRolled,
    DamageDealt,
    DamageDivided,
    DialTurned,
    KnockedBack,
    KnockedOut,
    LeftToPlayers,
)
from companion.games.heroclix.attack.step_events import STEP_EVENTS
from companion.games.heroclix.moment_events import MOMENT_EVENTS
from companion.games.heroclix.objects.events import OBJECT_EVENTS
from companion.games.heroclix.powers.events import POWER_EVENTS
from companion.games.heroclix.setup import GameSetUp
from companion.games.heroclix.state import ActionKind, Phase
from companion.games.heroclix.tactics.events import TACTIC_EVENTS

__all__ = [
    "EVENTS",
    "ActionEnded",
    "ActionGiven",
    "AreaTaken",
    "AttackDeclared",
    "AttackRolled",
    "BreakAwayFailed",
    "BrokeAway",
    "DamageDealt",
    "DamageDivided",
    "DialTurned",
    "FigureDeployed",
    "FigureMoved",
    "FirstPlayerSettled",
    "KnockedBack",
    "KnockedOut",
    "LeftToPlayers",
    "MapChosen",
    "PhaseBegan",
    "RollTied",
    "RoundBegan",
    "TokenPlaced",
    "TokensCleared",
    "TurnBegan",
    "TurnEnded",
    "VictoryPointsScored",
]


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
    """These pieces lost all their tokens: they got none this turn (HC-TOKEN-03)."""

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
class VictoryPointsScored:
    """A seat scored (HC-VP-01, -05, -06)."""

    seat: Seat
    points: int
    piece: PieceId


@dataclass(frozen=True, slots=True)
class TokenPlaced:
    """A piece received an action token; ``tokens`` is what it holds now (HC-TOKEN-01)."""

    piece: PieceId
    tokens: int


@dataclass(frozen=True, slots=True)
class ActionEnded:
    """The action is complete (HC-TOKEN-07)."""

    piece: PieceId


EVENTS: dict[str, type] = CORE_EVENTS | {
    kind.__name__: kind
    for kind in (
        GameSetUp,
        PhaseBegan,
        RollTied,
        FirstPlayerSettled,
        MapChosen,
        AreaTaken,
        FigureDeployed,
        RoundBegan,
        TurnBegan,
        TurnEnded,
        TokensCleared,
        ActionGiven,
        BrokeAway,
        BreakAwayFailed,
        FigureMoved,
        VictoryPointsScored,
        TokenPlaced,
        ActionEnded,
        *ATTACK_EVENTS,
        *STEP_EVENTS,
        *POWER_EVENTS,
    )
}
EVENTS |= TACTIC_EVENTS | OBJECT_EVENTS | {kind.__name__: kind for kind in MOMENT_EVENTS}
