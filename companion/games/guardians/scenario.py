"""Scenarios with their MENACE sheet, ``tablewright/guardians-scenario@1``: where all stands, what is at stake.

board ── sides (start, seats) ── villains ── objects ── sites (tests)
menace  end_of_turn, reactions, path      objectives  when ─> article, end      (GC-VILL-05)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.board.areas.relations import Relations
from companion.core.ids import SpaceId
from companion.documents import Node
from companion.games.guardians.content import kinds
from companion.games.guardians.content.content import Content
from companion.games.guardians.content.kinds import Article, Condition, Deed, Test, Words
from companion.games.guardians.content.verbs import DEEDS, MOMENTS
from companion.games.guardians.ground.ground import Ground
from companion.games.guardians.ground.reading import read_board
from companion.games.guardians.ground.tiles import zone_names
from companion.rows import read_row, read_rows

FORMAT = "tablewright/guardians-scenario@1"
MENACE = "menace"  # the side no player owns
CHOICES = ("nearest", "weakest", "most_damaged", "any", "attacker", "all")  # how a deed names its target


@dataclass(frozen=True, slots=True)
class Camp:
    """One side's part: where its heroes begin, how many are recommended (GC-SETUP-05, GC-SETUP-07)."""

    id: str
    start: tuple[str, ...] = ()
    heroes: int = 0
    name: Words = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Standing:
    """A villain as the scenario puts it."""

    id: str
    sheet: str
    at: str
    side: str = MENACE


@dataclass(frozen=True, slots=True)
class ObjectAt:
    """An object token: its card, the space printed on it, spaces it is adjacent to besides (GC-SETUP-11)."""

    id: str
    type: str
    at: str
    near: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Site:
    """A place that offers tests: where one must stand for it, who may take it (GC-TEST-02, GC-MAP-07)."""

    id: str
    at: str
    tests: tuple[Test, ...]
    name: Words = field(default_factory=dict)
    side: str = ""  # only this side
    stays: bool = False  # may be tested again after it was passed
    blocks: bool = False  # its token stands in the way of lines


@dataclass(frozen=True, slots=True)
class Reaction:
    """The reaction of a villain to a moment of the game (GC-VILL-08)."""

    when: str
    who: str  # a figure or a sheet; for "entered" a zone
    do: tuple[Deed, ...]
    dying: bool = False  # also when it was knocked out by it (GC-AMB-42)


@dataclass(frozen=True, slots=True)
class Objective:
    """The task of a side, the article it brings, whether the game ends with it (GC-PRESS-02, GC-TURN-13)."""

    id: str
    side: str
    when: Condition
    article: str = ""
    ends: bool = False
    name: Words = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Menace:
    """The MENACE sheet (GC-VILL-05)."""

    boss: str = ""  # whose knock-out ends its actions (GC-VILL-07)
    tiles: tuple[str, ...] = ()  # GC-MAP-08
    end_of_turn: tuple[Deed, ...] = ()
    reactions: tuple[Reaction, ...] = ()
    arrest: str = ""  # the article about its arrest (GC-PRESS-03)
    no_push: tuple[str, ...] = ()  # sheets that cannot be pushed (GC-AMB-11)


@dataclass(frozen=True)
class Scenario:
    """A scenario, everything by id."""

    name: str
    names: Words
    about: Words  # what brings everybody here
    is_solo: bool
    ground: Ground
    camps: Mapping[str, Camp]
    relations: Relations
    villains: tuple[Standing, ...]
    objects: tuple[ObjectAt, ...]
    sites: Mapping[str, Site]
    menace: Menace
    objectives: tuple[Objective, ...]
    articles: Mapping[str, Article]
    deeds: Mapping[str, tuple[Deed, ...]]  # lists that tests name
    last_turn: int = 0
    tie: str = ""  # the side that wins equal scores (GC-AMB-33)
    zone_names: Mapping[str, Words] = field(default_factory=dict)
    document: Mapping[str, Any] = field(repr=False, compare=False, default_factory=dict)


KEYS = {
    "format",
    "id",
    "name",
    "about",
    "solo",
    "friends",
    "villains",
    "objects",
    "sites",
    "menace",
    "objectives",
    "articles",
    "deeds",
    "last_turn",
    "tie",
    "stock",
}


def parse_scenario(node: Node, content: Content, *, is_checked: bool = True) -> Scenario:
    """The scenario in a document, its rules beside those of its sheet (GC-VILL-09); a refusal names the place."""
    node.of_format(FORMAT).table({"format", "board", "sides"}, KEYS)
    objects = tuple(read_row(ObjectAt, entry) for entry in _items(node, "objects"))
    sites = read_rows(Site, node["sites"]) if "sites" in node else {}
    blocking = tuple(one.id for one in objects) + tuple(site.id for site in sites.values() if site.blocks)
    ground = read_board(node["board"], blocking)
    lists = {name: tuple(read_row(Deed, deed) for deed in entry.items()) for name, entry in _entries(node, "deeds")}
    names = node["name"].texts() if "name" in node else {}
    scenario = Scenario(
        node["id"].text() if "id" in node else "scenario",
        names,
        node["about"].texts() if "about" in node else {},
        node["solo"].flag() if "solo" in node else False,
        ground,
        read_rows(Camp, node["sides"]),
        Relations.of(_pair(entry) for entry in _items(node, "friends")),
        tuple(read_row(Standing, entry) for entry in _items(node, "villains")),
        objects,
        sites,
        read_row(Menace, node["menace"]) if "menace" in node else Menace(),
        tuple(read_row(Objective, entry) for entry in _items(node, "objectives")),
        {**content.articles, **(read_rows(Article, node["articles"]) if "articles" in node else {})},
        lists,
        node["last_turn"].number(0, 99) if "last_turn" in node else 0,
        node["tie"].text() if "tie" in node else "",
        zone_names(node["board"]) if "tiles" in node["board"] else {},
        node.value,
    )
    if is_checked:
        _Check(node, scenario, content).run()
    return scenario


def check_names(node: Node, scenario: Scenario, content: Content, heroes: Collection[str]) -> None:
    """Refuse what names something that is not there; a case may leave out what nobody needs."""
    _Check(node, scenario, content, heroes).names()


def _pair(node: Node) -> tuple[str, str]:
    names = [name.text() for name in node.items()]
    if len(names) != 2:
        node.refuse("two sides")
    return names[0], names[1]


def _items(node: Node, key: str) -> Iterator[Node]:
    return node[key].items() if key in node else iter(())


def _entries(node: Node, key: str) -> Iterator[tuple[str, Node]]:
    return node[key].entries() if key in node else iter(())


class _Check:
    """Checks of a scenario beyond its form: names that exist, spaces of their own, articles somebody can win."""

    def __init__(self, node: Node, scenario: Scenario, content: Content, heroes: Collection[str] = ()) -> None:
        self.node, self.scenario, self.content = node, scenario, content
        self.places = {*scenario.ground.spaces, *scenario.ground.zones}
        self.figures = {*heroes, *(one.id for one in scenario.villains)}
        self.taken: dict[str, str] = {}

    def run(self) -> None:
        """Refuse the first thing that cannot be."""
        scenario, content = self.scenario, self.content
        if not scenario.camps:
            self.node["sides"].refuse("a side, or two (GC-SETUP-05)", "none")
        for name, camp in scenario.camps.items():
            for place, space in enumerate(camp.start):
                self.stand(self.node["sides"][name]["start"][place], space, name)
        for place, villain in enumerate(scenario.villains):
            row = self.node["villains"][place]
            self.known(row["sheet"], content.sheets)
            self.stand(row["at"], villain.at, villain.id)
        for place, thing in enumerate(scenario.objects):
            row = self.node["objects"][place]
            self.known(row["type"], content.objects)
            self.orange(row["at"], thing.at)
        for name, site in scenario.sites.items():
            self.orange(self.node["sites"][name]["at"], site.at)
        won = self.names()
        for name, entry in _entries(self.node, "articles"):
            if name not in won:
                entry.refuse(
                    "an article that an objective or a deed brings", f"the article {name!r}, nobody can win it"
                )

    def names(self) -> set[str]:
        """Refuse spaces, verbs, articles … that are not there; the articles that can be won come back."""
        for place, thing in enumerate(self.scenario.objects):
            self.space(self.node["objects"][place]["at"], thing.at)
        for name, site in self.scenario.sites.items():
            row = self.node["sites"][name]
            self.space(row["at"], site.at)
            for place, test in enumerate(site.tests):
                self.test(row["tests"][place], test)
        self.menace()
        return self.objectives()

    def space(self, node: Node, space: str) -> None:
        if space not in self.scenario.ground.spaces:
            node.refuse(f"a space of the board, from {self.scenario.ground.spaces[0]} (GC-SETUP-11)")

    def stand(self, node: Node, space: str, who: str) -> None:
        """Refuse a space that is none, or that somebody else has."""
        if space not in self.scenario.ground.spaces:
            node.refuse(f"a space of the board, from {self.scenario.ground.spaces[0]}")
        if space in self.taken:
            node.refuse("a space of its own (GC-MAP-03)", f"{space}, where {self.taken[space]} stands")
        self.taken[space] = who

    def orange(self, node: Node, space: str) -> None:
        self.space(node, space)
        if not self.scenario.ground.is_orange(SpaceId(space)):
            node.refuse("an interaction space (GC-MAP-04, GC-SETUP-11)", f"{space}, which is none")

    def known(self, node: Node, names: object) -> None:
        node.word(list(names))  # type: ignore[call-overload]

    def test(self, node: Node, test: Test) -> None:
        if test.stat not in kinds.STATS:
            node["stat"].refuse(f"one of {', '.join(kinds.STATS)}")
        self.deeds(node, "success", test.success)
        self.deeds(node, "failure", test.failure)

    def deeds(self, node: Node, key: str, deeds: tuple[Deed, ...]) -> None:
        """Refuse verbs, places, sheets, articles and lists that are not there."""
        sides = {*self.scenario.camps, MENACE, "heroes", "own", "first"}
        sheets = set(self.content.sheets)
        for place, deed in enumerate(deeds):
            row = node[key][place]
            if deed.verb not in DEEDS:
                row["verb"].refuse(f"one of {', '.join(DEEDS)}")
            if deed.to and deed.to not in {*self.places, *self.figures, *sides, *CHOICES}:
                row["to"].refuse("a zone, a space, a side or a figure")
            if deed.who and deed.who not in {*self.figures, *sheets, *sides, *CHOICES}:
                row["who"].refuse("a figure or a sheet")
            if deed.target and deed.target not in {*CHOICES, *self.figures, *sheets, *sides}:
                row["target"].refuse(f"a figure, a side, or one of {', '.join(CHOICES)}")
            if deed.side and deed.side not in sides:
                row["side"].refuse(f"one of {', '.join(sorted(sides))}")
            things: dict[str, object] = {
                "article": self.scenario.articles,
                "place": self.content.sheets,
                "door": self.scenario.ground.doors,
                "remove": [one.id for one in self.scenario.objects],
            }
            if deed.verb in things:
                self.known(row["what"], things[deed.verb])
            for which, names in (("success", deed.success), ("failure", deed.failure)):
                for number, _ in enumerate(names):
                    self.known(row[which][number], self.scenario.deeds)

    def menace(self) -> None:
        menace, node = self.scenario.menace, self.node["menace"]
        if menace.boss and menace.boss not in self.figures:
            node["boss"].refuse(f"one of {', '.join(sorted(self.figures)) or 'the villains, and there are none'}")
        if menace.arrest and menace.arrest not in self.scenario.articles:
            node["arrest"].refuse(f"one of {', '.join(self.scenario.articles)}")
        laid = [entry["tile"].text() for entry in _items(self.node["board"], "tiles")] if menace.tiles else []
        for place, tile in enumerate(menace.tiles):
            if tile not in laid:
                node["tiles"][place].refuse(f"one of the tiles laid: {', '.join(laid)} (GC-MAP-08)")
        self.deeds(node, "end_of_turn", menace.end_of_turn)
        for place, reaction in enumerate(menace.reactions):
            row = node["reactions"][place]
            if reaction.when not in MOMENTS:
                row["when"].refuse(f"one of {', '.join(MOMENTS)}")
            if reaction.who not in {*self.figures, *self.content.sheets, *self.places, *self.scenario.sites}:
                row["who"].refuse("a figure, a sheet, a zone or a site")
            self.deeds(row, "do", reaction.do)
        for name, deeds in self.scenario.deeds.items():
            self.deeds(self.node["deeds"], name, deeds)

    def objectives(self) -> set[str]:
        won: set[str] = {self.scenario.menace.arrest}
        for place, objective in enumerate(self.scenario.objectives):
            row = self.node["objectives"][place]
            if objective.side not in {*self.scenario.camps, MENACE}:
                row["side"].refuse(f"one of {', '.join((*self.scenario.camps, MENACE))}")
            if objective.article and objective.article not in self.scenario.articles:
                row["article"].refuse(f"one of {', '.join(self.scenario.articles)}")
            won.add(objective.article)
            when = objective.when
            if when == Condition():
                row["when"].refuse("what must be so", "a condition that says nothing")
            if when.at and when.at not in self.places:
                row["when"]["at"].refuse("a zone or a space of the board")
            if when.passed and when.passed not in self.scenario.sites:
                row["when"]["passed"].refuse(f"one of the sites {', '.join(self.scenario.sites)}")
        lists = [*self.scenario.deeds.values(), self.scenario.menace.end_of_turn]
        lists += [reaction.do for reaction in self.scenario.menace.reactions]
        lists += [test.success + test.failure for site in self.scenario.sites.values() for test in site.tests]
        won |= {deed.what for deeds in lists for deed in deeds if deed.verb == "article"}
        return won
