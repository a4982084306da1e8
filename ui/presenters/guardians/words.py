"""What is called how: heroes, cards, sheets and articles by their content's words; commands and options too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.guardians.content.kinds import STATS, Words
from companion.games.guardians.play.goals import HERO_ARTICLE
from companion.games.guardians.scenario import MENACE, Camp
from companion.games.guardians.setup import PAPERS
from companion.games.guardians.state import State
from companion.text.wording import Wording
from ui.presenters.adapter import Look

SIDES = {"left": "◀", "right": "▶"}


def names_of(state: State, lang: str) -> dict[str, str]:
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
    wording = Wording(lang)
    names |= {stat: wording.word("slot", stat) for stat in STATS}
    names["health"] = wording.say("stat.health")
    names |= {face: wording.word("article", face) for face in HERO_ARTICLE}
    names[MENACE] = wording.word("side", MENACE)
    return names | {paper: wording.word("paper", paper) for paper in PAPERS}


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


def labelled(what: str, words: str, look: Look) -> str:
    """The name of something, and what is said of it."""
    return look.wording.say("briefing.is", what=look.name(what), words=words)


def plain(name: str) -> str:
    return name.replace("-", " ").replace("_", " ").replace(".", " ")


def option_words(option: str, look: Look) -> str:
    """A card with its side, a figure, a space, a characteristic."""
    side, _, card = option.partition(":")
    if side in SIDES and card:
        return f"{SIDES[side]} {look.name(card)}"
    base, _, copy = option.partition(" #")
    if base in look.wording.names:
        return look.name(base) + (f" {copy}" if copy else "")
    return look.wording.word("option", option)


def command_words(command: object, look: Look) -> str:
    """What a button says that gives the command."""
    fields = {name: getattr(command, name) for name in getattr(command, "__dataclass_fields__", ())}
    spoken = {name: "" if value is None else look.name(str(value)) for name, value in fields.items()}
    key = f"command.{type(command).__name__}"
    aimed = f"{key}.aimed"
    use = f"{key}.{fields.get('use')}"
    return look.wording.say(
        next(filter(look.wording.has, (use, aimed if fields.get("target") else key)), key), **spoken
    )
