"""The answers of ``companion sight`` about whole fields: what is seen, and what is threatened after one move.

   A  B  C
1  @  +  /      @ who looks    + clear    / hindered    # blocked    · out of reach
2  +  #  #
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from ui.cli.text import say, waiting

if TYPE_CHECKING:
    from companion.board import Occupant, Sight, SightLine, Verdict
    from companion.core.ids import PieceId, SpaceId
    from companion.interchange.position import Position
    from companion.painting import Entry

MARKS = {"clear": "+", "hindered": "/", "blocked": "#", None: "·"}


@dataclass(frozen=True)
class Asked:
    """A question about a field: who looks, and how the answer is wanted."""

    table: Position
    sight: Sight
    name: str  # the piece or square that looks
    file: str
    as_json: bool
    picture: str | None
    photo: bytes | None
    document: Callable[[SightLine], dict[str, Any]]  # a line as JSON
    sentence: Callable[[SightLine], str]  # a line in words

    @property
    def looker(self) -> Occupant | None:
        """The piece that looks, or ``None`` when a square does."""
        from companion.core.ids import PieceId

        return self.table.occupancy[PieceId(self.name)] if self.name in self.table.occupancy else None

    @property
    def starts(self) -> tuple[SpaceId, ...]:
        """The squares that are looked from; refuses a name that is neither piece nor square."""
        from companion.core.ids import SpaceId
        from companion.errors import InputError

        if self.looker is not None:
            return self.looker.spaces
        if self.name in self.table.board:
            return (SpaceId(self.name),)
        wanted = f"a piece of the position or a square from A1 to {self.table.board.spaces[-1]}"
        raise InputError(self.file, "--from", json.dumps(self.name), wanted)


def print_seen(asked: Asked) -> None:
    """Print everything the piece or square sees, and draw it when a picture is wanted."""
    from companion.board.fields import seen_from

    starts = asked.starts
    with waiting(say("fields.looking_everywhere")):
        field = seen_from(asked.sight, starts)
    lines = {other.piece: _line(asked, other) for other in asked.table.occupancy if not set(other.spaces) & set(starts)}
    if asked.picture:
        from ui.cli.pictures import draw_field

        title = say("fields.what_sees", words=_named(asked))
        draw_field(asked.table, field, starts, title, _legend(field), asked.picture, photo=asked.photo)
    if asked.as_json:
        targets = [{"piece": piece, **asked.document(line)} for piece, line in lines.items()]
        print(json.dumps({"from": asked.name, "squares": dict(field), "targets": targets}))
        return
    print(f"{asked.name}: " + ", ".join(words for _, words in _legend(field)))
    _print_grid(asked, field)
    for piece, line in lines.items():
        print(f"  {piece}  {asked.sentence(line).splitlines()[0]}")


def print_threatened(asked: Asked, within: int | None) -> None:
    """Print everything the piece could threaten after one move, and draw it when a picture is wanted."""
    from companion.board import reach
    from companion.board.fields import threatened
    from companion.games.heroclix.moves.gaits import policy_of

    starts, mover, table = asked.starts, asked.looker, asked.table
    if mover is None:
        raise click.UsageError(f"--after-move needs a piece that moves, and {asked.name} is a square")
    distance = max(table.board.columns, table.board.rows) if within is None else within
    policy = policy_of(mover.abilities)
    with waiting(say("fields.trying_every_move")):
        field = threatened(table.board, table.occupancy, mover, policy, asked.sight.rules, distance)
        costs = reach(table.board, table.occupancy, mover, policy).costs
    targets = _threatened_pieces(asked, field, mover.piece)
    if asked.picture:
        from ui.cli.pictures import draw_field

        title = say("fields.what_may_threaten_after", name=asked.name)
        if within is not None:
            title += say("fields.within_squares", within=within)
        legend: list[Entry] = [("move", say("fields.may_end_its_move")), *_legend(field)[:2]]
        draw_field(table, field, starts, title, legend, asked.picture, reach=tuple(costs), photo=asked.photo)
    if asked.as_json:
        squares = {space: costs[space] for space in table.board.spaces if space in costs}
        found = [{"piece": piece, "verdict": verdict} for piece, verdict in targets.items()]
        document = {"from": asked.name, "within": distance, "reach": squares, "squares": dict(field), "targets": found}
        print(json.dumps(document))
        return
    print(f"{asked.name}: " + ", ".join(words for _, words in _legend(field)[:2]))
    _print_grid(asked, field)
    for piece, verdict in targets.items():
        print(f"  {piece}  {_words()[verdict]}")


def _line(asked: Asked, other: Occupant) -> SightLine:
    if asked.looker is not None:
        return asked.sight.between_pieces(asked.looker.piece, other.piece)
    return asked.sight.best(asked.starts, other.spaces)


def _threatened_pieces(asked: Asked, field: Mapping[SpaceId, Verdict], mover: PieceId) -> dict[PieceId, Verdict]:
    found: dict[PieceId, Verdict] = {}
    for other in asked.table.occupancy:
        verdicts = [field[space] for space in other.spaces if space in field]
        if other.piece != mover and verdicts:
            found[other.piece] = min(verdicts, key=lambda verdict: verdict.severity)
    return found


def _words() -> dict[str, str]:
    return {"clear": say("fields.clear"), "hindered": say("fields.hindered"), "blocked": say("fields.blocked")}


def _legend(field: Mapping[SpaceId, Verdict]) -> list[Entry]:
    from companion.board import Verdict

    counts = {verdict: sum(one is verdict for one in field.values()) for verdict in Verdict}
    return [(verdict.value, f"{_words()[verdict]} {count}") for verdict, count in counts.items()]


def _named(asked: Asked) -> str:
    return asked.name if asked.looker is None else f"{asked.name} ({', '.join(asked.starts)})"


def _print_grid(asked: Asked, field: Mapping[SpaceId, Verdict]) -> None:
    board, starts = asked.table.board, asked.starts
    print("   " + "".join(f"{space.rstrip('0123456789'):>3}" for space in board.spaces[: board.columns]))
    for row in range(board.rows):
        spaces = board.spaces[row * board.columns :][: board.columns]
        print(f"{row + 1:3}" + "".join(f"{_mark(space, field, starts):>3}" for space in spaces))


def _mark(space: SpaceId, field: Mapping[SpaceId, Verdict], starts: Collection[SpaceId]) -> str:
    return "@" if space in starts else MARKS[field.get(space)]
