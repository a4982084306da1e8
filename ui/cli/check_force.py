"""``companion check-force``: is this force legal under that build total."""

from __future__ import annotations

import json
import sys

import click

from companion.documents import load_document
from companion.games.heroclix.figures.collection import load_figures
from companion.games.heroclix.forces.cards import load_cards
from companion.games.heroclix.forces.files import parse_force
from companion.games.heroclix.forces.rules import check_force
from companion.text.wording import Wording
from ui.cli.front import command as _command
from ui.cli.text import say

# the tactics of the rules by name; the rules themselves are imported when the command runs
TACTICS = ("objects", "feats", "conditions", "events", "bystanders", "themes", "alternates")

_HELP = """Check a force against a build total: exit 0 when it is legal, 1 when it is not.

FORCE is a force file (tablewright/force@1), or - for standard input; "points" chooses the starting line by its cost.
It may name a theme, objects, feats, alternate team abilities, a battlefield condition and an event dial.

Example, with figures that are shipped:

\b
  echo '{"format": "tablewright/force@1", "figures": [{"figure": "lq001"}, {"figure": "lq005", "count": 2}]}' \\
    | companion check-force - --points 300
"""


@_command("check-force", help=_HELP)
@click.argument("force")
@click.option("--points", type=click.IntRange(1, 99999), required=True, help="The build total, 300 for example.")
@click.option("--edition", type=click.Choice(["core", "newer"]), default="core", help="Both say the same about forces.")
@click.option("--data", metavar="DIR", help="The figures: a folder an import wrote (default: the shipped ones).")
@click.option("--cards", metavar="FILE", help="Feats, objects, conditions … of your own (default: the shipped ones).")
@click.option(
    "--without",
    multiple=True,
    metavar="TACTIC",
    type=click.Choice(TACTICS),
    help=f"A tactic that the format leaves out, any number: {', '.join(TACTICS)}.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(
    force: str, points: int, edition: str, data: str | None, cards: str | None, without: tuple[str, ...], as_json: bool
) -> None:
    brought = parse_force(load_document(force), load_figures(data), load_cards(cards))
    found = check_force(brought, points, without)
    if as_json:
        violations = [{"rule": v.rule, "piece": v.figure, "message": v.message} for v in found.violations]
        print(
            json.dumps(
                {"legal": found.is_legal, "total": found.total, "actions": found.actions, "violations": violations},
                ensure_ascii=False,
            )
        )
    else:
        wording = Wording()
        verdict = say("check_force.legal") if found.is_legal else say("check_force.not_legal")
        actions = say("check_force.actions_a_turn")
        print(f"{verdict}: {found.total} {say('check_force.of')} {points}, {found.actions} {actions}")
        for violation in found.violations:
            key = f"force.{violation.rule}"
            told = wording.say(key, **violation.words) if wording.has(key) else violation.message
            print(f"  {violation.rule}  {violation.figure or say('check_force.force')}: {told}")
        if found.themes:
            print(f"  {say('check_force.themed_team')}: {', '.join(found.themes)}")
    sys.exit(0 if found.is_legal else 1)
