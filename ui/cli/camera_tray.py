"""``companion camera tray``: what is remembered of the dice tray under a camera; learnt from pictures, or forgotten."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.text.wording import Wording
from ui.cli import front

if TYPE_CHECKING:
    from vision.trays.memory import Look, TrayMemory

_HELP = """Show what is remembered of the dice tray under a camera: pixels, slant, dice in use, the tray without dice.

It is learnt from the throws of an evening by itself, and kept on this machine alone. What it remembers lets a reading
stand that would be asked about; a die it never hides. The exit status is 1 when nothing is remembered.

\b
Example:
  python -m vision.virtual dice 5 2 roll.png
  companion camera tray 0 --file tray.json --learn roll.png --expect 2
  companion dice roll.png --tray tray.json
  companion camera tray 0 --file tray.json --forget
"""


@front.command("tray", help=_HELP)
@click.argument("source")
@click.option("--file", "file", metavar="FILE", help="Where it is kept; default: a file of yours for this camera.")
@click.option("--learn", "pictures", multiple=True, metavar="PICTURE", help="Learn from a throw; may be given again.")
@click.option("--expect", type=click.IntRange(min=1), help="How many dice lie on each picture to learn from.")
@click.option("--empty", metavar="PICTURE", help="Learn the tray without dice: none may lie there.")
@click.option("--picture", metavar="OUT.png", help="Where to draw the tray without dice, and its outline.")
@click.option("--forget", is_flag=True, help="Forget all of it.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def tray(
    source: str,
    file: str | None,
    pictures: tuple[str, ...],
    expect: int | None,
    empty: str | None,
    picture: str | None,
    forget: bool,
    as_json: bool,
) -> int:
    """The exit status: 0 when a tray is remembered or was forgotten, 1 when none is."""
    from vision.trays.keeper import camera_name, keep, read_kept, tray_path

    wording, camera = Wording(), camera_name(source)
    path = Path(file) if file else tray_path(source)
    nothing, is_lesson = json.dumps({"camera": camera, "known": False}), bool(pictures or empty)
    if forget:
        path.unlink(missing_ok=True)
        click.echo(nothing if as_json else wording.say("camera.tray.forgotten", camera=camera))
        return 0
    memory = read_kept(path, source) if path.exists() or (file and not is_lesson) else None
    if is_lesson:
        memory = _learnt(memory, camera, pictures, empty, expect, wording)
        if memory is not None:
            keep(memory, path)
    if memory is None:
        click.echo(
            json.dumps({"camera": camera, "known": False})
            if as_json
            else wording.say("camera.tray.none", camera=camera)
        )
        return 1
    if picture:
        from vision.pictures import write_picture
        from vision.trays.drawing import draw_tray

        write_picture(Path(picture), draw_tray(memory))
    if as_json:
        click.echo(json.dumps(_document(memory, path)))
    else:
        click.echo("\n".join(_lines(memory, path, wording)))
    return 0


def _learnt(
    memory: TrayMemory | None,
    camera: str,
    pictures: tuple[str, ...],
    empty: str | None,
    expect: int | None,
    wording: Wording,
) -> TrayMemory | None:
    from vision.pictures import open_photo
    from vision.trays.learning import TrayLearner
    from vision.trays.memory import check_fits

    learner = TrayLearner(camera, memory)
    for name in [*([empty] if empty else []), *pictures]:
        shown = open_photo(name).picture
        if learner.memory is not None:
            check_fits(learner.memory, name, (shown.shape[1], shown.shape[0]))
        if name == empty:
            learner.learn_empty(shown)
            continue
        reading = learner.read(shown, expect)
        if not reading.fits:
            click.echo(wording.say("camera.tray.left", picture=name), err=True)
        else:
            learner.learn(shown, reading, expect)
    return learner.memory


def _document(memory: TrayMemory, path: Path) -> dict[str, object]:
    document: dict[str, object] = {
        "camera": memory.camera,
        "known": True,
        "file": str(path),
        "picture_px": list(memory.picture_px),
        "throws": memory.throws,
        "pixel_shape": round(memory.pixel_shape, 3),
        "looks": [{"known": round(float(1 - look.unknown.mean()), 3), "level": _level(look)} for look in memory.looks],
        "outline_px": [[round(x, 1), round(y, 1)] for x, y in memory.outline_px],
        "slant": None,
        "dice": None,
    }
    if memory.slant is not None:
        slant = memory.slant
        degrees = {"middle_deg": _degrees(math.hypot(*slant.middle)), "left_deg": _degrees(slant.left)}
        document["slant"] = {**degrees, "growth": round(slant.growth, 3), "dice": slant.dice}
    if memory.dice is not None:
        sides = {"side_px": round(memory.dice.side_px, 1), "spread": round(memory.dice.spread, 3)}
        document["dice"] = {**sides, "colour": list(memory.dice.colour), "count": memory.dice.count}
    return document


def _lines(memory: TrayMemory, path: Path, wording: Wording) -> list[str]:
    wide, high = memory.picture_px
    names = {"camera": memory.camera, "file": str(path), "throws": memory.throws}
    lines = [wording.say("camera.tray.head", wide=wide, high=high, **names)]
    lines.append(wording.say("camera.tray.pixels", shape=f"{memory.pixel_shape:.2f}"))
    if (slant := memory.slant) is None:
        lines.append(wording.say("camera.tray.slant.none"))
    else:
        middle = math.hypot(*slant.middle)
        degrees = {"middle": _degrees(middle), "rim": _degrees(middle + 0.5 * slant.growth)}
        lines.append(wording.say("camera.tray.slant", left=_degrees(slant.left), dice=slant.dice, **degrees))
    if (dice := memory.dice) is None:
        lines.append(wording.say("camera.tray.dice.none"))
    else:
        blue, green, red = dice.colour
        words = {"side": round(dice.side_px), "spread": round(100 * dice.spread)}
        lines.append(wording.say("camera.tray.dice", colour=f"#{red:02x}{green:02x}{blue:02x}", **words))
    if memory.looks:
        look = memory.looks[0]
        share = round(100 * float(1 - look.unknown.mean()))
        lines.append(wording.say("camera.tray.ground", share=share, looks=len(memory.looks), level=_level(look)))
    else:
        lines.append(wording.say("camera.tray.ground.none"))
    return lines


def _level(look: Look) -> int:
    return round(float(look.picture.mean()))


def _degrees(sine: float) -> int:
    return round(math.degrees(math.asin(min(sine, 1.0))))
