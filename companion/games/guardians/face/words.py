"""Names of heroes, cards, sheets and articles by their content's words; commands too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.core.face import Cue
from companion.core.phrases import Name, Phrase, Told, Word
from companion.games.guardians.content.kinds import STATS, Words
from companion.games.guardians.events import AttackResult, TestRolled
from companion.games.guardians.play.goals import HERO_ARTICLE
from companion.games.guardians.scenario import MENACE, Camp
from companion.games.guardians.setup import PAPERS
from companion.games.guardians.state import State

SILENT = frozenset(
    {"GuardiansSetUp", "DiceRequested", "ChoiceRequested", "Undertaken", "Finished", "WindowOpened", "WindowClosed"}
    | {"ActionTaken", "StackLaid", "ChoiceMade", "HandMade"}
)
SEQUELS = {  # told in one line with what came before
    "DiceReported": frozenset({"DiceReported"}),
    "MissionDrawn": frozenset({"DiceReported"}),
    "FailureTokenPlaced": frozenset({"TestRolled"}),
    "SitePassed": frozenset({"TestRolled"}),
    "TestRolled": frozenset({"DiceReported"}),
}
DETAILS = frozenset({"ActivationEnded", "GameTurnEnded"})
HEADINGS = frozenset({"GameTurnBegan", "PhaseBegan", "Activated"})
VALUES = {stat: f"GC-CHAR-0{number}" for number, stat in enumerate(("speed", "attack", "defense", "mental"), 1)}
VALUES["health"] = "GC-CHAR-06"  # by which rule there are the numbers of a sheet
SIDES = {"left": "◀", "right": "▶"}  # of a card


def names_of(state: State, lang: str) -> dict[str, Told]:
    """Every name a side may know; several figures of one sheet by their numbers."""
    content, scenario = state.content, state.scenario
    names: dict[str, str] = {"innate": "★"}
    tables: tuple[Mapping[str, object], ...] = (
        content.cards,
        content.wounds,
        content.objects,
        content.sheets,
        scenario.articles,
        scenario.sites,
        scenario.camps,
    )
    for table in tables:
        names |= {key: said(getattr(row, "name", {}), lang) or plain(key) for key, row in table.items()}
    for thing in scenario.objects:
        names[thing.id] = names.get(thing.type, plain(thing.type))
    for objective in scenario.objectives:
        names[objective.id] = said(objective.name, lang) or names.get(objective.id, plain(objective.id))
    for figure in state.figures:
        alike = [one for one in state.figures if one.sheet == figure.sheet]
        name = names.get(figure.sheet, plain(figure.sheet))
        names[figure.id] = name if len(alike) == 1 else f"{name} {1 + alike.index(figure)}"
    for zone, spaces in state.ground.by_zone.items():
        names[zone] = said(scenario.zone_names.get(zone, {}), lang) or plain(zone)
        names |= {space: f"{names[zone]} {space.rpartition('.')[2]}" for space in spaces}
    for door in state.ground.doors:  # called what the place is called whose test moves it, else what it parts
        names[door] = " | ".join(sorted(names[zone] for zone in state.ground.door_zones(door)))
    for site in scenario.sites.values():
        deeds = (deed for test in site.tests for deed in test.success if deed.verb == "door")
        names |= {deed.what: names[site.id] for deed in deeds}
    names |= seat_names(state.table.camps, scenario.camps, lang)
    for side, seats in state.table.camps:
        for seat in seats[1:]:  # of several in a camp, by whom it plays
            if own := [names[figure.id] for figure in state.figures if figure.seat == seat and figure.is_main]:
                names[seat] = f"{said(scenario.camps[side].name, lang)} ({', '.join(own)})"
    names |= {f"{figure.seat}.self": names[figure.id] for figure in reversed(state.figures) if figure.seat is not None}
    said_as: dict[str, Told] = {stat: Word("slot", stat) for stat in STATS}
    said_as["health"] = Phrase("stat.health")
    said_as |= {face: Word("article", face) for face in HERO_ARTICLE}
    said_as[MENACE] = Word("side", MENACE)
    return {**names, **said_as, **{paper: Word("paper", paper) for paper in PAPERS}}


def seat_names(sides: Sequence[tuple[str, Sequence[str]]], camps: Mapping[str, Camp], lang: str) -> dict[str, str]:
    """The seats by their camp; of several in one the later ones have a number."""
    return {
        seat: said(camps[side].name, lang) + (f" {number}" if seat != side else "")
        for side, seats in sides
        for number, seat in enumerate(seats, 1)
    }


def said(words: Words, lang: str) -> str:
    """The words in that language, or in the one there is."""
    return words.get(lang) or next(iter(words.values()), "")


def labelled(what: object, words: object) -> Phrase:
    """The name of something, and what is said of it."""
    return Phrase("briefing.is", {"what": what, "words": words})


def plain(name: str) -> str:
    """An id as a name."""
    return name.replace("-", " ").replace("_", " ").replace(".", " ")


def command_words(command: object) -> Phrase:
    """Return the words of the button that gives the command."""
    fields = {name: getattr(command, name) for name in getattr(command, "__dataclass_fields__", ())}
    spoken = {name: "" if value is None else Name(str(value)) for name, value in fields.items()}
    key = f"command.{type(command).__name__}"
    aimed = (f"{key}.aimed",) if fields.get("target") else ()
    ways = (f"{key}.{fields.get('use')}", f"{key}.{fields.get('manner')}")
    return Phrase(key, spoken, (*ways, *aimed))


def cue_of(event: object) -> Cue | None:
    """Whether an attack hit, a test was passed."""
    if isinstance(event, AttackResult):
        return Cue.HIT if event.hit else Cue.MISS
    if isinstance(event, TestRolled):
        return Cue.HIT if event.passed else Cue.MISS
    return None
