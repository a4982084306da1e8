"""Why a line between two markers is blocked: the rules that the answer names."""

from __future__ import annotations

from companion.board.areas.link_sight import LinkRules
from companion.core.ids import RuleId

MARKERS = LinkRules(no_link=RuleId("GO-BASE-ZONE-07"), broken_wall=RuleId("GO-WALLBREAK-07"))
