"""Events of a game; applying one never fails."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.core.by_hand import PUT_BY_HAND
from companion.core.events import CORE_EVENTS
from companion.core.ids import PieceId, RuleId, SpaceId
from companion.core.phrases import Name, Phrase, Told, joined
from companion.core.procedure import Finished, Undertaken
from companion.games.guardians import pages
from companion.games.guardians.content.dice import COMBAT, POWER, TEST
from companion.games.guardians.content.kinds import Effect
from companion.games.guardians.setup import GuardiansSetUp

MADE = RuleId("GC-SETUP-04")  # of hands before rules of their own were written down

# before and around a turn


@dataclass(frozen=True, slots=True)
class PaperChosen:
    """A side laid a newspaper's header on its own side (GC-SETUP-08)."""

    side: str
    paper: str


@dataclass(frozen=True, slots=True)
class MissionDrawn:
    """A player rolled for the personal mission; the exact face counts (GC-SETUP-09, GC-DICE-05)."""

    piece: PieceId
    face: str


@dataclass(frozen=True, slots=True)
class HandMade:
    """A hero's cards were chosen or drawn, by the rule: in hand, left aside."""

    piece: PieceId
    hand: tuple[str, ...]
    removed: tuple[str, ...]
    rule: RuleId = MADE


@dataclass(frozen=True, slots=True)
class FigurePlaced:
    """A figure came into play."""

    piece: PieceId
    sheet: str
    side: str
    at: SpaceId


@dataclass(frozen=True, slots=True)
class GameTurnBegan:
    """A game turn began, with its Strategy (GC-TURN-01)."""

    turn: int


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """The Activation, or the end of the turn, began (GC-TURN-01)."""

    phase: str


@dataclass(frozen=True, slots=True)
class StackLaid:
    """A side's initiative cards lie face down, the top one first (GC-TURN-04)."""

    side: str
    order: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class CardsRevealed:
    """A hero's cards of this turn lie open (GC-CARD-28, GC-ACT-01)."""

    irreversible: ClassVar[bool] = True
    piece: PieceId
    left: tuple[str, ...]
    right: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TokensRevealed:
    """A TEAM-UP hero's two +1 tokens lie open (GC-TEAMUP-08, GC-TURN-03)."""

    piece: PieceId
    on: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class InitiativeSettled:
    """The First Group was settled: by sums of SPEED, on a tie of MENTAL, on another by a roll."""

    rules: ClassVar[tuple[str, ...]] = ("GC-INIT-01", "GC-INIT-06")
    first: str
    speed: tuple[tuple[str, int], ...]
    mental: tuple[tuple[str, int], ...]
    rule: RuleId


@dataclass(frozen=True, slots=True)
class Activated:
    """The top initiative card was turned over (GC-ACT-02, GC-ACT-03)."""

    piece: PieceId
    actions: int


@dataclass(frozen=True, slots=True)
class CardSkipped:
    """The initiative card of a hero who is out was passed over (GC-ACT-09)."""

    piece: PieceId


@dataclass(frozen=True, slots=True)
class ActionTaken:
    """An action was spent (GC-ACT-05)."""

    piece: PieceId
    action: str
    left: int


@dataclass(frozen=True, slots=True)
class ActivationEnded:
    """The hero has finished; what actions it had left are lost."""

    piece: PieceId
    lost: int = 0

    @property
    def rules(self) -> tuple[str, ...]:
        """The rule by which actions are lost, where any are."""
        return ("GC-ACT-07",) if self.lost else ()


@dataclass(frozen=True, slots=True)
class CardsDiscarded:
    """The cards of this turn went to the hero's own discard (GC-CARD-08)."""

    piece: PieceId
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HandRecovered:
    """A hero without a power card took its whole discard back (GC-CARD-10)."""

    piece: PieceId


@dataclass(frozen=True, slots=True)
class CardRecovered:
    """A power brought a card back from the discard."""

    piece: PieceId
    card: str


@dataclass(frozen=True, slots=True)
class GameTurnEnded:
    """Tokens of this turn are gone; the next one begins (GC-TURN-11)."""

    turn: int


# on the board


@dataclass(frozen=True, slots=True)
class Moved:
    """A figure went to a space, over so many borders of zones (GC-MOVE-01)."""

    piece: PieceId
    to: SpaceId
    zones: int
    rule: RuleId


@dataclass(frozen=True, slots=True)
class Pushed:
    """A figure was put on a space adjacent to its own (GC-ATK-12)."""

    piece: PieceId
    to: SpaceId
    by: PieceId | None


@dataclass(frozen=True, slots=True)
class AttackLaunched:
    """An attack was declared: its manner, its dice, what it needs (GC-ATK-05)."""

    piece: PieceId
    target: PieceId
    manner: str
    combat: int
    power: int
    defense: int

    @property
    def told(self) -> dict[str, Told]:
        """The dice, those that are there."""
        pool = ((COMBAT, self.combat), (POWER, self.power))
        dice = [Phrase(f"pool.{kind}", {"count": count}) for kind, count in pool if count]
        return {"dice": joined(" + ", *dice) if dice else Phrase("pool.none")}


@dataclass(frozen=True, slots=True)
class TargetChanged:
    """Another figure stands in for the target (GC-CARD-24)."""

    piece: PieceId
    target: PieceId
    instead_of: PieceId


@dataclass(frozen=True, slots=True)
class AttackResult:
    """The result of an attack's dice, POW and all, and whether it hits (GC-ATK-06, GC-ATK-09)."""

    piece: PieceId
    target: PieceId
    successes: int
    defense: int
    hit: bool


@dataclass(frozen=True, slots=True)
class PowerPlayed:
    """An ACTION power was used, or, with its ``verb``, a reaction."""

    piece: PieceId
    card: str
    verb: str = ""

    @property
    def rules(self) -> tuple[str, ...]:
        """The rule it was used by."""
        return ("GC-ATK-14",) if self.verb else ("GC-CARD-21",)


@dataclass(frozen=True, slots=True)
class PowerBegan:
    """An effect that an action brought about counts from now until the end of the turn (GC-CARD-23)."""

    piece: PieceId
    card: str
    effect: Effect


@dataclass(frozen=True, slots=True)
class ModifierPlaced:
    """A bonus or malus token lies on a characteristic until the end of the turn (GC-CHAR-14)."""

    piece: PieceId
    stat: str
    amount: int


@dataclass(frozen=True, slots=True)
class TestRolled:
    """A test was thrown: so many dice, their sum with its tokens, the limit."""

    rules: ClassVar[tuple[str, ...]] = ("GC-TEST-04", "GC-TEST-05")

    piece: PieceId
    site: str
    stat: str
    dice: int
    total: int
    limit: int
    passed: bool
    rule: RuleId

    @property
    def told(self) -> dict[str, Told]:
        """The place, the dice, the outcome."""
        return {
            "where": Phrase("test.at", {"site": Name(self.site)}) if self.site else "",
            "dice": Phrase(f"pool.{TEST}", {"count": self.dice}) if self.dice else Phrase("pool.none"),
            "outcome": Phrase("test.passed" if self.passed else "test.failed"),
        }


@dataclass(frozen=True, slots=True)
class FailureTokenPlaced:
    """A −1 token lies on the place from now on: one die fewer (GC-TEST-07)."""

    site: str
    stat: str
    piece: PieceId


@dataclass(frozen=True, slots=True)
class SiteTokenPlaced:
    """A bonus or malus token lies at a place: on the ``difficulty`` of its tests, or on their ``sum`` (GC-CHAR-14)."""

    site: str
    what: str
    amount: int


@dataclass(frozen=True, slots=True)
class SitePassed:
    """The test of a place was passed: its −1 tokens are gone (GC-TEST-06, GC-TEST-10)."""

    site: str
    stat: str
    piece: PieceId
    stays: bool = False


@dataclass(frozen=True, slots=True)
class ObjectTried:
    """An object was used (GC-OBJ-01)."""

    piece: PieceId
    object: PieceId
    use: str


@dataclass(frozen=True, slots=True)
class ObjectRemoved:
    """An object left the board (GC-OBJ-06)."""

    object: PieceId


@dataclass(frozen=True, slots=True)
class DoorChanged:
    """A door was opened or closed (GC-MAP-09)."""

    door: str
    now: str  # open, closed


@dataclass(frozen=True, slots=True)
class PathLaid:
    """A path token was laid (GC-MAP-10)."""

    place: str


@dataclass(frozen=True, slots=True)
class StoryCounted:
    """The scenario's story went on (GC-VILL-10)."""

    what: str
    value: int


# damage and what comes of it


@dataclass(frozen=True, slots=True)
class Damaged:
    """Damage tokens were added to a sheet."""

    piece: PieceId
    amount: int
    by: PieceId | None
    rule: RuleId

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules besides that of its cause: a hit is written down with the figure that was hit."""
        return ("GC-CHAR-06", *(("GC-ATK-11",) if self.rule == "GC-ATK-10" else ()))


@dataclass(frozen=True, slots=True)
class Healed:
    """Damage tokens were taken off a sheet."""

    piece: PieceId
    amount: int
    rule: RuleId


@dataclass(frozen=True, slots=True)
class WoundDrawn:
    """Damage of HEALTH was discarded, a wound card came to the hand, one a turn (GC-WOUND-02, GC-WOUND-04)."""

    irreversible: ClassVar[bool] = True
    piece: PieceId
    card: str
    discarded: int


@dataclass(frozen=True, slots=True)
class WoundsShuffled:
    """The wound cards of heroes who left the game are the deck again (GC-AMB-41)."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KnockedOut:
    """A figure left the game."""

    piece: PieceId
    by: PieceId | None
    rule: RuleId

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules besides that of its cause: a TEAM-UP hero leaves as villains do."""
        return ("GC-WOUND-07",) if self.rule == "GC-TEAMUP-07" else ()


@dataclass(frozen=True, slots=True)
class Promoted:
    """A TEAM-UP hero became the main hero; its missing power cards are in hand (GC-WOUND-14)."""

    piece: PieceId
    cards: tuple[str, ...]


_OURS = [kind for kind in (*globals().values(), *vars(pages).values()) if isinstance(kind, type)]
_HERE = (__name__, pages.__name__)
EVENTS: dict[str, type] = {
    **CORE_EVENTS,
    **{kind.__name__: kind for kind in _OURS if kind.__module__ in _HERE},
    **{kind.__name__: kind for kind in (GuardiansSetUp, Undertaken, Finished)},
    **PUT_BY_HAND,
}
