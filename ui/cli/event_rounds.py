"""``companion event``: rounds paired, put right, published, their results, the cut to an elimination."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.errors import InputError
from ui.cli.event_file import opened
from ui.cli.event_order import DRAFT, JSON, PLAYER, REASON, RESULTS, ROUND, give, order, seen, words

if TYPE_CHECKING:
    from companion.tournament import Outcome, TournamentState
    from companion.tournament.state import Round


@order("pair", "Draft the next round: nobody sees it before it is published. Again, while it is a draft.", *DRAFT)
@JSON
def pair(event: Path, as_json: bool) -> None:
    from companion.tournament import ORGANISER
    from companion.tournament.rounds import DraftRound

    with opened(event) as session:
        give(session, DraftRound(ORGANISER))
        _print_round(seen(session).draft, as_json=as_json)


@order(
    "swap",
    "Let two players change places: in the draft, or in the round that is played.",
    *DRAFT,
    "swap EVENT --player Ada --with Cleo",
)
@PLAYER
@click.option("--with", "other", required=True, metavar="NAME")
@REASON
@JSON
def swap(event: Path, player: str, other: str, reason: str, as_json: bool) -> None:
    from companion.tournament import ORGANISER
    from companion.tournament.byhand import Swap, open_round

    with opened(event) as session:
        give(session, Swap(ORGANISER, player, other, reason))
        _print_round(open_round(seen(session)), as_json=as_json)


@order(
    "assign",
    "Let a player play against another one, at a table of choice; their opponents meet instead.",
    *ROUND,
    'assign EVENT --player Ada --against Cleo --reason "they had to wait"',
)
@PLAYER
@click.option("--against", required=True, metavar="NAME")
@click.option("--table", type=int, default=0, metavar="N", help="Where (default: where the first of them sits).")
@REASON
@JSON
def assign(event: Path, player: str, against: str, table: int, reason: str, as_json: bool) -> None:
    from companion.tournament import ORGANISER
    from companion.tournament.byhand import Assign, open_round

    with opened(event) as session:
        give(session, Assign(ORGANISER, player, against, table, reason))
        _print_round(open_round(seen(session)), as_json=as_json)


@order(
    "join",
    "Let a latecomer into the round that is played, against whoever has its bye.",
    "register EVENT --player Ada --player Ben --player Cleo",
    "pair EVENT",
    "publish EVENT",
    "register EVENT --player Dan",
    "join EVENT --player Dan",
)
@PLAYER
@JSON
def join(event: Path, player: str, as_json: bool) -> None:
    from companion.tournament import ORGANISER
    from companion.tournament.byhand import Join

    with opened(event) as session:
        give(session, Join(ORGANISER, player))
        _print_round(seen(session).round(0), as_json=as_json)


_BYES = {"full": "bye", "half": "half_bye", "requested": "requested_bye", "loss": "missed"}
BYE = click.Choice(sorted(_BYES))


def bye_kind(name: str) -> str:
    """Return the kind of result that the word for a bye means."""
    return _BYES[name]


@order(
    "bye",
    "Give a player a bye: in a round to come, or in one that was missed.",
    *DRAFT[:-1],
    "bye EVENT --player Dan --round 1 --kind half",
)
@PLAYER
@click.option("--round", "number", type=int, required=True, metavar="N")
@click.option("--kind", type=BYE, default="requested", show_default=True, help="What it is worth: see `kinds`.")
def bye(event: Path, player: str, number: int, kind: str) -> None:
    from companion.tournament import ORGANISER
    from companion.tournament.byhand import GiveBye
    from companion.tournament.results import Kind

    with opened(event) as session:
        give(session, GiveBye(ORGANISER, player, number, Kind(bye_kind(kind))))
        named = words().say(f"kind_of_result.{bye_kind(kind)}")
        print(words().say("event.ByeGiven", player=player, round=number, kind=named))


def _print_round(round_: Round | None, *, as_json: bool) -> None:
    assert round_ is not None
    from companion.tournament.papers import bye_words, plain_round, said

    wording = words()
    if as_json:
        print(json.dumps(plain_round(round_), ensure_ascii=False))
        return
    print(wording.say("event.round", round=round_.number))
    for pairing in round_.pairings:
        first, second = pairing.players
        print(f"  {pairing.table:3}  {first} – {second}   {said(wording, pairing.why)}")
    for one in round_.byes:
        print(f"       {bye_words(one, wording)}   {said(wording, one.why)}")


@order("publish", "Let the players see the draft: from now on only its results change.", *ROUND)
def publish(event: Path) -> None:
    from companion.tournament import ORGANISER
    from companion.tournament.rounds import PublishRound

    with opened(event) as session:
        give(session, PublishRound(ORGANISER))
        print(words().say("event.published", round=session.state.published[-1].number))


@order("result", "Say how the game at a table ended, or correct it.", *RESULTS)
@click.option("--table", type=int, required=True, metavar="N")
@click.option("--round", "number", type=click.IntRange(1), metavar="N", help="An earlier round, to correct it.")
@click.option("--winner", metavar="NAME")
@click.option("--draw", is_flag=True)
@click.option("--double-loss", is_flag=True)
@click.option(
    "--points", type=int, nargs=2, default=(0, 0), metavar="A B", help="Victory points, as the pairing names them."
)
@click.option(
    "--kind",
    type=click.Choice(["intentional-draw", "concession", "no-show", "forfeit", "game-loss"]),
    help="How it ended, where it was not played out; each kind is worth what the event says (`kinds`).",
)
def result(
    event: Path,
    table: int,
    number: int | None,
    winner: str | None,
    draw: bool,
    double_loss: bool,
    points: tuple[int, int],
    kind: str | None,
) -> None:
    from companion.tournament import ORGANISER, Outcome
    from companion.tournament.results import Kind
    from companion.tournament.rounds import ReportResult

    draw = draw or (kind == "intentional-draw" and winner is None and not double_loss)
    if [winner is not None, draw, double_loss].count(True) != 1:
        raise click.UsageError("one of --winner NAME, --draw, --double-loss")
    ended = Kind(kind.replace("-", "_")) if kind else None
    with opened(event) as session:
        outcome = Outcome.DRAW if draw else Outcome.DOUBLE_LOSS
        if winner is not None:
            outcome = _won_by(event, seen(session), number, table, winner)
        give(session, ReportResult(ORGANISER, table, outcome, points, number or 0, ended))
        round_ = session.state.rounds[(number or len(session.state.published)) - 1]
        missing = ", ".join(map(str, round_.missing)) or "–"
        print(words().say("event.result", table=table, round=round_.number, missing=missing))


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


@order("cut", "Let the best go on to an elimination: from now on whoever loses is out.", *RESULTS, "cut EVENT --to 2")
@click.option("--to", "players", type=click.IntRange(2), required=True, help="How many go on.")
@click.option("--double", is_flag=True, help="Out is who has lost twice.")
@click.option("--third", is_flag=True, help="Those who lost before the final play for the third place.")
def cut(event: Path, players: int, double: bool, third: bool) -> None:
    from companion.tournament import ORGANISER
    from companion.tournament.rounds import Cut

    with opened(event) as session:
        give(session, Cut(ORGANISER, players, 2 if double else 1, third))
        print(words().say("event.CutMade", players=seen(session).cut))
