"""Reach: side by side, aslant, from afar. Walls and shut doors stand in between (HQ-GEN-10).

. b .      orthogonal: the four        ranged: a clear line from centre to centre, walls and shut doors stop it
b a b      diagonal: all eight         black mist: nobody shoots into or out of it
. b .
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.board.facing import offset
from companion.board.lines import Cause
from companion.board.rays import ray
from companion.board.spaces import Edge, edge
from companion.core.ids import PieceId, RuleId, SpaceId
from companion.games.heroquest.characters import Character
from companion.games.heroquest.content.kinds import Reach, Weapon
from companion.games.heroquest.gear import DAGGER, weapon_named, weapon_of
from companion.games.heroquest.state import State

SHUT, FURNITURE = RuleId("HQ-GEN-10"), RuleId("HQ-AMB-45")


def distance(start: SpaceId, end: SpaceId) -> int:
    """Squares by columns and rows."""
    wide, tall = offset(start, end)
    return abs(wide) + abs(tall)


def are_adjacent(state: State, start: SpaceId, end: SpaceId) -> bool:
    """Whether two squares share a side with nothing shut between them (HQ-GEN-10)."""
    return distance(start, end) == 1 and not state.is_shut(start, end)


def are_beside(state: State, figure: Character, other: Character) -> bool:
    """Whether both are on the board, on adjacent squares."""
    return figure.at is not None and other.at is not None and are_adjacent(state, figure.at, other.at)


def _touch(state: State, start: SpaceId, end: SpaceId) -> bool:
    """Whether they touch, aslant too, with at least one way round the corner open."""
    if distance(start, end) == 1:
        return not state.is_shut(start, end)
    flanks = state.dungeon.board.flanks(start, end) or ()
    return any(not state.is_shut(start, way) and not state.is_shut(way, end) for way in flanks)


def is_high(state: State, figure: Character) -> bool:
    """Whether it sits on something high, safe from melee (HQ-MON-TECH-12, HQ-MON-TECH-21)."""
    perch = state.piece_of(figure.perch) if figure.perch else None
    return perch is not None and not perch.toppled and state.furniture_kind(perch).high


def melee_weapon(state: State, figure: Character, other: Character) -> Weapon | None:
    """Return the weapon it strikes that one with at close quarters: a shooter who is engaged draws its dagger
    (HQ-COMBAT-RANGED-02, -08, HQ-COMBAT-OPP-10); ``None``: nothing.
    """
    weapon = weapon_of(state, figure)
    if weapon.reach is not Reach.RANGED:
        return weapon
    return weapon_named(state, figure, DAGGER) if are_engaged(state, figure.id, other.id) else None


def reaches_from(state: State, at: SpaceId, weapon: Weapon, to: SpaceId) -> bool:
    """Whether that weapon reaches from square to square in melee (HQ-ATK-04)."""
    if weapon.reach is Reach.DIAGONAL:
        return _touch(state, at, to)
    return are_adjacent(state, at, to)


def reaches(state: State, figure: Character, other: Character) -> bool:
    """Whether one can strike the other in melee now."""
    weapon = melee_weapon(state, figure, other)
    if weapon is None or figure.at is None or other.at is None or is_high(state, figure) or is_high(state, other):
        return False
    return reaches_from(state, figure.at, weapon, other.at)


def zone_of(state: State, figure: Character, mover: Character) -> Iterator[SpaceId]:
    """The squares of its control zone, as that mover meets it (HQ-COMBAT-OPP-01, -10).

    The weapon in hand decides: an axe of the dwarf's the four squares, a claymore all eight (HQ-COMBAT-OPP-02,
    HQ-HERO-DWARF-08), a bow or magic none (HQ-COMBAT-OPP-03, HQ-HERO-ELF-09, HQ-HERO-ENCH-09).
    """
    weapon = melee_weapon(state, figure, mover)
    if weapon is None or figure.at is None or is_high(state, figure):
        return
    for space in state.dungeon.board.neighbours(figure.at):
        if reaches_from(state, figure.at, weapon, space):
            yield space


def fire_line(state: State, start: SpaceId, through: SpaceId) -> tuple[SpaceId, ...]:
    """The squares a shot crosses, on behind its target to the first wall or shut door (HQ-COMBAT-FRIENDLY-08)."""
    return ray(state.dungeon.board, start, through, state.is_shut)


def line_causes(state: State, start: SpaceId, end: SpaceId) -> Iterator[Cause]:
    """Generate the causes that stop a shot: the wall or shut door it meets, furniture whose row says so (HQ-GEN-10,
    HQ-AMB-45).

    Figures do not.
    """
    line = fire_line(state, start, end)
    way = line[: line.index(end)] if end in line else line
    for space in way:
        piece = state.furniture_at(space)
        if piece is not None and not piece.toppled and state.furniture_kind(piece).blocks_sight:
            yield Cause(FURNITURE, space, piece=piece.id)
    if end not in line:
        here = line[-1] if line else start
        yield Cause(SHUT, here, edge=_met(state, here, end))


def _met(state: State, here: SpaceId, end: SpaceId) -> Edge | None:
    """The shut border at which a line that goes on to that square ends; ``None`` where it is a corner."""
    wide, tall = offset(here, end)
    ahead = [other for other in state.dungeon.sides[here] if state.is_shut(here, other)]
    towards = [other for other in ahead if offset(here, other)[0] * wide + offset(here, other)[1] * tall > 0]
    return edge(here, towards[0]) if len(towards) == 1 else None


def has_line(state: State, start: SpaceId, end: SpaceId) -> bool:
    """Whether a shot gets there."""
    return not any(line_causes(state, start, end))


def is_misty(state: State, figure: Character) -> bool:
    """Whether black mist fills the place it stands in (HQ-MON-FIMIR-08)."""
    place = state.place_of(figure)
    return place is not None and place.id in state.mist


def engaged_with(state: State, piece: PieceId) -> tuple[PieceId, ...]:
    """Return the figures it is engaged with (HQ-GEN-11)."""
    return tuple(other for pair in state.engaged if piece in pair for other in pair if other != piece)


def are_engaged(state: State, piece: PieceId, other: PieceId) -> bool:
    return (piece, other) in state.engaged or (other, piece) in state.engaged
