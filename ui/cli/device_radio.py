"""The way to one device on the broker, or straight to an ear of our own, for work between games."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import InputError
from ui.cli.broker import broker_folder
from ui.cli.device_broker import broker_address, host_and_port
from ui.cli.device_words import reason

if TYPE_CHECKING:
    from firmware_bridge.radio_link import RadioLink


def by_radio(node: str, folder: Path | None, listen: str = "") -> tuple[RadioLink, Callable[[], None]]:
    """Return the link to the device and how to let go of it; ``InputError`` while a table has the devices."""
    from firmware_bridge.broker_address import read_passwords
    from firmware_bridge.onlooking import table_is_open
    from firmware_bridge.radio_link import Receiver
    from firmware_bridge.radio_server import RadioServer

    if table_is_open(broker_folder(folder)):
        raise InputError(node, "", f"table-open ({reason('table-open')})", "a device that nobody plays with")
    if listen:
        known = read_passwords(broker_folder(folder) / "passwords.json")
        try:
            ear = RadioServer(*host_and_port(listen), known)
        except OSError as wrong:
            raise InputError(
                listen, "", f"{wrong.strerror} ({reason('ear-taken')})", "an address of our own"
            ) from wrong
        return ear.link_to(node), ear.close
    receiver = Receiver(broker_address(folder, "", None, None).connector())
    return receiver.link_to(node), receiver.close
