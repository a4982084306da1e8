"""The devices of this table: their names, their secrets, and which figure wears which tag.

    devices.json      {"format": "tablewright/devices@1",
                       "devices": {"mat-9f3a12c4": {"name": "Objectives", "zones": ["A1", "B2", "C3", "D4"]}},
                       "figures": {"04a1b2c3": "red-1"}}
    device-keys.json  {"mat-9f3a12c4": {"key": "…64 hex digits…", "begins": {"7": 12}}}, mode 0600: in no topic, no log,
                      no record; ``begins``: in epoch 7 the readings before number 12 are older than the key

A tag's UID is a name and no proof: it can be copied (hardware notes 3.9).
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from companion.documents import load_document
from companion.errors import InputError
from companion.files import make_folder, write_file
from firmware_bridge.protocol import NAME
from firmware_bridge.signing import KEY_BYTES, Keys, NodeKey

FORMAT = "tablewright/devices@1"
_UID = re.compile(r"[0-9a-f]{8}|[0-9a-f]{14}|[0-9a-f]{20}")  # 4, 7 or 10 bytes


@dataclass(frozen=True, slots=True)
class DeviceEntry:
    """One device: what people call it, and of a mat the name of each zone in its order."""

    name: str = ""
    zones: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Registry:
    """What is known; every change is a new one, ``save`` keeps it."""

    devices: Mapping[str, DeviceEntry] = field(default_factory=dict)
    figures: Mapping[str, str] = field(default_factory=dict)

    @staticmethod
    def load(file: Path) -> Registry:
        """What the file holds, nothing when there is none; ``InputError`` names the place that is wrong."""
        if not file.exists():
            return Registry()
        document = load_document(str(file)).of_format(FORMAT).table({"format", "devices", "figures"})
        devices: dict[str, DeviceEntry] = {}
        for node, one in document["devices"].entries():
            entry = one.table({"name"}, {"zones"})
            zones = tuple(zone.text() for zone in entry["zones"].items()) if "zones" in entry else ()
            if len(set(zones)) < len(zones):
                raise InputError(str(file), f"devices.{node}.zones", "a zone's name twice", "each name once")
            devices[_node(node, str(file))] = DeviceEntry(entry["name"].text(), zones)
        figures = {parse_uid(uid, str(file)): piece.text() for uid, piece in document["figures"].entries()}
        return Registry(devices, figures)

    def save(self, file: Path) -> None:
        """Write this into the file."""
        make_folder(file.parent, 0o700)
        devices = {
            node: {"name": one.name} | ({"zones": list(one.zones)} if one.zones else {})
            for node, one in sorted(self.devices.items())
        }
        words = {"format": FORMAT, "devices": devices, "figures": dict(sorted(self.figures.items()))}
        write_file(file, (json.dumps(words, indent=1, ensure_ascii=False) + "\n").encode())

    def with_device(self, node: str, entry: DeviceEntry) -> Registry:
        """The registry with that device."""
        return replace(self, devices={**self.devices, _node(node, "device"): entry})

    def without_device(self, node: str) -> Registry:
        """The registry without that device; ``InputError`` when it is not there."""
        if node not in self.devices:
            raise InputError("device", "", repr(node), "one of " + (", ".join(sorted(self.devices)) or "none yet"))
        return replace(self, devices={name: one for name, one in self.devices.items() if name != node})

    def with_figure(self, uid: str, piece: str) -> Registry:
        """The registry with that tag on that figure."""
        return replace(self, figures={**self.figures, parse_uid(uid, "tag"): piece})


def parse_uid(text: str, where: str) -> str:
    """The UID in small hexadecimal digits; ``InputError`` if it is none."""
    plain = text.replace(":", "").replace(" ", "").lower()
    if not _UID.fullmatch(plain):
        raise InputError(where, "", repr(text), "a tag's UID: 4, 7 or 10 bytes in hexadecimal")
    return plain


def list_file() -> Path:
    """Where this user's list of devices is."""
    return user_data_path("tablewright") / "devices.json"


def keys_file() -> Path:
    """Where this user's keys of devices are."""
    return user_data_path("tablewright") / "device-keys.json"


def load_keys(file: Path) -> dict[str, NodeKey]:
    """The secrets of the devices that sign; ``InputError`` when the file is none, or others may read it."""
    if not file.exists():
        return {}
    wanted = "names with keys in hexadecimal, readable for you alone (chmod 600)"
    try:
        if os.name == "posix" and file.stat().st_mode & 0o077:
            raise InputError(str(file), "", "a file that others may read", wanted)
        return {str(node): _key(one) for node, one in json.loads(file.read_text(encoding="utf-8")).items()}
    except (OSError, ValueError, TypeError, AttributeError, KeyError) as wrong:
        raise InputError(str(file), "", str(wrong) or "something else", wanted) from wrong


def save_keys(file: Path, keys: Keys) -> None:
    """Write the secrets, readable for this user alone; the old ones stay when something goes wrong."""
    make_folder(file.parent, 0o700)
    rows = {
        node: {"key": one.secret.hex(), "begins": {str(epoch): first for epoch, first in sorted(one.begins.items())}}
        for node, one in sorted(keys.items())
    }
    write_file(file, (json.dumps(rows, indent=1) + "\n").encode(), mode=0o600)


def _key(row: Mapping[str, Any]) -> NodeKey:
    secret, begins = bytes.fromhex(row["key"]), {int(epoch): int(first) for epoch, first in row["begins"].items()}
    if len(secret) != KEY_BYTES or min(begins.values(), default=0) < 0:
        raise ValueError("a key of another size, or a number below 0")
    return NodeKey(secret, begins)


def _node(name: str, where: str) -> str:
    if not NAME.fullmatch(name):
        raise InputError(where, "", repr(name), "a device's name: small letters, digits, hyphens, at most 32")
    return name
