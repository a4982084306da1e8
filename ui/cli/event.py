"""``companion event``: an event of people at real tables, from the first player to the last standings."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.core.ledger import check_chain
from companion.core.rules import Rejected
from companion.errors import BrokenSeal, InputError
from companion.files import write_file
from companion.painting.font import unprintable
from companion.painting.paper import tables_paper
from companion.storage.jsonl import read_whole
from companion.storage.memory import MemoryRecorder
from companion.storage.witness import Witness
from companion.text.wording import Wording
from ui.cli.event_file import begin, check_free, forget_in_file, opened, opened_in, players_in
from ui.cli.front import command as _command
from ui.cli.front import example
from ui.cli.front import group as _group
from ui.cli.text import language, say

if TYPE_CHECKING:
    from companion.core.session import Session
    from companion.tournament import Outcome, TournamentState
    from companion.tournament.state import Round

_HELP = """Run an event: players, Swiss rounds, results, standings. EVENT is one file, its sealed record.

Nobody meets twice and nobody has a second bye while that can be avoided; every pairing says why. The same record and
seed give the same pairings on every machine.

Example:

\b
  companion event new evening.event --name "Friday" --seed 7
  companion event register evening.event --player Ada --player Ben --player Cleo --player Dan
  companion event pair evening.event          # look at it, swap what must be swapped
  companion event publish evening.event
  companion event result evening.event --table 1 --winner Cleo --points 210 95
  companion event standings evening.event
"""


@_group("event", help=_HELP)
def command() -> None:
    pass


_PLAYERS = ("register EVENT --player Ada --player Ben --player Cleo --player Dan",)
_DRAFT = (*_PLAYERS, "pair EVENT")
_ROUND = (*_DRAFT, "publish EVENT")
_RESULTS = (*_ROUND, "result EVENT --table 1 --winner Cleo", "result EVENT --table 2 --draw")


def _order(name: str, text: str, *steps: str) -> Callable[[Callable[..., int | None]], click.Command]:
    """A command of the group, on one event file; ``steps``: its example, from an event that is new."""

    def wrap(function: Callable[..., int | None]) -> click.Command:
        lines = (f"companion event {step.replace('EVENT', 'evening.event')}" for step in ("new EVENT --seed 7", *steps))
        order = _command(name, help=text, epilog=example(*lines))(
            click.argument("event", type=click.Path(path_type=Path))(function)
        )
        command.add_command(order)
        return order

    return wrap


_WAY = click.option(
    "--way",
    type=click.Choice(["record", "points", "round-robin"]),
    help="Swiss by match points (so it begins), Swiss by victory points, or everybody meets everybody.",
)
_SIDE = click.option("--side", type=click.IntRange(1, 2), help="Players on each side of a table: one, or two together.")
_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


def _words() -> Wording:
    return Wording(language())


def _give(session: Session, order: object) -> None:
    """Carry the order out, or say in one line which rule forbids it."""
    decision = session.submit(order)
    if isinstance(decision, Rejected):
        said = " ".join(dict.fromkeys(map(_words().violation, decision.violations)))
        raise click.ClickException(f"{session.ledger.recorder.name}: {said}")


@_order("new", "Begin an event in a new file.")
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
) -> None:
    setup = begin(event, name, points, minutes, seed, tiebreaks, open_forces=open_forces, way=way, side=side or 1)
    print(_words().say("event.new", name=setup.name, file=event, seed=setup.seed))


@_order("settle", "Change how the event is played, until its first round is published.", "settle EVENT --way points")
@click.option("--tiebreak", "tiebreaks", multiple=True, metavar="NAME", help="In this order; default: as they are.")
@_WAY
@_SIDE
@click.option("--name", help="What it is called.")
@click.option("--minutes", type=int, help="Of a round.")
@click.option("--points", type=int, help="Of a force.")
def settle(
    event: Path,
    tiebreaks: tuple[str, ...],
    way: str | None,
    side: int | None,
    name: str | None,
    minutes: int | None,
    points: int | None,
) -> None:
    from companion.tournament import ORGANISER
    from companion.tournament.event import Settle
    from companion.tournament.state import Way

    with opened(event) as session:
        now = session.state.setup
        given = {"tiebreaks": tiebreaks, "way": way and Way(way), "side": side, "name": name}
        numbers = {"minutes": minutes, "points": points}
        chosen = {key: value for key, value in given.items() if value}
        chosen |= {key: value for key, value in numbers.items() if value is not None}
        _give(session, Settle(ORGANISER, replace(now, **chosen)))
        setup, wording = session.state.setup, _words()
        named = ", ".join(wording.say(f"standings.{name}") for name in setup.tiebreaks)
        print(wording.say("event.settled", way=wording.say(f"way.{setup.way}"), side=setup.side, tiebreaks=named))


@_order("register", "Enter players, late ones too: by hand, or from a CSV file with a column `name`.", *_PLAYERS)
@click.option(
    "--csv", "table", type=click.Path(path_type=Path), help="Players, one a line; a column `table`: a fixed one."
)
@click.option("--player", "players", multiple=True, metavar="NAME", help="A player, any number.")
def register(event: Path, table: Path | None, players: tuple[str, ...]) -> None:
    from companion.tournament import ORGANISER
    from companion.tournament.event import Register

    rows = [(name.strip(), None) for name in players] + (players_in(table) if table else [])
    if not rows:
        raise click.UsageError("nobody to register: give --player or --csv")
    with opened(event) as session:
        check_free(event, session.state, rows)
        _give(session, Register(ORGANISER, tuple(name for name, _ in rows), tuple(table for _, table in rows)))
        print(_words().say("event.registered", count=len(rows), all=len(session.state.players)))


@_order("pair", "Draft the next round: nobody sees it before it is published. Again, while it is a draft.", *_DRAFT)
@_JSON
def pair(event: Path, as_json: bool) -> None:
    from companion.tournament import ORGANISER
    from companion.tournament.event import DraftRound

    with opened(event) as session:
        _give(session, DraftRound(ORGANISER))
        _print_round(session.state.draft, as_json=as_json)


@_order("swap", "Let two players of the draft change places.", *_DRAFT, "swap EVENT --player Ada --with Cleo")
@click.option("--player", required=True, metavar="NAME")
@click.option("--with", "other", required=True, metavar="NAME")
@_JSON
def swap(event: Path, player: str, other: str, as_json: bool) -> None:
    from companion.tournament import ORGANISER
    from companion.tournament.event import Swap

    with opened(event) as session:
        _give(session, Swap(ORGANISER, player, other))
        _print_round(session.state.draft, as_json=as_json)


def _print_round(round_: Round | None, *, as_json: bool) -> None:
    assert round_ is not None
    from companion.tournament.papers import plain_round, said

    wording = _words()
    if as_json:
        print(json.dumps(plain_round(round_), ensure_ascii=False))
        return
    print(wording.say("event.round", round=round_.number))
    for pairing in round_.pairings:
        first, second = pairing.players
        print(f"  {pairing.table:3}  {first} – {second}   {said(wording, pairing.why)}")
    if round_.bye is not None:
        print(f"       {wording.say('event.bye', player=round_.bye.player)}   {said(wording, round_.bye.why)}")


@_order("publish", "Let the players see the draft: from now on only its results change.", *_ROUND)
def publish(event: Path) -> None:
    from companion.tournament import ORGANISER
    from companion.tournament.event import PublishRound

    with opened(event) as session:
        _give(session, PublishRound(ORGANISER))
        print(_words().say("event.published", round=session.state.published[-1].number))


@_order("result", "Say how the game at a table ended, or correct it.", *_RESULTS)
@click.option("--table", type=int, required=True, metavar="N")
@click.option("--round", "number", type=click.IntRange(1), metavar="N", help="An earlier round, to correct it.")
@click.option("--winner", metavar="NAME")
@click.option("--draw", is_flag=True)
@click.option("--double-loss", is_flag=True)
@click.option(
    "--points", type=int, nargs=2, default=(0, 0), metavar="A B", help="Victory points, as the pairing names them."
)
def result(
    event: Path,
    table: int,
    number: int | None,
    winner: str | None,
    draw: bool,
    double_loss: bool,
    points: tuple[int, int],
) -> None:
    from companion.tournament import ORGANISER, Outcome
    from companion.tournament.event import ReportResult

    if [winner is not None, draw, double_loss].count(True) != 1:
        raise click.UsageError("one of --winner NAME, --draw, --double-loss")
    with opened(event) as session:
        outcome = Outcome.DRAW if draw else Outcome.DOUBLE_LOSS
        if winner is not None:
            outcome = _won_by(event, session.state, number, table, winner)
        _give(session, ReportResult(ORGANISER, table, outcome, points, number or 0))
        round_ = session.state.rounds[(number or len(session.state.published)) - 1]
        print(
            _words().say(
                "event.result", table=table, round=round_.number, missing=", ".join(map(str, round_.missing)) or "–"
            )
        )


def _won_by(event: Path, state: TournamentState, number: int | None, table: int, winner: str) -> Outcome:
    """Return which of the two at that table won; a table that is not there is for the rules to refuse."""
    from companion.tournament import Outcome

    rounds = [round_ for round_ in state.published if number in (None, round_.number)]
    pairing = rounds[-1].at(table) if rounds else None
    if pairing is None:
        return Outcome.FIRST
    names = [name.casefold() for name in pairing.players]
    if winner.casefold() not in names:
        raise InputError(str(event), f"table {table}", winner, " or ".join(pairing.players))
    return (Outcome.FIRST, Outcome.SECOND)[names.index(winner.casefold())]


@_order("cut", "Let the best go on to an elimination: from now on whoever loses is out.", *_RESULTS, "cut EVENT --to 2")
@click.option("--to", "players", type=click.IntRange(2), required=True, help="How many go on.")
def cut(event: Path, players: int) -> None:
    from companion.tournament import ORGANISER
    from companion.tournament.event import Cut

    with opened(event) as session:
        _give(session, Cut(ORGANISER, players))
        print(_words().say("event.CutMade", players=session.state.cut))


@_order("drop", "Take a player out of the rounds to come.", *_PLAYERS, "drop EVENT --player Dan")
@click.option("--player", required=True, metavar="NAME")
def drop(event: Path, player: str) -> None:
    from companion.tournament import ORGANISER
    from companion.tournament.event import Drop

    with opened(event) as session:
        _give(session, Drop(ORGANISER, player))
        print(_words().say("event.dropped", player=player, all=len(session.state.active)))


@_order(
    "return",
    "Bring a player who had dropped back into the rounds to come.",
    *_PLAYERS,
    "drop EVENT --player Dan",
    "return EVENT --player Dan",
)
@click.option("--player", required=True, metavar="NAME")
def return_(event: Path, player: str) -> None:
    from companion.tournament import ORGANISER
    from companion.tournament.event import Return

    with opened(event) as session:
        _give(session, Return(ORGANISER, player))
        print(_words().say("event.returned", player=player, all=len(session.state.active)))


@_order("undo", "Take the last order back; the record keeps both.", *_PLAYERS, "undo EVENT")
def undo(event: Path) -> None:
    from companion.tournament import ORGANISER

    with opened(event) as session:
        step = session.undo_step(ORGANISER)
        gone = [one.event for one in session.standing() if step is not None and one.version > step.to]
        words = [_order_words(one, session.state) for one in gone]
        decision = session.take_back(ORGANISER)
        if isinstance(decision, Rejected):
            raise click.ClickException(f"{event}: {_words().violation(decision.violations[0])}")
        wording = _words()
        for what in words:
            print(wording.say("event.undone_order", what=what))
        print(wording.say("event.undone", round=session.state.flow.round))


def _order_words(event: object, state: TournamentState) -> str:
    """Say an order in a few words: whose entry, which round, whose result at which table."""
    from companion.tournament.event import PlayerEntered, ResultReported

    wording = _words()
    match event:
        case PlayerEntered(player):
            return wording.say("event.PlayerEntered", player=player.name)
        case ResultReported(number, table, result):
            played = next((one for one in state.rounds if one.number == number), None)
            pairing = played.at(table) if played is not None else None
            players = " – ".join(pairing.players) if pairing is not None else ""
            points = "–".join(map(str, result.points))
            told = wording.say("event.ResultReported", table=table, round=number).rstrip(".")
            return wording.pair(told, f"{players} ({points})")
    return wording.event(event)


@_order("standings", "Everybody's place, with every tiebreak a column.", *_RESULTS, "standings EVENT")
@_JSON
def standings(event: Path, as_json: bool) -> None:
    with opened(event) as session:
        rows = _rows(session.state)
    if as_json:
        print(json.dumps(rows, ensure_ascii=False))
        return
    from rich.console import Console
    from rich.table import Table

    wording, table = _words(), Table(box=None, pad_edge=False)
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


@_order(
    "export",
    "Write the day's end: players, rounds and standings as CSV, all of it as JSON, the sealed record.",
    *_RESULTS,
    "export EVENT --out friday",
)
@click.option("--out", type=click.Path(path_type=Path), required=True, metavar="DIR")
def export(event: Path, out: Path) -> int:
    from companion.tournament.papers import heading, papers, sheets

    with opened(event) as session:
        told = session.state, _rows(session.state), _words()
        files = {**papers(*told), "sheets.pdf": tables_paper(heading(told[0], told[-1]), sheets(*told))}
    out.mkdir(parents=True, exist_ok=True)
    for name, content in {**files, "event.record": event.read_bytes()}.items():
        write_file(out / name, content)
        print(out / name)
    lacking = unprintable(player.name for player in told[0].players)
    if lacking:  # letters that would be missing on the wall
        print(_words().say("event.unprintable", names=lacking, count=len(lacking)), file=sys.stderr)
    return 1 if lacking else 0


@_order(
    "forget",
    "Forget who played, when all is played: every seal still holds. What the tables sent goes too.",
    *_RESULTS,
    "forget EVENT",
)
@click.option("--database", metavar="URL", help="EVENT is its name in that database.")
def forget(event: Path, database: str | None) -> None:
    from companion.storage.forgetting import forget_in_database, lines_naming

    with opened_in(database, event) as (session, kept):
        last = session.state.published[-1] if session.state.published else None
        if last is not None and last.missing:
            tables = ", ".join(map(str, last.missing))
            raise click.ClickException(f"{event}: {_words().say('TW-EV-03', round=last.number, tables=tables)}")
        naming = lines_naming(session.ledger.recorder, [player.name for player in session.state.players])
        if kept is not None:
            forget_in_database(kept, str(event))
    if kept is None:
        forget_in_file(event)
    print(_words().say("event.forgotten", event=event, lines=session.version + 1))
    if naming:
        print(_words().say("event.not_forgotten", lines=", ".join(map(str, naming))))


@_order("verify", "Check the seals of the record: exit 1 and the first bad line when it was altered.", "verify EVENT")
@_JSON
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
    print(json.dumps(said) if as_json else _words().say("event.verified", lines=version + 1, head=seal))
    if not (as_json or said["end_known"]):
        print(say("replay.no_end", head=note.path))
    return 0
