"""``companion reach``: every square in which a piece may end one move."""

from __future__ import annotations

import json

import click

from companion.cli.front import command as _command
from companion.cli.photo import check_photo, open_photo, photo_options
from companion.cli.text import say, tell

__all__ = ["command"]

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
    "--broke-away", type=click.Choice(["yes", "no"]), default="yes",
    help="Whether it broke away, when it starts next to an opponent (default: yes).",
)  # fmt: skip
@click.option("--picture", metavar="OUT.png", help="Draw the board and the reach with its numbers.")
@photo_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(
    position: str, piece: str, broke_away: str, picture: str | None, photo: str | None, layout: str | None,
    as_json: bool,
) -> None:  # fmt: skip
    from companion.board import reach
    from companion.core.ids import PieceId
    from companion.errors import InputError
    from companion.games.heroclix.gaits import policy_of
    from companion.interchange.position import load_position

    check_photo(picture, photo, layout)
    table = load_position(position)
    if not as_json:
        tell(table.remarks)
    if piece not in table.occupancy:
        names = ", ".join(sorted(occupant.piece for occupant in table.occupancy)) or "none, it has no pieces"
        raise InputError(position, "--piece", json.dumps(piece), f"a piece of the position ({names})")
    mover = table.occupancy[PieceId(piece)]
    found = reach(table.board, table.occupancy, mover, policy_of(mover.abilities), broke_away=broke_away == "yes")
    squares = {space: found.costs[space] for space in table.board.spaces if space in found.costs}
    if picture:
        from companion.cli.picture import draw_reach

        title = say(f"Where {piece} may move: {len(squares)} squares", f"Où {piece} peut aller : {len(squares)} cases")
        words = say("may end its move; squares to get there", "fin du trajet ; cases pour y aller")
        draw_reach(table, squares, title, [("move", words)], picture, open_photo(table, photo, layout))
    if as_json:
        print(json.dumps({"piece": piece, "squares": squares}))
        return
    print(f"{piece}: {len(squares)} {say('squares', 'cases')}")
    for row in range(table.board.rows):
        line = [squares.get(space) for space in table.board.spaces[row * table.board.columns :][: table.board.columns]]
        print("".join("  ·" if cost is None else f"{cost:3}" for cost in line))
