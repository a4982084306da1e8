"""The state of a game, as nobody alone may know it; what a seat sees of it is ``face/view.py``.

State
  table            what never changes: content, scenario, who plays on which side
  flow             turn, phase, whose activation, what is asked
  figures          heroes and villains, each hero with its cards
  sides            papers, articles, stacks of initiative cards
  doors, objects, sites, counters      what became of the board and of the story
  work             the command in progress (core.procedure)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import TypeVar, cast

from companion.board.areas.map import zone_of
from companion.core.flow import Flow
from companion.core.ids import PieceId, Seat, SpaceId, ZoneId
from companion.core.keeping import Keeping
from companion.core.procedure import InProgress, Work
from companion.core.sides import Sides
from companion.games.guardians.content.content import Content
from companion.games.guardians.content.kinds import Effect, Kind, Rank, Sheet
from companion.games.guardians.ground.ground import Ground
from companion.games.guardians.scenario import MENACE, Scenario, Site
from companion.games.guardians.setup import SOLO

T = TypeVar("T")


class Phase(StrEnum):
    WAITING = "waiting"
    STRATEGY = "strategy"
    ACTIVATION = "activation"
    END = "end_of_turn"


Tokens = tuple[tuple[str, int], ...]  # a characteristic, how much


@dataclass(frozen=True, slots=True)
class Figure:
    """A hero or a villain: sheet, place, damage, tokens; a hero's cards (GC-CARD), its mission, its article."""

    id: PieceId
    side: str
    seat: Seat | None
    kind: Kind
    sheet: str
    at: SpaceId | None = None
    rank: Rank = Rank.HERO
    hero: str = ""
    damage: int = 0
    tokens: Tokens = ()  # bonus and malus tokens, until the end of the turn (GC-CHAR-14)
    team_up: Tokens = ()  # the two +1 tokens (GC-TEAMUP-08)
    difficulty: int = 0  # +1 tokens on DEFENSE for the whole game (GC-SOLO-06)
    hand: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    right: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    planned: tuple[str, ...] = ()  # laid down, not revealed: "left:card" (GC-CARD-28)
    intended: tuple[str, ...] = ()  # where its two +1 tokens will lie
    begun: tuple[tuple[str, Effect], ...] = ()  # what its actions brought about, until the end of the turn
    used: tuple[str, ...] = ()  # SINGLE ACTION cards used this turn (GC-CARD-22)
    actions: int = 0  # left in its activation
    activated: bool = False
    out: bool = False  # knocked out
    mission: str = ""  # the face of the combat die (GC-SETUP-09)
    achieved: bool = False
    article: str = ""  # "blue" or "red" (GC-PRESS-09)
    tally: Tokens = ()  # what it has done, for its mission
    beaten_by: str = ""  # the side that knocked it out
    kept: tuple[str, ...] = ()  # its power cards while it is out

    @property
    def is_hero(self) -> bool:
        return self.kind in (Kind.HERO, Kind.TEAM_UP)

    @property
    def is_main(self) -> bool:
        """Whether it is a player's main hero: wounds are for those alone (GC-WOUND-13)."""
        return self.kind is Kind.HERO

    @property
    def zone(self) -> ZoneId | None:
        return zone_of(self.at) if self.at is not None else None

    def count(self, tokens: Tokens, stat: str) -> int:
        """Sum those tokens on a characteristic."""
        return sum(amount for name, amount in tokens if name == stat)


@dataclass(frozen=True, slots=True)
class SideState:
    """The belongings of a side: its paper, its articles, its stack of initiative cards, top first."""

    name: str
    paper: str = ""
    articles: tuple[str, ...] = ()
    stack: tuple[PieceId, ...] = ()
    initiative: int = 0


@dataclass(frozen=True, slots=True)
class SiteState:
    """The tokens at a place: those of failures, by characteristic (and hero), others, and whether it was passed."""

    id: str
    failures: Tokens = ()  # GC-TEST-07, GC-TEST-10
    tokens: Tokens = ()  # on the difficulty: "difficulty"; on the sum: "sum" (GC-CHAR-14)
    passed: bool = False


@dataclass(frozen=True)
class Table:
    content: Content
    scenario: Scenario
    seats: tuple[Seat, ...]
    sides: Sides
    camps: tuple[tuple[str, tuple[Seat, ...]], ...]
    mode: str
    difficulty: str
    agreed: tuple[str, ...] = ()

    @cached_property
    def seats_of(self) -> dict[str, tuple[Seat, ...]]:
        """The seats of each side."""
        return dict(self.camps)

    @cached_property
    def sites(self) -> dict[str, Site]:
        return dict(self.scenario.sites)

    @property
    def is_solo(self) -> bool:
        return self.mode == SOLO

    @property
    def wound_limit(self) -> int:
        """The wound cards in hand that knock out (GC-WOUND-08, GC-SOLO-05)."""
        options = self.content.options
        return options.solo_wound_limit if self.is_solo else options.wound_limit


@dataclass(frozen=True, slots=True)
class State(Keeping, InProgress):
    """The state of a game."""

    _table: Table
    flow: Flow
    figures: tuple[Figure, ...]
    sides: tuple[SideState, ...]
    doors: tuple[tuple[str, bool], ...] = ()
    objects: tuple[tuple[str, bool], ...] = ()  # whether they are still there
    sites: tuple[SiteState, ...] = ()
    counters: Tokens = ()  # the scenario's story
    path: tuple[str, ...] = ()  # path tokens (GC-MAP-10)
    met: tuple[str, ...] = ()  # objectives met
    wounds: tuple[str, ...] = ()  # the wound deck, in no order
    spent_wounds: tuple[str, ...] = ()  # of heroes who left the game (GC-AMB-41)
    active: PieceId | None = None
    next_side: str = ""  # whose card is turned over next
    first: str = ""  # the First Group of this turn (GC-INIT-02)
    beaten_by: str = ""  # the side that knocked the super-villain out (GC-AMB-43)
    placed: int = 0  # figures that came into play, for their names
    work: Work | None = None
    _by_id: dict[str, Figure] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_id", {figure.id: figure for figure in self.figures})

    @property
    def table(self) -> Table:
        return self._table

    @property
    def content(self) -> Content:
        return self._table.content

    @property
    def scenario(self) -> Scenario:
        return self._table.scenario

    @property
    def ground(self) -> Ground:
        return self._table.scenario.ground

    @property
    def open_doors(self) -> dict[str, bool]:
        return dict(self.doors)

    def once(self, key: str, make: Callable[[], T]) -> T:
        """Return the value under that key, made once for this state."""
        if key not in self.kept:
            self.kept[key] = make()
        return cast(T, self.kept[key])

    def find(self, piece: PieceId | str) -> Figure | None:
        """The figure of that name, in play or out, or ``None``."""
        return self._by_id.get(piece)

    def who(self, piece: PieceId | str) -> Figure:
        """The figure of that name; it exists."""
        return self._by_id[piece]

    def sheet(self, figure: Figure) -> Sheet:
        return self.content.sheets[figure.sheet]

    def changed(self, piece: PieceId, **changes: object) -> State:
        figures = (replace(one, **changes) if one.id == piece else one for one in self.figures)  # type: ignore[arg-type]
        return replace(self, figures=tuple(figures))

    def side(self, name: str) -> SideState:
        return next(side for side in self.sides if side.name == name)

    def side_changed(self, name: str, **changes: object) -> State:
        sides = (replace(one, **changes) if one.name == name else one for one in self.sides)  # type: ignore[arg-type]
        return replace(self, sides=tuple(sides))

    def in_play(self) -> Iterator[Figure]:
        """Generate the figures on the board."""
        return (figure for figure in self.figures if figure.at is not None and not figure.out)

    def heroes(self, side: str = "") -> Iterator[Figure]:
        """The heroes still in the game, of one side or of all."""
        return (one for one in self.figures if one.is_hero and not one.out and side in ("", one.side))

    def left(self, side: str) -> Iterator[Figure]:
        """Whom a side still has: a side of players its heroes, the villains' side whoever is not knocked out."""
        return (one for one in self.figures if one.side == side and not one.out and (one.is_hero or side == MENACE))

    def at(self, space: SpaceId) -> Figure | None:
        return next((figure for figure in self.in_play() if figure.at == space), None)

    def are_enemies(self, one: str, other: str) -> bool:
        """Whether two sides are enemies; the villain's is to all unless the scenario says otherwise (GC-AMB-29)."""
        return self.scenario.relations.are_enemies(one, other)

    def enemies(self, figure: Figure) -> Iterator[Figure]:
        return (other for other in self.in_play() if self.are_enemies(figure.side, other.side))

    def allies(self, figure: Figure) -> Iterator[Figure]:
        """Generate the figure's friends on the board, itself too."""
        return (other for other in self.in_play() if not self.are_enemies(figure.side, other.side))

    def site(self, name: str) -> SiteState:
        return next((site for site in self.sites if site.id == name), None) or SiteState(name)

    def counter(self, name: str) -> int:
        return sum(value for what, value in self.counters if what == name)

    def is_there(self, thing: str) -> bool:
        """Whether that object is still on the board."""
        return dict(self.objects).get(thing, False)

    @property
    def camps(self) -> tuple[str, ...]:
        """The sides that players own."""
        return tuple(side.name for side in self.sides if side.name != MENACE)

    def captain(self, side: str) -> Seat:
        """Return the seat that lays the side's stack and speaks for it."""
        seats = self.table.seats_of.get(side) or self.table.seats
        return next((seat for seat in seats if any(one.seat == seat for one in self.heroes(side))), seats[0])
