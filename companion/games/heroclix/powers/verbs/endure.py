"""What a card says about the damage its piece can take, and about its dial (HX-SEQ-06, -09, HX-KO-02)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.heroclix.powers.verbs.verb import Verb

__all__ = ["BoundDamage", "FallPast", "NotDamaged", "StopDial"]


@dataclass(frozen=True, slots=True)
class BoundDamage(Verb):
    """Of damage it is dealt the piece takes at least and at most so much; neither is a reduction."""

    least: int = 0
    most: int = 99


@dataclass(frozen=True, slots=True)
class NotDamaged(Verb):
    """The piece takes no damage, but for unavoidable and pushing damage (HX-DMG-11, -12)."""


@dataclass(frozen=True, slots=True)
class StopDial(Verb):
    """The dial stops at a click that shows this, whatever damage is left (HX-SEQ-09)."""


@dataclass(frozen=True, slots=True)
class FallPast(Verb):
    """The piece is knocked out when its dial is turned past the starting line of this colour (HX-KO-02)."""

    line: str
