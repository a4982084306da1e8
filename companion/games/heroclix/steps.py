"""The steps of the agenda: what an action in progress still has to do (``agenda.py`` carries them out)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.core.dice import DiceRequest
from companion.core.ids import PieceId, RuleId, Seat, SpaceId
from companion.games.heroclix.tactics.commands import End

__all__ = [
    "Agreement",
    "Blow",
    "Conclude",
    "DamageKind",
    "Divide",
    "FinishAction",
    "Kept",
    "KnockBack",
    "Moment",
    "Move",
    "Occur",
    "OfferKnockBack",
    "PlaceToken",
    "Reconsider",
    "Reroll",
    "Resolve",
    "Reveal",
    "RollFor",
    "RollOff",
    "Step",
    "Strike",
]


class DamageKind(StrEnum):
    """What may be done about damage depends on where it comes from (HC-DMG-07..09); by itself it has no special
    property (HX-DMG-13)."""

    ATTACK = "attack"
    KNOCKBACK = "knockback"
    PUSHING = "pushing"
    EFFECT = "effect"  # of a power that is no attack: nothing evades it, what reduces damage does
    UNAVOIDABLE = "unavoidable"


class Moment(StrEnum):
    """When effects happen that no action brings, in the order of the clock (HC-TURN-04, -06, -08, -09)."""

    TURN_END = "turn_end"
    ROUND_END = "round_end"
    ROUND_START = "round_start"
    TURN_START = "turn_start"


@dataclass(frozen=True, slots=True)
class RollOff:
    """Agenda: seats roll 2d6 against each other until one is highest (HC-SETUP-03, HC-END-08)."""

    purpose: RuleId
    seats: tuple[Seat, ...]
    totals: tuple[tuple[Seat, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Move:
    """Agenda: a piece goes along a path; ``needs_roll`` until it has broken away."""

    piece: PieceId
    path: tuple[SpaceId, ...]
    to: tuple[SpaceId, ...]
    cost: int
    needs_roll: bool = False
    pick_up: PieceId | None = None  # the object it takes along (HC-OBJ-20)


@dataclass(frozen=True, slots=True)
class Strike:
    """Agenda: the attack roll of the attack in progress."""


@dataclass(frozen=True, slots=True)
class Divide:
    """Agenda: the attacker divides its damage among the targets hit (HC-RNG-10)."""


@dataclass(frozen=True, slots=True)
class Blow:
    """Agenda: damage dealt to a piece; ``taken`` once a person has said how much a power by hand leaves."""

    piece: PieceId
    amount: int
    kind: DamageKind
    rule: RuleId
    by: Seat | None = None
    taken: int | None = None
    penetrating: bool = False  # HC-DMG-07
    less: int = 0  # what powers that roll for it take off
    answered: tuple[str, ...] = ()  # powers of the piece that have had their say
    reducer: str = ""  # the one power that reduces it, once it is chosen (HX-SEQ-04)


@dataclass(frozen=True, slots=True)
class KnockBack:
    """Agenda: a piece is knocked back from its attacker; ``direction`` once it is known."""

    piece: PieceId
    distance: int
    direction: tuple[int, int] | None = None
    line: tuple[SpaceId, SpaceId] | None = None  # without an attack: from where, and to the square it stands on
    by: Seat | None = None


@dataclass(frozen=True, slots=True)
class OfferKnockBack:
    """Agenda: the attacker may knock back all opponents that its attack damaged (HX-KB-03)."""

    piece: PieceId
    answer: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Conclude:
    """Agenda: the attack is resolved (HX-ATK-05)."""

    piece: PieceId


@dataclass(frozen=True, slots=True)
class PlaceToken:
    """Agenda: the acting piece gets its action token, whatever the action achieved (HC-TOKEN-01, -02)."""

    piece: PieceId


@dataclass(frozen=True, slots=True)
class FinishAction:
    """Agenda: the action is complete (HC-TOKEN-07); the end of the game is looked at (HC-END-01)."""

    piece: PieceId


@dataclass(frozen=True, slots=True)
class Resolve:
    """Agenda: a power does its next thing; its verb says what. ``answer`` once a roll or a choice is in."""

    piece: PieceId
    power: str
    stage: int = 0
    targets: tuple[PieceId, ...] = ()
    spaces: tuple[SpaceId, ...] = ()
    option: str = ""
    answer: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Reroll:
    """Agenda: a roll lies on the table, and somebody may have it thrown again before it counts."""

    request: DiceRequest
    faces: tuple[str, ...]
    declined: tuple[PieceId, ...] = ()
    chosen: PieceId | None = None
    option: str = ""  # what was chosen about it: a die, where only one is thrown again


@dataclass(frozen=True, slots=True)
class Kept:
    """Agenda: a roll of which one die is being thrown again; ``-`` is its place (HX-ROLL-04)."""

    request: DiceRequest
    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reveal:
    """Agenda: themed teams that may still cancel a battlefield condition, next one first (HC-THEME-06)."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Reconsider:
    """Agenda: a roll that these seats may still have thrown again, next one first (HC-THEME-07)."""

    faces: tuple[int, ...]
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Agreement:
    """Agenda: seats that have not yet agreed to a proposed end, next one first (HC-END-02, -03)."""

    how: End
    winners: tuple[Seat, ...]
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class RollFor:
    """Agenda: a copy of a condition is rolled for; ``face`` once the die is thrown (HC-BFC-05)."""

    condition: str
    face: int | None = None


@dataclass(frozen=True, slots=True)
class Occur:
    """Agenda: effects of one moment that are still to happen; ``chosen`` once somebody has said which is next."""

    moment: Moment
    effects: tuple[tuple[PieceId, str], ...]
    chosen: tuple[PieceId, str] | None = None


Step = (
    RollOff | Move | Strike | Divide | Blow | OfferKnockBack | KnockBack | Conclude | PlaceToken | FinishAction
    | Resolve | Reroll | Kept | Reveal | Reconsider | Agreement | RollFor | Occur
)  # fmt: skip
