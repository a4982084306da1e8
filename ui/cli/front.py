"""The door itself: finds commands, adds ``--lang``, and turns every refusal of input into one line and exit 2.

0  the answer is yes, or the work is done
1  the answer is no
2  bad input or usage, one line on standard error
"""

from __future__ import annotations

import atexit
import importlib
import json
import os
import sys
import threading
from collections.abc import Callable
from typing import Any, NoReturn

import click

from companion.errors import InputError, TablewrightError, unusable
from ui.cli.console import ReaderLeft, use_console

# name -> (module, one line for the list). Each module offers a click command called ``command``.
COMMANDS: dict[str, tuple[str, str]] = {
    "areas": ("ui.cli.areas", "Answer a line of sight on a map of zones and spaces."),
    "bench": ("ui.cli.bench", "Measure every performance claim against its peer or limit."),
    "broker": ("ui.cli.broker", "Start the message broker of a table."),
    "camera": ("ui.cli.camera", "Set a camera up, watch what it sees, measure its lens."),
    "campaign": ("ui.cli.campaign", "Keep a campaign of Guardians' Chronicles between evenings."),
    "case": ("ui.cli.case", "Run casebook files: worked examples played by the real rules."),
    "check-force": ("ui.cli.check_force", "Check a force against a build total."),
    "check-quest": ("ui.cli.check_quest", "Check a quest and the dice, monsters … it is played with."),
    "check-scenario": ("ui.cli.check_scenario", "Check scenarios of games with zones, cards and sheets."),
    "coverage": ("ui.cli.coverage", "List every rule: what is done about it, and which tests hold it."),
    "demo": ("ui.cli.demo_", "Play a short real game on the virtual table."),
    "device": ("ui.cli.device", "Run or talk to table devices, virtual ones included."),
    "devices": ("ui.cli.devices", "List, pair, name and test the devices that are plugged in."),
    "dice": ("ui.cli.dice", "Read the dice on photographs."),
    "enrol-dice": ("ui.cli.enrol_dice", "Learn the faces of dice with symbols."),
    "enrol-screen": ("ui.cli.enrol_screen", "Learn the boxes of a player's screen of cubes."),
    "venue": ("ui.cli.venue", "Open an event's pages: organiser, judges, players, the big screen."),
    "event": ("ui.cli.event", "Run an event: players, Swiss rounds, results, standings."),
    "find-figure": ("ui.cli.find_figure", "Find figures by words, points and powers."),
    "host": ("ui.cli.host", "Serve everybody's own screen of a game, without a window."),
    "import": ("ui.cli.import_", "Import figures and maps from the formats players exchange."),
    "look": ("ui.cli.look", "Read the figures on photographs of the table."),
    "play": ("ui.cli.play", "Open the table screen in a window."),
    "print-markers": ("ui.cli.print_markers", "Print corner markers and base tags to scale."),
    "project": ("ui.cli.project", "Serve a game and light its board with a projector above the table."),
    "reach": ("ui.cli.reach", "Show every square a piece may move to."),
    "rescue": ("ui.cli.rescue", "Save what is whole of a damaged store, record or event."),
    "replay": ("ui.cli.replay", "Replay a game record and check its seals."),
    "rule": ("ui.cli.rule", "Find a rule by what one would ask, and read it in plain words."),
    "season": ("ui.cli.season", "Count a season: points by place over many events."),
    "show": ("ui.cli.show", "Show a figure's dial."),
    "sight": ("ui.cli.sight", "Answer a line of sight: clear, hindered or blocked."),
}

# a library -> the extra that brings it, and whose part it is
EXTRAS = {
    "cv2": ("camera", "the camera's"),
    "fpdf": ("camera", "the camera's"),
    "numpy": ("camera", "the camera's"),
    "kivy": ("tablet", "the tablet's"),
    "rustworkx": ("venue", "the venue's"),
    "ifaddr": ("pages", "the pages'"),
    "segno": ("pages", "the pages'"),
    "starlette": ("pages", "the pages'"),
    "uvicorn": ("pages", "the pages'"),
    "paho": ("hardware", "the devices'"),
    "serial": ("hardware", "the devices'"),
}

# what the camera and the tablet need besides their wheels; a desktop has them, a bare Debian has not
SYSTEM_LIBRARIES = "libegl1 libgl1 libglib2.0-0 libmtdev1 libxcb1"


class _Door(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:  # click would begin a line of its own
            raise click.Abort from None

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        found: click.Command = importlib.import_module(COMMANDS[cmd_name][0]).command
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):  # from the table: listing must not import every command
            formatter.write_dl([(name, COMMANDS[name][1]) for name in self.list_commands(ctx)])


@click.group(cls=_Door, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tablewright")
def door() -> None:
    """A companion for real miniatures games on a real table."""


def command(
    name: str, within: click.Group | None = None, **settings: Any
) -> Callable[[Callable[..., Any]], click.Command]:
    """A decorator like ``click.command`` that also gives the command ``--lang``, and puts it into a group."""

    def wrap(function: Callable[..., Any]) -> click.Command:
        lang: Callable[[Callable[..., Any]], Callable[..., Any]] = click.option(
            "--lang",
            type=click.Choice(["en", "fr"]),
            expose_value=False,
            callback=set_lang,
            is_eager=True,
            help="Language of the text (default: the locale, then English). JSON is never translated.",
        )
        settings.setdefault("context_settings", {"help_option_names": ["-h", "--help"]})
        make: Any = click.command(name, **settings)
        made: click.Command = make(lang(function))
        if within is not None:
            within.add_command(made)
        return made

    return wrap


def group(name: str, **settings: Any) -> Callable[[Callable[[], None]], click.Group]:
    """A decorator for a command that has commands of its own, each with ``--lang``."""
    settings.setdefault("context_settings", {"help_option_names": ["-h", "--help"]})
    return click.group(name, **settings)


def example(*lines: str, needs: str = "") -> str:
    """An example for the end of a help; ``needs``: what it does not work without (a device, a camera, a window)."""
    return "\n".join([f"Example, {needs}:" if needs else "Example:", "", "\b", *(f"  {line}" for line in lines)])


def set_lang(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    """Tell all text in that language from now on."""
    if value:
        os.environ["TABLEWRIGHT_LANG"] = value


def main() -> NoReturn:
    """Run the command line and exit with 0, 1 or 2."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy's matrices are small here; more threads only spin
    is_own = use_console()
    try:
        try:
            status = _run()
        finally:
            sys.stdout.flush()
    except ReaderLeft:
        status = 0
    except TablewrightError as wrong:  # the output cannot be written
        status = _refused(wrong)
    if is_own and any(thread.daemon for thread in threading.enumerate()):
        _leave(status)
    sys.exit(status)


def _leave(status: int) -> NoReturn:
    """End the process although a camera's thread is in the middle of a look: torn from its interpreter, it aborts."""
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(status)


def _run() -> int:
    """Return the exit status of the command; every refusal becomes one line on standard error, and 2."""
    try:
        status: object = door.main(prog_name="companion", standalone_mode=False)
        return status if isinstance(status, int) else 0
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.UsageError as wrong:
        path = wrong.ctx.command_path if wrong.ctx else "companion"
        return _mistyped(path, wrong.format_message())
    except click.ClickException as wrong:
        return _mistyped("", wrong.format_message())
    except TablewrightError as wrong:
        return _refused(wrong)
    except ModuleNotFoundError as missing:
        extra, whose = EXTRAS.get(str(missing.name).split(".")[0], ("", ""))
        if not extra:
            raise
        return _told(f"{whose} parts are not installed: {_installs(extra)}")
    except ImportError as missing:
        if ".so" not in str(missing):
            raise
        return _told(f"{missing}; on Debian: apt-get install {SYSTEM_LIBRARIES}")
    except (click.Abort, KeyboardInterrupt):
        return _mistyped("", "stopped")
    except UnicodeError as wrong:  # of a word of the command line, or of standard input
        return _refused(InputError("what was typed", "", str(wrong), "whole letters"))
    except OSError as wrong:
        if wrong.errno is None:
            raise
        return _refused(unusable(wrong))


def _installs(extra: str) -> str:
    """The command that brings these parts: of this installation, from where it was installed."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        kept = distribution("tablewright").read_text("direct_url.json")
    except PackageNotFoundError:
        kept = None
    place = f" @ {json.loads(kept)['url']}" if kept else ""
    return f"{sys.executable} -m pip install 'tablewright[{extra}]{place}'"


def _mistyped(command: str, line: str) -> int:
    """Say in the reader's language what is wrong with the words that were typed, and whose help says more."""
    from companion.text.faults import typed_words
    from companion.text.wording import Wording

    wording = Wording()
    said = typed_words(line, wording)
    return _told(f"{command}: {said} {wording.say('typed.see', command=command)}" if command else said)


def _refused(wrong: TablewrightError) -> int:
    """Say a refusal in the reader's language."""
    from companion.text.faults import fault_words
    from companion.text.wording import Wording

    return _told(fault_words(wrong, Wording()))


def _told(line: str) -> int:
    print(" ".join(line.split()), file=sys.stderr)
    return 2
