"""``companion device bridge``: the devices of this machine on the table's broker."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.errors import InputError
from ui.cli import front
from ui.cli.broker import announce, broker_folder
from ui.cli.device_words import reason, state_line
from ui.cli.ending import ending
from ui.cli.text import say

if TYPE_CHECKING:
    from firmware_bridge.broker_address import BrokerAddress

PATIENCE_S = 3.0  # a node new to the broker is let in first: until then "not there" would be said too soon


def host_and_port(address: str) -> tuple[str, int]:
    """Both parts of HOST:PORT."""
    host, _, number = address.rpartition(":")
    if not host or not number.isdigit():
        raise InputError(address, "", "no address", "HOST:PORT")
    return host, int(number)


def broker_address(folder: Path | None, address: str, passwords: Path | None, authority: Path | None) -> BrokerAddress:
    """The broker that was named, or else the one that `companion broker` runs on this machine."""
    from firmware_bridge.broker_address import BrokerAddress, read_passwords
    from firmware_bridge.broker_home import home_of

    if not address:
        home = home_of(broker_folder(folder))
        return BrokerAddress("127.0.0.1", home.port, home.secret_of)
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
@click.option("--listen", default="", metavar="ADDRESS:PORT", help="Devices come by radio here, without a broker.")
@click.option("--table", default="table", show_default=True, help="The table's name in the topics.")
@click.option("--spool", type=click.Path(path_type=Path, dir_okay=False), help="Custody file.")
def bridge(
    ports: tuple[str, ...],
    address: str,
    passwords: Path | None,
    authority: Path | None,
    folder: Path | None,
    listen: str,
    table: str,
    spool: Path | None,
) -> None:
    """Put the devices of this machine on a broker, those that come by radio too; a spool keeps events for the table.

    Without PORT it looks for devices by their USB identity, and for virtual ones; without --broker it goes to the one
    that `companion broker` runs here.

    \b
    Example, in three terminals:
      companion broker
      companion device virtual
      companion device bridge
    """
    from platformdirs import user_data_path

    from firmware_bridge.bridge import Bridge
    from firmware_bridge.broker_address import read_passwords
    from firmware_bridge.ports_found import find_ports
    from firmware_bridge.radio_link import RECEIVER, Air, Receiver
    from firmware_bridge.radio_server import RadioServer
    from firmware_bridge.spool import Spool
    from firmware_bridge.waiting import Waiter

    for port in ports:
        if not Path(port).exists():
            raise InputError(port, "", "no such port", "a serial port, as `companion device ports` names one")
    where = broker_address(folder, address, passwords, authority)
    waiter = Waiter()
    kept = Spool(spool or user_data_path("tablewright") / "bridge.db", uplink=True, table=False)
    air: Air | None = Receiver(where.connector(waiter.wake)) if where.secret_of(RECEIVER) else None
    announced = None
    if listen:
        known = read_passwords(passwords or broker_folder(folder) / "passwords.json")
        ear = RadioServer(*host_and_port(listen), known)
        air, announced = ear, announce(broker_folder(folder), host_and_port(listen)[0], ear.port)
    made = Bridge(
        kept,
        where.connector(waiter.wake),
        table=table,
        named=ports,
        ports=(lambda: ()) if ports else find_ports,
        waiter=waiter,
        air=air,
    )
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
        if announced is not None:
            announced.close()
        made.close()
        kept.close()
