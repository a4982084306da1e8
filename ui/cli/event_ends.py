"""``companion event``: what is drawn by lot, noted by judges, and given at the end."""

from __future__ import annotations

import json
import time
from pathlib import Path

import click

from ui.cli.event_file import opened
from ui.cli.event_order import JSON, PLAYER, PLAYERS, RESULTS, give, order, seen, words


@order("day", "Begin another day of the event: who is here is asked anew.", *RESULTS, "day EVENT")
def day(event: Path) -> None:
    from companion.tournament import ORGANISER
    from companion.tournament.event import NewDay

    with opened(event) as session:
        give(session, NewDay(ORGANISER))
        print(words().say("event.DayBegan", number=session.state.day))


@order("check", "Draw players whose forces are checked at their tables.", *PLAYERS, "check EVENT --count 2")
@click.option("--count", type=int, default=1, show_default=True, metavar="N")
@JSON
def check(event: Path, count: int, as_json: bool) -> None:
    from companion.tournament import ORGANISER
    from companion.tournament.notes import DrawChecks

    with opened(event) as session:
        give(session, DrawChecks(ORGANISER, count))
        _, players = seen(session).checked[-1]
    print(json.dumps(players, ensure_ascii=False) if as_json else words().say("event.ChecksDrawn", players=players))


@order("note", "Note something about a player, for the staff alone.", *PLAYERS, 'note EVENT --player Dan --text "slow"')
@PLAYER
@click.option("--text", required=True, metavar="TEXT")
def note(event: Path, player: str, text: str) -> None:
    from companion.tournament import ORGANISER
    from companion.tournament.notes import TakeNote

    with opened(event) as session:
        give(session, TakeNote(ORGANISER, player, text, at_ms=int(time.time() * 1000)))
        print(words().say("event.NoteTaken", player=player))


@order(
    "prize", "Give a prize to the player of a place, or draw who gets it.", *RESULTS, "prize EVENT --what Box --place 1"
)
@click.option("--what", required=True, metavar="TEXT")
@click.option("--place", type=int, default=0, metavar="N", help="Default: drawn among those who have none yet.")
def prize(event: Path, what: str, place: int) -> None:
    from companion.tournament import ORGANISER
    from companion.tournament.notes import GivePrize

    with opened(event) as session:
        give(session, GivePrize(ORGANISER, what, place))
        given = seen(session).prizes[-1]
        print(words().say("event.PrizeGiven", player=given.player, what=given.what))


@order("penalties", "What judges noted against players, through the whole event.", "penalties EVENT")
@JSON
def penalties(event: Path, as_json: bool) -> None:
    from companion.tournament.papers import penalty_rows

    with opened(event) as session:
        rows = penalty_rows(seen(session))
    if as_json:
        print(json.dumps(rows, ensure_ascii=False))
        return
    for row in rows:
        named = words().say(f"venue.penalty_{row['penalty']}")
        at = words().say("event.round", round=row["round"])
        print(f"{row['player']}: {named} · {at} · {row['judge']}: {row['ruling']}")
