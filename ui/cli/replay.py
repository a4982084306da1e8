"""``companion replay``: a record played again, its final state, its digest, its seals.

Pictures that are kept beside a record: found, and deleted when the players wish. The record does not need them.

evening/game.record            sealed lines, no pictures inside
evening/pictures/012-table.jpg what the camera saw: ours by its name
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import click

from companion.core.rewatched import Rewatched
from companion.errors import BrokenSeal, InputError
from companion.storage.witness import Witness
from companion.text.wording import Wording
from ui.cli.front import command as make_command
from ui.cli.front import example
from ui.cli.records import Game, Heard, open_any, summary_of
from ui.cli.text import say
from ui.library import Library


@make_command(
    "replay",
    epilog=example("companion demo --headless --out demo-out", "companion replay demo-out/game.record --verify"),
)
@click.argument("record", type=click.Path(path_type=Path))
@click.option("--verify", is_flag=True, help="Check the seal of every line; exit 1 and the first bad line if altered.")
@click.option("--forget-pictures", "forget", is_flag=True, help="Delete the pictures kept beside it; the record stays.")
@click.option("--theatre", metavar="OUT.html", help="Write a page that plays the game by itself: one file, no server.")
@click.option("--side", help="Whose eyes the page has, in games with secrets. Default: what onlookers saw.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(record: Path, verify: bool, forget: bool, theatre: str | None, side: str | None, as_json: bool) -> int:
    """Replay a game record and print where it ends."""
    try:
        game = open_any(record)
    except BrokenSeal as broken:
        if not verify:
            raise
        if as_json:
            print(json.dumps({"record": str(record), "verified": False, "line": broken.line, "why": broken.why}))
        else:
            print(str(broken), file=sys.stderr)
        return 1
    summary = summary_of(game)
    ends = {"end_known": bool(Witness(record).known())}
    if theatre:
        from ui.cli.theatre import write_theatre

        write_theatre(record, Path(theatre), side, find_pictures(record))
    if forget:  # only beside what is a whole record: a wrong path deletes nothing
        count, size = forget_pictures(record)
        summary |= {"pictures_deleted": count, "bytes_deleted": size}
    if as_json:
        print(json.dumps({"record": str(record), **({"verified": True, **ends} if verify else {}), **summary}))
        return 0

    wording = Wording(names=names_of(game))
    wording.players = players_beside(record)
    if forget:
        print(wording.say("pictures.deleted", count=count, size=f"{size / 1e6:.1f}", folder=record.parent / "pictures"))
    if verify:
        print(wording.say("cli.replay.verified", record=record, count=summary["events"]))
        if not ends["end_known"]:
            print(say("replay.no_end", head=Witness(record).path))
    if summary.get("winners") is not None:
        print(wording.winners(summary["winners"], summary.get("rule", "")))
    elif "winners" in summary:
        print(wording.say("replay.unfinished"))
    for seat, points in summary.get("scores", {}).items():
        print(wording.pair(wording.word("seat", seat), points))
        for line in summary.get("sheet", ()):
            if line["seat"] == seat:
                print(f"  {line['points']:>4}  {wording.names.get(line['for'], line['for'])}  [{line['rule']}]")
    print(f"digest {summary['digest']}" if "digest" in summary else wording.say("replay.heard"))
    return 0


def names_of(game: Game | Heard) -> dict[str, str]:
    """Return the names of everything that onlookers know of, as the table's screen has them."""
    if isinstance(game, Heard):
        return {}
    from ui.presenters.adapter import ONLOOKERS
    from ui.presenters.games import game_of

    setup: Any = game.records[0].event
    session = Rewatched(game.system, game.records, tuple(setup.seats))
    while session.step() is not None:
        pass
    return dict(game_of(game.system.id).adapter(session).names(ONLOOKERS, Wording().lang))


def players_beside(record: Path) -> dict[str, str]:
    """Return the players' names, as the table keeps them beside its store."""
    return Library().players(record)


_OURS = re.compile(r"\d{3,}-[a-z0-9-]+\.(jpg|png)")  # a player's own photographs have other names, and stay


def find_pictures(record: Path) -> list[Path]:
    """The pictures that belong to a record, in the order of their names; links are none of ours."""
    folder = record.parent / "pictures"
    if not folder.is_dir() or folder.is_symlink():
        return []
    return sorted(
        one for one in folder.iterdir() if _OURS.fullmatch(one.name) and one.is_file() and not one.is_symlink()
    )


def forget_pictures(record: Path) -> tuple[int, int]:
    """Delete the record's pictures; return their number and bytes. Raises ``InputError``
    for one that cannot be deleted.
    """
    count = size = 0
    for path in find_pictures(record):
        try:
            held = path.stat().st_size
            path.unlink()
        except OSError as wrong:
            raise InputError(str(path), "", wrong.strerror or "a fault", "a picture that can be deleted") from wrong
        count, size = count + 1, size + held
    return count, size
