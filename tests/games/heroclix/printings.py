"""The rules of every edition of HeroClix, as the house finds them."""

from __future__ import annotations

from typing import cast

from companion.games import systems
from companion.games.heroclix.forces.setup import HEROCLIX
from companion.games.heroclix.system import HeroClix

CLIX = cast("tuple[HeroClix, ...]", systems(HEROCLIX))
