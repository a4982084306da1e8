"""A game of two against two on flat ground, slow and obvious: every position copied whole, every answer spelled out.

Written from the catalogue's text (HC-ACT, HC-TOKEN, HC-MOVE-06..12, HC-ATK, HC-RNG, HC-DMG, HC-KB-01..13,
HC-TERR-24..26, AMB-15, -20, -22). Reach and lines come from the other two oracles. Shares no code with the game and
knows none of its commands.

A decision is what one person says or what the dice show: a move, an attack, a turn's end, a roll, a direction.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field

from tests.oracles.reach import Walker, adjacent
from tests.oracles.sight import BLOCKED, Piece, Scene, Square, judge, stretch_inside

SPEED, ATTACK, DEFENSE, DAMAGE, RANGE, CLICKS, ACTIONS = 2, 9, 15, 2, 3, 3, 2
FACES = (1, 2, 3, 4, 5, 6)


@dataclass
class Man:
    side: str
    spot: Square | None
    click: int = 1
    tokens: int = 0
    acted: bool = False
    tokened: bool = False


@dataclass
class Position:
    ground: Scene  # without its people
    men: dict[str, Man]
    side: str = "red"
    given: int = 0
    waiting: list[str] = field(default_factory=list)  # for which dice or direction, and the names it is about
    goal: Square | None = None  # of a move that must break away
    push: int = 0

    def scene(self) -> Scene:
        people = [Piece(name, man.side, [man.spot]) for name, man in self.men.items() if man.spot]
        return Scene(**{**vars(self.ground), "pieces": people})

    def is_over(self) -> bool:
        return len({man.side for man in self.men.values() if man.spot}) < 2

    def beside(self, name: str) -> list[str]:
        me, scene = self.men[name], self.scene()
        assert me.spot
        return [n for n, o in self.men.items() if o.spot and o.side != me.side and adjacent(scene, me.spot, o.spot)]


def count(position: Position, depth: int) -> int:
    """How many ways there are to decide ``depth`` times in a row."""
    if depth == 0:
        return 1
    return sum(count(after, depth - 1) for _, after in decisions(position))


def decisions(position: Position) -> Iterator[tuple[str, Position]]:
    """Every decision that can be made now, in words, and the position after it."""
    if position.is_over():
        return
    match position.waiting:
        case ["break", name]:
            for face in FACES:
                after = deepcopy(position)
                if face >= 4:
                    after.men[name].spot = after.goal
                yield f"roll {face}", finished(after, name)
        case ["attack", name, target]:
            for one in FACES:
                for two in FACES:
                    yield f"roll {one} {two}", struck(deepcopy(position), name, target, one, two)
        case ["direction", name, target]:
            for way in ways(position, name, target):
                yield f"way {way}", pushed(deepcopy(position), name, target, way)
        case _:
            yield from turn(position)


def turn(position: Position) -> Iterator[tuple[str, Position]]:
    for name, man in position.men.items():
        may = man.spot and man.side == position.side and not man.acted and man.tokens < 2 and position.given < ACTIONS
        if may:
            yield from moves(position, name)
            yield from attacks(position, name)
    after = deepcopy(position)
    for man in after.men.values():
        if man.side == after.side and not man.tokened:
            man.tokens = 0
        man.acted = man.tokened = False
    after.side, after.given = ("blue" if after.side == "red" else "red"), 0
    yield "end", after


def given(position: Position, name: str) -> Position:
    after = deepcopy(position)
    after.given += 1
    after.men[name].acted = True
    return after


def moves(position: Position, name: str) -> Iterator[tuple[str, Position]]:
    scene, here = position.scene(), position.men[name].spot
    mover = next(piece for piece in scene.pieces if piece.name == name)
    for there in Walker(scene, mover, SPEED, set()).answer(broke_away=True):
        after = given(position, name)
        if there != here and position.beside(name):
            after.waiting, after.goal = ["break", name], there
        else:
            after.men[name].spot = there
            after = finished(after, name)
        yield f"move {name} {there}", after


def attacks(position: Position, name: str) -> Iterator[tuple[str, Position]]:
    scene, here, near = position.scene(), position.men[name].spot, position.beside(name)
    for target, man in position.men.items():
        if not man.spot or man.side == position.side:
            continue
        assert here
        far = max(abs(here[0] - man.spot[0]), abs(here[1] - man.spot[1]))
        sees = judge(scene, here, man.spot, "core")[0] != BLOCKED
        if target in near or (not near and sees and far <= RANGE):
            after = given(position, name)
            after.waiting = ["attack", name, target]
            yield f"{'close' if near else 'ranged'} {name} {target}", after
    for block in sorted(scene.blocking):  # HC-TERR-24..26: no roll, and this damage is too little to destroy anything
        assert here
        assert DAMAGE < 3
        far = max(abs(here[0] - block[0]), abs(here[1] - block[1]))
        if adjacent(scene, here, block):
            yield f"close {name} {block}", finished(given(position, name), name)
        if not near and far <= RANGE and judge(scene, here, block, "core")[0] != BLOCKED:
            yield f"ranged {name} {block}", finished(given(position, name), name)


def struck(position: Position, name: str, target: str, one: int, two: int) -> Position:
    a, b = position.men[name], position.men[target]
    assert a.spot
    assert b.spot
    severity = judge(position.scene(), a.spot, b.spot, "core")[0]
    needed = DEFENSE + (1 if severity == 1 and not position.beside(name) else 0)
    if (one, two) == (1, 1):
        hurt(a, 1)
    elif (one, two) == (6, 6) or ATTACK + one + two >= needed:
        damage = DAMAGE + (1 if (one, two) == (6, 6) else 0)
        hurt(b, damage)
        if one == two and b.spot:
            position.push = damage
            found = ways(position, name, target)
            if len(found) > 1:
                position.waiting = ["direction", name, target]
                return position
            return pushed(position, name, target, found[0])
    return finished(position, name)


def ways(position: Position, name: str, target: str) -> list[Square]:
    """The straight directions among the first two squares that the line, drawn on, enters behind the target."""
    a, b = position.men[name].spot, position.men[target].spot
    assert a
    assert b
    dx, dy = b[0] - a[0], b[1] - a[1]
    end = (a[0] + 4 * dx, a[1] + 4 * dy)
    entered = []
    for x in range(min(a[0], end[0]), max(a[0], end[0]) + 1):
        for y in range(min(a[1], end[1]), max(a[1], end[1]) + 1):
            inside = stretch_inside(a, end, (x, y))
            if inside:
                entered.append((inside[0], (x, y)))
    behind = [square for _, square in sorted(entered)]
    found: list[Square] = []
    for x, y in behind[behind.index(b) + 1 :][:2]:
        sx, sy = x - b[0], y - b[1]
        way = ((sx > 0) - (sx < 0), (sy > 0) - (sy < 0))
        if (sx == 0 or sy == 0 or abs(sx) == abs(sy)) and way not in found:
            found.append(way)
    return found


def pushed(position: Position, name: str, target: str, way: Square) -> Position:
    man, scene = position.men[target], position.scene()
    taken = {other.spot for other in position.men.values() if other.spot}
    for _ in range(position.push):
        assert man.spot
        x, y = man.spot
        there = (x + way[0], y + way[1])
        on_map = 0 <= there[0] < scene.columns and 0 <= there[1] < scene.rows
        flanks = [(x, there[1]), (there[0], y)] if way[0] and way[1] else []
        walls = scene.walls
        solid = [
            flank in scene.blocking or frozenset({flank, man.spot}) in walls or frozenset({flank, there}) in walls
            for flank in flanks
        ]
        full = [flank in taken for flank in flanks]
        if not on_map or there in scene.blocking or frozenset({man.spot, there}) in walls or (flanks and all(solid)):
            hurt(man, 1)
            break
        if there in taken or (flanks and all(s or f for s, f in zip(solid, full, strict=True))):
            break
        taken.discard(man.spot)
        man.spot = there
    return finished(position, name)


def finished(position: Position, name: str) -> Position:
    """The action is over: its token, the push of a second one."""
    man = position.men[name]
    position.waiting, position.goal, position.push = [], None, 0
    if man.spot:
        man.tokens += 1
        man.tokened = True
        if man.tokens == 2:
            hurt(man, 1)
    return position


def hurt(man: Man, points: int) -> None:
    man.click += points
    if man.click > CLICKS:
        man.spot = None
