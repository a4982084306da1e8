"""The first game of the core rulebook: two figures each, moves and attacks, and nothing else (HC-BASIC)."""

from __future__ import annotations

from dataclasses import replace

from companion.core.ids import EditionId
from companion.games.heroclix.editions.core import CORE
from companion.games.heroclix.parts import FIRST_GAME

__all__ = ["BASICS"]

BASICS = replace(CORE, id=EditionId("basics"), parts=FIRST_GAME)
