"""``companion demo``: a short real game on the virtual table, with its record, its pictures and a report."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from companion.cli.front import command as make_command

__all__ = ["command"]


def _quest(out: Path, **settings: Any) -> int:
    from companion.cli.demo.quest import play_quest

    return play_quest(out, **settings)


OTHERS: dict[str, Callable[..., int]] = {"heroquest": _quest}  # games whose demonstration is told without a camera


@make_command("demo", epilog="Example: companion demo --headless --out demo-out")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), default=Path("demo-out"), show_default=True)
@click.option("--headless", is_flag=True, help="Only play and write; do not open the report in a browser.")
@click.option("--fail", type=click.Choice(["camera", "tower"]), help="Let this device die in the middle of the game.")
@click.option("--seed", default=22, show_default=True, help="Another seed, another game.")
@click.option("--rounds", default=5, show_default=True, type=click.IntRange(1, 30), help="The game's limit.")
@click.option(
    "--edition",
    type=click.Choice(["core", "newer", "core-2011", "newer-2013"]),
    default="core",
    show_default=True,
    help="The rules.",
)
@click.option(
    "--link",
    type=click.Choice(["serial", "mqtt"]),
    default="serial",
    show_default=True,
    help="How the tower reaches the table; mqtt needs mosquitto.",
)
@click.option("--system", type=click.Choice(["heroclix", "heroquest"]), default="heroclix", show_default=True)
@click.option("--quest", metavar="FILE", help="With heroquest: a quest of your own (default: the shipped one).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document at the end.")
def command(
    out: Path, headless: bool, fail: str | None, seed: int, rounds: int, edition: str, link: str, system: str,
    quest: str | None, as_json: bool,
) -> int:  # fmt: skip
    """Play a short real game: camera pictures through the vision, dice through the tower's firmware."""
    import json
    import sys

    if system in OTHERS:
        return OTHERS[system](out, seed=seed, quest=quest, as_json=as_json, headless=headless)
    from companion.cli.demo.report import write_report
    from companion.cli.demo.show import play_demo

    loud = sys.stdout.isatty() and not as_json
    played = play_demo(out, seed=seed, rounds=rounds, fail=fail, edition=edition, link=link,
                       tell=print if loud else lambda words: None)  # fmt: skip
    report = write_report(out, played)
    diary, outcome = played.diary, played.session.state.flow.outcome
    if as_json:
        print(json.dumps({
            "record": str(played.record), "report": str(report), "rounds": played.session.state.flow.round,
            "read": diary.read, "rolled": diary.rolled, "asked": diary.asked, "corrected": diary.corrected,
            "died": diary.died,
            "winners": list(outcome.winners) if outcome else [], "scores": dict(played.session.state.scores),
        }))  # fmt: skip
    else:
        print(f"{played.session.state.flow.round} rounds; the camera read {diary.read} moves and {diary.rolled} rolls; "
              f"a person was asked {diary.asked} times, readings put right: {diary.corrected}")  # fmt: skip
        for device in diary.died:
            print(f"the {device} died on the way: the game went on by asking")
        print(f"record {played.record}\nreport {report}")
    if not headless:
        click.launch(str(report))
    return 0
