"""The roster of everybody at a table, and what is left of each on the board: one list for a strip, a phone, a wall.

a game's Standing ──names, letters, words──> RosterFigure ──tap──> its sheet, its square        ──> bars on the board
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.board.picture import BoardPicture
from companion.core.face import Standing
from companion.core.ids import Seat
from companion.text.wording import told
from ui.presenters.adapter import GameAdapter, Look
from ui.presenters.models import RosterFigure, TableModel


def roster_of(
    game: GameAdapter, board: BoardPicture, look: Look, *, is_tablet: bool = False
) -> tuple[RosterFigure, ...]:
    """Return everybody the side knows of, with the letters of the board, seat by seat; of one with seats of its own
    those first, but at the tablet, for whoever plays there now: nobody changes places. Who is out of play
    comes last.
    """
    standing = game.roster(look)
    letters = {**game.letters(look), **{token.piece: token.label for token in board.tokens}}
    is_shared = len({one.seat for one in standing} - set(look.seats)) == 0
    active, acting = game.active(look), game.acting(look)
    used = {token.piece for token in board.tokens if token.done}
    found = []
    for one in standing:
        figure = _figure(one, letters[one.piece], look, is_own=not is_shared and one.seat in look.seats)
        is_due = active is None and len(acting) > 1 and one.seat in acting and one.piece not in used and not one.is_out
        found.append(replace(figure, is_chosen=one.piece == active, is_due=is_due))
    seats = [seat for own in game.sides.values() for seat in own]
    places = {seat: place for place, seat in enumerate(seats)}
    return tuple(
        sorted(
            found,
            key=lambda one: (one.is_out, not (one.is_own or is_tablet), places.get(Seat(one.seat), len(seats))),
        )
    )


def _figure(one: Standing, label: str, look: Look, *, is_own: bool) -> RosterFigure:
    health = (one.left, one.most) if one.left is not None and one.most is not None else None
    words = (
        look.say("standing_out") if one.is_out else "",
        look.say(f"standing_{one.unit}", left=one.left, most=one.most) if health and not one.is_out else "",
        look.say("standing_hidden") if health is None and not one.is_out else "",
        look.say("standing_tokens", count=one.tokens) if one.tokens else "",
        *(told(state, look.wording) for state in one.states),
        look.say("standing_points", points=one.points) if one.points is not None else "",
    )
    return RosterFigure(
        one.piece,
        label,
        look.name(one.piece),
        one.seat,
        health,
        " · ".join(filter(None, words)),
        one.tokens,
        one.is_out,
        is_own,
    )


def with_health(board: BoardPicture, roster: Sequence[RosterFigure]) -> BoardPicture:
    """The board with what is left of each figure, where that is known."""
    health = {one.piece: one.health for one in roster if one.health is not None}
    if not health:
        return board
    tokens = tuple(replace(token, health=health.get(token.piece)) for token in board.tokens)
    return replace(board, tokens=tokens)


def is_turned(before: TableModel | None, now: TableModel) -> bool:
    """Whether the sheet shows the dial that it showed before, and hands turn it now: somebody of that name lost health,
    or won it back.
    """
    if before is None or before.dial is None or now.dial is None or before.dial.name != now.dial.name:
        return False
    stood = {one.piece: one.health for one in before.roster}
    turns = before.dial.clicks, now.dial.clicks
    return turns[0] != turns[1] and any((stood.get(one.piece), one.health) == turns for one in now.roster)
