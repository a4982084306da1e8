"""Editions that differ from another only by the card of their year: what powers do, and that they stay on."""

from __future__ import annotations

from dataclasses import replace

from companion.core.ids import EditionId
from companion.games.heroclix.editions.core import CORE
from companion.games.heroclix.editions.newer import NEWER
from companion.games.heroclix.powers.rows import load_powers

CORE_2011 = replace(
    CORE,
    id=EditionId("core-2011"),
    powers=load_powers("powers-2013-new.toml", "powers-2010.toml", "powers-2011.toml", "team-abilities-2010.toml"),
    turning_off=False,  # HC-POW-07 ended in May 2011
)

NEWER_2013 = replace(
    NEWER,
    id=EditionId("newer-2013"),
    powers=load_powers(
        *("powers-2010.toml", "powers-2013-new.toml", "powers-2013.toml", "powers-marks.toml"),
        "team-abilities-2010.toml",
    ),
    attack=replace(NEWER.attack, rerolls=replace(NEWER.attack.rerolls, each_turn=False)),
    team_card="",
)
