"""Events of a mission, in the past tense; each, or its first line, names the rule that made it happen."""

from __future__ import annotations

from dataclasses import dataclass, is_dataclass
from typing import ClassVar

from companion.core.by_hand import PUT_BY_HAND
from companion.core.events import CORE_EVENTS
from companion.core.ids import PieceId, RuleId, Seat, ZoneId
from companion.core.phrases import Dice, Name, Phrase, Told, Word, joined
from companion.core.procedure import Finished, Undertaken
from companion.core.reckoning import Contribution
from companion.games.gotham.content.settings import AVAILABLE
from companion.games.gotham.setup import MissionSetUp


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """A round began."""

    round: int


@dataclass(frozen=True, slots=True)
class SideTurnBegan:
    """A side's part of the round began: states, heroes or villains (GO-BASE-TURN-01)."""

    phase: str
    active: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class SeatFinished:
    """A seat has done what it wanted in this turn."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class StateDeclared:
    """A hero declared its state for this turn (GO-BASE-TURN-01, -02)."""

    piece: PieceId
    state: str

    @property
    def told(self) -> dict[str, Told]:
        """The state as what the hero does."""
        return {"declared": Word("declared", self.state)}


@dataclass(frozen=True, slots=True)
class CubesMoved:
    """Energy cubes went from one place of a screen to another (GO-BASE-FIG-02).

    ``left``: as many are available then.
    """

    piece: PieceId
    start: str
    to: str
    count: int
    rule: RuleId
    left: int | None = None

    @property
    def told(self) -> dict[str, Told]:
        """The move in words: cubes spent, recovered, or tired."""
        way = "spent" if self.start == AVAILABLE else "recovered" if self.to == AVAILABLE else "tired"
        box = self.to if way == "spent" else self.start
        words = {"count": self.count, "box": Word("slot", box), "left": self.left}
        return {"change": Phrase(f"cubes.{way}", words, () if self.left is not None else (f"cubes.{way}.alone",))}


@dataclass(frozen=True, slots=True)
class Wounded:
    """Wounds were suffered: cubes moved to the Wound zone, or steps down the Life track (GO-BASE-FIG-05, -06).

    ``wounds``: as dealt; ``taken``: as many as there was left to lose; ``cubes``: the places they came from.
    """

    piece: PieceId
    wounds: int
    taken: int
    rule: RuleId
    cubes: tuple[tuple[str, int], ...] = ()
    by: PieceId | None = None

    @property
    def told(self) -> dict[str, Told]:
        """The wounds in words; those that found nothing left to lose are told apart."""
        words = {"count": self.taken, "dealt": self.wounds}
        return {"wounds": Phrase("wounds.all" if self.taken == self.wounds else "wounds.taken", words)}


@dataclass(frozen=True, slots=True)
class Regenerated:
    """Wounds went away by Regeneration."""

    piece: PieceId
    count: int
    rule: RuleId


@dataclass(frozen=True, slots=True)
class Neutralised:
    """A figure is Neutralised (GO-BASE-FIG-07)."""

    piece: PieceId
    by: PieceId | None = None


@dataclass(frozen=True, slots=True)
class LaidDown:
    """A figure lies (GO-IMMOB-01)."""

    piece: PieceId
    rule: RuleId


@dataclass(frozen=True, slots=True)
class StoodUp:
    """A figure stands again, its First Movement Bonus lost for now (GO-IMMOB-02)."""

    piece: PieceId
    rule: RuleId


@dataclass(frozen=True, slots=True)
class TileActivated:
    """A tile was activated and goes to the right end of the River (GO-BASE-FIG-12).

    ``figures``: as many of it stand and act; records of before do not say.
    """

    tile: str
    by: Seat
    figures: int = 1


@dataclass(frozen=True, slots=True)
class ActivationBegan:
    """A figure of the tile begins its activation, or one ``apart`` from it (GO-BASE-TURN-04)."""

    piece: PieceId
    apart: bool = False


@dataclass(frozen=True, slots=True)
class TileActivationEnded:
    """The activation of the tile is over, or of one figure of it."""

    piece: PieceId | None = None


@dataclass(frozen=True, slots=True)
class Acted:
    """A figure did something that its turn or activation counts."""

    piece: PieceId
    what: str


@dataclass(frozen=True, slots=True)
class SkillUsed:
    """A skill was used whose uses are counted, or that is worth a line."""

    piece: PieceId
    skill: str
    rule: RuleId

    @property
    def told(self) -> dict[str, Told]:
        """The skill in words: of a commanded tile, Command."""
        return {"skill": Word("skill", self.skill.partition(" ")[0])}


@dataclass(frozen=True, slots=True)
class SkillSetAside:
    """A player will not use that skill, or will again (GO-GEN-02)."""

    piece: PieceId
    skill: str
    aside: bool


@dataclass(frozen=True, slots=True)
class CardSpent:
    """A card that is used once is gone (GO-BASE-DICE-03)."""

    piece: PieceId
    card: str


@dataclass(frozen=True, slots=True)
class MovementBegan:
    """A Movement action began with so many points, and cards declared for it (GO-BASE-MOVE-01)."""

    piece: PieceId
    points: int
    at_once: bool = False
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FigureWent:
    """A figure went, or was taken, to another zone; its Imaginary Friend with it."""

    piece: PieceId
    start: ZoneId
    to: ZoneId
    way: str
    cost: int
    rule: RuleId


@dataclass(frozen=True, slots=True)
class MovementEnded:
    """A Movement action is over; points that are left are lost (GO-BASE-MOVE-09)."""

    piece: PieceId
    lost: int


@dataclass(frozen=True, slots=True)
class WallBroken:
    """A Broken Wall token lies on a segment (GO-WALLBREAK-02)."""

    piece: PieceId
    between: tuple[ZoneId, ZoneId]


@dataclass(frozen=True, slots=True)
class TargetDesignated:
    """A target was designated (GO-BASE-ATK-01)."""

    attacker: PieceId
    target: PieceId
    kind: str
    way: str
    cards: tuple[str, ...] = ()
    binds: bool = False

    @property
    def told(self) -> dict[str, Told]:
        """The cards and the binding in words."""
        cards = Phrase("attack.with", {"cards": self.cards}) if self.cards else ""
        by = cards or Phrase(f"attack.kind.{self.kind}")
        return {"how": joined("", by, Phrase("attack.binds") if self.binds else "")}


@dataclass(frozen=True, slots=True)
class ActionDeclared:
    """A complex action began: what, at whom or where, with which cards (GO-BASE-ACT-03)."""

    piece: PieceId
    what: str
    at: str = ""
    cards: tuple[str, ...] = ()
    is_newer: ClassVar[bool] = True  # than records of November 27

    @property
    def told(self) -> dict[str, Told]:
        """The action and its cards in words."""
        words = {"what": Name(self.what), "at": Name(self.at)}
        cards = Phrase("attack.with", {"cards": self.cards}) if self.cards else ""
        return {"action": Phrase("action.task", words, (f"action.{self.what}",)), "how": cards}


@dataclass(frozen=True, slots=True)
class PoolBuilt:
    """A pool of dice is about to be thrown."""

    piece: PieceId
    what: str
    dice: tuple[str, ...]

    @property
    def told(self) -> dict[str, Told]:
        """The dice, counted by their kinds."""
        return {"dice": Dice(self.dice)}


@dataclass(frozen=True, slots=True)
class Reckoned:
    """A number was made, with its terms: each has its rule (``source``), its ``amount`` and whose it is."""

    piece: PieceId
    what: str
    value: int
    printed: int
    terms: tuple[Contribution, ...]
    carried: bool = False  # it began as what remained of another attack, and not as dice

    @property
    def is_newer(self) -> bool:
        """Whether records of November 27 leave it out: that an attack inflicts no wound."""
        return self.what == "wounds" and not self.value and not self.terms

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules of its terms."""
        return tuple(part.source for part in self.terms)


@dataclass(frozen=True, slots=True)
class SacrificePledged:
    """An ally will take wounds in the target's place (GO-SACRIFICE-02)."""

    piece: PieceId
    target: PieceId
    wounds: int


@dataclass(frozen=True, slots=True)
class BindsPlaced:
    """Bind tokens came to lie on a figure (GO-BIND-01)."""

    piece: PieceId
    count: int


@dataclass(frozen=True, slots=True)
class BindsRemoved:
    """All Bind tokens of a figure are gone (GO-BIND-06)."""

    piece: PieceId
    count: int


@dataclass(frozen=True, slots=True)
class Exploded:
    """An explosion of a level happened in a zone (GO-BASE-ACT-07)."""

    piece: PieceId
    zone: ZoneId
    level: int
    rule: RuleId


@dataclass(frozen=True, slots=True)
class TokensPlaced:
    """Tokens came to lie in a zone, active side up."""

    piece: PieceId
    kind: str
    zone: ZoneId
    count: int
    rule: RuleId


@dataclass(frozen=True, slots=True)
class TokenTaken:
    """One token was taken from a zone, to be placed anew: the stock was empty (GO-GEN-06)."""

    kind: str
    zone: ZoneId


@dataclass(frozen=True, slots=True)
class TokensAged:
    """Every token is a turn older; those at their age are gone (GO-BASE-TURN-06)."""

    gone: tuple[tuple[str, ZoneId], ...]


@dataclass(frozen=True, slots=True)
class ActionResolved:
    """A complex action succeeded, or not: its successes against its difficulty (GO-BASE-ACT-03)."""

    piece: PieceId
    what: str
    successes: int
    difficulty: int
    succeeded: bool


@dataclass(frozen=True, slots=True)
class TaskDone:
    """A task of the mission was done."""

    task: str
    piece: PieceId


@dataclass(frozen=True, slots=True)
class CommandTaken:
    """A tile is commanded by a figure, with new figures in its zone (GO-COMMAND-01)."""

    piece: PieceId
    tile: str
    figures: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class CommandBegan:
    """Commanded figures act (GO-COMMAND-03)."""

    piece: PieceId
    tile: str


@dataclass(frozen=True, slots=True)
class CommandEnded:
    """The others act again (GO-COMMAND-05)."""

    piece: PieceId
    tile: str


@dataclass(frozen=True, slots=True)
class FriendPlaced:
    """An Imaginary Friend stands with a figure (GO-IMAGFRIEND-01)."""

    piece: PieceId
    friend: str


@dataclass(frozen=True, slots=True)
class FriendRemoved:
    """An Imaginary Friend is gone for good (GO-IMAGFRIEND-07)."""

    piece: PieceId
    friend: str


_OWN = [kind for kind in list(vars().values()) if is_dataclass(kind) and kind.__module__ == __name__]
_KINDS: tuple[type, ...] = (MissionSetUp, Undertaken, Finished, *(kind for kind in _OWN if isinstance(kind, type)))
EVENTS: dict[str, type] = {**CORE_EVENTS, **PUT_BY_HAND, **{kind.__name__: kind for kind in _KINDS}}
