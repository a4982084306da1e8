"""What an edition is: the constants and rule functions that apply. Differences between editions are values here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.board.meeting import SightRules
from companion.core.ids import EditionId
from companion.games.heroclix.parts import WHOLE_BOOK, Parts
from companion.games.heroclix.powers.rules import PowerRule

__all__ = ["Edition"]


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition of the rules."""

    id: EditionId
    catalogue: str  # the file under ``data/``
    sight: SightRules
    break_away_at: int  # lowest face that breaks away (HC-MOVE-07)
    attack_targets_terrain: bool = field(default=True, kw_only=True)  # HX-ATK-02 says no
    powers: Mapping[str, PowerRule]  # what each power and ability does; one without a row is left to the players
    parts: Parts = WHOLE_BOOK
