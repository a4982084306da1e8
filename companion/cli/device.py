"""``companion device``: run a virtual tower, talk to a tower, start a broker.

    virtual   the shipped firmware without a board; typed orders throw dice and break cables
    watch     what a tower says, as lines or JSON; typed wishes arm it and light it
    broker    a mosquitto with names and rights for a few nodes
"""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Callable
from pathlib import Path

import click

from companion.cli import front
from companion.errors import InputError

__all__ = ["command"]


@click.group("device", context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """Run or talk to table devices, virtual ones included.

    \b
    Example, in two terminals:
      companion device virtual                   prints a port and waits for orders
      companion device watch PORT --arm 2        then type "roll 2" in the first
    """


def virtual(folder: Path | None) -> None:
    """Run the dice tower's firmware without a board.

    Prints the port to open, then obeys one order per line until the end of input: roll N, stuck N, free, knock, and
    the faults pull, plug, drop_connection MS, go_awol MS, come_back, corrupt PERCENT, dup PERCENT, late MS, power_cut,
    power_on.

    \b
    Example:
      companion device virtual
      roll 2
    """
    from firmware_bridge.virtual import VirtualTower

    with VirtualTower(folder) as tower:
        click.echo(tower.port)
        _type(tower.order)


def watch(port: str, as_json: bool, arm: int | None, seconds: float | None, spool: Path | None) -> None:
    """Print what the tower on PORT says; obey typed wishes (arm 2, show hit, tower).

    \b
    Example:
      companion device watch /dev/ttyUSB0 --arm 2 --seconds 10
    """
    from firmware_bridge.adapter import SerialTower
    from firmware_bridge.console import format_json, format_line, obey

    if not Path(port).exists():
        raise InputError(port, "", "no such port", "a serial port, as `companion device virtual` prints one")
    until_s = time.monotonic() + seconds if seconds is not None else float("inf")
    with SerialTower(port, spool or ":memory:") as tower:
        if arm is not None:
            tower.arm(arm)

        def turn(line: str | None) -> bool:
            if line is not None:
                answer = obey(tower, line)
                if answer:
                    click.echo(answer)
            for seen in tower.poll():
                click.echo((format_json if as_json else format_line)(seen))
            return time.monotonic() < until_s

        _turns(turn)


def broker(folder: Path, port: int, nodes: tuple[str, ...]) -> None:
    """Start mosquitto on loopback for the named NODES; prints its port and where the passwords are.

    \b
    Example:
      companion device broker --folder ./broker --port 1883 tower-9f3a12c4
    """
    import json

    from firmware_bridge.broker import Broker

    with Broker(folder, nodes=nodes, port=port) as made:
        secrets = folder / "passwords.json"
        secrets.touch(mode=0o600)
        secrets.write_text(json.dumps(dict(made.passwords)))
        click.echo(f"127.0.0.1:{made.port}  passwords: {secrets}")
        _type(lambda _line: None)


def _type(obey: Callable[[str], None]) -> None:
    """Nothing: hands on each typed line until the end of input; a refused one is told and forgotten."""
    for line in sys.stdin:
        try:
            if line.strip():
                obey(line)
        except InputError as refused:
            click.echo(str(refused), err=True)


def _turns(turn: Callable[[str | None], bool]) -> None:
    """Nothing: calls ``turn`` with each typed line, or ``None`` every 20 ms, until it says no or Ctrl-C."""
    typing, part = True, b""
    try:
        while turn(None):
            if not (typing and select.select([sys.stdin], [], [], 0.02)[0]):
                time.sleep(0 if typing else 0.02)
                continue
            data = os.read(sys.stdin.fileno(), 1024)
            typing = bool(data)
            *lines, part = (part + data).split(b"\n")
            for line in lines:
                try:
                    turn(line.decode(errors="replace"))
                except InputError as refused:
                    click.echo(str(refused), err=True)
    except KeyboardInterrupt:
        return


_folder = click.option("--folder", type=click.Path(path_type=Path), help="Keeps its flash here between runs.")
_port = click.argument("port")
_json = click.option("--json", "as_json", is_flag=True, help="One JSON object per line.")
_arm = click.option("--arm", type=click.IntRange(0, 255), help="Arm the tower for so many dice first.")
_seconds = click.option("--seconds", type=click.FloatRange(0), help="Stop after so long.")
_spool = click.option("--spool", type=click.Path(path_type=Path, dir_okay=False), help="Keep what it said here.")
_home = click.option("--folder", type=click.Path(path_type=Path), required=True, help="Settings and state.")
_listen = click.option("--port", type=click.IntRange(0, 65535), default=0, help="0: a free one.")

command.add_command(front.command("virtual")(_folder(virtual)))
command.add_command(front.command("watch")(_port(_json(_arm(_seconds(_spool(watch)))))))
command.add_command(front.command("broker")(_home(_listen(click.argument("nodes", nargs=-1)(broker)))))
