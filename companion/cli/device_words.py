"""Words about devices for a person: state, reason, and what to do about it."""

from __future__ import annotations

from companion.cli.text import say
from companion.table.observation import LinkState

_STATES = {
    LinkState.OFF: ("off", "éteint"),
    LinkState.CONNECTING: ("connecting", "connexion"),
    LinkState.ONLINE: ("online", "en ligne"),
    LinkState.DEGRADED: ("degraded", "dégradé"),
    LinkState.OFFLINE: ("offline", "hors ligne"),
}


_PROOFS = {"verified": ("signs, verified", "signe, vérifié"), "unverified": ("not verified", "non vérifié")}


def proof_word(proof: str) -> str:
    """Whether this table can tell the device's readings from invented ones, in words."""
    return say(*_PROOFS[proof])


def reason(why: str) -> str:
    """The reason in words with what to do, the word itself when it is none of ours."""
    from firmware_bridge.reasons import REASONS

    return say(*REASONS[why]) if why in REASONS else why


def state_line(name: str, state: LinkState, why: str) -> str:
    """One line: who, how it is doing, and why."""
    return f"{name}: {say(*_STATES[state])}" + (f" ({why}: {reason(why)})" if why else "")
