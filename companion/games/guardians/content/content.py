"""All that a table plays with, in one value: read from documents of our own; ``README.md`` in ``data`` describes them.

dice · sheets · cards · wounds · objects · articles · options
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from companion.core.dice import Die
from companion.documents import Node, load_document
from companion.games.guardians.content import kinds
from companion.games.guardians.content.dice import COMBAT, read_dice
from companion.games.guardians.content.verbs import EFFECTS, WHOM
from companion.rows import read_row, read_rows

DATA = Path(__file__).parents[1] / "data"
PARTS = ("dice", "sheets", "cards", "wounds", "objects", "articles", "options")
FORMATS = {part: f"tablewright/guardians-{part}@1" for part in PARTS}
DECK, EXTRA = 8, 2  # power cards of a hero, and those of either other rank (GC-SETUP-03)


@dataclass(frozen=True)
class Content:
    """All content, by id."""

    dice: Mapping[str, Die]
    sheets: Mapping[str, kinds.Sheet]
    cards: Mapping[str, kinds.Card]
    wounds: Mapping[str, kinds.Wound]
    objects: Mapping[str, kinds.ObjectKind]
    articles: Mapping[str, kinds.Article]
    options: kinds.Options
    document: Mapping[str, Any] = field(repr=False, compare=False, default_factory=dict)

    @cached_property
    def heroes(self) -> tuple[str, ...]:
        """The heroes, each with its sheets in up to three ranks."""
        return tuple(dict.fromkeys(sheet.hero or sheet.id for sheet in self.of_kind(kinds.Kind.HERO)))

    def of_kind(self, kind: kinds.Kind) -> Iterator[kinds.Sheet]:
        """The sheets of a kind of figure."""
        return (sheet for sheet in self.sheets.values() if sheet.kind is kind)

    def sheet_of(self, hero: str, rank: kinds.Rank) -> kinds.Sheet:
        """The hero's sheet of that rank: Rookies have it harder, Veterans easier (GC-RANK-01, GC-RANK-04)."""
        ranked = (one for one in self.of_kind(kinds.Kind.HERO) if (one.hero or one.id) == hero and one.rank is rank)
        return next(ranked, None) or self.sheets[hero]

    def deck_of(self, hero: str, part: kinds.CardSet = kinds.CardSet.BASE) -> tuple[kinds.Card, ...]:
        """The hero's own cards of a set (GC-CARD-01)."""
        return tuple(card for card in self.cards.values() if card.hero == hero and card.set is part)

    @cached_property
    def wound_deck(self) -> tuple[str, ...]:
        """Every wound card."""
        return tuple(wound.id for wound in self.wounds.values() for _ in range(wound.copies))


@cache
def default_document() -> dict[str, Any]:
    """The shipped content as one document, part by part."""
    return {part: load_part(DATA / "content" / f"{part}.toml", part) for part in PARTS}


@cache
def default_content() -> Content:
    return parse_content(Node("the shipped content", "", default_document()))


def load_part(file: Path, part: str) -> dict[str, Any]:
    """The part in a file, without its format."""
    node = load_document(str(file)).of_format(FORMATS[part])
    return {key: value for key, value in node.mapping.items() if key != "format"}


def parse_content(node: Node, *, is_checked: bool = True) -> Content:
    """The content in a document with every part; what rows name must exist, or it is refused with its place."""
    node.table(PARTS)
    content = Content(
        read_dice(node["dice"]),
        read_rows(kinds.Sheet, node["sheets"]),
        read_rows(kinds.Card, node["cards"]),
        read_rows(kinds.Wound, node["wounds"]),
        read_rows(kinds.ObjectKind, node["objects"]),
        read_rows(kinds.Article, node["articles"]),
        read_row(kinds.Options, node["options"]),
        node.value,
    )
    _check_rows(node, content)
    if is_checked:
        for hero in content.heroes:
            check_deck(node["cards"], hero, content)
        for name, sheet in content.sheets.items():
            for face in sheet.missions:
                if content.dice[COMBAT].face(face) is None:
                    place = node["sheets"][name]["missions"][face]
                    place.refuse("a face of the combat die as key", f"the key {face!r}")
    return content


def check_deck(node: Node, hero: str, content: Content) -> None:
    """Refuse a hero without eight cards, one its Weakness, and two of either other rank (GC-SETUP-03, GC-RANK-03)."""
    base = content.deck_of(hero)
    if len(base) != DECK:
        node.refuse(f"{DECK} cards of {hero} (GC-SETUP-03)", f"{len(base)}")
    weak = [card.id for card in base if card.weakness]
    if len(weak) != 1:
        node.refuse(f"one Weakness card of {hero} (GC-CARD-25)", ", ".join(weak) or "none")
    for part in (kinds.CardSet.ROOKIE, kinds.CardSet.VETERAN):
        if len(content.deck_of(hero, part)) != EXTRA:
            node.refuse(f"{EXTRA} {part} cards of {hero} (GC-SETUP-03)", f"{len(content.deck_of(hero, part))}")


def _check_rows(node: Node, content: Content) -> None:
    for name, sheet in content.sheets.items():
        place = node["sheets"][name]
        check_effects(place, "power", sheet.power)
        if min(sheet.speed, sheet.attack, sheet.defense) < 0 or sheet.health < 1:
            place.refuse("numbers of 0 or more, and HEALTH of 1 or more")
        if sheet.kind is kinds.Kind.HERO and sheet.mental is None:
            place.refuse("a hero with MENTAL (GC-CHAR-04)", "a sheet without 'mental'")
        if sheet.hero and sheet.hero not in content.sheets:
            place["hero"].refuse("a hero that has a sheet of its own name")
    for name, card in content.cards.items():
        place = node["cards"][name]
        if card.hero not in content.heroes:
            place["hero"].refuse(f"one of {', '.join(content.heroes) or 'the heroes, and there are none'}")
        if not card.uses:
            place.refuse("a technique, a special power or both (GC-CARD-02)", "a card without either")
        if card.special is not None:
            check_effects(place["special"], "effects", card.special.effects)
    for name, wound in content.wounds.items():
        check_effects(node["wounds"][name], "effects", wound.effects)
        for number, side in enumerate(wound.sides):
            if side not in (kinds.LEFT, kinds.RIGHT):
                node["wounds"][name]["sides"][number].refuse(f"{kinds.LEFT} or {kinds.RIGHT}")
    for name, article in content.articles.items():
        if article.size not in kinds.VALUES:
            node["articles"][name]["size"].refuse(f"one of {', '.join(kinds.VALUES)}")


def check_effects(node: Node, key: str, effects: tuple[kinds.Effect, ...]) -> None:
    """Refuse verbs, figures and characteristics that nobody knows."""
    for place, effect in enumerate(effects):
        row = node[key][place]
        if effect.verb not in EFFECTS:
            row["verb"].refuse(f"one of {', '.join(EFFECTS)}")
        if effect.whom not in WHOM:
            row["whom"].refuse(f"one of {', '.join(WHOM)}")
        if effect.stat and effect.stat not in kinds.STATS:
            row["stat"].refuse(f"one of {', '.join(kinds.STATS)}")
