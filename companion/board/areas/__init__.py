"""Boards without squares: zones that hold spaces, with lines drawn over them or printed as links.

map                   zones, spaces, borders, walls, doors
segments · outlines   straight lines and outlines between whole points, exactly
relations             which sides are enemies
polygon_sight         lines drawn over the zones, and whatever they meet
link_sight            lines printed as links between markers
loading · checks · writing    area maps as documents
"""

from companion.board.areas.link_sight import LinkRules, LinkSight
from companion.board.areas.loading import parse_areas
from companion.board.areas.map import AreaMap, AreaSpace, Door, Link, SpaceKind, Token, Wall, Zone, zone_of
from companion.board.areas.polygon_sight import Blockers, BlockingRules, PolygonSight
from companion.board.areas.relations import Relations
from companion.board.areas.writing import format_areas

__all__ = [
    "AreaMap",
    "AreaSpace",
    "Blockers",
    "BlockingRules",
    "Door",
    "Link",
    "LinkRules",
    "LinkSight",
    "PolygonSight",
    "Relations",
    "SpaceKind",
    "Token",
    "Wall",
    "Zone",
    "format_areas",
    "parse_areas",
    "zone_of",
]
