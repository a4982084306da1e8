"""``companion broker``: the message broker of a table, with names, passwords and rights made for it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.errors import InputError, TablewrightError
from ui.cli import front
from ui.cli.text import say
from ui.cli.typed import run_turns

if TYPE_CHECKING:
    from firmware_bridge.announcing import Announced
    from firmware_bridge.broker import Broker


def broker_folder(folder: Path | None) -> Path:
    """The folder as given, or the one of this user."""
    from firmware_bridge.broker_home import own_folder

    return folder if folder is not None else own_folder()


@front.command("broker")
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False), help="Settings and state.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="0: a free one.")
@click.option("--lan", default="", metavar="ADDRESS", help="Listen on this address too, with TLS.")
@click.option("--lan-port", type=click.IntRange(1, 65535), default=8883, show_default=True)
@click.option("--radio", default="", metavar="ADDRESS", help="Let devices in that come by radio, at this address.")
@click.option("--radio-port", type=click.IntRange(1, 65535), default=1883, show_default=True)
@click.option("--home-assistant", "assistant", is_flag=True, help="Let Home Assistant look on.")
@click.argument("nodes", nargs=-1)
def command(
    folder: Path | None,
    port: int,
    lan: str,
    lan_port: int,
    radio: str,
    radio_port: int,
    assistant: bool,
    nodes: tuple[str, ...],
) -> None:
    """Start mosquitto for the table on this machine; prints its address and where the passwords are.

    A device on this machine's USB is let in by `companion device bridge`; a NODE on another machine's bridge is named
    here, or typed later (admit NODE), and its password is in the passwords file. --lan opens the broker to other
    machines, with TLS and certificates of its own authority (ca.crt beside the passwords). --radio opens it to devices
    on the table's own Wi-Fi, without TLS, and tells that network this machine's name; `companion devices wifi NODE`
    tells a device how to come in there. --home-assistant makes a login for it (home-assistant, in the passwords file)
    that may read how the devices are and what they roll, and nothing else.

    \b
    Example, until Ctrl-C:
      companion broker
      companion broker --lan 192.168.1.20 tower-9f3a12c4
    """
    from firmware_bridge.broker import Broker
    from firmware_bridge.radio_link import CABLE

    home = broker_folder(folder)
    with Broker(
        home,
        nodes=[CABLE + node for node in nodes],
        port=port,
        lan=lan,
        lan_port=lan_port,
        radio=radio,
        radio_port=radio_port,
        assistant=assistant,
    ) as made:
        click.echo(f"127.0.0.1:{made.port}  passwords: {made.home.passwords_file}")
        if lan:
            click.echo(f"{lan}:{lan_port} TLS  authority: {home / 'ca.crt'}")
        if radio:
            click.echo(f"{radio}:{radio_port}  companion devices wifi NODE")
        announced = announce(home, radio, radio_port) if radio else None
        try:
            run_turns(lambda: _keep(made), lambda line: _obey(made, line), ends_with_input=True)
        finally:
            if announced is not None:
                announced.close()


def announce(folder: Path, address: str, port: int) -> Announced | None:
    """Tell the network this machine's name, for devices that look for it; ``None``, said in words, where it cannot."""
    from firmware_bridge.announcing import Announced
    from firmware_bridge.broker_home import host_name

    name = host_name(folder)
    try:
        made = Announced(name, address, port)
    except TablewrightError as wrong:
        click.echo(say("broker.not_announced", name=name, why=str(wrong)), err=True)
        return None
    click.echo(say("broker.announced", name=name), err=True)
    return made


def _keep(made: Broker) -> bool:
    if not made.is_running:
        click.echo(say("broker.mosquitto_ended_started_again"), err=True)
        made.start()
    return True


def _obey(made: Broker, line: str) -> None:
    from firmware_bridge.radio_link import CABLE

    match line.split():
        case ["admit", *nodes] if nodes:
            made.admit(*(CABLE + node for node in nodes))
            click.echo(say("broker.admitted") + ", ".join(nodes))
        case ["nodes"]:
            click.echo("\n".join(sorted(made.passwords)))
        case _:
            raise InputError("broker", "", repr(line), "admit NODE..., or nodes")
