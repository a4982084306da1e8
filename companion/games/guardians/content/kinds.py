"""Kinds of content: sheets, power cards, wounds, objects, articles, as rows that name verbs; the table's rulings.

card ── technique (right) ── numbers on SPEED, ATTACK, DEFENSE, MENTAL
     └─ special (left) ───── effects: rows that name a verb
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

SPEED, ATTACK, DEFENSE, MENTAL, HEALTH = STATS = ("speed", "attack", "defense", "mental", "health")
LEFT, RIGHT = "left", "right"
Words = Mapping[str, str]


class Prefix(StrEnum):
    """The cost of a special power (GC-CARD-20..22)."""

    PERMANENT = "permanent"
    ACTION = "action"
    SINGLE_ACTION = "single_action"


class Kind(StrEnum):
    """The kind of a figure: of lieutenants one a sheet, of minions many (GC-CHAR-10, -11); a sidekick has no rule of
    its own (GC-SOLO-08).
    """

    HERO = "hero"
    TEAM_UP = "team_up"
    SUPER_VILLAIN = "super_villain"
    LIEUTENANT = "lieutenant"
    MINION = "minion"
    SIDEKICK = "sidekick"


class Rank(StrEnum):
    """The experience of a hero (GC-RANK-01, GC-CHAR-09)."""

    ROOKIE = "rookie"
    HERO = "hero"
    VETERAN = "veteran"


class CardSet(StrEnum):
    BASE = "base"
    ROOKIE = "rookie"
    VETERAN = "veteran"


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing a power does: its verb, on what, by how much, to whom, and where it counts."""

    verb: str
    stat: str = ""
    amount: int = 1
    whom: str = "self"
    manner: str = "any"  # of attacks: any, melee, ranged
    zones: int = 0  # how far, where the verb asks
    foe: str = ""  # only against figures of this type or kind
    what: str = ""  # of "forbid": move, attack, test, power


@dataclass(frozen=True, slots=True)
class Technique:
    """The numbers of a card played on the right (GC-CARD-14..18)."""

    speed: int = 0
    attack: int = 0
    defense: int = 0
    mental: int = 0


@dataclass(frozen=True, slots=True)
class Special:
    """The power of a card played on the left: its cost, its type, what it does (GC-CARD-20..24)."""

    effects: tuple[Effect, ...] = ()
    prefix: Prefix = Prefix.PERMANENT
    type: str = "attack"


@dataclass(frozen=True, slots=True)
class Card:
    """A power card (GC-CARD-02)."""

    id: str
    hero: str
    name: Words = field(default_factory=dict)
    set: CardSet = CardSet.BASE
    weakness: bool = False
    technique: Technique | None = None
    special: Special | None = None

    @property
    def uses(self) -> tuple[str, ...]:
        """The sides it may be played on (GC-CARD-03..05, GC-CARD-26)."""
        right = () if self.technique is None or self.weakness else (RIGHT,)
        return (*((LEFT,) if self.special is not None or self.weakness else ()), *right)


@dataclass(frozen=True, slots=True)
class Wound:
    """A kind of wound card: how many there are, where it is played, how it hampers (GC-WOUND-12)."""

    id: str
    name: Words = field(default_factory=dict)
    copies: int = 1
    sides: tuple[str, ...] = (LEFT, RIGHT)  # GC-AMB-12
    technique: Technique = Technique()
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition of an achievement; every field that is written must hold."""

    knocked_out: str = ""  # a figure, a kind of figure, or "enemies"
    by: str = ""  # the side that did it: a side's name, or "own"
    counter: str = ""  # of the scenario's story, or of the hero whose mission it is
    at_least: int = 1
    passed: str = ""  # a site whose test was passed
    at: str = ""  # a zone or space where somebody of the side stands
    count: int = 1  # how many of them
    turn: int = 0  # from the end of this turn on
    removed: str = ""  # an object that is gone
    nobody_left: str = ""  # a side without heroes, or the villains' without figures


@dataclass(frozen=True, slots=True)
class Mission:
    """A personal mission (GC-SETUP-09)."""

    when: Condition
    text: Words = field(default_factory=dict)
    news: Words = field(default_factory=dict)  # what the paper prints once it is achieved


@dataclass(frozen=True, slots=True)
class Sheet:
    """An identity sheet: of a hero in one rank, or of a villain (GC-CHAR)."""

    id: str
    speed: int
    attack: int
    defense: int
    health: int
    mental: int | None = None  # heroes alone have it (GC-CHAR-04)
    actions: int | None = None  # printed on super-villains, and not used (GC-CHAR-05, GC-VILL-03)
    kind: Kind = Kind.HERO
    name: Words = field(default_factory=dict)
    type: str = ""  # GC-CHAR-08
    hero: str = ""  # whose sheet it is, for the three ranks
    rank: Rank = Rank.HERO
    power: tuple[Effect, ...] = ()  # GC-CHAR-07
    missions: Mapping[str, Mission] = field(default_factory=dict)  # by the face of a combat die

    def printed(self, stat: str) -> int:
        """The number on the sheet; villains have no MENTAL (GC-VILL-01)."""
        return {SPEED: self.speed, ATTACK: self.attack, DEFENSE: self.defense, HEALTH: self.health}.get(
            stat, self.mental or 0
        )


@dataclass(frozen=True, slots=True)
class Deed:
    """A deed of a scenario or a MENACE sheet: its verb, and what the verb needs."""

    verb: str
    who: str = ""  # a figure, or a sheet: all of its figures
    target: str = ""  # nearest, weakest, most_damaged, or a figure; of choices left open a player decides
    to: str = ""  # a zone, a space, or a side of figures
    what: str = ""  # a counter, an object, a door, an article, a sheet
    stat: str = ""
    side: str = ""
    amount: int = 1
    zones: int = 0
    times: int = 1
    success: tuple[str, ...] = ()  # of a test it demands: names of deed lists
    failure: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Test:
    """A test that a place, an object or a text offers (GC-TEST-03)."""

    stat: str
    difficulty: int
    direct: bool = False
    success: tuple[Deed, ...] = ()
    failure: tuple[Deed, ...] = ()


@dataclass(frozen=True, slots=True)
class ObjectKind:
    """An object's card: its two uses, and what becomes of it (GC-OBJ-01..06)."""

    id: str
    name: Words = field(default_factory=dict)
    classic: Test | None = None
    aggressive: Test | None = None
    ranged: bool = False  # thrown: at whoever is in sight (GC-AMB-25)
    power_dice: int = 0  # added to the attack
    consumed: tuple[str, ...] = ()  # "classic", "aggressive": the use that takes it away
    blocks: bool = True


@dataclass(frozen=True, slots=True)
class Article:
    """A newspaper article: how large, what it says (GC-PRESS-01)."""

    id: str
    size: str = "small"
    name: Words = field(default_factory=dict)  # the headline
    text: Words = field(default_factory=dict)

    @property
    def value(self) -> int:
        """The points it counts."""
        return VALUES[self.size]


VALUES = {"large": 4, "medium": 2, "small": 1, "negative": -1, "advert": 0}


@dataclass(frozen=True, slots=True)
class Options:
    """The rulings of a table; the defaults are those the catalogue proposes."""

    push_on_miss: bool = False  # GC-AMB-11
    failure_tokens_per_hero: bool = False  # GC-AMB-16
    plans_show_sides: bool = False  # GC-AMB-47
    tokens_are_open: bool = False  # GC-AMB-48
    missions_are_open: bool = True  # GC-AMB-48
    team_up_articles: bool = True  # GC-AMB-37
    wound_limit: int = 3  # GC-WOUND-08
    solo_wound_limit: int = 2  # GC-SOLO-05
    box: int = 5  # dice of each kind (GC-DICE-06)
