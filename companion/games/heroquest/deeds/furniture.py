"""Uses of furniture: high ground (HQ-MON-TECH-12, -21), toppled (HQ-COMBAT-TOPPLE), thrown (HQ-MON-TECH-06).

W W W t      along a long side, two squares deep, cut off by walls; from an end the toppler chooses the side,
. . .        from a long side it falls over the other one
. . .
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.board.facing import FACINGS, facings_to, opposite, step_on
from companion.board.squares import parse_square
from companion.core.ids import PieceId, RuleId, SpaceId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroquest import actions, finds, footing, gear, reach
from companion.games.heroquest import events as ev
from companion.games.heroquest.attack.defense import DEFENSE, defend
from companion.games.heroquest.attack.striking import roused
from companion.games.heroquest.attack.toll import end_if_over, hurt
from companion.games.heroquest.characters import Character
from companion.games.heroquest.commands import Climb, ThrowFurniture, Topple
from companion.games.heroquest.content.dice import SKULL, count
from companion.games.heroquest.moves.walking import arrive, can_move
from companion.games.heroquest.quest import Standing
from companion.games.heroquest.state import State
from companion.games.heroquest.traps import unblockable
from companion.games.heroquest.windows import opportunities

HIGH, MOST = "HQ-MON-TECH-21", 2
TOPPLE, WHERE, LIES = "HQ-COMBAT-TOPPLE-01", "HQ-COMBAT-TOPPLE-04", "HQ-COMBAT-TOPPLE-05"
DICE, DEEP = 3, 2  # unblockable combat dice of what topples, and the squares deep that it falls
THROW, AIM, BLOW = "HQ-MON-TECH-06", "HQ-MON-TECH-19", "HQ-MON-TECH-08"
DEFENDED, UNBLOCKABLE, FAR = 5, 3, 3  # combat dice of a thrown piece, those nobody defends against, squares it flies


def climb_violations(state: State, figure: Character, command: Climb) -> Iterator[Violation]:
    """Why it cannot climb there: goblins do, one step up or down, two on a piece at most."""
    yield from can_move(figure)
    if not actions.turn_of(figure).moving or actions.turn_of(figure).left < 1:
        yield violation("HQ-MOVE-01", command.to, cost=1, left=actions.turn_of(figure).left)
    if command.to not in state.dungeon.board or not reach.are_adjacent(state, figure.square, command.to):
        yield violation(HIGH, command.to)
        return
    piece = state.furniture_at(command.to)
    if figure.perch and piece is None:
        if not footing.is_free(state, command.to):
            yield violation(HIGH, command.to)
        return
    crowd = [other for other in state.characters if piece and other.perch == piece.id and other.id != figure.id]
    is_high = piece is not None and state.furniture_kind(piece).high and not piece.toppled
    may_climb = is_high and gear.has_technique(state, figure, "high_ground")
    if not may_climb or len(crowd) >= MOST or state.at(command.to):
        yield violation(HIGH, command.to)


def climb(t: Teller[State], figure: Character, command: Climb) -> Script[None]:
    if not (yield from opportunities(t, figure.id)):
        return
    piece = t.state.furniture_at(command.to)
    start, facing = figure.square, facings_to(figure.square, command.to)[0]
    t.tell(ev.Stepped(figure.id, start, command.to, facing, 1))
    t.tell(ev.Noted(figure.id, "perch", piece.id if piece else "", RuleId(HIGH)))
    yield from arrive(t, figure.id, start)


def thrown_down(t: Teller[State], furniture: PieceId) -> Script[None]:
    """Throw down whoever sat on it: hurt, on the nearest free square (HQ-MON-TECH-12, -21)."""
    for name in [figure.id for figure in t.state.characters if figure.perch == furniture]:
        yield from unblockable(t, name, 1, "HQ-MON-TECH-12", together=True)
        figure = t.state.find(name)
        if figure is None or figure.at is None:
            continue
        at = figure.at
        free = [space for space in t.state.dungeon.board.spaces if _may_land(t.state, at, space)]
        t.tell(ev.Noted(name, "perch", "", RuleId(HIGH)))
        if free:
            to = min(free, key=lambda space: (reach.distance(at, space), t.state.dungeon.board.index(space)))
            t.tell(ev.Placed(name, at, to, figure.facing, RuleId(HIGH)))


def _may_land(state: State, at: SpaceId, space: SpaceId) -> bool:
    """Whether it may lie there: in the same place, on a free square, or where it was when nothing stands there now."""
    if state.dungeon.place_at.get(at) != state.dungeon.place_at.get(space):
        return False
    return footing.is_free(state, space) or (space == at and not footing.is_solid(state, space))


def _sides(piece: Standing) -> tuple[str, ...]:
    """The facings of its long sides."""
    columns = {parse_square(space)[0] for space in piece.squares}
    rows = {parse_square(space)[1] for space in piece.squares}
    if len(columns) == len(rows):
        return FACINGS
    return ("N", "S") if len(columns) > len(rows) else ("E", "W")


def area_of(state: State, piece: Standing, towards: str) -> tuple[SpaceId, ...]:
    """The squares it falls on, in reading order (HQ-AMB-37)."""
    area: list[SpaceId] = []
    for space in piece.squares:
        here = space
        for _ in range(DEEP):
            there = step_on(state.dungeon.board, here, towards)
            if there is None or state.is_shut(here, there):
                break
            if there not in piece.squares:
                area.append(there)
            here = there
    return tuple(sorted(set(area), key=state.dungeon.board.index))


def falls_to(state: State, figure: Character, piece: Standing, towards: str | None) -> str | None:
    """The side it falls to, said where there are two, or ``None`` where it cannot (HQ-COMBAT-TOPPLE-04)."""
    sides = _sides(piece)
    if figure.perch != piece.id:
        beside = next(space for space in piece.squares if reach.are_adjacent(state, figure.square, space))
        away = opposite(facings_to(beside, figure.square)[0])
        sides = (away,) if away in sides else sides
    areas = {side: area_of(state, piece, side) for side in sides}
    open_sides = [side for side, area in areas.items() if area and figure.square not in area]
    if towards is None and len(open_sides) == 1:
        return open_sides[0]
    return towards if towards in open_sides else None


def topple_violations(state: State, figure: Character, command: Topple) -> Iterator[Violation]:
    """Why it cannot topple that; small ones do it from above alone (HQ-COMBAT-TOPPLE-02)."""
    piece = state.piece_of(command.furniture)
    yield from actions.spending_violations(figure, "attack")  # HQ-AMB-36
    if piece is None or not state.furniture_kind(piece).topples or piece.toppled:
        yield violation(TOPPLE, figure.id)
        return
    row = gear.row_of(state, figure)
    on_top = figure.perch == piece.id
    if row is not None and row.small and not on_top:
        yield violation("HQ-COMBAT-TOPPLE-02", figure.id)
    elif not on_top and not any(reach.are_adjacent(state, figure.square, space) for space in piece.squares):
        yield violation(WHERE, piece.id)
    elif falls_to(state, figure, piece, command.towards) is None:
        yield violation(LIES, piece.id)


def topple(t: Teller[State], figure: Character, command: Topple) -> Script[None]:
    """Topple it on whoever is beneath; its contents are lost (HQ-COMBAT-TOPPLE-03)."""
    piece = t.state.piece_of(command.furniture)
    assert piece is not None
    actions.spend(t, figure.id, "attack")
    towards = falls_to(t.state, figure, piece, command.towards)
    assert towards is not None
    area = area_of(t.state, piece, towards)
    beneath = [other.id for other in t.state.characters if other.at in area]
    t.tell(finds.FurnitureChanged(piece.id, area, figure.id, RuleId(LIES)))
    for victim in beneath:
        yield from unblockable(t, victim, DICE, TOPPLE, together=True)
    yield from thrown_down(t, piece.id)
    end_if_over(t)


def shape_of(squares: tuple[SpaceId, ...]) -> tuple[int, int] | None:
    """The sides of the rectangle they fill, the shorter first; ``None`` when they fill none."""
    places = {parse_square(space) for space in squares}
    wide = max(c for c, _ in places) - min(c for c, _ in places) + 1
    tall = max(r for _, r in places) - min(r for _, r in places) + 1
    return (min(wide, tall), max(wide, tall)) if len(places) == len(squares) == wide * tall else None


def throw_violations(state: State, figure: Character, command: ThrowFurniture) -> Iterator[Violation]:
    piece = state.piece_of(command.furniture)
    yield from actions.spending_violations(figure, "attack")
    if not gear.has_technique(state, figure, "heavy_projectile") or gear.status_of(state, figure) != "major":
        yield violation(THROW, figure.id)
    if piece is None or not state.furniture_kind(piece).thrown or piece.toppled:
        yield violation(THROW, figure.id)
        return
    if not any(reach.are_adjacent(state, figure.square, space) for space in piece.squares):
        yield violation(AIM, piece.id)
    squares = command.squares
    there = bool(squares) and all(space in state.dungeon.place_at for space in squares)
    shape = shape_of(squares) if there else None
    if shape is None or shape != shape_of(piece.squares) or figure.square in squares:
        yield violation(AIM, piece.id)
        return
    nearest = min(squares, key=lambda space: (reach.distance(figure.square, space), space))
    if reach.distance(figure.square, nearest) > FAR or not reach.has_line(state, figure.square, nearest):
        yield violation(AIM, piece.id)


def throw(t: Teller[State], figure: Character, command: ThrowFurniture) -> Script[None]:
    """Throw the furniture, which is gone, on everybody under it (HQ-MON-TECH-07)."""
    actions.spend(t, figure.id, "attack")
    t.tell(finds.FurnitureChanged(command.furniture, (), figure.id, RuleId(THROW)))
    yield from thrown_down(t, command.furniture)
    under = [figure.id for figure in t.state.characters if figure.at in command.squares]
    for victim in under:
        yield from _struck(t, figure.id, victim)
    end_if_over(t)


def _struck(t: Teller[State], thrower: PieceId, victim: PieceId) -> Script[None]:
    roused(t, victim)
    faces = yield from t.roll(("combat",) * DEFENDED, t.state.who(thrower).seat, BLOW, victim)
    skulls = count(faces, SKULL)
    if skulls:
        shields = yield from defend(t, victim, gear.defense_dice(t.state, t.state.who(victim)), DEFENSE, melee=False)
        yield from hurt(t, victim, max(0, skulls - shields.white), BLOW, thrower, together=True)
    yield from unblockable(t, victim, UNBLOCKABLE, BLOW, thrower, together=True)
