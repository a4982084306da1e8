"""The complete core rulebook (rules HC-…), with the powers of the card of its years (ruleset 2010).

Powers that came with a later card are played by that card, when a figure shows them.
"""

from __future__ import annotations

from companion.core.ids import EditionId
from companion.games.heroclix.edition import Edition
from companion.games.heroclix.editions.lines import CORE_SIGHT
from companion.games.heroclix.powers.rows import load_powers

CORE = Edition(
    id=EditionId("core"),
    catalogues=("rules-core.toml",),
    sight=CORE_SIGHT,
    break_away_at=4,
    attack_targets_terrain=True,  # HC-TERR-24..27, HC-OBJ-13
    powers=load_powers("powers-2013-new.toml", "powers-2010.toml", "team-abilities-2010.toml"),
)
