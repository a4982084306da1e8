"""``companion device bridge``: the devices of this machine on the table's broker."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.errors import InputError
from ui.cli import front
from ui.cli.broker import broker_folder
from ui.cli.device_words import reason, state_line
from ui.cli.ending import ending
from ui.cli.text import say

if TYPE_CHECKING:
    from firmware_bridge.broker_address import BrokerAddress

PATIENCE_S = 3.0  # seconds until "not there" is said of a broker: a new name is let in first; more: it is said later
MQTT_3 = 4  # the version that a table's own ear speaks as well as mosquitto


def host_and_port(address: str) -> tuple[str, int]:
    """Both parts of HOST:PORT."""
    host, _, number = address.rpartition(":")
    if not host or not number.isdigit():
        raise InputError(address, "", "no address", "HOST:PORT")
    return host, int(number)


def broker_address(folder: Path | None, address: str, passwords: Path | None, authority: Path | None) -> BrokerAddress:
    """Return the broker that was named, or else the one that runs on this machine: a table's own ear, too."""
    from firmware_bridge.broker_address import BrokerAddress, read_passwords
    from firmware_bridge.broker_home import home_of

    if not address:
        home = home_of(broker_folder(folder))
        where = ("127.0.0.1", home.port) if home.port else (home.radio, home.radio_port)
        return BrokerAddress(*where, home.secret_of)
    host, number = host_and_port(address)
    known = read_passwords(passwords or broker_folder(folder) / "passwords.json")
    return BrokerAddress(
        host, number, lambda name: known.get(name, ""), str(authority) if authority is not None else None
    )


@front.command("bridge")
@click.argument("ports", nargs=-1, metavar="[PORT]...")
@click.option("--broker", "address", default="", metavar="HOST:PORT", help="Where the broker listens.")
@click.option("--passwords", type=click.Path(path_type=Path), help="Names and passwords, JSON.")
@click.option("--ca", "authority", type=click.Path(path_type=Path), help="The broker's authority: use TLS.")
@click.option("--folder", type=click.Path(path_type=Path), help="The folder of `companion broker`.")
def bridge(
    ports: tuple[str, ...], address: str, passwords: Path | None, authority: Path | None, folder: Path | None
) -> None:
    """Carry the devices on this machine's cables onto a broker, for the table that listens there.

    Without PORT it looks for devices by their USB identity, and for virtual ones; without --broker it goes to the one
    that `companion broker`, or a table with "Devices by radio" switched on, runs here. What a device saw stays with it
    until a table has it.

    \b
    Example, in three terminals:
      companion broker
      companion device virtual
      companion device bridge
    """
    from firmware_bridge.bridge import Bridge
    from firmware_bridge.ports_found import check_port, find_ports
    from firmware_bridge.waiting import Waiter

    for port in ports:
        check_port(port)
    where = replace(broker_address(folder, address, passwords, authority), version=MQTT_3)
    waiter = Waiter()
    made = Bridge(where.connector(waiter.wake), named=ports, ports=(lambda: ()) if ports else find_ports, waiter=waiter)
    said: dict[str, object] = {}
    met_s: dict[str, float] = {}
    ended = ending()
    try:
        while not ended():
            made.step()
            for state in made.states():
                if said.get(state.identity) != state:
                    said[state.identity] = state
                    click.echo(state_line(state.node or state.path, state.state, state.why))
            for name, link in made.links():
                is_fresh = not link.opened and time.monotonic() - met_s.setdefault(name, time.monotonic()) < PATIENCE_S
                if said.get(name) != link.why and not is_fresh:
                    said[name] = link.why
                    click.echo(f"{name}: {reason(link.why) if link.why else say('device_broker.connected')}")
            made.wait()
    finally:
        made.close()
