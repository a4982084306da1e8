"""The way to one device by radio, for work between games: through the broker, or straight to an ear of our own."""

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
    """The link to the device and how to let go of it; ``InputError`` while a table or a bridge has the devices."""
    from firmware_bridge.broker_address import read_passwords
    from firmware_bridge.onlooking import who_is_open
    from firmware_bridge.radio_link import Receiver
    from firmware_bridge.radio_server import RadioServer

    taken = who_is_open(broker_folder(folder))
    if taken:
        raise InputError(node, "", f"{taken} ({reason(taken)})", "a device that nobody plays with")
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
