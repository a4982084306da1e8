"""Pushing damage that does not count: only what names it helps (HC-TOKEN-06)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.heroclix.powers.verbs.verb import Verb

__all__ = ["IgnorePushing"]


@dataclass(frozen=True, slots=True)
class IgnorePushing(Verb):
    """Takes no pushing damage; who wants it turns the power off before the action (HC-POW-07)."""
