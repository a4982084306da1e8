"""What happens about tactics, team abilities and the end of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.core.ids import PieceId, RuleId, Seat, SpaceId
from companion.games.heroclix.tactics.commands import End

__all__ = [
    "TACTIC_EVENTS",
    "BystanderBrought",
    "ConditionCalled",
    "ConditionCancelled",
    "ConditionRolled",
    "ConditionsRevealed",
    "ElementRemoved",
    "ElementScored",
    "EndDeclined",
    "EndProposed",
    "EventDialTurned",
    "FeatUsed",
    "ObjectPlaced",
    "ObjectsWithheld",
    "RollHeld",
    "RollTakenAgain",
    "TeamAbilityChosen",
    "TeamAbilityLost",
]


@dataclass(frozen=True, slots=True)
class ConditionsRevealed:
    """All battlefield conditions lie open (HC-SETUP-09, HC-BFC-02)."""

    conditions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ConditionCancelled:
    """A themed team cancelled one copy of a condition (HC-THEME-06)."""

    seat: Seat
    condition: str


@dataclass(frozen=True, slots=True)
class ConditionCalled:
    """A copy of a condition wants its roll of this turn (HC-BFC-05)."""

    condition: str


@dataclass(frozen=True, slots=True)
class ConditionRolled:
    """The roll of a copy of a condition is in; whether it brings what the card says."""

    condition: str
    face: int
    strikes: bool


@dataclass(frozen=True, slots=True)
class ObjectPlaced:
    """An object was put on the map before the figures (HC-OBJ-08)."""

    seat: Seat
    piece: PieceId
    space: SpaceId


@dataclass(frozen=True, slots=True)
class ObjectsWithheld:
    """A seat places no more objects (HC-OBJ-08)."""

    seat: Seat
    objects: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class BystanderBrought:
    """A bystander token came to the map (HC-BYST-01)."""

    piece: PieceId
    spaces: tuple[SpaceId, ...]


@dataclass(frozen=True, slots=True)
class RollHeld:
    """A roll lies on the table and these seats may have it thrown again (HC-THEME-07)."""

    faces: tuple[int, ...]
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class RollTakenAgain:
    """A themed team has the roll thrown again; the piece gets a token for it (HC-THEME-09)."""

    irreversible: ClassVar[bool] = True
    seat: Seat
    piece: PieceId


@dataclass(frozen=True, slots=True)
class TeamAbilityChosen:
    """A wild card uses another team ability, or none (HC-TA-10)."""

    piece: PieceId
    ability: str


@dataclass(frozen=True, slots=True)
class TeamAbilityLost:
    """A wild card lost its ability with the last friend who had it (HC-TA-11)."""

    piece: PieceId
    ability: str


@dataclass(frozen=True, slots=True)
class FeatUsed:
    """A piece uses a feat; the players see to what it does."""

    feat: str
    piece: PieceId


@dataclass(frozen=True, slots=True)
class ElementRemoved:
    """An object or a feat left the game (HC-VP-02, -11)."""

    element: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ElementScored:
    """A seat scored for something that is no character (HC-VP-02, -03, -07..11)."""

    seat: Seat
    points: int
    rule: RuleId
    element: str


@dataclass(frozen=True, slots=True)
class EventDialTurned:
    """The event dial was turned (HC-EVENT-06..08)."""

    before: int
    after: int


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


TACTIC_EVENTS: dict[str, type] = {
    kind.__name__: kind
    for kind in (
        ConditionsRevealed,
        ConditionCancelled,
        ConditionCalled,
        ConditionRolled,
        ObjectPlaced,
        ObjectsWithheld,
        BystanderBrought,
        RollHeld,
        RollTakenAgain,
        TeamAbilityChosen,
        TeamAbilityLost,
        FeatUsed,
        ElementRemoved,
        ElementScored,
        EventDialTurned,
        EndProposed,
        EndDeclined,
    )
}
