"""A device belongs to this table: on its list, with a password for its broker, and with its key where it signs.

pair ──> list, password        set_signing ──key over the cable──> the device, then the keys file        forget
set_wifi ──network, broker and password over the cable──> the device, and kept nowhere else
admit ──the password on its card──> what it says at the broker once a phone told it the network
"""

from __future__ import annotations

import contextlib
import re
import socket

from companion.errors import InputError
from firmware_bridge import pairing
from firmware_bridge.broker_home import home_of, host_name, own_folder
from firmware_bridge.pairing import KeySet, Wifi, set_key
from firmware_bridge.radio_link import CABLE, PREFIX
from firmware_bridge.registry import DeviceEntry, Registry, keys_file, list_file, load_keys, save_keys
from firmware_bridge.serial_link import SerialLink
from firmware_bridge.signing import NodeKey, card_secret, check_of, new_key
from firmware_bridge.survey import Surveyed

CARD = (8, 63)  # characters of a password of WPA2
NODE = re.compile(r"[a-z]{1,20}-[0-9a-f]{8}")  # its kind and eight signs of its chip, as its network is called


def pair(node: str, name: str = "", zones: tuple[str, ...] = ()) -> DeviceEntry:
    """How the device is known here from now on; what is not given stays as it was."""
    if len(set(zones)) < len(zones):
        twice = next(zone for zone in zones if zones.count(zone) > 1)
        raise InputError("--zones", "", f"{twice!r} twice", "a name of its own for each zone")
    known = Registry.load(list_file())
    before = known.devices.get(node, DeviceEntry())
    entry = DeviceEntry(name or before.name or node, zones or before.zones)
    known.with_device(node, entry).save(list_file())
    with contextlib.suppress(InputError):  # no broker here: serial alone
        home_of(own_folder()).secret_of(CABLE + node)
    return entry


def forget(node: str) -> None:
    """Let the device no longer belong to this table; its key, if it has one, is forgotten here."""
    Registry.load(list_file()).without_device(node).save(list_file())
    known = load_keys(keys_file())
    if known.pop(node, None) is not None:
        save_keys(keys_file(), known)


def set_signing(device: Surveyed, *, wanted: bool) -> KeySet:
    """What the device at the cable answered to a new key, or to none any more; the table knows it where it worked."""
    known, key = load_keys(keys_file()), new_key() if wanted else b""
    link = SerialLink(device.port.path)
    try:
        done = set_key(link, device.node, key)
    finally:
        link.close()
    if done.why:
        return done
    known.pop(device.node, None)
    signing = {device.node: NodeKey(key, {done.epoch: done.first})} if wanted else {}
    save_keys(keys_file(), known | signing)
    return done


def set_wifi(
    device: Surveyed, ssid: str, password: str, host: str = "", port: int = 0, *, by_name: bool = False
) -> str:
    """The word for what stands in the way of the device's radio, empty once it is in touch; an empty ``ssid``: forget.

    ``host`` and ``port`` of the broker are those of the one that was started here for radio, where nothing is named;
    ``by_name`` the device looks for this machine by the name that it announces.
    """
    wifi = Wifi()
    if ssid:
        home = home_of(own_folder())
        if not (host or home.radio):
            raise InputError("broker", "", "none that devices reach by radio", "companion broker --radio ADDRESS")
        secret = home.secret_of(PREFIX + device.node)
        where = host_name(home.folder) if by_name else _numbers(host or home.radio)
        wifi = Wifi(ssid, password, where, port or home.radio_port, secret)
    return _ask_wifi(device, wifi)


def admit(node: str, card: str) -> None:
    """Let a device in by radio that a phone tells the network; ``card`` is the password that its builder gave it."""
    if not NODE.fullmatch(node):
        raise InputError("node", "", repr(node), "the name of the device's network, as tower-9f3a12c4")
    if not CARD[0] <= len(card.encode()) <= CARD[1]:
        raise InputError("card", "", f"{len(card)} signs", f"the device's card, {CARD[0]} to {CARD[1]} signs")
    home_of(own_folder()).let_in(PREFIX + node, card_secret(card, node))


def wifi_state(device: Surveyed) -> str:
    """The word for what stands in the way of the device's radio; nothing is set."""
    return _ask_wifi(device, None)


def _ask_wifi(device: Surveyed, wifi: Wifi | None) -> str:
    link = SerialLink(device.port.path)
    try:
        return pairing.set_wifi(link, device.node, wifi)
    finally:
        link.close()


def _numbers(host: str) -> str:
    """The address as four numbers: a device looks up no name of the Internet, which would hold its sensors up."""
    try:
        return socket.gethostbyname(host)
    except OSError as unknown:
        raise InputError(host, "", str(unknown), "an address of this machine, as 192.168.1.20") from unknown


def key_state(device: Surveyed) -> tuple[str, str]:
    """(``verified`` or ``unverified``, the reason word where something is wrong) of a device that greeted."""
    known = load_keys(keys_file()).get(device.node)
    if known is None:
        return "unverified", "key-unknown" if device.signs else ""
    if not device.signs:
        return "unverified", "" if "safe" in device.caps.split(",") else "key-gone"
    same = device.check == check_of(known.secret, device.node, device.epoch, device.signs)
    return ("verified", "") if same else ("unverified", "key-other")
