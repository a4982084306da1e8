"""The board: where, how far, who sees. Exact integers, no turns, no dice.

spaces · squares      what a space is, how a square is written
grid · occupancy      the squares, their terrain and walls; who stands where
geometry · sight      what a line crosses; clear, hindered or blocked, and why
lines · fields        the answer of any board; whole fields of it: seen from here, threatened after a move
sweep                 every pair of squares at once
steps · paths         one step of a move; where a piece may move to, and by which way
laying · pushes       how a larger base comes to lie; what a pushed piece meets
diagram · loading     a board drawn in letters; a board in a map file

areas                 zones, spaces, borders, walls, doors: boards without squares
segments · outlines   straight lines and outlines between whole points, exactly
relations             which sides are enemies
polygon_sight         lines drawn over the zones, and whatever they meet
link_sight            lines printed as links between markers
area_loading · area_checks · area_writing    area maps as documents
"""

from companion.board.area_loading import parse_areas
from companion.board.area_writing import format_areas
from companion.board.areas import AreaMap, AreaSpace, Door, Link, SpaceKind, Token, Wall, Zone, zone_of
from companion.board.diagram import draw_board, read_diagram
from companion.board.fields import seen_from, threatened
from companion.board.geometry import crossings
from companion.board.grid import DIRECTIONS, GridBoard, Tile
from companion.board.lines import Cause, LineOfSight, SightLine
from companion.board.link_sight import LinkRules, LinkSight
from companion.board.loading import format_map, parse_map
from companion.board.meeting import Lens, SightRules
from companion.board.occupancy import Occupancy, Occupant, Size
from companion.board.paths import Reach, halved, reach
from companion.board.polygon_sight import Blockers, BlockingRules, PolygonSight
from companion.board.pushes import Push, PushKind, directions_away, step
from companion.board.relations import Relations
from companion.board.sight import Sight
from companion.board.spaces import Edge, SpaceGraph, Terrain, Verdict, edge
from companion.board.squares import format_square, parse_square
from companion.board.steps import MovePolicy
from companion.board.survey import LiveSurvey, Survey, all_verdicts

__all__ = [
    "DIRECTIONS",
    "AreaMap",
    "AreaSpace",
    "Blockers",
    "BlockingRules",
    "Cause",
    "Door",
    "Edge",
    "GridBoard",
    "Lens",
    "LineOfSight",
    "Link",
    "LinkRules",
    "LinkSight",
    "LiveSurvey",
    "MovePolicy",
    "Occupancy",
    "Occupant",
    "PolygonSight",
    "Push",
    "PushKind",
    "Reach",
    "Relations",
    "Sight",
    "SightLine",
    "SightRules",
    "Size",
    "SpaceGraph",
    "SpaceKind",
    "Survey",
    "Terrain",
    "Tile",
    "Token",
    "Verdict",
    "Wall",
    "Zone",
    "all_verdicts",
    "crossings",
    "directions_away",
    "draw_board",
    "edge",
    "format_areas",
    "format_map",
    "format_square",
    "halved",
    "parse_areas",
    "parse_map",
    "parse_square",
    "reach",
    "read_diagram",
    "seen_from",
    "step",
    "threatened",
    "zone_of",
]
