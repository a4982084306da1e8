"""Characters: heroes and monsters alike, each with its sheet, its gear and what has befallen it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.ids import PieceId, Seat, SpaceId

HEROES, MONSTERS = "heroes", "monsters"


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn of a character so far."""

    used: tuple[str, ...] = ()  # normal actions, by entry (HQ-ACT-01)
    free: tuple[str, ...] = ()  # free actions (HQ-FREE-01)
    rolled: int | None = None  # the movement roll
    left: int = 0  # steps left of it
    moving: bool = False  # the move goes on (HQ-MOVE-13)
    stepped: int = 0  # steps really made
    turned: bool = False  # the free quarter turn of this square is used (HQ-MOVE-09)
    came: SpaceId | None = None  # the square a diagonal last step came from
    crossed: tuple[PieceId, ...] = ()  # doors gone through
    near: tuple[PieceId, ...] = ()  # enemies that could reach it when its turn began (HQ-COMBAT-ASSIST-05)
    struck_by: tuple[PieceId, ...] = ()  # who made an opportunity or assistance attack on it
    let_by: tuple[PieceId, ...] = ()  # who let its step pass, and is not asked again (HQ-COMBAT-OPP-09)
    sacrificed: bool = False  # a mind point (HQ-HERO-ENCH-04)
    stopped: bool = False  # its movement is over
    over: bool = False


@dataclass(frozen=True, slots=True)
class Ambush:
    """The place of an ambush: beside a door, or at a corner (a square that is passed)."""

    door: PieceId | None = None
    corner: SpaceId | None = None


@dataclass(frozen=True, slots=True)
class Character:
    """A hero or a monster."""

    id: PieceId
    seat: Seat
    side: str
    kind: str  # the row of the level sheet or of the bestiary
    hero: str  # warrior, dwarf, elf, enchanter; nothing for a monster
    body: int
    body_max: int
    mind: int
    mind_max: int
    attack: int  # attack level, or a monster's dice
    defense: int  # dice before gear
    at: SpaceId | None = None
    facing: str = "S"
    name: str = ""
    revealed: bool = True  # known to the heroes
    # gear
    weapons: tuple[str, ...] = ()
    weapon: str = ""  # in hand; nothing: unarmed
    dropped: str = ""  # lies on its square (HQ-DISARM-08)
    items: tuple[str, ...] = ()
    gold: int = 0
    gifts: tuple[str, ...] = ()
    # what heroes have of their own
    level: int = 1
    kills: int = 0  # that feed rage
    choices: tuple[str, ...] = ()  # at the forks of the rage ladder (HQ-AMB-18)
    trap_pieces: int = 0
    spells: tuple[str, ...] = ()
    spell_points: int = 0
    mana: int = 0
    mana_max: int = 0
    dodge: str = ""
    delta: int = 0
    experience: int = 0
    known_races: tuple[str, ...] = ()
    # what monsters have of their own
    saved: int = 0  # by a gargoyle's resistance
    shift: int = 0  # a chaos warrior's dice: from attack to defense, less than 0 the other way
    shifted_in: str = ""  # stance (heroes' turn) or power (its own)
    # what has befallen it
    in_pit: bool = False
    held: str = ""  # jaw, slime
    hypnotised: bool = False
    diseased: int = 0
    loading: tuple[tuple[str, int], ...] = ()  # weapons shot: own turns until they shoot again
    ambush: Ambush | None = None
    perch: PieceId | None = None  # the furniture it has climbed
    turn: Turn | None = None  # while its turn lasts
    acted: bool = False  # had its turn this round
    attempts: tuple[tuple[PieceId, int], ...] = ()  # at barricaded doors

    @property
    def square(self) -> SpaceId:
        """The square it stands on; it is on the board."""
        assert self.at is not None, self.id
        return self.at

    @property
    def is_hero(self) -> bool:
        return self.side == HEROES

    @property
    def is_alive(self) -> bool:
        """Whether it has body points left (HQ-GEN-05)."""
        return self.body > 0
