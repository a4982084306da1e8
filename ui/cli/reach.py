"""``companion reach``: every square in which a piece may end one move."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from companion.board import carry, reach
from companion.core.ids import PieceId
from companion.documents import name_of
from companion.errors import InputError
from companion.games.heroclix.moves.gaits import CARRY_PENALTY, policy_of
from companion.interchange.position import load_position
from ui.cli.front import command as _command
from ui.cli.photo import as_seen, check_photo, open_photo, photo_options
from ui.cli.text import say, tell

if TYPE_CHECKING:
    from companion.board import Occupant
    from companion.interchange.position import Position

_HELP = """Show every square a piece may move to, with the least number of squares to get there.

POSITION is a position file (tablewright/position@1), or - for standard input.

Example:

\b
  echo '{"format": "tablewright/position@1", "system": "heroclix", "edition": "core",
    "map": {"format": "tablewright/map@1", "name": "Yard", "legend": {".": {}, "#": {"terrain": ["blocking"]}},
            "squares": ["....", ".##.", "...."]},
    "pieces": [{"id": "A", "side": "red", "squares": ["A1"], "speed": 3}]}' | companion reach - --piece A
"""


@_command("reach", help=_HELP)
@click.argument("position")
@click.option("--piece", required=True, metavar="A", help="The piece that moves.")
@click.option(
    "--broke-away",
    type=click.Choice(["yes", "no"]),
    default="yes",
    help="Whether it broke away, when it starts next to an opponent (default: yes).",
)
@click.option("--carrying", metavar="B", help="A friend that it carries: 2 squares slower, B ends beside it.")
@click.option("--picture", metavar="OUT.png", help="Draw the board and the reach with its numbers.")
@photo_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(
    position: str,
    piece: str,
    broke_away: str,
    carrying: str | None,
    picture: str | None,
    photo: str | None,
    layout: str | None,
    seen: bool,
    as_json: bool,
) -> None:
    check_photo(picture, photo, layout, seen)
    table = as_seen(load_position(position), photo, layout, seen)
    if not as_json:
        tell(table.remarks)
    mover = _piece(table, "--piece", piece, position)
    policy, has_left = policy_of(mover.abilities), broke_away == "yes"
    extra: dict[str, Any] = {}
    if carrying is None:
        costs = reach(table.board, table.occupancy, mover, policy, broke_away=has_left).costs
    else:
        friend = _piece(table, "--carrying", carrying, position)
        try:
            found = carry(
                table.board, table.occupancy, mover, friend, policy, penalty=CARRY_PENALTY, broke_away=has_left
            )
        except ValueError as wrong:
            raise InputError(name_of(position), "--carrying", str(wrong), "a friend next to the carrier") from None
        costs, extra = found.costs, {"carrying": carrying, "set_down": found.set_down}
    squares = {space: costs[space] for space in table.board.spaces if space in costs}
    if picture:
        from ui.cli.pictures import draw_reach

        title = say("reach.where_may_move_squares", piece=piece, count=len(squares))
        words = say("reach.may_end_its_move")
        draw_reach(table, squares, title, [("move", words)], picture, open_photo(table, photo, layout))
    if as_json:
        print(json.dumps({"piece": piece, "squares": squares, **extra}))
        return
    print(f"{piece}: {len(squares)} {say('reach.squares')}")
    for row in range(table.board.rows):
        line = [squares.get(space) for space in table.board.spaces[row * table.board.columns :][: table.board.columns]]
        print("".join("  ·" if cost is None else f"{cost:3}" for cost in line))


def _piece(table: Position, place: str, name: str, position: str) -> Occupant:
    if name in table.occupancy:
        return table.occupancy[PieceId(name)]
    names = ", ".join(sorted(occupant.piece for occupant in table.occupancy)) or "none, it has no pieces"
    raise InputError(name_of(position), place, json.dumps(name), f"a piece of the position ({names})")
