"""The judgement of a line in one square, with its causes: the one place where the rules of sight judge.

a square at …      ends on one level                    ends on two levels (the rim, HC-LOS-12, -13)
higher than lo     blocks                               blocks, but for the higher end's own squares
lo                 all terrain and everybody counts     blocking terrain and tall pieces block
lower than lo      tall pieces block, if the edition says so (AMB-12, AMB-47)

lo: the lower end's level. Clear terrain and water count for nothing (HC-LOS-10, HC-TERR-08, -18); levels: HC-LOS-15,
HC-TERR-43, HC-TERR-50.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from companion.board.grid import Tile
from companion.board.lines import Cause
from companion.board.occupancy import Occupant
from companion.board.spaces import Edge, Terrain
from companion.core.ids import PieceId, RuleId, SpaceId


@dataclass(frozen=True, slots=True)
class SightRules:
    """The rules of lines in one edition: two differences, and the rule id for each reason."""

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
    wall_side: RuleId  # the line to a wall under attack misses the square before it


@dataclass(frozen=True, slots=True)
class Lens:
    """The exceptions of one special line; the plain lens changes nothing (powers catalogue 3, 7).

    ``hidden_by`` names the rule by which a hindered line counts as blocked (Stealth).
    """

    pieces: frozenset[PieceId] = frozenset()  # they stand in nobody's way (Sharpshooter, Improved Targeting)
    wall: Edge | None = None  # the section under attack (HC-LOS-19, HC-TERR-38)
    ignores_hindering: bool = False
    ignores_blocking: bool = False  # walls too
    ignores_elevation: bool = False  # heights alone: who stands there still counts
    hidden_by: RuleId | None = None


PLAIN = Lens()


class Frame(NamedTuple):
    """The facts that the two ends fix for a whole line."""

    lo: int
    is_level: bool  # both ends on one level
    is_outdoor: bool  # both ends outdoors on a map that has both


class Meeting(NamedTuple):
    """The obstruction of a line at one place: its severity and causes."""

    severity: int  # of a Verdict
    causes: tuple[Cause, ...] = ()


def meet(
    frame: Frame,
    rules: SightRules,
    tile: Tile,
    square: SpaceId,
    occupant: Occupant | None = None,
    *,
    is_own: bool = False,
    is_looker: bool = False,
    lens: Lens = PLAIN,
) -> Meeting:
    """Judge a line of this frame in a square on its way, or beside it at a corner.

    ``is_own``: who stands there stands on an end of the line too, ``is_looker``: on its start (HC-MULTI-12, -17).
    """
    blocks: list[Cause] = []
    level = tile.elevation
    if frame.is_outdoor and tile.indoor:  # HC-MAP-05, HC-LOS-17, AMB-24
        blocks.append(Cause(rules.indoor, square=square))
    if level > frame.lo and not lens.ignores_elevation and (frame.is_level or not is_own):  # HC-LOS-12, -14, AMB-10
        blocks.append(Cause(rules.higher if frame.is_level else rules.rim, square=square))
    if level == frame.lo and Terrain.BLOCKING in tile.terrain and not lens.ignores_blocking:  # HC-LOS-03, HC-LOS-12
        blocks.append(Cause(rules.terrain if frame.is_level else rules.rim, square=square))
    if occupant is not None and not is_own and occupant.piece not in lens.pieces:
        if level == frame.lo and (frame.is_level or occupant.size.is_tall):  # HC-LOS-02, -12, HC-MULTI-11
            blocks.append(Cause(rules.piece if frame.is_level else rules.rim, piece=occupant.piece))
        elif level < frame.lo and occupant.size.is_tall and rules.tall_below_blocks:  # HC-LOS-16, AMB-12
            blocks.append(Cause(rules.tall_below, piece=occupant.piece))
    if blocks:
        return Meeting(2, tuple(blocks))
    hinders = level == frame.lo and frame.is_level and Terrain.HINDERING in tile.terrain  # HC-LOS-08, -13
    if hinders and not is_looker and not lens.ignores_hindering:
        return Meeting(1, (Cause(rules.hindering, square=square),))
    return Meeting(0)
