"""``companion event``: the log of orders; one of them taken back without harm to the others, and brought back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ui.cli.event_file import opened
from ui.cli.event_order import CONSOLE, JSON, PLAYERS, RESULTS, hour, order, words

if TYPE_CHECKING:
    from companion.core.session import Session
    from companion.tournament.revising import Plan

NAMED = 12  # orders that one line names; of more it says how many
_YES = click.option("--yes", is_flag=True, help="Also where later orders go along.")


@order("log", "Every order: who gave it, when, from which device; what was taken back too.", *RESULTS, "log EVENT")
@click.option("--search", default="", metavar="WORDS", help="Only those that hold all of these words.")
@JSON
def log(event: Path, search: str, as_json: bool) -> None:
    from companion.tournament.log import log_lines

    with opened(event) as session:
        lines = log_lines(session, words(), search)
    if as_json:
        print(json.dumps([line.plain() for line in lines], ensure_ascii=False))
        return
    for line in lines:
        mark = " " if line.counts else "×"
        print(f"{mark} {line.number:4}  {hour(line.at)}  {line.by} · {line.device or '–'}  {line.words}")


@order("undo", "Take the last order back, or the one of a number; every other one stays.", *PLAYERS, "undo EVENT")
@click.option("--order", "number", type=int, metavar="N", help="The number of the order in `log`.")
@_YES
def undo(event: Path, number: int | None, yes: bool) -> None:
    from companion.tournament import ORGANISER
    from companion.tournament.revising import taking_back

    with opened(event) as session:
        plan = taking_back(session, ORGANISER, number)
        _carry_out(event, session, plan, "event.undone_order", yes=yes)
        print(words().say("event.undone", round=session.state.flow.round))


@order("redo", "Bring back what was taken back last.", *PLAYERS, "undo EVENT", "redo EVENT")
@_YES
def redo(event: Path, yes: bool) -> None:
    from companion.tournament import ORGANISER
    from companion.tournament.revising import bringing_back

    with opened(event) as session:
        plan = bringing_back(session, ORGANISER)
        _carry_out(event, session, plan, "event.redone_order", yes=yes)
        print(words().say("event.redone", round=session.state.flow.round))


def _carry_out(event: Path, session: Session, plan: Plan, key: str, *, yes: bool) -> None:
    """Do as planned, and say it; without ``yes`` nothing is done where later orders go along."""
    from companion.tournament.log import lines_in, said_in

    wording = words()
    if plan.revision is None:
        raise click.ClickException(f"{event}: {wording.violation(plan.refused[0])}")
    own = [line for entry in plan.orders for line in lines_in(session, entry, wording)]
    along = [line for entry in plan.along for line in lines_in(session, entry, wording)]
    if plan.asked and not yes:
        named = tuple(said_in(session, entry, wording) for entry in plan.asked[:NAMED])
        more = len(plan.asked) - len(named)
        named += (wording.say("event.and_more", count=more),) if more else ()
        said = wording.say("event.goes_along", what=own[0].rstrip("."), orders=named)
        raise click.ClickException(f"{event}: {said}")
    session.revise(plan.revision, CONSOLE)
    for what in own:
        print(wording.say(key, what=what))
    for what in along:
        print(wording.say("event.undone_order", what=what))
    for number in plan.drawn:
        print(wording.say("event.stays_drawn", round=number))
