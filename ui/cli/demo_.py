"""``companion demo``: a short real game on the virtual table, with its record, its pictures and a report."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path

import click

from ui.cli.front import command as make_command
from ui.cli.front import example
from ui.cli.text import say

SYSTEMS = ("heroclix", "heroquest", "guardians", "gotham")  # each is a script of ``ui.cli.demo``


@make_command("demo", epilog=example("companion demo --headless --out demo-out"))
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), default=Path("demo-out"), show_default=True)
@click.option("--headless", is_flag=True, help="Only play and write; do not open the report in a browser.")
@click.option(
    "--fail",
    type=click.Choice(["camera", "tower", "network"]),
    help="Let this die in the middle; a network comes back.",
)
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
    type=click.Choice(["serial", "mqtt", "radio", "radio-mqtt"]),
    default="serial",
    show_default=True,
    help="How tower (and mat, by radio) reach the table; mqtt needs mosquitto.",
)
@click.option(
    "--system",
    type=click.Choice(SYSTEMS),
    default="heroclix",
    show_default=True,
)
@click.option("--quest", metavar="FILE", help="With heroquest: a quest of your own (default: the shipped one).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document at the end.")
def command(
    out: Path,
    headless: bool,
    fail: str | None,
    seed: int,
    rounds: int,
    edition: str,
    link: str,
    system: str,
    quest: str | None,
    as_json: bool,
) -> int:
    """Play a short real game: camera pictures through the vision, dice through the tower's firmware."""
    from ui.cli.demo.director import play_demo
    from ui.cli.demo.script import Options

    options = Options(seed, rounds, edition, quest, fail, link)
    script = import_module(f"ui.cli.demo.{system}").SCRIPT(options)
    told = play_demo(script, out, options, print if sys.stdout.isatty() and not as_json else None)
    if as_json:
        print(json.dumps(told))
    else:
        print(script.sentence(told))
        for device in told["left_out"]:
            print(say("demo.left_out_the", device=device))
        for device in told["died"]:
            print(say("demo.the_died_on_the", device=device))
        print(f"record {told['record']}\nreport {told['report']}")
    if not headless:
        click.launch(told["report"])
    return 0
