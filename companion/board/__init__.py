"""The board: where, how far, who sees. Exact integers, no turns, no dice.

spaces · squares      what a space is, how a square is written
grid · occupancy      the squares, their terrain and walls; who stands where
lines                 the answer of any board: verdict, causes, what is crossed
geometry · ground     the moves of a line; a board by square index
meeting · sight       what one square does to a line; one line, and why
obstacles · sweep     all lines at once;  shadows · view    all lines from one square
bundles · survey      all pairs ready to be asked, and again after a piece moved;  matrix   spread out
steps · paths         one step of a move; where a piece may move to, and by which way
laying · endings      how a base comes to lie; how a move may end, and with a passenger: carrying
fields                what a piece sees, and threatens after a move
walls                 lines to a wall
diagram · loading     a board drawn in letters; a board in a map file
facing · rays · dungeon  where a figure looks; a line on behind its target; rooms, corridors and doors
areas                 boards without squares: lines drawn over zones, or printed as links
"""

from companion.board.carrying import carry
from companion.board.diagram import draw_board, read_diagram
from companion.board.fields import seen_from, threatened, within_reach
from companion.board.grid import DIRECTIONS, GridBoard, Tile
from companion.board.laying import layings, placings
from companion.board.lines import Cause, LineOfSight, SightLine
from companion.board.loading import format_map, parse_map
from companion.board.matrix import all_verdicts
from companion.board.meeting import Lens, SightRules
from companion.board.occupancy import Occupancy, Occupant, Size
from companion.board.paths import Reach, halved, reach
from companion.board.sight import Sight
from companion.board.spaces import Edge, SpaceGraph, Terrain, Verdict, edge
from companion.board.squares import format_square, parse_square
from companion.board.steps import MovePolicy
from companion.board.survey import LiveSurvey, Survey
from companion.board.walls import line_to_wall

__all__ = [
    "DIRECTIONS",
    "Cause",
    "Edge",
    "GridBoard",
    "Lens",
    "LineOfSight",
    "LiveSurvey",
    "MovePolicy",
    "Occupancy",
    "Occupant",
    "Reach",
    "Sight",
    "SightLine",
    "SightRules",
    "Size",
    "SpaceGraph",
    "Survey",
    "Terrain",
    "Tile",
    "Verdict",
    "all_verdicts",
    "carry",
    "draw_board",
    "edge",
    "format_map",
    "format_square",
    "halved",
    "layings",
    "line_to_wall",
    "parse_map",
    "parse_square",
    "placings",
    "reach",
    "read_diagram",
    "seen_from",
    "threatened",
    "within_reach",
]
