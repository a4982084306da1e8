"""``companion sight``: is the line clear, hindered or blocked, and why."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from companion.errors import InputError
from ui.cli.front import command as _command
from ui.cli.photo import as_seen, check_photo, open_photo, photo_options
from ui.cli.text import say, tell

if TYPE_CHECKING:
    from companion.board import Cause, Edge, Sight, SightLine
    from companion.core.ids import SpaceId
    from companion.interchange.position import Position

_HELP = """Answer a line of sight: clear, hindered or blocked, with every cause.

POSITION is a position file (tablewright/position@1), or - for standard input. A and B are piece ids or squares.
--all-targets answers for everything that A sees, --after-move for everything it could threaten after one move.

Example, on a map that is shipped:

\b
  echo '{"format": "tablewright/position@1", "system": "heroclix", "edition": "core",
    "map": {"format": "tablewright/map@1", "name": "Yard", "legend": {".": {}, "#": {"terrain": ["blocking"]}},
            "squares": ["....", ".#..", "...."]},
    "pieces": []}' | companion sight - --from A1 --to D3
"""


@_command("sight", help=_HELP)
@click.argument("position")
@click.option("--from", "start", metavar="A", help="The piece or square that looks.")
@click.option("--to", "end", metavar="B", help="The piece, square, or wall section (C7|D7) that is looked at.")
@click.option("--queries", metavar="FILE", help='JSON Lines {"from": "C7", "to": "F9"}; - for stdin.')
@click.option("--all", "every", is_flag=True, help="The verdict of every ordered pair of squares, as JSON Lines.")
@click.option("--all-targets", "all_targets", is_flag=True, help="Everything that A sees: squares and pieces.")
@click.option("--after-move", "after_move", is_flag=True, help="Everything that A could threaten after one move.")
@click.option("--within", metavar="N", type=click.IntRange(0), help="How far A threatens (default: the whole board).")
@click.option("--picture", metavar="OUT.png", help="Draw the board, the line and what blocks, or all that is seen.")
@photo_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(
    position: str,
    start: str | None,
    end: str | None,
    queries: str | None,
    every: bool,
    all_targets: bool,
    after_move: bool,
    within: int | None,
    picture: str | None,
    photo: str | None,
    layout: str | None,
    seen: bool,
    as_json: bool,
) -> int:
    from companion.board import Sight
    from companion.documents import name_of
    from companion.games.heroclix.editions.lines import SIGHT
    from companion.interchange.position import load_position

    field = all_targets or after_move
    asked = [bool(end) if not field else bool(start), queries is not None, every]
    if sum(asked) != 1 or (bool(end) if field else bool(start) != bool(end)):
        raise click.UsageError("ask with --from and --to, or --from and --all-targets, or with --queries, or --all")
    if within is not None and not after_move:
        raise click.UsageError("--within says how far A threatens: give --after-move")
    check_photo(picture, photo, layout, seen)
    if position == "-" == queries:
        raise click.UsageError("standard input cannot be both the position and the queries")
    if picture and not start:
        raise click.UsageError("--picture draws what one piece or square sees: give --from")
    table = as_seen(load_position(position), photo, layout, seen)
    file = name_of(position)
    if not as_json:
        tell(table.remarks)
    sight = Sight(table.board, table.occupancy, SIGHT[table.edition])
    if field:
        from ui.cli.fields import Asked, print_seen, print_threatened

        flat = open_photo(table, photo, layout)
        question = Asked(table, sight, str(start), file, as_json, picture, flat, _document, _sentence)
        print_threatened(question, within) if after_move else print_seen(question)
    elif every:
        _print_all(sight)
    elif queries is not None:
        return _print_answers(sight, queries)
    else:
        line = _line(sight, ("--from", str(start)), ("--to", str(end)), file)
        if picture:
            _draw(table, line, picture, open_photo(table, photo, layout))
        print(json.dumps(_document(line)) if as_json else _sentence(line))
    return 0


def _line(sight: Sight, start: tuple[str, str], end: tuple[str, str], file: str) -> SightLine:
    """The line between two things, each with the place that names it."""
    from companion.board import line_to_wall
    from companion.core.ids import PieceId

    if "|" in end[1]:
        return line_to_wall(sight, _squares(sight, *start, file), _section(sight, *end, file))
    if start[1] == end[1] and start[1] in sight.occupancy:
        return sight.between_pieces(PieceId(start[1]), PieceId(end[1]))
    return sight.best(_squares(sight, *start, file), _squares(sight, *end, file))


def _squares(sight: Sight, place: str, name: str, file: str) -> tuple[SpaceId, ...]:
    from companion.core.ids import PieceId, SpaceId

    if name in sight.occupancy:
        return sight.occupancy[PieceId(name)].spaces
    if name in sight.board:
        return (SpaceId(name),)
    last = sight.board.spaces[-1]
    raise InputError(file, place, json.dumps(name), f"a piece of the position or a square from A1 to {last}")


def _section(sight: Sight, place: str, name: str, file: str) -> Edge:
    from companion.board.spaces import edge
    from companion.core.ids import SpaceId

    one, _, other = name.partition("|")
    section = edge(SpaceId(one), SpaceId(other))
    if section not in sight.board.walls:
        raise InputError(file, place, json.dumps(name), "a wall of the map, as the two squares it parts: C7|D7")
    return section


def _answer(sight: Sight, queries: str) -> Iterator[dict[str, Any] | InputError]:
    """Answer line by line, in order; a bad line gets its refusal, and the next ones their answers."""
    from companion.documents import name_of, parse_json, read_text

    for number, line in enumerate(read_text(queries).splitlines(), 1):
        if line.strip():
            try:
                query = parse_json(line, f"{name_of(queries)}: line {number}").table({"from", "to"})
                ends = (("from", query["from"].text()), ("to", query["to"].text()))
                yield _document(_line(sight, *ends, query.file))
            except InputError as wrong:
                yield wrong


def _print_answers(sight: Sight, queries: str) -> int:
    """The exit status: 2 when a line was bad, which standard error and its place in the output both say."""
    status = 0
    for answer in _answer(sight, queries):
        if isinstance(answer, InputError):
            status, answer = 2, {"error": str(answer)}
            print(answer["error"], file=sys.stderr)
        print(json.dumps(answer))
    return status


def _print_all(sight: Sight) -> None:
    from companion.board import all_verdicts

    for start, verdicts in all_verdicts(sight):
        pairs = zip(sight.board.spaces, verdicts, strict=True)
        lines = (f'{{"from": "{start}", "to": "{end}", "verdict": "{verdict}"}}\n' for end, verdict in pairs)
        sys.stdout.write("".join(lines))


def _document(line: SightLine) -> dict[str, Any]:
    return {
        "from": line.start,
        "to": line.end,
        "verdict": line.verdict,
        "range": line.range,
        "defense_modifier": line.defense_modifier,
        "crossed": list(line.crossed),
        "causes": [_cause(cause) for cause in line.causes],
    }


def _cause(cause: Cause) -> dict[str, Any]:
    about = {"square": cause.square, "edge": list(cause.edge) if cause.edge else None, "piece": cause.piece}
    return {"rule": cause.rule, **{key: value for key, value in about.items() if value is not None}}


def _sentence(line: SightLine) -> str:
    words = {"clear": say("sight.clear"), "hindered": say("sight.hindered"), "blocked": say("sight.blocked")}
    lines = [f"{line.start} → {line.end}: {words[line.verdict]}, {say('sight.range')} {line.range}"]
    if line.defense_modifier:
        lines[0] += say("sight.defense")
    for cause in line.causes:
        place = cause.square or cause.piece or "|".join(cause.edge or ())
        kind = say("sight.square") if cause.square else say("sight.wall") if cause.edge else say("sight.piece")
        lines.append(f"  {cause.rule}  {kind} {place}")
    return "\n".join(lines)


def _draw(table: Position, line: SightLine, out: str, photo: bytes | None) -> None:
    from ui.cli.pictures import draw_line

    draw_line(table, line, _sentence(line).replace("→", "-").splitlines(), out, photo)
