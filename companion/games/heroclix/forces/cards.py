"""Cards that a force may bring besides figures: names, costs, and what they ask for. What a card *does* is on the card.

cards.toml ── [[feats]] · [[objects]] · [[alternates]] · [[conditions]] · [[events]]
                id, name, points …      a table may write its own file: ``tablewright/cards@1``, JSON or TOML
a feat asks of a character, click by click: powers, symbols, keywords, least values (HC-FEAT-04..06)
an event dial has clicks and lines, coloured circles and what they do while they show (HC-EVENT-10)
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Any

from companion.board.squares import is_square
from companion.documents import Node, load_document
from companion.games.heroclix.figures.figure import SLOTS, Click, Figure, click_at

ABILITIES = {"wing": "flight", "dolphin": "swim", "transport_wing": "flight", "transport_dolphin": "swim"}


@dataclass(frozen=True, slots=True)
class Needs:
    """Everything that must show at the same time; an empty one asks nothing."""

    powers: tuple[str, ...] = ()  # ids of powers or of abilities that symbols give
    symbols: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    least: tuple[tuple[str, int], ...] = ()  # slot, least value printed there


NOTHING = Needs()


def can_be_assigned(figure: Figure, needs: Needs) -> bool:
    """Whether some click of the dial, not necessarily the first, shows all of it at once (HC-FEAT-04)."""
    return any(_is_met_on(figure, click, needs) for click in figure.dial)


def is_met(figure: Figure, number: int, needs: Needs, changed: Mapping[str, int] | None = None) -> bool:
    """Whether the click in the window meets the needs now (HC-FEAT-11, -18).

    ``changed`` are the values after modifiers: they can lose a prerequisite, and never gain one (HC-FEAT-12, -13).
    """
    click = click_at(figure, number)
    if click is None or not _is_met_on(figure, click, needs):
        return False
    return all((changed or {}).get(slot, least) >= least for slot, least in needs.least)


def powers_usable(figure: Figure, click: Click) -> frozenset[str]:
    """The powers and abilities of a click: those that show, those that its special powers and traits name, and those
    of its symbols (HC-FEAT-05, -06)."""
    shown = {slot: getattr(click, slot).power for slot in SLOTS}
    named = {
        power
        for special in figure.specials
        if special.slot == "trait" or shown.get(special.slot) == "special"
        for power in special.powers
    }
    symbols = {getattr(figure.symbols, slot) for slot in SLOTS}
    given = {ABILITIES[symbol] for symbol in symbols if symbol in ABILITIES}
    return frozenset(({power for power in shown.values() if power} | named | symbols | given) - {"special"})


def _is_met_on(figure: Figure, click: Click, needs: Needs) -> bool:
    symbols = {getattr(figure.symbols, slot) for slot in SLOTS}
    keywords = {word.casefold() for word in figure.keywords}
    return (
        set(needs.powers) <= powers_usable(figure, click)
        and set(needs.symbols) <= symbols
        and {word.casefold() for word in needs.keywords} <= keywords
        and all((getattr(click, slot).value or 0) >= least for slot, least in needs.least)
    )


OPTIONAL = {"green", "red", "shows", "effects", "text", "turns", "wins_at", "build_total", "without"}


@dataclass(frozen=True, slots=True)
class EventCard:
    """An event dial: its clicks and its lines (HC-EVENT-06..08), its colours, and what its card changes."""

    id: str
    name: str
    clicks: int
    green: tuple[int, ...] = (1,)
    red: tuple[int, ...] = ()
    shows: tuple[tuple[str, ...], ...] = ()  # the coloured circles of each click (HC-EVENT-10)
    effects: tuple[tuple[str, str], ...] = ()  # colour, a row naming a verb as a JSON text
    text: str = ""
    turns: str = ""  # ``round`` or ``turn``: as each begins; by hand when empty (HC-EVENT-09)
    wins_at: int | None = None  # victory points that win at once (HC-EVENT-04)
    build_total: int | None = None  # instead of the players' (HC-EVENT-04)
    without: tuple[str, ...] = ()  # tactics that teams may not bring (HC-EVENT-04)


def parse_event(node: Node) -> EventCard:
    """The card in a table; a refusal names the place."""
    node.table({"id", "name", "clicks"}, OPTIONAL)
    id_ = node["id"].text() or node["id"].refuse("an id")
    return EventCard(id_, node["name"].text(), **parse_dial(node))


def parse_dial(node: Node) -> dict[str, Any]:
    """Read the card's fields but its id and its name."""
    clicks = node["clicks"].number(1, 99)
    green = tuple(entry.number(1, clicks) for entry in node["green"].items()) if "green" in node else (1,)
    if not green:
        node["green"].refuse("at least one click with a green line")
    shows = (
        tuple(tuple(entry.text() for entry in click.items()) for click in node["shows"].items())
        if "shows" in node
        else ()
    )
    if len(shows) > clicks:
        node["shows"].refuse(f"at most {clicks} clicks")
    return {
        "clicks": clicks,
        "green": green,
        "red": tuple(entry.number(1, clicks) for entry in node["red"].items()) if "red" in node else (),
        "shows": shows,
        "effects": tuple(_effect(effect) for effect in node["effects"].items()) if "effects" in node else (),
        "text": node["text"].text() if "text" in node else "",
        "turns": node["turns"].word(("round", "turn")) if "turns" in node else "",
        "wins_at": node["wins_at"].number(1, 9999) if "wins_at" in node else None,
        "build_total": node["build_total"].number(1, 9999) if "build_total" in node else None,
        "without": tuple(entry.text() for entry in node["without"].items()) if "without" in node else (),
    }


def _effect(node: Node) -> tuple[str, str]:
    if not isinstance(node.value, dict) or "colour" not in node:
        node.refuse("a row with 'colour' and 'verb'")
    row = {key: value for key, value in node.mapping.items() if key != "colour"}
    return node["colour"].text(), json.dumps(row, sort_keys=True)


FORMAT = "tablewright/cards@1"
KINDS = ("feats", "objects", "alternates", "conditions", "events")


class Weight(StrEnum):
    """The ring of an object: yellow, red, blue (HC-OBJ-01)."""

    LIGHT = "light"
    HEAVY = "heavy"
    IMMOBILE = "immobile"


@dataclass(frozen=True, slots=True)
class FeatCard:
    """A feat: its cost, how many characters it is assigned to, and what they must show (HC-FEAT-01, -02)."""

    id: str
    name: str
    points: int
    chooses: tuple[int, int] = (1, 1)  # least, most; 0, 0 for a feat of the whole team
    per_character: bool = False  # the cost grows with each character (HC-VP-09)
    needs: Needs = NOTHING
    text: str = ""
    effects: tuple[str, ...] = ()  # rows naming verbs, as JSON texts (HC-FEAT-16)


@dataclass(frozen=True, slots=True)
class ObjectCard:
    """An object: standard ones cost nothing, special ones what their card says (HC-OBJ-02, -07)."""

    id: str
    name: str
    weight: Weight | None  # ``None`` where the source does not say: the players see to it
    points: int = 0
    is_special: bool = False


@dataclass(frozen=True, slots=True)
class AlternateCard:
    """An alternate team ability (HC-TA-15, -16): a cost for each character, beside its own abilities or instead."""

    id: str
    name: str
    ability: str
    points: int
    replaces: bool = False
    copied: bool = True  # whether wild cards may use it (HC-TA-18)
    needs: Needs = NOTHING


@dataclass(frozen=True, slots=True)
class ConditionCard:
    """A battlefield condition; it costs nothing (HC-BFC-01)."""

    id: str
    name: str
    text: str = ""
    effects: tuple[str, ...] = ()  # HC-BFC-03


STANDARD = {weight.value: ObjectCard(weight.value, f"{weight.value.capitalize()} object", weight) for weight in Weight}


@dataclass(frozen=True, slots=True)
class Cards:
    """All cards at hand, by kind and id; the standard objects are always there."""

    feats: Mapping[str, FeatCard] = field(default_factory=dict)
    objects: Mapping[str, ObjectCard] = field(default_factory=lambda: dict(STANDARD))
    alternates: Mapping[str, AlternateCard] = field(default_factory=dict)
    conditions: Mapping[str, ConditionCard] = field(default_factory=dict)
    events: Mapping[str, EventCard] = field(default_factory=dict)


def load_cards(path: str | Path | None = None) -> Cards:
    """The cards of a file, or the shipped ones when no path is given."""
    return _shipped() if path is None else parse_cards(load_document(str(path)))


def parse_cards(node: Node) -> Cards:
    """The cards of a document; a refusal names the place."""
    node.of_format(FORMAT).table({"format"}, {"name", *KINDS})
    return Cards(
        {card.id: card for card in _each(node, "feats", _parse_feat)},
        STANDARD | {card.id: card for card in _each(node, "objects", _parse_object)},
        {card.id: card for card in _each(node, "alternates", _parse_alternate)},
        {card.id: card for card in _each(node, "conditions", _parse_condition)},
        {card.id: card for card in _each(node, "events", parse_event)},
    )


def _each(node: Node, kind: str, parse: Any) -> Iterator[Any]:
    seen = set(STANDARD) if kind == "objects" else set[str]()
    for entry in node[kind].items() if kind in node else ():
        card = parse(entry)
        if card.id in seen:
            entry["id"].refuse("an id of its own")
        seen.add(card.id)
        yield card


def _parse_feat(node: Node) -> FeatCard:
    node.table({"id", "name", "points"}, {"chooses", "per_character", "needs", "text", "effects"})
    least, most = 1, 1
    if "chooses" in node:
        bounds = [bound.number(0, 20) for bound in node["chooses"].items()]
        if len(bounds) != 2 or bounds[0] > bounds[1]:
            node["chooses"].refuse("two numbers, the fewest and the most characters")
        least, most = bounds
    each = node["per_character"].flag() if "per_character" in node else False
    said = _said(node), _effects(node)
    return FeatCard(_id(node), node["name"].text(), _points(node), (least, most), each, read_needs(node), *said)


def _parse_object(node: Node) -> ObjectCard:
    node.table({"id", "name", "weight"}, {"points"})
    weight = Weight(node["weight"].word([one.value for one in Weight]))
    if is_square(_id(node)):
        node["id"].refuse("an id that is no square of a map: it names a piece on the table")
    return ObjectCard(_id(node), node["name"].text(), weight, _points(node), is_special=True)


def _parse_alternate(node: Node) -> AlternateCard:
    node.table({"id", "name", "ability", "points"}, {"replaces", "copied", "needs"})
    replaces = node["replaces"].flag() if "replaces" in node else False
    copied = node["copied"].flag() if "copied" in node else True
    words = node["name"].text(), node["ability"].text()
    return AlternateCard(_id(node), *words, _points(node), replaces, copied, read_needs(node))


def _parse_condition(node: Node) -> ConditionCard:
    node.table({"id", "name"}, {"text", "effects"})
    return ConditionCard(_id(node), node["name"].text(), _said(node), _effects(node))


def _said(node: Node) -> str:
    return node["text"].text() if "text" in node else ""


def _effects(node: Node) -> tuple[str, ...]:
    """The rows as texts; what verbs they may name, the game knows when it begins."""
    return (
        tuple(json.dumps(effect.value, sort_keys=True) for effect in node["effects"].items())
        if "effects" in node
        else ()
    )


def _id(node: Node) -> str:
    return node["id"].text() or node["id"].refuse("an id")


def _points(node: Node) -> int:
    return node["points"].number(0, 9999) if "points" in node else 0


def read_needs(node: Node) -> Needs:
    """Read a card's demands on a character, under ``needs``."""
    if "needs" not in node:
        return NOTHING
    needs = node["needs"].table((), {"powers", "symbols", "keywords", *SLOTS})
    words = {
        key: tuple(entry.text() for entry in needs[key].items())
        for key in ("powers", "symbols", "keywords")
        if key in needs
    }
    return Needs(**words, least=tuple((slot, needs[slot].number(0, 99)) for slot in SLOTS if slot in needs))


@lru_cache(maxsize=1)
def _shipped() -> Cards:
    return load_cards(Path(__file__).parent.parent / "data" / "cards.toml")
