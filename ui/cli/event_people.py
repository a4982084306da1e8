"""``companion event``: who takes part, under which name, at which table, and who is here."""

from __future__ import annotations

from pathlib import Path

import click

from ui.cli.event_file import check_free, opened, players_in
from ui.cli.event_order import PLAYER, PLAYERS, give, order, seen, words
from ui.cli.event_rounds import BYE, bye_kind


@order("register", "Enter players, late ones too: by hand, or from a CSV file with a column `name`.", *PLAYERS)
@click.option(
    "--csv", "table", type=click.Path(path_type=Path), help="Players, one a line; a column `table`: a fixed one."
)
@click.option("--player", "players", multiple=True, metavar="NAME", help="A player, any number.")
@click.option(
    "--column",
    "columns",
    multiple=True,
    metavar="WHAT=TITLE",
    help="A column of the file that is called otherwise: name, first, last, table.",
)
@click.option("--skip-known", is_flag=True, help="Leave out who takes part already, and names that come twice.")
@click.option("--missed", type=BYE, help="What rounds before are worth to whoever comes late (default: as settled).")
def register(
    event: Path,
    table: Path | None,
    players: tuple[str, ...],
    columns: tuple[str, ...],
    skip_known: bool,
    missed: str | None,
) -> None:
    from companion.tournament import ORGANISER
    from companion.tournament.people import Register
    from companion.tournament.results import Kind
    from ui.venue.orders import newcomers

    named = dict(one.split("=", 1) for one in columns if "=" in one)
    if len(named) < len(columns) or not named.keys() <= {"name", "first", "last", "table"}:
        raise click.UsageError("--column: found " + ", ".join(columns) + ", expected name=TITLE, first=, last=, table=")
    rows = [(name.strip(), None) for name in players] + (players_in(table, named) if table else [])
    if not rows:
        raise click.UsageError("nobody to register: give --player or --csv")
    kind = Kind(bye_kind(missed)) if missed else None
    with opened(event) as session:
        rows = newcomers(rows, seen(session)) if skip_known else rows
        check_free(event, seen(session), rows)
        give(session, Register(ORGANISER, tuple(name for name, _ in rows), tuple(table for _, table in rows), kind))
        print(words().say("event.registered", count=len(rows), all=len(session.state.players)))


@order("rename", "Correct a player's name.", *PLAYERS, "rename EVENT --player Dan --to Daniel")
@PLAYER
@click.option("--to", "name", required=True, metavar="NAME")
def rename(event: Path, player: str, name: str) -> None:
    from companion.tournament import ORGANISER
    from companion.tournament.people import Rename

    with opened(event) as session:
        give(session, Rename(ORGANISER, player, name))
        print(words().say("event.PlayerRenamed", player=player, name=name))


@order(
    "merge",
    "Make one player of two entries of a person: the second goes.",
    *PLAYERS,
    "merge EVENT --player Dan --with Ben",
)
@PLAYER
@click.option("--with", "other", required=True, metavar="NAME")
def merge(event: Path, player: str, other: str) -> None:
    from companion.tournament import ORGANISER
    from companion.tournament.people import Merge

    with opened(event) as session:
        give(session, Merge(ORGANISER, player, other))
        print(words().say("event.PlayersMerged", player=player, other=other))


@order("delete", "Strike a player off the list, before the first round.", *PLAYERS, "delete EVENT --player Dan")
@PLAYER
def delete(event: Path, player: str) -> None:
    from companion.tournament import ORGANISER
    from companion.tournament.people import Delete

    with opened(event) as session:
        give(session, Delete(ORGANISER, player))
        print(words().say("event.PlayerDeleted", player=player))


@order("check-in", "Say that a player is here.", *PLAYERS, "check-in EVENT --player Dan")
@PLAYER
@click.option("--not", "away", is_flag=True, help="Not after all.")
def check_in(event: Path, player: str, away: bool) -> None:
    from companion.tournament import ORGANISER
    from companion.tournament.people import CheckIn

    with opened(event) as session:
        give(session, CheckIn(ORGANISER, player, not away))
        print(words().say("event.checked_in", count=sum(one.here for one in session.state.players)))


@order("table", "Give a player a table of their own.", *PLAYERS, "table EVENT --player Dan --table 3")
@PLAYER
@click.option("--table", type=int, required=True, metavar="N", help="0: no longer.")
def table(event: Path, player: str, table: int) -> None:
    from companion.tournament import ORGANISER
    from companion.tournament.people import FixTable

    with opened(event) as session:
        give(session, FixTable(ORGANISER, player, table))
        print(words().say("event.TableFixed", player=player, table=table))


@order("drop", "Take a player out of the rounds to come.", *PLAYERS, "drop EVENT --player Dan")
@PLAYER
def drop(event: Path, player: str) -> None:
    from companion.tournament import ORGANISER
    from companion.tournament.people import Drop

    with opened(event) as session:
        give(session, Drop(ORGANISER, player))
        print(words().say("event.dropped", player=player, all=len(session.state.active)))


@order(
    "return",
    "Bring a player who had dropped back into the rounds to come.",
    *PLAYERS,
    "drop EVENT --player Dan",
    "return EVENT --player Dan",
)
@PLAYER
def return_(event: Path, player: str) -> None:
    from companion.tournament import ORGANISER
    from companion.tournament.people import Return

    with opened(event) as session:
        give(session, Return(ORGANISER, player))
        print(words().say("event.returned", player=player, all=len(session.state.active)))
