"""The rules of blocked lines between two spaces, far and near."""

from __future__ import annotations

from dataclasses import replace

from companion.board.areas.polygon_sight import BlockingRules
from companion.core.ids import RuleId

RANGED = BlockingRules(
    wall=RuleId("GC-LOS-02"),
    closed_door=RuleId("GC-LOS-03"),
    figure=RuleId("GC-LOS-04"),
    third_party=RuleId("GC-LOS-09"),
    token=RuleId("GC-LOS-06"),  # GC-OBJ-05
)

MELEE = replace(RANGED, figure=None, third_party=None, token=None)  # GC-LOS-07, GC-AMB-09
