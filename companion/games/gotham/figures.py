"""A figure on the table: its cubes or its life, what lies on it, what it has done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.ids import PieceId, Seat, ZoneId
from companion.core.lasting import Use
from companion.games.gotham.content.settings import ACTION_BOXES, AVAILABLE, FATIGUE, WOUNDS

PLACES = (AVAILABLE, *ACTION_BOXES, FATIGUE, WOUNDS)
HEROES, VILLAINS, NOBODY = "heroes", "villains", "none"


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure; ``sheets``: its screen or its tiles, of which the right-most in the River counts.

    It stands or lies (GO-BASE-FIG-10); ``binds`` stay on it wherever it goes (GO-BIND-05),
    and so does its ``friend``, at no cost (GO-IMAGFRIEND-03).
    """

    id: PieceId
    seat: Seat
    side: str
    sheets: tuple[str, ...]
    zone: ZoneId | None
    is_hero: bool = False
    cubes: tuple[tuple[str, int], ...] = ()
    life: int = 0
    state: str = ""  # a hero's, declared this turn
    lying: bool = False
    neutralised: bool = False
    binds: int = 0
    cards: tuple[str, ...] = ()
    uses: tuple[Use, ...] = ()
    aside: tuple[str, ...] = ()  # skills its player does not use (GO-GEN-02)
    bonus_used: bool = False  # First Movement Bonus of this turn or activation
    rising: bool = False  # it stood up at its beginning: that bonus is 0 (GO-IMMOB-02)
    friend: str = ""  # its Imaginary Friend in play
    drives: tuple[str, ...] = ()  # tiles it commands
    commander: PieceId | None = None
    activated: bool = False  # in the activation of its tile that is going on
    over: bool = False  # and it has had it
    acted: tuple[str, ...] = ()  # what it did in it

    @property
    def boxes(self) -> Mapping[str, int]:
        """The figure's cubes by where they lie."""
        return dict(self.cubes)

    def cubes_at(self, place: str) -> int:
        return dict(self.cubes).get(place, 0)

    @property
    def total_cubes(self) -> int:
        return sum(count for _, count in self.cubes)

    @property
    def endures(self) -> int:
        """The wounds it takes to Neutralise it now: its Life Points, or the cubes outside the Wound zone."""
        return self.total_cubes - self.cubes_at(WOUNDS) if self.is_hero else self.life

    def with_cubes(self, start: str, to: str, count: int) -> tuple[tuple[str, int], ...]:
        """Return the figure's cubes after some went from one place to another."""
        held = {**dict.fromkeys(PLACES, 0), **self.boxes}
        held[start] -= count
        held[to] += count
        return tuple((place, held[place]) for place in PLACES if held[place])
