"""A case that goes on from a game that was played: the sealed lines of its record, as far as they count.

setup.record = '''…''' ──seals hold──> its events ──> Opening        setup.lines = 41: the rest has not happened
"""

from __future__ import annotations

from dataclasses import replace

from companion.casebook.language import CaseContext, CaseLanguage, Opening
from companion.core.rules import History
from companion.documents import Node


def open_recorded(setup: Node, language: CaseLanguage, context: CaseContext) -> Opening:
    """The opening that a record leads to."""
    setup.table({"record"}, {"lines"})
    node = setup["record"]
    events = context.read_record(language.system, node)
    first = events[0]
    system = context.find_rules(language.system, first.edition)
    if system is None:
        node.refuse(f"an edition of {language.system} that is played", str(first.edition))
    count = setup["lines"].number(1, len(events)) if "lines" in setup else len(events)
    history = History(system, first)
    for event in events[1:count]:
        history.fold(event)
    return replace(language.resume(system, first, history.state), prelude=tuple(events[1:count]))
