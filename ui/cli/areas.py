"""``companion areas``: lines of sight on maps of zones and spaces, and why they are blocked."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from companion.board import Occupancy
from companion.board.areas import Blockers, LinkSight, PolygonSight
from companion.errors import InputError
from companion.interchange.area_position import DRAWN, LINKED, load_area_position
from ui.cli.front import command as _command
from ui.cli.text import say

if TYPE_CHECKING:
    from companion.board import Cause, SightLine
    from companion.board.areas.link_sight import LinkSight
    from companion.board.areas.polygon_sight import PolygonSight
    from companion.core.ids import SpaceId
    from companion.interchange.area_position import AreaPosition

_HELP = """Answer a line of sight on a map of zones and spaces: clear or blocked, with every cause.

POSITION is a position file (tablewright/area-position@1), a map file (tablewright/areas@1), the name of a map that is
shipped (glasshouse-row, sluice-ward), or - for standard input. A and B are piece ids or spaces, <zone>.<space>.

Example, on maps that are shipped:

\b
  companion areas sluice-ward --from gantry.eye --to store.eye
  echo '{"format": "tablewright/area-position@1", "system": "guardians", "map": "glasshouse-row",
    "pieces": [{"id": "Moth", "side": "red", "space": "row.2"},
               {"id": "Rook", "side": "blue", "space": "row.4"},
               {"id": "Finch", "side": "blue", "space": "row.6"}]}' | companion areas - --from Moth --to Finch
"""


@_command("areas", help=_HELP)
@click.argument("position")
@click.option("--from", "start", metavar="A", required=True, help="The piece or space that looks.")
@click.option("--to", "end", metavar="B", required=True, help="The piece or space that is looked at.")
@click.option("--side", metavar="SIDE", help="The side that looks, when nobody stands at A.")
@click.option("--using", multiple=True, metavar="OBJECT", help="An object used as a weapon: it does not block.")
@click.option("--melee", is_flag=True, help="Heed only walls and closed doors, as melee does.")
@click.option("--picture", metavar="OUT.png", help="Draw the map, the line, and what blocks.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(
    position: str,
    start: str,
    end: str,
    side: str | None,
    using: tuple[str, ...],
    melee: bool,
    picture: str | None,
    as_json: bool,
) -> None:
    table = load_area_position(position)
    if table.areas.links is not None and (side or using or melee):
        raise click.UsageError("--side, --using and --melee are for maps whose lines are drawn over polygons")
    for name in using:
        _check_object(table, name, position)
    sight = _sight(table, side, using, melee)
    line = sight.between(_find(table, "--from", start, position), _find(table, "--to", end, position))
    words = _sentence(table, sight, line, (start, end))
    if picture:
        from ui.cli.pictures import draw_area_line

        draw_area_line(table, line, words.replace("→", "-").splitlines(), picture)
    print(json.dumps(_document(table, sight, line)) if as_json else words)


def _sight(table: AreaPosition, side: str | None, using: tuple[str, ...], melee: bool) -> PolygonSight | LinkSight:
    if table.areas.links is not None:
        return LinkSight(table.areas, LINKED[table.system], table.smoke)
    far, near = DRAWN[table.system]
    blockers = Blockers(Occupancy(table.pieces), table.relations, frozenset(using), side)
    return PolygonSight(table.areas, near if melee else far, blockers)


def _find(table: AreaPosition, place: str, name: str, file: str) -> SpaceId:
    space = table.find(name)
    if space is None:
        first, last = table.areas.spaces[0], table.areas.spaces[-1]
        expected = f"a piece of the position or a space of the map, from {first} to {last}"
        raise InputError(_file(file), place, json.dumps(name, ensure_ascii=False), expected)
    return space


def _check_object(table: AreaPosition, name: str, file: str) -> None:
    known = [token.name for token in table.areas.tokens]
    if name not in known:
        expected = f"an object on the map: {', '.join(known) or 'there is none'}"
        raise InputError(_file(file), "--using", json.dumps(name, ensure_ascii=False), expected)


def _file(name: str) -> str:
    return "standard input" if name == "-" else name


def _document(table: AreaPosition, sight: PolygonSight | LinkSight, line: SightLine) -> dict[str, Any]:
    document: dict[str, Any] = {
        "from": line.start,
        "to": line.end,
        "verdict": line.verdict,
        "range": line.range,
        "adjacent": table.areas.is_adjacent(line.start, line.end),
        "crossed": list(line.crossed),
        "zones": list(line.zones),
        "causes": [_cause(cause) for cause in line.causes],
    }
    return document | {name: number for name, number, _ in _numbers(sight, line)}


def _cause(cause: Cause) -> dict[str, Any]:
    about = {"space": cause.square, "piece": cause.piece, "feature": cause.feature}
    return {"rule": cause.rule, **{key: value for key, value in about.items() if value is not None}}


def _numbers(sight: PolygonSight | LinkSight, line: SightLine) -> list[tuple[str, int, str]]:
    """Return the numbers that the game counts along a printed line: key, number, words."""
    if not isinstance(sight, LinkSight):
        return []
    return [
        ("smoke", sight.smoke_on(line), say("areas.smoke_tokens_on_the")),
        ("overhang", sight.overhang(line), say("areas.levels_above_the_target")),
    ]


def _sentence(table: AreaPosition, sight: PolygonSight | LinkSight, line: SightLine, asked: tuple[str, str]) -> str:
    verdict = say("areas.clear") if not line.causes else say("areas.blocked")
    ends = zip(asked, (line.start, line.end), strict=True)
    one, other = (name if name == space else f"{name} ({space})" for name, space in ends)
    first = f"{one} → {other}: {verdict}, {_distance(line.range)}"
    counted = [f"  {words}: {number}" for _, number, words in _numbers(sight, line) if number]
    return "\n".join([first, *(f"  {cause.rule}  {_about(table, cause)}" for cause in line.causes), *counted])


def _distance(zones: int) -> str:
    if zones == 0:
        return say("areas.in_the_same_zone")
    return f"{zones} " + (say("areas.zone_away") if zones == 1 else say("areas.zones_away"))


def _about(table: AreaPosition, cause: Cause) -> str:
    if cause.square:
        return say("areas.no_link_to") + f" {cause.square}"
    if cause.piece:
        is_token = cause.piece in {token.name for token in table.areas.tokens}
        return (say("areas.object") if is_token else say("areas.figure")) + f" {cause.piece}"
    if cause.feature in table.areas.broken:
        return say("areas.broken_wall") + f" {cause.feature}"
    is_door = cause.feature in {door.name for door in table.areas.doors}
    return (say("areas.closed_door") if is_door else say("areas.wall")) + f" {cause.feature}"
