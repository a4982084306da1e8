"""What an edition is: the constants and rule functions that apply. Differences between editions are values here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.board.meeting import SightRules
from companion.core.ids import EditionId
from companion.games.heroclix.state import AttackKind

__all__ = ["Edition"]


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition of the rules."""

    id: EditionId
    catalogue: str  # the file under ``data/``
    sight: SightRules
    break_away_at: int  # lowest face that breaks away (HC-MOVE-07)
    reducers: Mapping[str, int]  # power -> points of damage it takes off (they add up, AMB-04)
    defenses: Mapping[str, tuple[AttackKind, int]]  # power -> bonus to defense against that kind of attack
    stands_firm: frozenset[str]  # powers that let a piece ignore knock back (HC-KB-03)
    asks_when_hit: frozenset[str]  # powers by hand that change the damage taken from attacks: a person says how much
    asks_when_pushed: frozenset[str]  # the same for pushing damage
    passive: frozenset[str]  # powers this edition enforces or that matter only when an action is given for them
