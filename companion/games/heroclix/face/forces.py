"""Forces as players build and bring them: read, checked, and what they may contain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.ids import FigureId
from companion.documents import Node
from companion.games.heroclix.figures.figure import Figure
from companion.games.heroclix.forces.cards import load_cards
from companion.games.heroclix.forces.files import FORMAT as FORMAT
from companion.games.heroclix.forces.files import parse_force
from companion.games.heroclix.forces.force import Force as Force
from companion.games.heroclix.forces.force import ForceCheck
from companion.games.heroclix.forces.force import ForceViolation as ForceViolation
from companion.games.heroclix.forces.rules import check_force
from companion.games.heroclix.sample import CREWS


def read(node: Node, figures: Mapping[FigureId, Figure]) -> Force:
    """The force in a document; raises ``InputError`` with the place of what is wrong in it."""
    return parse_force(node, figures, load_cards())


def check(force: Force, points: int) -> ForceCheck:
    """Whether it is legal under that build total: its total, its themes, what it breaks."""
    return check_force(force, points)


def shipped_crews() -> Sequence[Sequence[str]]:
    """The crews that are shipped, by their figures."""
    return list(CREWS.values())


def object_cards() -> Mapping[str, Any]:
    """The objects a force may bring, by id."""
    return load_cards().objects
