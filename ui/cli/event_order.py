"""The group ``companion event`` and what its commands share: one event file, an order given or refused in one line."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.core.rules import Command, Rejected
from companion.text.wording import Wording
from ui.cli.front import command as _command
from ui.cli.front import example
from ui.cli.front import group as _group
from ui.cli.text import language

if TYPE_CHECKING:
    from companion.core.session import Session
    from companion.tournament import TournamentState

CONSOLE = "console"  # the device of an order that is typed here
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


PLAYERS = ("register EVENT --player Ada --player Ben --player Cleo --player Dan",)
DRAFT = (*PLAYERS, "pair EVENT")
ROUND = (*DRAFT, "publish EVENT")
RESULTS = (*ROUND, "result EVENT --table 1 --winner Cleo", "result EVENT --table 2 --draw")


def order(name: str, text: str, *steps: str) -> Callable[[Callable[..., int | None]], click.Command]:
    """A command of the group, on one event file; ``steps``: its example, from an event that is new."""

    def wrap(function: Callable[..., int | None]) -> click.Command:
        lines = (f"companion event {step.replace('EVENT', 'evening.event')}" for step in ("new EVENT --seed 7", *steps))
        made = _command(name, help=text, epilog=example(*lines))(
            click.argument("event", type=click.Path(path_type=Path))(function)
        )
        command.add_command(made)
        return made

    return wrap


JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
PLAYER = click.option("--player", required=True, metavar="NAME")
REASON = click.option("--reason", default="", metavar="TEXT", help="Kept with the change, for everybody.")


def words() -> Wording:
    return Wording(language())


def seen(session: Session) -> TournamentState:
    """Return the event with its players under the names that people read."""
    from companion.tournament.names import shown

    return shown(session.state)


def give(session: Session, order: Command) -> None:
    """Carry the order out, or say in one line which rule forbids it."""
    decision = session.submit(order, device=CONSOLE)
    if isinstance(decision, Rejected):
        said = " ".join(dict.fromkeys(map(words().violation, decision.violations)))
        raise click.ClickException(f"{session.ledger.recorder.name}: {said}")


def hour(at_ms: int) -> str:
    """Return the day and the hour of a record's line, as people here read them."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).astimezone().strftime("%Y-%m-%d %H:%M:%S")
