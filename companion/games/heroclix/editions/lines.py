"""Lines of sight in each edition: the two places where they differ, and the rules they name."""

from __future__ import annotations

from dataclasses import replace

from companion.board.meeting import SightRules
from companion.core.ids import EditionId, RuleId

CORE_SIGHT = SightRules(
    tall_below_blocks=True,  # AMB-12
    own_square_hinders=False,  # HC-LOS-05
    piece=RuleId("HC-LOS-02"),
    terrain=RuleId("HC-LOS-03"),
    higher=RuleId("HC-LOS-14"),
    rim=RuleId("HC-LOS-12"),
    tall_below=RuleId("HC-LOS-16"),
    hindering=RuleId("HC-LOS-08"),
    rim_hindering=RuleId("HC-LOS-13"),
    corner=RuleId("HC-LOS-11"),
    indoor=RuleId("HC-MAP-05"),
    own_square=RuleId("HC-LOS-05"),
    wall_side=RuleId("HC-TERR-34"),
)

NEWER_SIGHT = replace(
    CORE_SIGHT,
    tall_below_blocks=False,  # AMB-47
    own_square_hinders=True,  # AMB-53
    piece=RuleId("HX-LOS-03"),
    terrain=RuleId("HX-LOS-04"),
    higher=RuleId("HX-LOS-04"),
    own_square=RuleId("HX-LOS-06"),
)

SIGHT = {
    EditionId("core"): CORE_SIGHT,
    EditionId("newer"): NEWER_SIGHT,
    EditionId("core-2011"): CORE_SIGHT,
    EditionId("newer-2013"): NEWER_SIGHT,
    EditionId("basics"): CORE_SIGHT,
}
