"""Words about devices for a person: state, reason, and what to do about it."""

from __future__ import annotations

from collections.abc import Mapping

from companion.cli.text import language, say
from companion.table.observation import LinkState
from companion.text.wording import Wording


def proof_word(proof: str) -> str:
    """Whether this table can tell the device's readings from invented ones, in words."""
    return say(f"proof.{proof}")


def reason(why: str) -> str:
    """The reason in words with what to do, the word itself when it is none of ours."""
    wording = Wording(language())
    return wording.say(f"reason.{why}") if wording.has(f"reason.{why}") else why


def told(key: str, figures: Mapping[str, object]) -> str:
    """What a check-up found, in words with its figures."""
    return Wording(language()).say(key, **figures)


def state_line(name: str, state: LinkState, why: str) -> str:
    """One line: who, how it is doing, and why."""
    return f"{name}: {say(f'state.{state.value}')}" + (f" ({why}: {reason(why)})" if why else "")
