"""``companion event``: an event of people at real tables, from the first player to the last standings."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.core.ledger import check_chain
from companion.errors import BrokenSeal
from companion.files import write_file
from companion.painting.font import unprintable
from companion.painting.paper import SIZES, tables_paper
from companion.storage.jsonl import read_whole
from companion.storage.memory import MemoryRecorder
from companion.storage.witness import Witness
from ui.cli import event_ends, event_log, event_people, event_rounds
from ui.cli.event_file import begin, forget_in_file, opened, opened_in
from ui.cli.event_order import JSON, RESULTS, command, give, order, seen, words
from ui.cli.event_rounds import BYE
from ui.cli.event_settings import chosen_settings
from ui.cli.text import say

if TYPE_CHECKING:
    from companion.tournament import TournamentState

PARTS = (event_people, event_rounds, event_log, event_ends)  # their commands are in the group
assert command.commands

_WAY = click.option(
    "--way",
    type=click.Choice(["record", "points", "round-robin"]),
    help="Swiss by match points (so it begins), Swiss by victory points, or everybody meets everybody.",
)
_ADVICE = click.option(
    "--advice/--no-advice", default=None, help="Whether tables may count for players what attacks would do (no)."
)
_SIDE = click.option("--side", type=click.IntRange(1, 2), help="Players on each side of a table: one, or two together.")


@order("new", "Begin an event in a new file.")
@click.option("--name", default="", help="What it is called.")
@click.option(
    "--points", type=click.IntRange(1, 99999), default=300, show_default=True, help="Of a force, and of a bye."
)
@click.option("--minutes", type=click.IntRange(1, 999), default=50, show_default=True, help="Of a round.")
@click.option("--seed", type=click.IntRange(0), help="Of every lot that is drawn (default: drawn now, and recorded).")
@click.option(
    "--tiebreak", "tiebreaks", multiple=True, metavar="NAME", help="In this order; default: all, as standings show."
)
@click.option("--open-forces", is_flag=True, help="Everybody may read the other's force once the event has begun.")
@_WAY
@_SIDE
@_ADVICE
def new(
    event: Path,
    name: str,
    points: int,
    minutes: int,
    seed: int | None,
    tiebreaks: tuple[str, ...],
    open_forces: bool,
    way: str | None,
    side: int | None,
    *,
    advice: bool | None,
) -> None:
    setup = begin(
        event,
        name,
        points,
        minutes,
        seed,
        tiebreaks,
        open_forces=open_forces,
        advice=bool(advice),
        way=way,
        side=side or 1,
    )
    print(words().say("event.new", name=setup.name, file=event, seed=setup.seed))


@order("settle", "Change how the event is played, until its first round is published.", "settle EVENT --way points")
@click.option("--tiebreak", "tiebreaks", multiple=True, metavar="NAME", help="In this order; default: as they are.")
@_WAY
@_SIDE
@_ADVICE
@click.option("--name", help="What it is called.")
@click.option("--minutes", type=int, help="Of a round.")
@click.option("--points", type=int, help="Of a force.")
@click.option("--worth", multiple=True, metavar="KIND=POINTS", help="win=3, no-show=3/0:force …: see `kinds`.")
@click.option("--check-in/--no-check-in", default=None, help="Whether only those are paired who have checked in.")
@click.option("--until", metavar="HH:MM", help="When players can no longer enter themselves; - for never.")
@click.option("--late", type=BYE, help="What a round is worth that a latecomer missed.")
def settle(event: Path, **given: Any) -> None:
    from companion.tournament import ORGANISER
    from companion.tournament.event import Settle

    with opened(event) as session:
        chosen = chosen_settings(session.state.setup, given)
        give(session, Settle(ORGANISER, replace(session.state.setup, **chosen)))
        setup, wording = session.state.setup, words()
        named = ", ".join(wording.say(f"standings.{name}") for name in setup.tiebreaks)
        print(wording.say("event.settled", way=wording.say(f"way.{setup.way}"), side=setup.side, tiebreaks=named))


@order("kinds", "What each kind of result is worth in this event.", "kinds EVENT")
@JSON
def kinds(event: Path, as_json: bool) -> None:
    with opened(event) as session:
        table = session.state.setup.table.values()
    rows = [
        {
            "kind": one.kind.value,
            "first": one.first / 2,
            "second": one.second / 2,
            "victory": one.victory.value,
            "counts": one.counts,
        }
        for one in table
    ]
    if as_json:
        print(json.dumps(rows))
        return
    for one in table:
        counts = words().say("worth.counts" if one.counts else "worth.apart")
        victory = words().say(f"worth.{one.victory}")
        name = words().say(f"kind_of_result.{one.kind}")
        points = f"{one.first / 2:>4g} : {one.second / 2:<4g}"
        print(f"{one.kind.replace('_', '-'):18}{points} {name} · {victory} · {counts}")


@order("standings", "Everybody's place, with every tiebreak a column.", *RESULTS, "standings EVENT")
@JSON
@click.option("--before", is_flag=True, help="The places before the elimination, where there is one.")
def standings(event: Path, as_json: bool, before: bool) -> None:
    from companion.tournament.elimination import final_rows

    with opened(event) as session:
        rows = _rows(seen(session)) if before else final_rows(seen(session))
    if as_json:
        print(json.dumps(rows, ensure_ascii=False))
        return
    from rich.console import Console
    from rich.table import Table

    wording, table = words(), Table(box=None, pad_edge=False)
    for column in rows[0] if rows else ():
        table.add_column(
            wording.say(f"standings.{column}"), no_wrap=True, justify="left" if column == "player" else "right"
        )
    for row in rows:
        table.add_row(*map(_cell, row.values()))
    Console(width=200, highlight=False).print(table)


def _rows(state: TournamentState) -> list[dict[str, object]]:
    from companion.tournament import standings as placed

    return [line.plain() for line in placed(state)]


def _cell(value: object) -> str:
    if isinstance(value, bool) or value is None:
        return "×" if value else ""
    return f"{value:.3f}" if isinstance(value, float) else str(value)


@order(
    "export",
    "Write the day's end: players, rounds and standings as CSV, all of it as JSON, the sealed record.",
    *RESULTS,
    "export EVENT --out friday",
)
@click.option("--out", type=click.Path(path_type=Path), required=True, metavar="DIR")
@click.option("--paper", type=click.Choice(SIZES), default=SIZES[0], show_default=True, help="Of sheets to print.")
@click.option(
    "--for", "sites", multiple=True, type=click.Choice(["trf", "nrtm"]), help="Also for sites that read this format."
)
def export(event: Path, out: Path, paper: str, sites: tuple[str, ...]) -> int:
    from companion.tournament.exchange import listing_file, report_file
    from companion.tournament.papers import heading, papers, wall_sheets

    with opened(event) as session:
        told = seen(session), _rows(seen(session)), words()
        files = {**papers(*told), "sheets.pdf": tables_paper(heading(told[0], told[-1]), wall_sheets(*told), paper)}
        files |= {"event.trf": report_file(told[0]).encode()} if "trf" in sites else {}
        files |= {"nrtm.json": listing_file(told[0]).encode()} if "nrtm" in sites else {}
    out.mkdir(parents=True, exist_ok=True)
    for name, content in {**files, "event.record": event.read_bytes()}.items():
        write_file(out / name, content)
        print(out / name)
    lacking = unprintable(player.name for player in told[0].players)
    if lacking:  # letters that would be missing on the wall
        print(words().say("event.unprintable", names=lacking, count=len(lacking)), file=sys.stderr)
    return 1 if lacking else 0


@order(
    "forget",
    "Forget who played, when all is played: every seal still holds. What the tables sent goes too.",
    *RESULTS,
    "forget EVENT",
)
@click.option("--database", metavar="URL", help="EVENT is its name in that database.")
def forget(event: Path, database: str | None) -> None:
    from companion.storage.forgetting import forget_in_database, lines_naming

    with opened_in(database, event) as (session, kept):
        last = session.state.published[-1] if session.state.published else None
        if last is not None and last.missing:
            tables = ", ".join(map(str, last.missing))
            raise click.ClickException(f"{event}: {words().say('TW-EV-03', round=last.number, tables=tables)}")
        naming = lines_naming(session.ledger.recorder, [player.name for player in session.state.players])
        if kept is not None:
            forget_in_database(kept, str(event))
    if kept is None:
        forget_in_file(event)
    print(words().say("event.forgotten", event=event, lines=session.version + 1))
    if naming:
        print(words().say("event.not_forgotten", lines=", ".join(map(str, naming))))


@order("verify", "Check the seals of the record: exit 1 and the first bad line when it was altered.", "verify EVENT")
@JSON
def verify(event: Path, as_json: bool) -> int:
    copy = MemoryRecorder(str(event))
    try:
        lines = read_whole(event)
        copy.append(lines, expected=0)
        version, seal = check_chain(copy)
    except BrokenSeal as broken:
        print(json.dumps({"valid": False, "line": broken.line, "why": broken.why}) if as_json else str(broken))
        return 1
    note = Witness(event)
    said = {"valid": True, "lines": version + 1, "head": seal, "end_known": bool(note.known())}
    print(json.dumps(said) if as_json else words().say("event.verified", lines=version + 1, head=seal))
    if not (as_json or said["end_known"]):
        print(say("replay.no_end", head=note.path))
    return 0
