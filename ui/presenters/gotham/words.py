"""What is called how in a mission, and its numbers in words: each term with the rule it comes from."""

from __future__ import annotations

from companion.core.reckoning import Reckoning
from companion.games.gotham.content.names import called, plain
from companion.games.gotham.state import State
from companion.text.wording import Wording
from ui.presenters.adapter import Look
from ui.presenters.terms import told_term

_FAMILIES = ("figure", "term", "skill", "state", "tokens", "way")


def names_of(state: State, lang: str) -> dict[str, str]:
    """Zones, tasks, cards, tiles and figures by their names; several of one tile are numbered as their ids are."""
    wording, content = Wording(lang), state.content
    words = {key: word for family in _FAMILIES for key, word in wording.family(family).items()}
    things = {str(zone): called(row.names, lang, zone) for zone, row in state.board.zones.items()}
    things |= {task: called(row.names, lang, task) for task, row in state.table.tasks.items()}
    things |= {card: called(row.names, lang, card) for card, row in content.cards.items()}
    things |= {sheet: called(row.names, lang, sheet) for sheet, row in content.sheets.items()}
    sheets = {figure.id: state.sheet(figure.id).id for figure in state.figures}
    figures = {}
    for figure in state.figures:
        sheet, number = sheets[figure.id], figure.id.rpartition("-")[2]
        name, is_one = things.get(sheet) or plain(figure.id), list(sheets.values()).count(sheet) == 1
        figures[str(figure.id)] = name if is_one or not number.isdigit() else f"{name} {number}"
    return {**words, **things, **figures}


def told_number(look: Look, what: str, number: Reckoning) -> str:
    """A number with its terms in words: 2, Martial Arts +2, Bind -1 = 3; without terms it is that number."""
    terms = [told_term(part, look.wording) for part in sorted(number.parts, key=lambda part: part.replaces)]
    told = ", ".join([str(number.printed), *terms])
    key = "number_made" if terms else "number_plain"
    return look.say(key, what=look.wording.word("what", what), terms=told, value=number.value)
