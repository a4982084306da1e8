"""``companion device broker`` and ``bridge``: a broker of our own, and a tower on it."""

from __future__ import annotations

import json
import os
import secrets
import time
from pathlib import Path

import click

from companion.cli import front
from companion.cli.typed import obey_lines, run_turns
from companion.errors import InputError

__all__ = ["bridge", "broker"]


def _broker(folder: Path, port: int, nodes: tuple[str, ...]) -> None:
    """Start mosquitto on loopback for the named NODES; prints its port and where the passwords are.

    \b
    Example:
      companion device broker --folder ./broker --port 1883 tower-9f3a12c4
    """
    from firmware_bridge.broker import Broker

    with Broker(folder, nodes=nodes, port=port) as made:
        found = folder / "passwords.json"
        with os.fdopen(os.open(found, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            json.dump(dict(made.passwords), file)
        click.echo(f"127.0.0.1:{made.port}  passwords: {found}")
        obey_lines(lambda _line: None)


def _bridge(port: str, address: str, passwords: Path, table: str, spool: Path) -> None:
    """Put the tower on PORT on a broker; events are kept in the spool until the table has them.

    \b
    Example:
      companion device bridge /dev/ttyUSB0 --broker 127.0.0.1:1883 \\
          --passwords ./broker/passwords.json --spool ./bridge.db
    """
    from firmware_bridge.device import Device
    from firmware_bridge.mqtt_link import MqttLink, MqttMessage
    from firmware_bridge.mqtt_node import NodeOnBroker
    from firmware_bridge.serial_link import SerialLink
    from firmware_bridge.spool import Spool

    host, _, number = address.rpartition(":")
    if not host or not number.isdigit():
        raise InputError(address, "", "no address", "HOST:PORT")
    if not Path(port).exists():
        raise InputError(port, "", "no such port", "a serial port")
    known = _passwords(passwords)

    def connect(name: str, will: MqttMessage, topics: tuple[str, ...]) -> MqttLink:
        return MqttLink(host, int(number), user=name, password=known.get(name, ""), will=will, topics=topics)

    kept = Spool(spool, uplink=True)
    node = NodeOnBroker(
        Device(SerialLink(port), kept, session=secrets.randbits(32)), connect, table=table, session=int(time.time())
    )
    said = ""

    def turn() -> bool:
        nonlocal said
        node.step()
        where = node.link.why or "online" if node.link else "no tower yet"
        if where != said:
            said = where
            click.echo(f"{node.device.node or port}: {where}")
        return True

    try:
        run_turns(turn, lambda _line: None)
    finally:
        node.close()
        kept.close()


def _passwords(path: Path) -> dict[str, str]:
    try:
        found = json.loads(path.read_text())
    except (OSError, ValueError) as wrong:
        raise InputError(str(path), "", str(wrong), "the passwords.json of `companion device broker`") from wrong
    if not isinstance(found, dict) or not all(isinstance(value, str) for value in found.values()):
        raise InputError(str(path), "", "something else", "an object of names and passwords")
    return found


_home = click.option("--folder", type=click.Path(path_type=Path), required=True, help="Settings and state.")
_listen = click.option("--port", type=click.IntRange(0, 65535), default=0, help="0: a free one.")
_address = click.option("--broker", "address", required=True, metavar="HOST:PORT", help="Where the broker listens.")
_words = click.option("--passwords", type=click.Path(path_type=Path), required=True, help="Names and passwords, JSON.")
_table = click.option("--table", default="table", help="The table's name in the topics.")
_spool = click.option("--spool", type=click.Path(path_type=Path, dir_okay=False), required=True, help="Custody file.")

broker = front.command("broker")(_home(_listen(click.argument("nodes", nargs=-1)(_broker))))
bridge = front.command("bridge")(click.argument("port")(_address(_words(_table(_spool(_bridge))))))
