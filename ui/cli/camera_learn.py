"""``companion camera learn``: tunes a tray's memory on throws that players told; only what is better replaces it."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from companion.text.wording import Wording
from ui.cli import front

_HELP = """Learn the tray under a camera again, from throws that players confirmed or corrected: every night, say.

Throws are kept only after --allow, on this machine alone, 200 at most. Two of three are learnt from, the others are the
test: the new memory replaces the old one only where it reads none of them wrong and asks about fewer. The old one is
kept, and --undo brings it back. The exit status is 1 when nothing was replaced.

\b
Example:
  companion camera learn 0 --file tray.json --allow
  companion camera learn 0 --file tray.json --json || true
  companion camera learn 0 --file tray.json --forget
"""


@front.command("learn", help=_HELP)
@click.argument("source")
@click.option(
    "--file", "file", metavar="FILE", help="Where the tray is kept; default: a file of yours for this camera."
)
@click.option("--allow", "change", flag_value="allow", help="Keep throws from now on.")
@click.option("--forget", "change", flag_value="forget", help="Forget every throw, and keep none from now on.")
@click.option("--undo", "change", flag_value="undo", help="Go back to the memory that was replaced last.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def learn(source: str, file: str | None, change: str | None, as_json: bool) -> int:
    """The exit status: 0 when the memory was replaced, or what was asked for is done; 1 when nothing was replaced."""
    from vision.trays.keeper import camera_name, examples_of, keep, read_kept, tray_path

    wording, camera = Wording(), camera_name(source)
    path = Path(file) if file else tray_path(source)
    before = path.with_suffix(".before.json")
    examples = examples_of(path)
    document: dict[str, object] = {"camera": camera, "allowed": examples.is_allowed}
    if change == "undo":
        is_there = before.exists()
        if is_there:
            memory = read_kept(before, source)
            before.unlink()
            keep(memory, path)
        return _tell(document | {"undone": is_there}, "undone" if is_there else "undo.none", camera, as_json, is_there)
    if change == "allow":
        examples.allow()
        return _tell(document | {"allowed": True}, "allowed", camera, as_json, True)
    if change == "forget":
        count = examples.forget()
        return _tell(document | {"allowed": False, "forgotten": count}, "forgotten", camera, as_json, True, count=count)
    from vision.pictures import read_picture
    from vision.trays.tuning import FEWEST, tune

    throws = examples.read_all()
    document |= {"throws": len(throws), "replaced": False}
    if not examples.is_allowed or len(throws) < FEWEST:
        key = "few" if examples.is_allowed else "not-allowed"
        return _tell(document, key, camera, as_json, False, count=len(throws), fewest=FEWEST)
    known = read_kept(path, source) if path.exists() else None
    tuning = tune(camera, known, throws, lambda example: read_picture(example.picture))
    if tuning.is_better and tuning.memory is not None:
        if known is not None:
            keep(known, before)
        keep(tuning.memory, path)
    figures = {name: asdict(getattr(tuning, name)) for name in ("alone", "before", "after")}
    document |= {"learnt": tuning.learnt, "kept": tuning.kept, **figures, "replaced": tuning.is_better}
    if as_json:
        click.echo(json.dumps(document))
        return 0 if tuning.is_better else 1
    click.echo(wording.say("camera.learn.head", camera=camera, learnt=tuning.learnt, kept=tuning.kept))
    for name, judged in figures.items():
        click.echo(wording.say(f"camera.learn.{name}", **judged))
    click.echo(wording.say("camera.learn.replaced" if tuning.is_better else "camera.learn.stays"))
    return 0 if tuning.is_better else 1


def _tell(document: dict[str, object], key: str, camera: str, as_json: bool, is_done: bool, **figures: int) -> int:
    words = Wording().say(f"camera.learn.{key}", camera=camera, **figures)
    click.echo(json.dumps(document) if as_json else words)
    return 0 if is_done else 1
