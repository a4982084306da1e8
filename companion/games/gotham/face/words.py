"""Words of a mission: names, and numbers with the rule that each term comes from."""

from __future__ import annotations

from companion.core.face import Cue
from companion.core.flow import ChoiceRequest
from companion.core.phrases import Phrase, Terms, Told, Word, joined, say
from companion.core.pool import DIE
from companion.core.reckoning import Reckoning
from companion.games.gotham.attack.defense import ASKED as DEFENDS
from companion.games.gotham.content.names import called, plain
from companion.games.gotham.events import ActionResolved, Reckoned
from companion.games.gotham.state import State

FAMILIES = ("figure", "term", "skill", "state", "tokens", "way")  # of the catalogues, whose words are names here
SILENT = frozenset(
    {"MissionSetUp", "DiceRequested", "ChoiceRequested", "Undertaken", "Finished", "WindowClosed", "Acted"}
    | {"PoolBuilt", "ActivationBegan"}
)
HEADINGS = frozenset({"RoundBegan", "SideTurnBegan", "TileActivated"})
_TOLD_NEXT = ("points", "cost")  # numbers that the next line says too


def names_of(state: State, lang: str) -> dict[str, str]:
    """Zones, tasks, cards, tiles and figures by their names; several of one tile are numbered as their ids are."""
    content = state.content
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
    return {**things, **figures}


def mission_name(state: State, lang: str) -> str:
    """Return the name of the scenario."""
    return called(state.table.names, lang, state.table.name)


def number_words(what: str, number: Reckoning) -> Phrase:
    """A number with its terms: 2, Martial Arts +2, Bind -1 = 3; without terms it is that number."""
    parts = tuple(sorted(number.parts, key=lambda part: part.replaces))
    told = joined(", ", str(number.printed), Terms(parts))
    key = "number_made" if parts else "number_plain"
    return say(key, what=Word("what", what), terms=told, value=number.value)


def option_words(request: ChoiceRequest, option: str) -> Told | None:
    """An option that is more than a name; ``None`` where it is one."""
    if option == "0" and request.optional:
        return say("pass")
    if request.purpose == DEFENDS:
        return say("cubes", count=int(option))
    return None


def asks_about_dice(request: ChoiceRequest) -> bool:
    """Whether dice that lie on the table are chosen from."""
    return request.options[0].startswith(DIE)


def is_told_next(event: object) -> bool:
    """Whether it is a number that the next line of the log says too."""
    return isinstance(event, Reckoned) and event.what in _TOLD_NEXT and not event.terms


def cue_of(event: object) -> Cue | None:
    """Whether an attack or a complex action obtained any successes."""
    if isinstance(event, ActionResolved):
        return Cue.HIT if event.succeeded else Cue.MISS
    if isinstance(event, Reckoned) and event.what in ("melee", "ranged"):
        return Cue.HIT if event.value else Cue.MISS
    return None
