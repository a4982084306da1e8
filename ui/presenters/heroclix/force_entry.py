"""A force that a player hands in to an event: read from what was written or pasted, and checked by the rules.

understood ──> figures with their costs     not known here ──> a line for the judge     which of several? ──> asked
"""

from __future__ import annotations

from companion.documents import Node
from companion.games.heroclix.face import forces as force_rules
from companion.interchange.force_list import FOR_THE_JUDGE
from companion.interchange.force_texts import written_list
from companion.text.wording import Wording
from ui.library import Library
from ui.presenters.games import Sheet
from ui.presenters.heroclix.force_papers import broken_words
from ui.presenters.heroclix.force_text import WHERE, passed_words, questions_of, read_force
from ui.presenters.heroclix.forces import Forces


def sheet_of(library: Library, text: str, points: int, wording: Wording) -> Sheet:
    """The force in the text; raises ``InputError`` where nothing of it is understood."""
    forces = Forces(library)
    found = read_force(text, forces.index)
    force = force_rules.read(Node(WHERE, "", found.document), forces.figures)
    entries = [
        (
            f"{f'{member.count} × ' if member.count > 1 else ''}{member.figure.name} ({member.figure.id})",
            member.count * member.cost,
        )
        for member in force.members
    ]
    entries += [(item.name, item.points or 0) for item in force.objects]
    entries += [(choice.card.name, choice.card.points) for choice in force.feats]
    pieces = [one for one in found.unclear if one.is_piece]
    entries += [(wording.say("list.for_the_judge", words=one.words[:80]), one.cost or 0) for one in pieces]
    broken = tuple(
        (broken.rule, broken_words(broken, wording)) for broken in force_rules.check(force, points).violations
    )
    total = force.total + sum(one.cost or 0 for one in pieces)
    kept = written_list(found.document, forces.figures) + "".join(f"{FOR_THE_JUDGE}{one.words}\n" for one in pieces)
    notes = tuple(passed_words(found, wording))
    return Sheet(
        force.name or "", tuple(entries), total, broken, kept, found.text, tuple(questions_of(found, wording)), notes
    )
