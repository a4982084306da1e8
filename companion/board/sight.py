"""Lines of sight: clear, hindered or blocked, with every reason, from one exact walk over the squares.

a ──▶ ░ ──▶ b      hindered: a hindering square is crossed (HC-TERR-10, -11)           lo: the lower end's level
a ──▶ █     b      blocked: terrain, a wall, somebody, height          a corner crossed exactly counts
a ─╱─ corner       as the less restrictive of its two flanks (HC-LOS-11)

clear terrain and water count for nothing (HC-LOS-10, HC-TERR-08, -18); levels: HC-LOS-15, HC-TERR-43, HC-TERR-50

a square at …      ends on one level                    ends on two levels (the rim, HC-LOS-12, -13)
higher than lo     blocks                               blocks, but for the higher end's own squares
lo                 all terrain and everybody counts     blocking terrain and tall pieces block
lower than lo      tall pieces block, if the edition says so (AMB-12, AMB-47)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from companion.board.geometry import crossings
from companion.board.grid import GridBoard
from companion.board.lines import Cause, SightLine
from companion.board.occupancy import Occupancy, Occupant
from companion.board.spaces import Edge, Terrain, Verdict, edge
from companion.core.ids import PieceId, RuleId, SpaceId

__all__ = ["VERDICTS", "Frame", "Meeting", "Sight", "SightRules"]

VERDICTS = (Verdict.CLEAR, Verdict.HINDERED, Verdict.BLOCKED)  # by severity


@dataclass(frozen=True, slots=True)
class SightRules:
    """What an edition says about lines: two differences, and which rule is named for which reason."""

    tall_below_blocks: bool  # giant and colossal pieces lower than both ends stand in the way (AMB-12, AMB-47)
    own_square_hinders: bool  # a line to the square it starts from crosses that square's terrain (AMB-53)
    piece: RuleId
    terrain: RuleId
    higher: RuleId
    rim: RuleId
    tall_below: RuleId
    hindering: RuleId
    rim_hindering: RuleId
    corner: RuleId
    indoor: RuleId
    own_square: RuleId


class Meeting(NamedTuple):
    """What a line meets at one place: how bad it is, and why."""

    severity: int  # of a Verdict
    causes: tuple[Cause, ...]


class Frame(NamedTuple):
    """What two ends fix for a whole line."""

    lo: int
    is_level: bool  # both ends on one level
    is_outdoor: bool  # both ends outdoors


_CLEAR = Meeting(0, ())
_At = Callable[[int], Meeting]


class Sight:
    """Answers who sees what on one board with these pieces under these rules."""

    def __init__(self, board: GridBoard, occupancy: Occupancy, rules: SightRules) -> None:
        self.board, self.occupancy, self.rules = board, occupancy, rules
        self._who: list[Occupant | None] = [None] * len(board.tiles)
        for space, occupant in occupancy.by_space.items():
            self._who[board.index(space)] = occupant
        self.wall_levels = _wall_levels(board)
        self._tables: dict[Frame, list[Meeting]] = {}

    def between(
        self,
        start: SpaceId,
        end: SpaceId,
        *,
        ignoring: Collection[PieceId] = (),
        ignoring_wall: Edge | None = None,
    ) -> SightLine:
        """The line from the centre of one square to the centre of another (HC-LOS-01).

        Whoever stands on an end square looks or is looked at, and blocks with none of its squares (HC-MULTI-12).
        ``ignoring``: pieces that do not block this line; ``ignoring_wall``: a section under attack (HC-LOS-19).
        """
        board = self.board
        a, b = board.index(start), board.index(end)
        if a == b:
            return self._own_square(start)
        worst, causes = 0, dict[Cause, None]()
        for meeting in self._meetings(a, b, ignoring, ignoring_wall):
            if meeting.severity > worst:
                worst, causes = meeting.severity, {}
            if meeting.severity == worst:
                causes.update(dict.fromkeys(meeting.causes))
        (from_row, from_column), (to_row, to_column) = divmod(a, board.columns), divmod(b, board.columns)
        walk = crossings(to_column - from_column, to_row - from_row)
        crossed = [board.spaces[a + r * board.columns + c] for _, (c, r), _ in walk[:-1]]
        distance = max(abs(to_column - from_column), abs(to_row - from_row))
        return SightLine(VERDICTS[worst], tuple(causes), tuple(crossed), start, end, distance)

    def best(
        self, starts: Collection[SpaceId], ends: Collection[SpaceId], *, ignoring: Collection[PieceId] = ()
    ) -> SightLine:
        """The best line between two groups of squares: by verdict, then range, then order (HC-MULTI-10, HC-LOS-18)."""
        lines = (self.between(start, end, ignoring=ignoring) for start in starts for end in ends)
        return min(lines, key=lambda line: (line.verdict.severity, line.range))

    def between_pieces(self, viewer: PieceId, target: PieceId, *, ignoring: Collection[PieceId] = ()) -> SightLine:
        """The line from one piece to another by their best pair of squares; a piece always sees itself (HC-LOS-05)."""
        one, other = self.occupancy[viewer], self.occupancy[target]
        if one == other:
            lines = (self.between(space, space) for space in one.spaces)
            return min(lines, key=lambda line: line.verdict.severity)
        return self.best(one.spaces, other.spaces, ignoring=ignoring)

    def verdict(self, start: SpaceId, end: SpaceId) -> Verdict:
        """The verdict alone of the line between two squares: the same answer as ``between``, sooner."""
        if start == end:
            return self._own_square(start).verdict
        worst = 0
        for meeting in self._meetings(self.board.index(start), self.board.index(end), (), None):
            if meeting.severity > worst:
                worst = meeting.severity
                if worst == 2:
                    break
        return VERDICTS[worst]

    def _own_square(self, space: SpaceId) -> SightLine:
        hinders = self.rules.own_square_hinders and self.board.has(space, Terrain.HINDERING)
        causes = (Cause(self.rules.own_square, square=space),) if hinders else ()
        return SightLine(Verdict.HINDERED if hinders else Verdict.CLEAR, causes, (), space, space, 0)

    def _meetings(self, a: int, b: int, ignoring: Collection[PieceId], ignoring_wall: Edge | None) -> Iterator[Meeting]:
        """Everything the line meets, in order, worst or not; the end's own hindering terrain comes last."""
        board, columns = self.board, self.board.columns
        tiles, who = board.tiles, self._who
        (from_row, from_column), (to_row, to_column) = divmod(a, columns), divmod(b, columns)
        lo, hi = sorted((tiles[a].elevation, tiles[b].elevation))
        frame = Frame(lo, lo == hi, not tiles[a].indoor and not tiles[b].indoor)
        table = self._tables.get(frame) or self.table(frame)
        own = {piece for piece in (who[a], who[b]) if piece is not None}
        # the table holds for lines whose ends have no further squares of their own on the way
        special = bool(ignoring) or any(len(piece.spaces) > 1 for piece in own)
        beside, below = self.wall_levels

        def at(here: int) -> Meeting:
            return self._judge(here, frame, a, own, ignoring) if special else table[here]

        for (lc, lr), (ec, er), flanks in crossings(to_column - from_column, to_row - from_row):
            left, entered = a + lr * columns + lc, a + er * columns + ec
            if flanks:
                yield self._corner(left, entered, [a + r * columns + c for c, r in flanks], frame, at, ignoring_wall)
            else:
                wall = beside[min(left, entered)] if lr == er else below[min(left, entered)]
                if wall >= lo:
                    section = edge(board.spaces[left], board.spaces[entered])
                    if section != ignoring_wall:
                        yield Meeting(2, (Cause(self.rules.terrain, edge=section),))
            if entered != b:
                yield at(entered)
        if Terrain.HINDERING in tiles[b].terrain:  # the target's own square always counts (HC-LOS-09, HC-LOS-13)
            rule = self.rules.hindering if frame.is_level else self.rules.rim_hindering
            yield Meeting(1, (Cause(rule, square=board.spaces[b]),))

    def _corner(
        self, left: int, entered: int, flanks: list[int], frame: Frame, at: _At, spared: Edge | None
    ) -> Meeting:
        """The less restrictive of the two flanks, walls on their edges at the corner included (HC-LOS-11, AMB-17)."""
        sides = []
        for flank in flanks:
            severity, causes = at(flank)
            walls = tuple(
                section
                for online in (left, entered)
                if (section := self._section(flank, online, frame.lo)) is not None and section != spared
            )
            if walls:
                blocking = causes if severity == 2 else ()
                severity, causes = 2, (*blocking, *(Cause(self.rules.corner, edge=section) for section in walls))
            sides.append(Meeting(severity, causes))
        mildest = min(side.severity for side in sides)
        if not mildest:
            return _CLEAR
        corner = self.rules.corner
        causes = tuple(
            Cause(corner, cause.square, cause.edge, cause.piece)
            for side in sides
            if side.severity == mildest
            for cause in side.causes
        )
        return Meeting(mildest, causes)

    def _section(self, one: int, other: int, lo: int) -> Edge | None:
        """The wall section between two neighbouring squares, if there is one at that level or higher."""
        beside, below = self.wall_levels
        level = (beside if abs(one - other) == 1 else below)[min(one, other)]
        return edge(self.board.spaces[one], self.board.spaces[other]) if level >= lo else None

    def table(self, frame: Frame) -> list[Meeting]:
        """For every square, in the board's order, what a line inside this frame meets there."""
        table = [self._judge(here, frame, -1, set(), ()) for here in range(len(self.board.tiles))]
        self._tables[frame] = table
        return table

    def _judge(self, here: int, frame: Frame, start: int, own: set[Occupant], ignoring: Collection[PieceId]) -> Meeting:
        """What a line inside this frame meets in a square on its way, or beside it at a corner."""
        tile, occupant, rules = self.board.tiles[here], self._who[here], self.rules
        square = self.board.spaces[here]
        is_own = occupant is not None and occupant in own
        blocks: list[Cause] = []
        if frame.is_outdoor and tile.indoor:  # HC-MAP-05, HC-LOS-17, AMB-24
            blocks.append(Cause(rules.indoor, square=square))
        level = tile.elevation
        if level > frame.lo and not (is_own and not frame.is_level):  # HC-LOS-12, HC-LOS-14, AMB-10
            blocks.append(Cause(rules.higher if frame.is_level else rules.rim, square=square))
        if level == frame.lo and Terrain.BLOCKING in tile.terrain:  # HC-LOS-03, HC-LOS-12
            blocks.append(Cause(rules.terrain if frame.is_level else rules.rim, square=square))
        if occupant is not None and not is_own and occupant.piece not in ignoring:
            if level == frame.lo and (frame.is_level or occupant.size.is_tall):  # HC-LOS-02, -12, HC-MULTI-11
                blocks.append(Cause(rules.piece if frame.is_level else rules.rim, piece=occupant.piece))
            elif level < frame.lo and occupant.size.is_tall and rules.tall_below_blocks:  # HC-LOS-16, AMB-12
                blocks.append(Cause(rules.tall_below, piece=occupant.piece))
        if blocks:
            return Meeting(2, tuple(blocks))
        hinders = level == frame.lo and frame.is_level and Terrain.HINDERING in tile.terrain  # HC-LOS-08, -13
        if hinders and not (is_own and start >= 0 and occupant is self._who[start]):  # HC-MULTI-17
            return Meeting(1, (Cause(rules.hindering, square=square),))
        return _CLEAR


@lru_cache(maxsize=256)
def _wall_levels(board: GridBoard) -> tuple[list[int], list[int]]:
    """For every square the level of the wall on its right and of the one below it; 0 where there is none."""
    beside, below = [0] * len(board.tiles), [0] * len(board.tiles)
    for wall in board.walls:
        one, other = sorted((board.index(wall.a), board.index(wall.b)))
        (beside if other - one == 1 and board.columns > 1 else below)[one] = board.wall_level(wall)
    return beside, below
