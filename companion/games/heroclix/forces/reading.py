"""Forces: what a player brings, and whether the build total allows it (HC-TEAM).

force.py        the values          force_files.py   a force file, read with places
force_rules.py  what speaks against it, rule by rule: figures, objects, feats, alternate team abilities, theme
"""

from __future__ import annotations

from collections.abc import Collection

from companion.games.heroclix.forces.files import FORMAT, parse_force
from companion.games.heroclix.forces.force import AlternateChoice, FeatChoice, Force, ForceCheck, ForceViolation, Member
from companion.games.heroclix.forces.rules import TACTICS, characters, tactics_brought, units, violations
from companion.games.heroclix.forces.themes import themes_of

__all__ = [
    "FORMAT",
    "TACTICS",
    "AlternateChoice",
    "FeatChoice",
    "Force",
    "ForceCheck",
    "ForceViolation",
    "Member",
    "action_total",
    "characters",
    "check_force",
    "parse_force",
    "tactics_brought",
    "units",
]


def action_total(build_total: int) -> int:
    """The actions of a turn: one per full hundred of the build total, at least one (HC-ACT-01, AMB-05)."""
    return max(1, build_total // 100)


def check_force(force: Force, build_total: int, without: Collection[str] = ()) -> ForceCheck:
    """Everything that speaks against the force under this build total; ``without`` lists tactics the format bars."""
    if force.event is not None:  # HC-EVENT-03, -04: its card goes before what the players agreed
        build_total, without = force.event.build_total or build_total, {*without, *force.event.without}
    themes = themes_of([one.figure for one in characters(force)], build_total)
    found = tuple(violations(force, build_total, without))
    return ForceCheck(force.total, action_total(build_total), found, themes)
