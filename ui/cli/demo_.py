"""``companion demo``: a short real game on the virtual table, with its record, its pictures and a report."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ui.cli.front import command as make_command
from ui.cli.text import say

if TYPE_CHECKING:
    from ui.cli.demo.diary import Diary


@make_command("demo", epilog="Example: companion demo --headless --out demo-out")
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
    type=click.Choice(["heroclix", "heroquest", "guardians", "gotham"]),
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
    loud = sys.stdout.isatty() and not as_json
    told, words = DEMOS[system](
        out,
        seed=seed,
        fail=fail,
        link=link,
        tell=print if loud else lambda words: None,
        rounds=rounds,
        edition=edition,
        quest=quest,
    )
    if as_json:
        print(json.dumps(told))
    else:
        print(words)
        for device in told["left_out"]:
            print(say("demo.left_out_the", device=device))
        for device in told["died"]:
            print(say("demo.the_died_on_the", device=device))
        print(f"record {told['record']}\nreport {told['report']}")
    if not headless:
        click.launch(told["report"])
    return 0


def _clix(
    out: Path, *, rounds: int, edition: str, quest: str | None, fail: str | None, link: str, **settings: Any
) -> tuple[dict[str, Any], str]:
    """What is told of the game, and the same in a sentence."""
    from ui.cli.demo.director import play_demo
    from ui.cli.demo.report import write_report

    if quest:
        raise click.UsageError("--quest belongs to --system heroquest")
    if fail == "network" and not link.startswith("radio"):
        raise click.UsageError("nothing here goes over a network: --link radio, or radio-mqtt")
    played = play_demo(out, rounds=rounds, edition=edition, fail=fail, link=link, **settings)
    report, state, diary = write_report(out, played), played.session.state, played.diary
    winners = list(state.flow.outcome.winners) if state.flow.outcome else []
    told = {
        "record": str(played.record),
        "report": str(report),
        "rounds": state.flow.round,
        "read": diary.read,
        **_noted(diary),
        "winners": winners,
        "scores": dict(state.scores),
    }
    return told, say(
        "demo.rounds_the_camera_read",
        round=state.flow.round,
        read=diary.read,
        rolled=diary.rolled,
        asked=diary.asked,
        corrected=diary.corrected,
    )


def _quest(out: Path, *, quest: str | None, fail: str | None, **settings: Any) -> tuple[dict[str, Any], str]:
    """The same of the first round of a quest."""
    from ui.cli.demo.quest import play_quest

    if fail in ("camera", "network"):
        raise click.UsageError("no camera looks at the dungeon of this demonstration: --fail tower")
    del settings["rounds"], settings["edition"]
    played = play_quest(out, quest=quest, fail=fail, **settings)
    diary = played.diary
    told = {
        "record": str(played.record),
        "report": str(played.report),
        "heroes": str(played.heroes),
        "turns": played.turns,
        **_noted(diary),
    }
    return told, say(
        "demo.turns_of_heroes_the",
        turns=played.turns,
        rolled=diary.rolled,
        asked=diary.asked,
        corrected=diary.corrected,
        heroes=played.heroes,
    )


def _check(quest: str | None, fail: str | None) -> None:
    """Refuse what belongs to another game's demonstration."""
    if quest:
        raise click.UsageError("--quest belongs to --system heroquest")
    if fail in ("camera", "network"):
        raise click.UsageError("no camera looks at the board of this demonstration: --fail tower")


def _noted(diary: Diary) -> dict[str, object]:
    """What the sensors did, as every demonstration tells it."""
    return {name: getattr(diary, name) for name in ("rolled", "asked", "corrected", "died", "left_out")}


def _clash(
    out: Path,
    *,
    seed: int,
    quest: str | None,
    fail: str | None,
    link: str,
    tell: Callable[[str], None],
    **others: object,
) -> tuple[dict[str, object], str]:
    """The same of an evening of two sides, with both front pages."""
    from ui.cli.demo.clash import play_clash

    _check(quest, fail)
    played = play_clash(out, seed=seed, fail=fail, link=link, tell=tell)
    outcome = played.session.state.flow.outcome
    told = {
        "record": str(played.record),
        "report": str(played.report),
        "sides": [str(folder) for folder in played.sides],
        "front_pages": [str(path) for path in played.papers],
        "turns": played.turns,
        "read": played.diary.read,
        "winners": list(outcome.winners) if outcome else [],
        "scores": dict(outcome.scores) if outcome else {},
        **_noted(played.diary),
    }
    papers = ", ".join(str(path) for path in played.papers)
    return told, say("demo.clash_played", turns=played.turns, papers=papers, rolled=played.diary.rolled)


def _mission(
    out: Path,
    *,
    seed: int,
    quest: str | None,
    fail: str | None,
    link: str,
    tell: Callable[[str], None],
    **others: object,
) -> tuple[dict[str, object], str]:
    """The same of the first round of a mission."""
    from ui.cli.demo.mission import play_mission

    _check(quest, fail)
    played = play_mission(out, seed=seed, fail=fail, link=link, tell=tell)
    diary = played.diary
    told: dict[str, object] = {
        "record": str(played.record),
        "report": str(played.report),
        "skills": list(played.skills),
        "tiles": played.tiles,
        "read": diary.read,
        **_noted(diary),
    }
    return told, say(
        "demo.a_heroes_turn_and",
        tiles=played.tiles,
        skills=len(played.skills),
        rolled=diary.rolled,
        asked=diary.asked,
        corrected=diary.corrected,
    )


DEMOS: dict[str, Callable[..., tuple[dict[str, Any], str]]] = {
    "heroclix": _clix,
    "heroquest": _quest,
    "guardians": _clash,
    "gotham": _mission,
}
