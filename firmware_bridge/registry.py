"""The devices of this table: their names, their secrets, and which figure wears which tag.

    devices.json      {"format": "tablewright/devices@1",
                       "devices": {"mat-9f3a12c4": {"name": "Objectives", "zones": ["A1", "B2", "C3", "D4"]}},
                       "figures": {"04a1b2c3": "red-1"}}
    device-keys.json  {"mat-9f3a12c4": "…64 hex digits…"}, mode 0600: in no topic, no log, no record

A tag's UID is a name and no proof: it can be copied (hardware notes 3.9).
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from companion.documents import load_document
from companion.errors import InputError
from companion.files import write_file
from firmware_bridge.hello import NAME

__all__ = ["DeviceEntry", "Registry", "load_keys", "parse_uid", "save_keys"]

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
            devices[_node(node, str(file))] = DeviceEntry(entry["name"].text(), zones)
        figures = {parse_uid(uid, str(file)): piece.text() for uid, piece in document["figures"].entries()}
        return Registry(devices, figures)

    def save(self, file: Path) -> None:
        """Nothing: the file holds this afterwards."""
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
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


def load_keys(file: Path) -> dict[str, bytes]:
    """The secrets of the devices that sign."""
    if not file.exists():
        return {}
    try:
        return {str(node): bytes.fromhex(text) for node, text in json.loads(file.read_text()).items()}
    except (OSError, ValueError, TypeError, AttributeError) as wrong:
        raise InputError(str(file), "", str(wrong), "names with keys in hexadecimal") from wrong


def save_keys(file: Path, keys: Mapping[str, bytes]) -> None:
    """Nothing: the file holds the secrets, readable for this user alone."""
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    text = json.dumps({node: key.hex() for node, key in sorted(keys.items())}, indent=1)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as opened:
        opened.write(text + "\n")


def _node(name: str, where: str) -> str:
    if not NAME.fullmatch(name):
        raise InputError(where, "", repr(name), "a device's name: small letters, digits, hyphens, at most 32")
    return name
