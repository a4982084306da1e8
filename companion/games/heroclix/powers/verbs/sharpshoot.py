"""Shots past and at opponents that are in the way."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.heroclix.powers.verbs.verb import Verb

__all__ = ["Sharpshoot", "ShootPast"]


@dataclass(frozen=True, slots=True)
class Sharpshoot(Verb):
    """Opponents stand in the way of none of its lines, and do not keep it from shooting when they are adjacent."""


@dataclass(frozen=True, slots=True)
class ShootPast(Verb):
    """Adjacent opponents do not keep it from shooting at others."""
