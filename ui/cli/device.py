"""``companion device``: run a virtual device, talk to one, and put devices on a broker.

ports     the serial ports of this machine
virtual   the shipped firmware without a board; typed orders throw dice, put tags, break cables
watch     what a device says, as lines or JSON; typed wishes arm it and light it
broker    the same as `companion broker`
bridge    the devices of this machine on that broker               (device_broker.py)
conform   a device of your own, examined, with a certificate        (device_conform.py)
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import click

from ui.cli import front
from ui.cli.broker import command as broker
from ui.cli.device_broker import bridge, host_and_port
from ui.cli.device_conform import conform
from ui.cli.text import say
from ui.cli.typed import run_turns


@click.group("device", context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """Run or talk to table devices, virtual ones included.

    \b
    Example, in two terminals:
      companion device virtual                   prints a port and waits for orders
      companion device watch PORT --arm 2        then type "roll 2" in the first
    """


@front.command("ports", within=command)
@click.option("--json", "as_json", is_flag=True, help="One JSON object per line.")
def ports(as_json: bool) -> None:
    """List the serial ports of this machine; exit 1 if there are none.

    \b
    Example:
      companion device ports
    """
    from firmware_bridge.ports_found import find_ports

    found = find_ports()
    for port in found:
        words = {"port": port.path, "what": port.what, "usb": port.usb}
        click.echo(json.dumps(words) if as_json else "  ".join(filter(None, words.values())))
    click.get_current_context().exit(0 if found else 1)


@front.command("virtual", within=command)
@click.argument("kind", type=click.Choice(["tower", "mat", "panel"]), default="tower")
@click.option("--folder", type=click.Path(path_type=Path), help="Keeps its flash here between runs.")
@click.option("--id", "node_id", default="9f3a12c4", show_default=True, help="Its chip's id, eight hex digits.")
@click.option("--radio", default="", metavar="HOST:PORT", help="It comes by radio, to the broker of this user there.")
def virtual(kind: str, folder: Path | None, node_id: str, radio: str) -> None:
    """Run the firmware of a device without a board: a dice tower, a reader mat, or a panel of buttons and lights.

    Prints the port to open (`companion devices` finds it too), then obeys one order per line until the end of input.
    A tower: roll N, stuck N, free, knock. A mat, its zones from 0: tag ZONE UID, take ZONE UID, half ZONE UID, hang
    ZONE, dead ZONE, alive ZONE, brown ZONE. A panel, its buttons from 0: press N, release N. Faults of all: pull, plug,
    drop_connection MS, go_awol MS, come_back, corrupt PERCENT, dup PERCENT, late MS, power_cut, power_on, reboot,
    new_epoch.

    --radio gives it a radio and no cable: it goes to the broker that `companion broker` runs here, at HOST:PORT. The
    order air takes the network away, air virtual virtual (its name, its password) brings it back.

    \b
    Example, until Ctrl-C (type "roll 2"):
      companion device virtual
    """
    from firmware_bridge.ports_found import announce, withdraw
    from firmware_bridge.virtual import VirtualNode

    way = _radio_way(f"{kind}-{node_id}", radio) if radio else None
    with VirtualNode(folder, kind=kind, node_id=node_id, radio=way) as node:
        if not radio:
            announce(node.name, node.port)
        click.echo(radio or node.port)
        if sys.stdin.isatty():
            example = {"tower": "roll 2", "mat": "tag 0 04a1b2c3", "panel": "press 0"}[kind]
            click.echo(
                say("device.runs_type_an_order", name=node.name, example=example),
                err=True,
            )

        def turn() -> bool:
            node.revive()
            node.check()
            return True

        def order(line: str) -> None:
            words = line.split()
            if radio and words[:1] == ["air"] and len(words) in (1, 3):
                node.air(" ".join(words[1:]))
            else:
                node.order(line)

        try:
            run_turns(turn, order, ends_with_input=True)
        finally:
            withdraw(node.name, node.port)


def _radio_way(node: str, address: str) -> tuple[str, int, str]:
    """Return where a virtual device finds the broker, and its password there."""
    from firmware_bridge.broker_home import home_of, own_folder
    from firmware_bridge.radio_link import PREFIX

    return *host_and_port(address), home_of(own_folder()).secret_of(PREFIX + node)


@front.command("watch", within=command)
@click.argument("port")
@click.option("--json", "as_json", is_flag=True, help="One JSON object per line.")
@click.option("--arm", type=click.IntRange(0, 255), help="Arm the tower for so many dice first.")
@click.option("--seconds", type=click.FloatRange(0), help="Stop after so long.")
@click.option("--spool", type=click.Path(path_type=Path, dir_okay=False), help="Keep what it said here.")
def watch(port: str, as_json: bool, arm: int | None, seconds: float | None, spool: Path | None) -> None:
    """Print what the device on PORT says, tower, mat or panel; a tower obeys typed wishes (arm 2, show hit, tower).

    \b
    Example, with a device:
      companion device watch /dev/ttyUSB0 --arm 2 --seconds 10
    """
    from firmware_bridge.adapter import SerialTower
    from firmware_bridge.console import format_event, format_json, format_line, obey
    from firmware_bridge.ports_found import check_port
    from firmware_bridge.registry import keys_file, load_keys
    from firmware_bridge.translate import observation_of

    check_port(port)
    until_s = time.monotonic() + seconds if seconds is not None else float("inf")
    with SerialTower(port, spool or ":memory:", keys=load_keys(keys_file())) as tower:
        if arm is not None:
            tower.arm(arm)

        def turn() -> bool:
            tower.name = tower.device.node or "device"
            for seen in tower.poll():
                click.echo((format_json if as_json else format_line)(seen))
            for event in tower.handed if not as_json else ():
                if observation_of("", 0.0, event) is None:
                    click.echo(format_event(event))
            return time.monotonic() < until_s

        def wish(line: str) -> None:
            answer = obey(tower, line)
            if answer:
                click.echo(answer)

        run_turns(turn, wish)


command.add_command(broker)
command.add_command(bridge)
command.add_command(conform)
