"""The keys of devices that sign their readings: set at the cable, kept beside the list of devices, mode 0600."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from companion.cli.device_words import reason
from companion.cli.text import say
from companion.errors import InputError

if TYPE_CHECKING:
    from firmware_bridge.signing import NodeKey
    from firmware_bridge.survey import Surveyed


def known_keys() -> dict[str, NodeKey]:
    """The keys of the devices whose readings must be signed at this table."""
    from firmware_bridge.registry import keys_file, load_keys

    return load_keys(keys_file())


def set_signing(device: Surveyed, *, wanted: bool) -> None:
    """Let the device at the cable sign with a new key from now on, or no more, and the table know; say so."""
    from firmware_bridge.pairing import set_key
    from firmware_bridge.registry import keys_file, save_keys
    from firmware_bridge.serial_link import SerialLink
    from firmware_bridge.signing import NodeKey, new_key

    known, key = known_keys(), new_key() if wanted else b""
    begins = {epoch: last + 1 for epoch, last in _left_with_the_bridge(device.node).items()}
    link = SerialLink(device.port.path)
    try:
        done = set_key(link, device.node, key)
    finally:
        link.close()
    if done.why:
        raise InputError(device.node, "", f"{done.why} ({reason(done.why)})", "a device that takes a key at its cable")
    if not wanted:
        known.pop(device.node, None)
        save_keys(keys_file(), known)
        click.echo(say("device_keys.signs_no_more", node=device.node))
        return
    save_keys(keys_file(), known | {device.node: NodeKey(key, {**begins, done.epoch: done.first})})
    click.echo(say("device_keys.signs_its_readings_from", node=device.node, first=done.first))


def drop_key(node: str) -> None:
    """Ask no signatures of that device any more."""
    from firmware_bridge.registry import keys_file, save_keys

    known = known_keys()
    if known.pop(node, None) is not None:
        save_keys(keys_file(), known)


def key_state(device: Surveyed) -> tuple[str, str]:
    """(``verified`` or ``unverified``, the reason word where something is wrong) of a device that greeted."""
    from firmware_bridge.signing import check_of

    known = known_keys().get(device.node)
    if known is None:
        return "unverified", "key-unknown" if device.signs else ""
    if not device.signs:
        return "unverified", "" if "safe" in device.caps.split(",") else "key-gone"
    same = device.check == check_of(known.secret, device.node, device.epoch, device.signs)
    return ("verified", "") if same else ("unverified", "key-other")


def _left_with_the_bridge(node: str) -> dict[int, int]:
    """The highest number for each epoch that this machine's bridge ever had of the device: written before the key."""
    from platformdirs import user_data_path

    from firmware_bridge.spool import Spool

    file = user_data_path("tablewright") / "bridge.db"
    if not file.exists():
        return {}
    spool = Spool(file, uplink=True, table=False)
    try:
        return spool.last(node)
    finally:
        spool.close()
