"""A force that a player hands in to an event: read from what was written or pasted, and checked by the rules."""

from __future__ import annotations

from companion.documents import Node
from companion.games.heroclix.face import forces as force_rules
from companion.text.wording import Wording
from ui.library import Library
from ui.presenters.games import Sheet
from ui.presenters.heroclix.force_papers import broken_words
from ui.presenters.heroclix.force_text import WHERE, read_force, share_text
from ui.presenters.heroclix.forces import Forces


def sheet_of(library: Library, text: str, points: int, wording: Wording) -> Sheet:
    """The force in the text; raises ``InputError`` with the line that names no figure."""
    forces = Forces(library)
    document = read_force(text, forces.index)
    force = force_rules.read(Node(WHERE, "", document), forces.figures)
    entries = [
        (
            f"{f'{member.count} × ' if member.count > 1 else ''}{member.figure.name} ({member.figure.id})",
            member.count * member.cost,
        )
        for member in force.members
    ]
    entries += [(item.name, item.points or 0) for item in force.objects]
    entries += [(choice.card.name, choice.card.points) for choice in force.feats]
    broken = tuple(
        (broken.rule, broken_words(broken, wording)) for broken in force_rules.check(force, points).violations
    )
    return Sheet(force.name or "", tuple(entries), force.total, broken, share_text(document))
