"""The parts of a page that are no part of the game: people, the time, what the hands have still to do, papers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from companion.core.dice import DiceRequest
from companion.core.ids import PieceId, SpaceId
from companion.core.session import Session
from companion.table.follow import Follower
from companion.text.wording import Wording
from ui.presenters.open_table import ShownTable
from ui.presenters.players import seats_called
from ui.presenters.table import TablePresenter
from ui.web.company import Company
from ui.web.guests import Guest, Role
from ui.web.kept import KINDS, paper_at
from ui.web.room import clock_part, room_part
from ui.web.seating import Seating


class ServedTable(ShownTable, Protocol):
    """A table that is open to the pages."""

    @property
    def session(self) -> Session:
        """The session of its game."""

    @property
    def follower(self) -> Follower:
        """The follower of the table's sensors."""

    @property
    def places(self) -> Mapping[PieceId, tuple[SpaceId, ...]]:
        """The places where the figures were set up the last time."""


def parts_around(
    table: ServedTable,
    seating: Seating,
    company: Company,
    guest: Guest,
    presenter: TablePresenter,
    wording: Wording,
    roll: DiceRequest | None,
) -> dict[str, object]:
    """Return the parts for that guest's page; ``roll``: the one that it may photograph too."""
    is_player, is_over = guest.role is Role.PLAYER, table.session.state.flow.outcome is not None
    missing = company.missing(guest, presenter, wording) if is_player else ()
    reader, here = guest if guest.may_tap else None, company.here()
    room = room_part(
        seating,
        here,
        reader,
        wording,
        missing,
        company.returns(guest, presenter, wording) if is_player else (),
        called=seats_called(presenter.game, seating.seats, wording),
        players=table.session.players,
        has_tablet=company.has_tablet,
        rests=company.rests(presenter),
    )
    wording.players = table.session.players  # beside the seats everybody is called by name
    game = company.game_of_papers if is_over else ""
    throw = wording.question(roll) if roll is not None and roll.roller not in guest.seats else ""
    owed = table.hands.errands(wording, company.hands_of(guest)) if is_player else ()
    return {
        "room": room | {"throw": throw},
        "clock": clock_part(table.clock.hands(), wording, may_stop=guest.may_tap and not is_over),
        "hands": [(errand.piece, errand.words) for errand in owed],
        "papers": [(paper_at(game, name), *paper_words(name, wording)) for name in KINDS] if game else [],
    }


def paper_words(name: str, wording: Wording) -> tuple[str, str]:
    """Return what a paper is, and how it opens: a page beside the table's is said before it is there."""
    return wording.word("paper", name), wording.word("opens", name.rpartition(".")[2])
