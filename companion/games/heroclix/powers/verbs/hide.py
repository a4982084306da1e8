"""Pieces that cannot be seen."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.heroclix.powers.verbs.verb import Verb

__all__ = ["Hide"]


@dataclass(frozen=True, slots=True)
class Hide(Verb):
    """A hindered line to the piece counts as blocked, in everybody's turn."""
