"""Words about devices for a person: state, reason, and what to do about it."""

from __future__ import annotations

from companion.cli.text import language, say
from companion.table.observation import LinkState


def proof_word(proof: str) -> str:
    """Whether this table can tell the device's readings from invented ones, in words."""
    return say(f"proof.{proof}")


def reason(why: str) -> str:
    """The reason in words with what to do, the word itself when it is none of ours."""
    from firmware_bridge.reasons import REASONS

    return REASONS[why][language() == "fr"] if why in REASONS else why


def state_line(name: str, state: LinkState, why: str) -> str:
    """One line: who, how it is doing, and why."""
    return f"{name}: {say(f'state.{state.value}')}" + (f" ({why}: {reason(why)})" if why else "")
