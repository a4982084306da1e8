"""What happens when powers are used: facts beside those of ``events``, which names them all together."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.dice import DiceRequest
from companion.core.ids import PieceId, Seat, SpaceId
from companion.games.heroclix.attack.power_events import STRIKE_EVENTS
from companion.games.heroclix.powers.lasting import Lasting

__all__ = [
    "POWER_EVENTS",
    "ActionSpared",
    "ActionsAdded",
    "CardMarked",
    "ControlReturned",
    "ControlTaken",
    "EffectBegan",
    "EffectsEnded",
    "FreeActionGiven",
    "FreeMoveBegan",
    "PassengerSetDown",
    "PiecePlaced",
    "PowerAdvanced",
    "PowerResolved",
    "PowerUsed",
    "PowersChanged",
    "Rerolled",
    "RollOffered",
    "RollStands",
    "TextUsed",
]


@dataclass(frozen=True, slots=True)
class PowerUsed:
    """A piece activates one of its powers or abilities: it begins to use it (HC-POW-09, -19)."""

    piece: PieceId
    power: str
    targets: tuple[PieceId, ...] = ()
    spaces: tuple[SpaceId, ...] = ()
    option: str = ""


@dataclass(frozen=True, slots=True)
class PowerAdvanced:
    """The power in use comes to its next stage, with what was chosen for it."""

    piece: PieceId
    power: str
    stage: int
    targets: tuple[PieceId, ...] = ()
    spaces: tuple[SpaceId, ...] = ()
    option: str = ""


@dataclass(frozen=True, slots=True)
class PowerResolved:
    """The power in use has done what it does."""

    piece: PieceId
    power: str


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
class PowersChanged:
    """Powers came into the window with a click, or were lost (HC-POW-05, HC-DMG-17)."""

    piece: PieceId
    gained: tuple[str, ...]
    lost: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EffectBegan:
    """An effect that lasts began."""

    effect: Lasting


@dataclass(frozen=True, slots=True)
class EffectsEnded:
    """Effects that lasted are over, by their numbers."""

    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ControlTaken:
    """Pieces are this seat's for one action (HC-TEAM-08)."""

    pieces: tuple[PieceId, ...]
    seat: Seat


@dataclass(frozen=True, slots=True)
class ControlReturned:
    """A piece is its owner's again."""

    piece: PieceId


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
class CardMarked:
    """A marker was put on the card of a character, where it stays when its power is lost (HC-POW-13)."""

    piece: PieceId
    power: str
    mark: str


@dataclass(frozen=True, slots=True)
class ActionsAdded:
    """A seat may give more actions this turn."""

    seat: Seat
    actions: int


@dataclass(frozen=True, slots=True)
class RollOffered:
    """A roll lies on the table before it counts: somebody may have it thrown again."""

    request: DiceRequest
    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rerolled:
    """A roll is ignored and thrown again, by a power of this piece."""

    piece: PieceId
    power: str


@dataclass(frozen=True, slots=True)
class RollStands:
    """The roll on the table counts."""


@dataclass(frozen=True, slots=True)
class TextUsed:
    """The players say that a special power or trait holds now, and for which power it names (HC-POW-15)."""

    piece: PieceId
    text: str
    power: str = ""


POWER_EVENTS: tuple[type, ...] = (
    *STRIKE_EVENTS,
    PowerUsed,
    PowerAdvanced,
    PowerResolved,
    FreeActionGiven,
    FreeMoveBegan,
    PowersChanged,
    EffectBegan,
    EffectsEnded,
    ControlTaken,
    ControlReturned,
    PassengerSetDown,
    PiecePlaced,
    ActionsAdded,
    RollOffered,
    Rerolled,
    RollStands,
    TextUsed,
    ActionSpared,
    CardMarked,
)
