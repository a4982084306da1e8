"""One move, slow and obvious: every walk of up to ``speed`` squares is walked, one after the other.

Written from the catalogue's text (HC-MOVE, HC-TERR-13..23, -45..51, HC-MULTI, AMB-17..19, -44) and the pinned
readings of the public contract. Shares no code with the board.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.oracles.sight import Piece, Scene, Square, level, who


class Walker:
    def __init__(self, scene: Scene, mover: Piece, speed: int, abilities: set[str]) -> None:
        self.scene, self.mover, self.speed = scene, mover, speed
        self.flies = bool(abilities & {"climb", "flight", "leap_climb", "scale"})
        self.phases = bool(abilities & {"phase", "phasing_teleport"})
        self.swims = "swim" in abilities
        self.free_break = bool(abilities & {"leap_climb", "phase", "phasing_teleport", "runner", "first_game"})
        self.runs = bool(abilities & {"runner", "sprinter"})  # past opponents, not through them, without stopping
        self.stays = "first_game" in abilities  # stopped by those too whom it leaves (HC-BASIC-07)
        self.over = self.flies or self.phases  # ignores heights and opponents
        self.strides = "colossal_stride" in abilities  # the same, but for opponents
        self.climbs = self.over or self.strides or "clear_elevated" in abilities
        self.passes = self.over or "past_opponents" in abilities
        self.through = self.phases or "clear_blocking" in abilities
        self.outdoors = self.flies or self.strides or "clear_outdoor_blocking" in abilities
        wading = {"clear_hindering", "climb", "flight", "leap_climb", "phasing_teleport"}  # not "scale", "phase"
        self.wades = self.strides or bool(abilities & wading)
        self.at_start = [p for p in scene.pieces if self.opposes(p) and self.touches(p, mover.squares)]
        self.best: dict[Square, int] = dict.fromkeys(mover.squares, 0)

    def answer(self, broke_away: bool) -> dict[Square, int]:
        if self.at_start and not broke_away and not self.free_break:
            return self.best
        speed = self.speed
        if any(self.hinders(square) for square in self.mover.squares):
            speed = speed // 2 + speed % 2
        for square in self.mover.squares:
            self.walk(square, 0, speed)
        return self.best

    def walk(self, here: Square, counted: int, speed: int) -> None:
        if counted == speed:
            return
        for there in around(self.scene, here):
            if not self.may_step(here, there) or (counted == 0 and there in self.mover.squares):
                continue  # the first counted square is one adjacent to the base (HC-MULTI-04, HC-ADJ-04)
            if self.can_be_laid(there, counted + 1):
                self.best[there] = min(self.best.get(there, 999), counted + 1)
            if not self.must_stop(here, there):
                self.walk(there, counted + 1, speed)

    def opposes(self, piece: Piece) -> bool:
        return piece.side != self.mover.side

    def touches(self, piece: Piece, squares: list[Square]) -> bool:
        return any(adjacent(self.scene, one, other) for one in piece.squares for other in squares)

    def hinders(self, square: Square) -> bool:
        if self.wades:
            return False
        return square in self.scene.hindering or (square in self.scene.water and not self.swims)

    def held(self, square: Square) -> bool:
        piece = who(self.scene, square)
        return piece is not None and self.opposes(piece) and not self.passes

    def solid(self, square: Square) -> bool:
        if square not in self.scene.blocking or self.through:
            return False
        return not (self.outdoors and square not in self.scene.indoor)

    def walled(self, one: Square, other: Square) -> bool:
        if frozenset({one, other}) not in self.scene.walls or self.through:
            return False
        return not (self.outdoors and one not in self.scene.indoor and other not in self.scene.indoor)

    def may_step(self, here: Square, there: Square) -> bool:
        if self.solid(there) or self.held(there) or self.walled(here, there):
            return False
        changes_level = level(self.scene, here) != level(self.scene, there)
        if changes_level and not self.climbs and frozenset({here, there}) not in self.scene.ramps:
            return False
        return self.corner(here, there) != "blocking"

    def corner(self, here: Square, there: Square) -> str:
        if here[0] == there[0] or here[1] == there[1]:
            return "clear"
        kinds = [self.flank(f, here, there) for f in ((here[0], there[1]), (there[0], here[1]))]
        return next(kind for kind in ("clear", "hindering", "blocking") if kind in kinds)

    def flank(self, flank: Square, here: Square, there: Square) -> str:
        levels = [level(self.scene, here), level(self.scene, there)]
        if level(self.scene, flank) < min(levels):
            return "clear"
        if level(self.scene, flank) > max(levels) and not self.climbs:
            return "blocking"
        if self.solid(flank) or self.held(flank) or self.walled(flank, here) or self.walled(flank, there):
            return "blocking"
        return "hindering" if self.hinders(flank) else "clear"

    def must_stop(self, here: Square, there: Square) -> bool:
        hindered = self.hinders(there) or self.corner(here, there) == "hindering"
        if hindered and not self.hinders(here):
            return True
        if self.passes or self.runs:
            return False
        others = [p for p in self.scene.pieces if self.opposes(p) and (self.stays or p not in self.at_start)]
        return any(self.touches(piece, [there]) for piece in others)

    def can_be_laid(self, last: Square, counted: int) -> bool:
        return any(self.fits(base, counted) for base in lyings(self.mover.squares, last))

    def fits(self, base: list[Square], counted: int) -> bool:
        for square in base:
            is_on_map = 0 <= square[0] < self.scene.columns and 0 <= square[1] < self.scene.rows
            if not is_on_map or square in self.scene.blocking:
                return False
            if who(self.scene, square) not in (None, self.mover):
                return False
            if min(max(abs(square[0] - x), abs(square[1] - y)) for x, y in self.mover.squares) > counted:
                return False
        if any(level(self.scene, square) != level(self.scene, base[0]) for square in base):
            return False
        return not any(wall <= set(base) for wall in self.scene.walls)


def lyings(squares: list[Square], over: Square) -> Iterator[list[Square]]:
    """Both ways round of a rectangular base, wherever it covers ``over``."""
    wide = max(x for x, _ in squares) - min(x for x, _ in squares) + 1
    tall = max(y for _, y in squares) - min(y for _, y in squares) + 1
    for w, h in {(wide, tall), (tall, wide)}:
        for left in range(over[0] - w + 1, over[0] + 1):
            for top in range(over[1] - h + 1, over[1] + 1):
                yield [(x, y) for x in range(left, left + w) for y in range(top, top + h)]


def around(scene: Scene, square: Square) -> list[Square]:
    x, y = square
    near = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
    return [(x, y) for x, y in near if 0 <= x < scene.columns and 0 <= y < scene.rows]


def adjacent(scene: Scene, one: Square, other: Square) -> bool:
    if other not in around(scene, one):
        return False
    if level(scene, one) != level(scene, other) and frozenset({one, other}) not in scene.ramps:
        return False
    if frozenset({one, other}) in scene.walls:
        return False
    if one[0] == other[0] or one[1] == other[1]:
        return True
    low, high = sorted([level(scene, one), level(scene, other)])
    open_flanks = 0
    for flank in ((one[0], other[1]), (other[0], one[1])):
        here = level(scene, flank)
        walls = frozenset({flank, one}) in scene.walls or frozenset({flank, other}) in scene.walls
        if here < low or (here <= high and flank not in scene.blocking and not walls):
            open_flanks += 1
    return open_flanks > 0
