"""Events of a quest: rounds, moves, blows and changes of sheets; applying one never fails."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.core.by_hand import PUT_BY_HAND, PutRight
from companion.core.events import CORE_EVENTS
from companion.core.ids import PieceId, RuleId, SpaceId
from companion.core.phrases import Phrase, Told, Word, joined
from companion.core.procedure import Finished, Undertaken
from companion.games.heroquest import finds
from companion.games.heroquest.setup import QuestSetUp


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """A round began: the heroes first, in the order they like (HQ-AMB-04)."""

    round: int


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """The heroes' or the master's part of a round began."""

    phase: str


@dataclass(frozen=True, slots=True)
class TurnOpened:
    """A character's turn began; ``near`` are the enemies that can reach it (HQ-COMBAT-ASSIST-05)."""

    piece: PieceId
    near: tuple[PieceId, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnClosed:
    """A character's turn ended (HQ-ACT-07)."""

    piece: PieceId


@dataclass(frozen=True, slots=True)
class ActionSpent:
    """An action, or a free one, was used (HQ-ACT-01, HQ-FREE-01)."""

    piece: PieceId
    entry: str
    free: bool = False


@dataclass(frozen=True, slots=True)
class Corrected(PutRight):
    """The master corrected a number of a character: its word is final (HQ-GEN-01)."""

    @property
    def told(self) -> dict[str, Told]:
        """The number by its name on the sheet."""
        return {"what": Word("what", self.what)}


@dataclass(frozen=True, slots=True)
class MovementRolled:
    """The movement dice were thrown (HQ-MOVE-01)."""

    irreversible: ClassVar[bool] = True
    piece: PieceId
    steps: int


@dataclass(frozen=True, slots=True)
class Stepped:
    """A character went one square on (HQ-MOVE-02, HQ-MOVE-08)."""

    piece: PieceId
    start: SpaceId
    to: SpaceId
    facing: str
    cost: int = 1
    door: PieceId | None = None


@dataclass(frozen=True, slots=True)
class Turned:
    """A character turned on the spot (HQ-MOVE-04, HQ-MOVE-07..10)."""

    piece: PieceId
    facing: str
    cost: int = 0
    free: bool = True  # counts as no quarter turn of the square


@dataclass(frozen=True, slots=True)
class MovementStopped:
    """A character goes no further this turn."""

    piece: PieceId
    rule: RuleId


@dataclass(frozen=True, slots=True)
class Placed:
    """A character was put on another square without walking there."""

    piece: PieceId
    start: SpaceId | None
    to: SpaceId | None
    facing: str
    rule: RuleId


@dataclass(frozen=True, slots=True)
class DoorChanged:
    """A door was opened, barricaded, broken in or found (HQ-DOOR-01, HQ-DOOR-09, HQ-SEARCH-15)."""

    door: PieceId
    now: str
    by: PieceId | None = None


@dataclass(frozen=True, slots=True)
class BreakInFailed:
    """A barricaded door held (HQ-DOOR-08)."""

    piece: PieceId
    door: PieceId
    attempt: int


@dataclass(frozen=True, slots=True)
class AmbushLaid:
    """A character lies in ambush (HQ-COMBAT-AMBUSH-01, -04)."""

    piece: PieceId
    door: PieceId | None = None
    corner: SpaceId | None = None


@dataclass(frozen=True, slots=True)
class AmbushEnded:
    """An ambush is over (HQ-COMBAT-AMBUSH-07)."""

    piece: PieceId


@dataclass(frozen=True, slots=True)
class Walked:
    """A monster walked over a table, or one helped another over a chasm (HQ-MON-TECH-15, -20)."""

    piece: PieceId
    other: PieceId
    rule: RuleId


@dataclass(frozen=True, slots=True)
class Counted:
    """A number on a character's sheet changed: mind, mana, gold, kills …"""

    piece: PieceId
    what: str
    value: int
    rule: RuleId


@dataclass(frozen=True, slots=True)
class Noted:
    """A word on a character's sheet changed: the weapon in hand, what holds it … Empty: no more."""

    piece: PieceId
    what: str
    value: str
    rule: RuleId


@dataclass(frozen=True, slots=True)
class Listed:
    """A list on a character's sheet changed: weapons, items, spells …"""

    piece: PieceId
    what: str
    values: tuple[str, ...]
    rule: RuleId


@dataclass(frozen=True, slots=True)
class Marked:
    """A character is, or is no longer, in a pit, hypnotised …"""

    piece: PieceId
    what: str
    value: bool
    rule: RuleId


@dataclass(frozen=True, slots=True)
class Hurt:
    """A character lost body points (HQ-GEN-05)."""

    piece: PieceId
    lost: int
    rule: RuleId
    by: PieceId | None = None


@dataclass(frozen=True, slots=True)
class Killed:
    """A character died and was removed (HQ-GEN-05, HQ-ATK-10)."""

    piece: PieceId
    rule: RuleId
    by: PieceId | None = None


@dataclass(frozen=True, slots=True)
class StrikeDeclared:
    """An attack was declared (HQ-ATK-04)."""

    attackers: tuple[PieceId, ...]
    target: PieceId
    weapon: str
    manner: str  # melee, ranged, magic

    @property
    def told(self) -> dict[str, object]:
        """The manner in words, with the weapon where that has a name: a monster's own has none."""
        weapon = Word("thing", self.weapon, joined("")) if self.weapon not in (self.manner, "own") else ""
        return {"manner": joined(", ", Word("manner", self.manner), weapon)}


@dataclass(frozen=True, slots=True)
class StrikeRolled:
    """The dice of an attack lie (HQ-ATK-05): skulls obtained, those that cannot be defended among them."""

    attackers: tuple[PieceId, ...]
    target: PieceId
    skulls: int
    unblockable: int = 0
    critical: int = 0
    bonus: int = 0

    @property
    def told(self) -> dict[str, object]:
        """The skulls that no die of the attack shows: those of the D20, of gifts, of an enemy that is cornered."""
        parts = [(word, many) for word, many in (("critical", self.critical), ("bonus", self.bonus)) if many]
        more = joined(", ", *(Phrase(f"strike.{word}", {"count": many}) for word, many in parts))
        return {"more": joined("", " (", more, ")") if parts else ""}


@dataclass(frozen=True, slots=True)
class ReactionRolled:
    """The dice of a reaction lie: the damage to be parried (HQ-COMBAT-COUNTER-02)."""

    piece: PieceId
    target: PieceId
    damage: int
    rule: RuleId


@dataclass(frozen=True, slots=True)
class Defended:
    """A character rolled its defense (HQ-ATK-07, HQ-COMBAT-COUNTER-05)."""

    piece: PieceId
    blocked: int
    black: int
    rule: RuleId


@dataclass(frozen=True, slots=True)
class FinishingBlow:
    """A character with a single body point was struck down without a defense (HQ-COMBAT-FINISH-01)."""

    piece: PieceId
    by: PieceId


@dataclass(frozen=True, slots=True)
class SurpriseRolled:
    """The D20 of an attack from behind, or in pincer (HQ-COMBAT-BACK-01, HQ-COMBAT-PINCER-01)."""

    target: PieceId
    result: str  # weaker, none, perfect
    rule: RuleId

    @property
    def told(self) -> dict[str, Told]:
        """The result in words."""
        return {"result": Phrase(f"fate.surprise_{self.result}")}


@dataclass(frozen=True, slots=True)
class Spared:
    """A rule spared a character some of its loss (HQ-MON-TECH-02, HQ-MON-GARGOYLE-01)."""

    piece: PieceId
    points: int
    rule: RuleId


@dataclass(frozen=True, slots=True)
class Engaged:
    """Two opponents are engaged in melee (HQ-GEN-11)."""

    one: PieceId
    other: PieceId


@dataclass(frozen=True, slots=True)
class Disengaged:
    """Two opponents cannot reach each other any more (HQ-GEN-11)."""

    one: PieceId
    other: PieceId


@dataclass(frozen=True, slots=True)
class AttackCommitted:
    """An attack waits for others to join it (HQ-COMBAT-GROUP-01)."""

    piece: PieceId
    target: PieceId


@dataclass(frozen=True, slots=True)
class Shot:
    """A weapon that must be loaded was shot (HQ-HERO-DWARF-09)."""

    piece: PieceId
    weapon: str
    turns: int


@dataclass(frozen=True, slots=True)
class Reacted:
    """A character made its one reaction on a mover this turn (HQ-COMBAT-OPP-09, HQ-COMBAT-ASSIST-05)."""

    piece: PieceId
    target: PieceId


@dataclass(frozen=True, slots=True)
class LetBy:
    """A character let a mover's step pass: its one chance at it this turn is gone (HQ-COMBAT-OPP-09)."""

    piece: PieceId
    target: PieceId
    is_newer: ClassVar[bool] = True  # than records of November 28


_OURS = [kind for kind in (*globals().values(), *vars(finds).values()) if isinstance(kind, type)]
_HERE = (__name__, finds.__name__)
EVENTS: dict[str, type] = {
    **CORE_EVENTS,
    **PUT_BY_HAND,
    **{kind.__name__: kind for kind in _OURS if kind.__module__ in _HERE},
    **{kind.__name__: kind for kind in (QuestSetUp, Undertaken, Finished)},
}
