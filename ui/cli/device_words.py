"""Words about devices for a person: state, reason, and what to do about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.table.observation import LinkState
from companion.text.wording import Wording
from ui.cli.text import language, say

if TYPE_CHECKING:
    from firmware_bridge.notices import DeviceStatus
    from firmware_bridge.registry import Registry
    from firmware_bridge.survey import Surveyed


def proof_word(proof: str) -> str:
    """Whether this table can tell the device's readings from invented ones, in words."""
    return say(f"proof.{proof}")


def reason(why: str) -> str:
    """The reason in words with what to do, the word itself when it is none of ours."""
    wording = Wording(language())
    return wording.say(f"reason.{why}") if wording.has(f"reason.{why}") else why


def told(key: str, figures: Mapping[str, object]) -> str:
    """Say what a check-up found, with its figures."""
    return Wording(language()).say(key, **figures)


def state_line(name: str, state: LinkState, why: str) -> str:
    """Format one line: who, in which state, and why."""
    return f"{name}: {say(f'state.{state.value}')}" + (f" ({why}: {reason(why)})" if why else "")


def list_line(device: Surveyed, known: Registry) -> str:
    """A device of the list, in a line: who, where, what runs on it, how well it is heard, what is wrong."""
    name = known.devices[device.node].name if device.node in known.devices else ""
    from firmware_bridge.belonging import key_state

    parts = [f"{device.node or '?':<20}", f"{name:<16}", device.port.path, device.port.usb or device.port.what]
    if device.node:
        parts.append(f"{say('devices.firmware')} {device.firmware}")
    parts += _supply(device)
    if device.waiting:
        parts.append(say("devices.event_waiting", waiting=device.waiting))
    proof, wrong = key_state(device) if device.node else ("", "")
    if proof:
        parts.append(proof_word(proof) + (f" ({wrong}: {reason(wrong)})" if wrong else ""))
    if device.why:
        parts.append(f"{device.why}: {reason(device.why)}" + (f" [{device.holder}]" if device.holder else ""))
    return "  ".join(parts)


def afar_line(device: DeviceStatus, known: Registry) -> str:
    """A device that the broker knows and no cable: who, what runs on it, how well it is heard, how it is."""
    name = known.devices[device.node].name if device.node in known.devices else ""
    state = state_line(say("devices.on_broker"), device.state, device.why)
    runs = f"{say('devices.firmware')} {device.firmware}"
    return "  ".join([f"{device.node:<20}", f"{name:<16}", runs, *_supply(device), state])


def _supply(device: Surveyed | DeviceStatus) -> list[str]:
    """Say how well a device is heard by radio and what its cell has, as far as it tells."""
    words = [say("devices.signal", dbm=-device.signal)] if device.signal else []
    return words + ([say("devices.battery", volts=f"{device.battery_mv / 1000:.2f}")] if device.battery_mv else [])


def listed(device: Surveyed, known: Registry) -> dict[str, object]:
    """The same for other programs, as JSON has it."""
    from firmware_bridge.belonging import key_state

    proof, wrong = key_state(device) if device.node else ("", "")
    return _listed(device, known) | {
        "port": device.port.path,
        "usb": device.port.usb,
        "what": device.port.what,
        "caps": device.caps.split(","),
        "waiting": device.waiting,
        "holder": device.holder,
        "proof": proof,
        "key": wrong,
    }


def listed_afar(device: DeviceStatus, known: Registry) -> dict[str, object]:
    """The same of one that the broker knows: without a port, with its state."""
    return _listed(device, known) | {"port": None, "state": device.state.value}


def _listed(device: Surveyed | DeviceStatus, known: Registry) -> dict[str, object]:
    entry = known.devices.get(device.node)
    return {
        "node": device.node,
        "name": entry.name if entry else "",
        "paired": entry is not None,
        "firmware": device.firmware,
        "signal_dbm": -device.signal if device.signal else None,
        "battery_mv": device.battery_mv or None,
        "why": device.why,
    }
