"""``companion check-quest``: can this quest be played, with these dice and monsters."""

from __future__ import annotations

import json

import click

from companion.documents import load_document
from companion.games.heroquest.content.content import load_content
from companion.games.heroquest.quest import parse_quest
from companion.games.heroquest.sample import QUESTS
from ui.cli.front import command as _command
from ui.cli.text import say

_HELP = """Check a quest file (tablewright/quest@1): exit 0 when it can be played, 2 with the place of what is wrong.

Rooms that nobody can reach, two things in one square, doors to nowhere, unknown furniture, traps or monsters, and dice
without faces are named with their place.

Example:

\b
  companion check-quest --json      # without QUEST: the one that is shipped
"""


@_command("check-quest", help=_HELP)
@click.argument("quest", required=False)
@click.option("--content", metavar="DIR", help="Dice, monsters, armoury … of your own, as TOML files (default: ours).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(quest: str | None, content: str | None, as_json: bool) -> int:
    found = parse_quest(load_document(quest or str(QUESTS / "salt-cellars.json")), load_content(content))
    rooms = [place.name for place in found.dungeon.places if place.is_room]
    counts = {
        "doors": len(found.dungeon.doors),
        "furniture": len(found.furniture),
        "traps": len(found.traps),
        "monsters": len(found.monsters),
        "start": len(found.start),
    }
    if as_json:
        print(json.dumps({"name": found.name, "rooms": rooms, **counts, "goal": found.goal.kind}, ensure_ascii=False))
        return 0
    words = {
        "doors": say("check_quest.doors"),
        "furniture": say("check_quest.pieces_of_furniture"),
        "traps": say("check_quest.traps"),
        "monsters": say("check_quest.monsters"),
        "start": say("check_quest.squares_to_start_on"),
    }
    print(
        f"{found.name}: {len(rooms)} {say('check_quest.rooms')}, "
        + ", ".join(f"{number} {words[key]}" for key, number in counts.items())
    )
    return 0
