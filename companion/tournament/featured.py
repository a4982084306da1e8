"""The table that is shown in a video: the organiser's choice, kept from round to round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.core.ids import Seat
from companion.core.procedure import Teller
from companion.core.rules import Violation, violation
from companion.core.scripted import Verb
from companion.tournament.state import TournamentState


@dataclass(frozen=True, slots=True)
class FeatureTable:
    """Shows that table from now on."""

    seat: Seat
    table: int


@dataclass(frozen=True, slots=True)
class TableFeatured:
    """A table is shown, in this round and the next ones."""

    table: int


EVENTS = (TableFeatured,)


def feature_violations(state: TournamentState, command: FeatureTable) -> Iterator[Violation]:
    """Why it cannot be shown: no such table is played at (TW-EV-04)."""
    tables = [pairing.table for pairing in state.published[-1].pairings] if state.published else []
    if command.table not in tables:
        named = ", ".join(map(str, tables)) or "-"
        yield violation("TW-EV-04", waivable=False, table=command.table, tables=named)


def feature(t: Teller[TournamentState], command: FeatureTable) -> None:
    """Show that table in this round and the next ones."""
    t.tell(TableFeatured(command.table))


VERBS: Mapping[type, Verb[TournamentState]] = {FeatureTable: Verb(feature_violations, feature)}
