"""``companion check-force``: is this force legal under that build total."""

from __future__ import annotations

import json
import sys

import click

from companion.documents import Node, load_document, name_of, read_bytes
from companion.games.heroclix.forces.cards import Cards, load_cards
from companion.games.heroclix.forces.files import parse_force
from companion.games.heroclix.forces.rules import check_force
from companion.interchange.entries import decoded
from companion.interchange.figure_library import FigureLibrary
from companion.interchange.force_list import ForceList
from companion.interchange.force_texts import force_in, read_force_text
from companion.text.wording import Wording
from ui.cli.front import command as _command
from ui.cli.text import say

# the tactics of the rules by name; the rules themselves are imported when the command runs
TACTICS = ("objects", "feats", "conditions", "events", "bystanders", "themes", "alternates")

_HELP = """Check a force against a build total: exit 0 when it is legal, 1 when it is not.

FORCE is a force file (tablewright/force@1), a team as HCUnits gives it, or a list as players write it; - for standard
input. What is not understood of a list is told with its line, and the rest is checked: exit 1, or 2 when it is nothing.

\b
  # Night watch
  2x lq005 Harbour Watch 40
  Breakwater (65)
  Objects: light
  Total: 145

Example, with figures that are shipped:

\b
  printf '2x lq005 Harbour Watch 40\\nBreakwater (65)\\n' | companion check-force - --points 300
"""


@_command("check-force", help=_HELP)
@click.argument("force")
@click.option("--points", type=click.IntRange(1, 99999), default=300, help="The build total (default: 300).")
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
    figures, wording = FigureLibrary(data), Wording()
    found = _read(force, figures, load_cards(cards))
    brought = parse_force(Node(name_of(force), "", found.document), figures, load_cards(cards))
    check = check_force(brought, points, without)
    is_legal = check.is_legal and not found.unclear
    if as_json:
        violations = [{"rule": v.rule, "piece": v.figure, "message": v.message} for v in check.violations]
        listed = [
            {"figure": member.figure.id, "points": member.cost, "count": member.count, "line": line}
            for member, line in zip(brought.members, _lines(found, len(brought.members)), strict=True)
        ]
        english = Wording("en")
        problems = [
            {
                "line": one.line,
                "message": english.say(one.why, **{**one.told, "words": one.words}),
                "choices": list(one.figures),
            }
            for one in found.unclear
        ]
        document = {"legal": is_legal, "total": check.total, "actions": check.actions, "violations": violations}
        taken = [
            {"figure": member.figure.id, "points": member.cost, "others": list(member.other_costs), "line": line}
            for member, line in zip(brought.members, _lines(found, len(brought.members)), strict=True)
            if member.other_costs
        ]
        document |= {"figures": listed, "problems": problems, **({"taken": taken} if taken else {})}
        print(json.dumps(document, ensure_ascii=False))
    else:
        verdict = say("check_force.legal") if is_legal else say("check_force.not_legal")
        actions = say("check_force.actions_a_turn")
        print(f"{verdict}: {check.total} {say('check_force.of')} {points}, {check.actions} {actions}")
        _print_list(found, wording)
        for member in brought.members:
            if member.other_costs:
                costs = ", ".join(map(str, member.other_costs))
                told = wording.say("list.taken", figure=member.figure.name, points=member.cost, others=costs)
                print(f"  {told}")
        for violation in check.violations:
            key = f"force.{violation.rule}"
            told = wording.say(key, **violation.words) if wording.has(key) else violation.message
            print(f"  {violation.rule}  {violation.figure or say('check_force.force')}: {told}")
        if check.themes:
            print(f"  {say('check_force.themed_team')}: {', '.join(check.themes)}")
    sys.exit(0 if is_legal else 1)


def _read(path: str, figures: FigureLibrary, cards: Cards) -> ForceList:
    """The force in the file, of whatever kind."""
    if path.endswith((".toml", ".json")):
        return force_in(load_document(path), figures.roster)
    return read_force_text(decoded(read_bytes(path), name_of(path)), figures.roster, name_of(path), cards)


def _lines(found: ForceList, count: int) -> list[int | None]:
    return [one.line for one in found.figures] if found.given is None else [None] * count


def _print_list(found: ForceList, wording: Wording) -> None:
    """Print what was read of a list, and what was not, line by line."""
    if found.given is not None:
        return
    if found.name:
        print(f"  {found.name}")
    for one in found.figures:
        count = f"{one.count}x " if one.count > 1 else ""
        print(f"  {wording.say('list.line', line=one.line)}: {count}{one.figure.id} {one.figure.name} {one.cost}")
    for asked in found.unclear:
        told = wording.say(asked.why, **{**asked.told, "words": asked.words})
        print(f"  {wording.pair(wording.say('list.line', line=asked.line), told)}")
        for choice in asked.figures[:12]:
            print(f"    {choice}")
