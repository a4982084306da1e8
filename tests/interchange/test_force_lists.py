"""Lists as players write them: every figure comes back as itself or is asked about; nothing of a list is lost."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from companion.core.ids import FigureId
from companion.documents import Node
from companion.errors import InputError
from companion.games.heroclix.forces.files import parse_force
from companion.interchange.figure_library import FigureLibrary
from companion.interchange.figures import load_figure_file
from companion.interchange.force_list import ForceList, Unclear
from companion.interchange.force_texts import read_force_text, written_list
from companion.interchange.roster import Known, Roster
from tests.interchange.full_set import COUNT, full_set
from ui.presenters.games import Question

WRONG = -1  # a cost that the figure has not


@cache
def shipped() -> Roster:
    return FigureLibrary().roster


@cache
def invented() -> tuple[tuple[Known, ...], Roster]:
    figures = full_set()
    return tuple(figures), Roster(figures)


def read(text: str, roster: Roster | None = None) -> ForceList:
    return read_force_text(text, shipped() if roster is None else roster, "list.txt")


def told(found: ForceList) -> list[tuple[str, int | None, int]]:
    return [(str(one.figure.id), one.points, one.count) for one in found.figures]


def whys(found: ForceList) -> list[tuple[int, str]]:
    return [(one.line, one.why) for one in found.unclear]


# ---- every figure in every spelling ----------------------------------------------------------------------------


def spellings(one: Known) -> Iterator[tuple[str, int | None]]:
    """The figure as pages and players print it, each with the cost that is written."""
    name, set_, number = one.name, one.set, one.number
    for id_ in dict.fromkeys((one.id, one.id.upper(), *(() if one.set == "zqG" else (one.id.lower(),)))):  # its twin's
        yield from (
            (words, None) for words in (id_, f"{id_} {name}", f"{name} {id_}", f"{name} ({id_})", f"- {id_} – {name}")
        )
        for cost in one.points:
            yield from (
                (words, cost)
                for words in (
                    *(f"{id_} {cost}", f"{cost}{id_}", f"{cost} {id_}", f"{id_}{cost}", f"{id_} ({name}) {cost}"),
                    *(f"{id_} {name} {cost}", f"{id_} {name} ({cost})", f"{cost}{id_} {name}", f"{cost} {id_} {name}"),
                    *(f"{id_} - {name} - {cost} pts", f"[ ] {id_}, {name}, {cost} points", f"{id_}\t{name}\t{cost}"),
                    *(f"{cost}\n{id_} {name}", f"[b]{id_}[/b] {name}: {cost}", f"| {id_} | {name} | {cost} |"),
                )
            )
    yield from (
        (words, None)
        for words in (name, f"{name} ({set_})", f"{name} {set_.upper()}", f"{set_.upper()} {number} {name}")
    )
    yield from ((words, None) for words in (f"{set_}#{number} {name}", f"{set_} {number}", f"{name.upper()}"))
    for cost in one.points:
        yield from (
            (words, cost)
            for words in (
                *(
                    f"{name} {cost}",
                    f"{name} ({cost})",
                    f"{cost} {name}",
                    f"{name}{cost}",
                    f"{cost}{name}",
                    f"{name} @ {cost}p",
                ),
                *(f"{name} ({set_}) {cost}", f"{name} [{set_}] - {cost}", f"{name}, {set_} {number}, {cost} points"),
            )
        )
    wrong = next(cost for cost in range(33, 99) if cost not in one.points and cost not in (60, 90))
    if one.points:
        yield from ((words, WRONG) for words in (f"{one.id} {name} ({wrong})", f"{wrong}{one.id} {name}"))


def mistaken(one: Known, words: str, cost: int | None, roster: Roster) -> str:
    """Return in what way the words were taken for something else; empty when they were not."""
    try:
        found = read(words, roster)
    except InputError as wrong:
        return f"refused: {wrong}"
    if cost == WRONG:
        is_told = not found.figures and all(
            asked.why in ("list.cost", "list.costs", "list.which") for asked in found.unclear
        )
        return "" if is_told and found.unclear else f"an impossible cost is taken: {told(found)}"
    if found.figures:
        is_itself = told(found) == [(one.id, cost, 1)] and not found.unclear
        return "" if is_itself else f"taken as {told(found)} {found.unclear}"
    choices = [choice.removeprefix("2x ").split()[0] for asked in found.unclear for choice in asked.choices]
    return "" if one.id in choices or len(choices) == 60 else f"asked: {found.unclear}"


def faults(figures: Iterator[tuple[Known, str, int | None]], roster: Roster) -> list[str]:
    return [
        f"{one.id} as {words!r}: {fault}"
        for one, words, cost in figures
        if (fault := mistaken(one, words, cost, roster))
    ]


@pytest.mark.slow
def test_every_figure_comes_back_as_itself_or_is_asked_about() -> None:
    """Every figure in one spelling, drawn; the few that were made to be mistaken in all of them."""
    figures, roster = invented()
    assert len(figures) == COUNT
    chance = random.Random(1)
    drawn = ((one, *chance.choice(list(spellings(one)))) for one in figures)
    traps = [one for one in figures if one.set.casefold().endswith("zq") or len(one.set) == 1]
    assert faults(drawn, roster) == []
    assert faults(((one, words, cost) for one in traps for words, cost in spellings(one)), roster) == []


def real(shared: Path) -> list[Known]:
    files = sorted((shared / "hcunits" / "sets").glob("*.json"))
    found = [one for file in files for one in load_figure_file(str(file)).figures]
    return [Known(one.id, one.name, one.set, one.collector_number, one.kind, one.points) for one in found]


@pytest.mark.slow
def test_every_real_figure_comes_back_as_itself(shared: Path) -> None:
    known, chance = real(shared), random.Random(2)
    drawn = ((one, words, cost) for one in known for words, cost in chance.sample(list(spellings(one)), 5))
    assert faults(drawn, Roster(known)) == []


@pytest.mark.long
@pytest.mark.timeout(1800)  # half a million lines
def test_every_figure_in_every_spelling(shared: Path) -> None:
    for figures, roster in (invented(), (known := real(shared), Roster(known))):
        assert faults(((one, words, cost) for one in figures for words, cost in spellings(one)), roster) == []


# ---- whole lists ---------------------------------------------------------------------------------------------------


def test_a_cost_chooses_the_line_and_totals_are_compared() -> None:
    assert told(read("lq003 Breakwater 65\nTotal: 65")) == [("lq003", 65, 1)]
    assert whys(read("lq003 Breakwater 65\nTotal: 65")) == []
    assert whys(read("lq003 Breakwater 65\nlq002 75\nTotal: 65")) == [(3, "list.total")]
    assert whys(read("2x lq005 Harbour Watch 80\n80 points")) == []  # 2 × 40, as some write it
    found = read("lq003 Breakwater (60)")
    assert whys(found) == [(1, "list.cost")]
    assert found.unclear[0].choices == ("lq003 Breakwater (100)", "lq003 Breakwater (65)")


def test_a_figure_in_the_first_line_is_never_the_name_of_the_force() -> None:
    found = read("Brekwater (65)\nlq002 Gull-Wing")
    assert (found.name, told(found)) == ("", [("lq002", None, 1)])
    assert (whys(found), found.unclear[0].choices[0]) == ([(1, "list.alike")], "lq003 Breakwater (100)")
    assert read("Brekwater\nlq002").name == "", "also without a cost"
    assert read("Night watch\nlq002").name == "Night watch"
    assert read("# Gull-Wing\nlq002").name == "Gull-Wing", "a heading is one, whatever it says"


def test_a_saved_page_is_read_with_its_pieces_that_nobody_knows() -> None:
    """As the page shows it, as a browser copies it, and as it is saved: the cost before, glued, or a line above."""
    pieces = [("75", "LQ002", "Gull-Wing"), ("65", "LQ003", "Breakwater"), ("40", "LQ005", "Harbour Watch")]
    strange = ("5", "WKMP19-S109", "The Liar (Mandarin Ring)")
    glued = [f"{cost}{id_} {name}" for cost, id_, name in (*pieces, strange)] + ["185"]
    above = [line for cost, id_, name in (*pieces, strange) for line in (cost, f"{id_} {name}")] + ["185"]
    rows = "".join(
        f"<div><input type='hidden' value='{id_.lower()}'><div style='float:right'>{cost}</div> <strong>{id_}</strong> "
        f"<span onclick='x'>{name}</span></div>"
        for cost, id_, name in (*pieces, strange)
    )
    style = "<style>body > #inHand {max-width: 300px;}</style><script>let a;</script>"
    page = f"<div id='inHand'>{rows}<div>185</div></div>{style}"
    for text in ("\n".join(glued), "\n".join(above), page):
        found = read(text)
        assert told(found) == [("lq002", 75, 1), ("lq003", 65, 1), ("lq005", 40, 1)], text
        assert [(one.why, one.cost) for one in found.unclear] == [("list.unknown", 5)], text


def test_sections_comments_bystanders_and_what_stands_beside_are_told_apart() -> None:
    text = """# Friday
// for the shop
Characters (2):
* Gull-Wing (75)
1) lq003 – 65 pts
--------
Theme: Lamplighters
Objects: light, Cask of Lamp Oil
Bystanders:
Ship's Tomcat
Sideline:
lq001 Wickmaster 60
https://example.org/force/17
Total: 148"""
    found = read(text)
    assert (found.name, told(found)) == ("Friday", [("lq002", 75, 1), ("lq003", 65, 1)])
    assert found.other == {"theme": "Lamplighters", "objects": ["light", "lamp-oil"]}
    assert whys(found) == [(10, "list.unknown")]
    assert [line for line, _, what in found.passed if what == "beside"] == [12]
    parse_force(Node("list", "", found.document), FigureLibrary())


def test_a_name_of_several_is_asked_about_and_the_answer_settles_it() -> None:
    figures = [
        Known(FigureId(f"aa00{n}"), "Twin", "aa", f"00{n}", "character", costs)
        for n, costs in ((1, (50,)), (2, (50, 30)))
    ]
    roster = Roster(figures)
    found = read("Mine\nTwin\n2x Twin (50)\nTwin 30", roster)
    assert told(found) == [("aa002", 30, 1)]
    assert whys(found) == [(2, "list.which"), (3, "list.which")]
    assert found.unclear[0].choices == ("aa001 Twin (50)", "aa002 Twin (50)", "aa002 Twin (30)")
    assert found.unclear[1].choices == ("2x aa001 Twin (50)", "2x aa002 Twin (50)")
    text = answered(found, found.unclear[0], "aa002 Twin (30)")
    assert told(read(text, roster)) == [("aa002", 30, 1), ("aa002", 30, 1)]


def test_what_is_spelled_nearly_like_a_figure_may_be_left_to_the_judge() -> None:
    """A figure of a newer set whose name is like one here: it is asked about, and nobody is held up by it."""
    found = read("lq002\nBreakwaters (70)")
    asked = found.unclear[0]
    assert (asked.why, asked.choices[-1]) == ("list.alike", "? Breakwaters (70)")
    again = read(answered(found, asked, asked.choices[-1]))
    assert [(one.why, one.words, one.cost) for one in again.unclear] == [("list.unknown", "Breakwaters (70)", 70)]


def answered(found: ForceList, asked: Unclear, choice: str) -> str:
    return Question(asked.line, asked.words, "", asked.choices).answered(found.text, choice)


def test_an_id_and_a_name_that_disagree_are_asked_about() -> None:
    found = read("lq002 Breakwater\nlq001")
    assert whys(found) == [(1, "list.other")]
    assert {choice.split()[0] for choice in found.unclear[0].choices} == {"lq002", "lq003"}
    assert told(read("lq002 Goéland")) == [("lq002", None, 1)], "a name in another language is no other figure's"


def test_a_team_of_hcunits_is_read() -> None:
    units = [
        {"unit_id": "LQ002", "set_id": "lq", "collector_number": "002", "name": "Gull-Wing", "point_value": 75},
        {"id": "lq003", "name": "Breakwater", "point_value": 65},
        {"set_id": "lq", "collector_number": "005", "name": "Harbour Watch", "point_values": [40]},
        {"unit_id": "wkMP19-s109", "name": "The Liar", "point_value": 5},
    ]
    for document in (units, {"name": "Ours", "units": units}, {"team": {"units": units}}):
        found = read(json.dumps(document))
        assert told(found) == [("lq002", 75, 1), ("lq003", 65, 1), ("lq005", 40, 1)]
        assert whys(found) == [(4, "list.unknown")]


def test_what_is_shared_can_be_read_by_people_and_reads_back() -> None:
    library = FigureLibrary()
    document = {
        "format": "tablewright/force@1",
        "name": "Harbour: patrol",
        "figures": [
            {"figure": "lq003", "points": 65, "as": "wall"},
            {"figure": "lq005", "count": 2},
            {"figure": "lq002"},
        ],
        "theme": "Lamplighters",
        "objects": ["light", "drowned-bell"],
        "feats": [{"feat": "boat-hook", "to": ["wall"]}],
        "alternates": [{"card": "harbour-oath", "to": ["wall", "lq002"]}],
        "conditions": ["sea-fog"],
    }
    text = written_list(document, library)
    assert "2x lq005 Harbour Watch (40)\n" in text
    found = read(text)
    assert whys(found) == []
    first, again = (parse_force(Node("f", "", one), library) for one in (document, found.document))
    assert [(one.figure.id, one.cost, one.count) for one in again.members] == [
        (one.figure.id, one.cost, one.count) for one in first.members
    ]
    assert (again.name, again.theme, again.total) == (first.name, first.theme, first.total)
    assert (again.objects, again.feats, again.alternates, again.conditions) == (
        *(first.objects, first.feats, first.alternates, first.conditions),
    )


NONSENSE = (
    "Roubaix 4-0 Lens\n\tüber\x00 \u202etxet\u202c",
    "2 Intercessor Squad [100pts]\n++ Battalion Detachment 0CP ++\n1x Lt",
    "4 Lightning Bolt\n4 Goblin Guide (ZEN) 145\nSideboard\n2 Smash to Smithereens",
    "Капитан Америка 75\n钢铁侠 100\nآيرون مان 50\nLa Veuve Noire (50)",
    "zzz999 Someone New 40\n🂡🂢 ×× ((((\n" + "x" * 5000,
    "=cmd|' /C calc'!A0\n<b>lq\n%s%n{0}{name}",
)


@pytest.mark.parametrize("number", range(len(NONSENSE)))
def test_of_a_list_with_nonsense_nothing_is_lost(number: int) -> None:
    """Every line is kept, asked about, told, or passed over as what it is."""
    text = f"lq002 Gull-Wing\n{NONSENSE[number]}\nlq003 65"
    found = read(text)
    assert told(found) == [("lq002", None, 1), ("lq003", 65, 1)]
    accounted = {one.line for one in found.figures} | {one.line for one in found.unclear}
    accounted |= {line for line, *_ in found.passed}
    assert accounted == {line for line, words in enumerate(text.splitlines(), 1) if words.strip("\x00\t ")}
    passed = [words for _, words, _ in found.passed]
    assert not any(letter.isalnum() for words in passed for letter in words), "none of these is a heading or a comment"


def test_ten_thousand_lines_of_another_game_are_told_at_once() -> None:
    found = read("lq002\n" + "4 Lightning Bolt (LEA) 161\nSome words about nothing at all\n" * 5000)
    assert (len(found.figures), len(found.unclear)) == (1, 10_000)


def test_a_number_among_other_words_is_the_cost_or_is_asked_about() -> None:
    """Never the dearest line because words stand behind the cost."""
    assert told(read("lq003 Breakwater 65 // the cheap one")) == [("lq003", 65, 1)]
    assert told(read("lq003 Breakwater 65 (with the bell)")) == [("lq003", 65, 1)]
    assert told(read("lq003 my favourite Breakwater, 65, painted")) == [("lq003", 65, 1)]
    assert whys(read("lq003 at 65 or 100")) == [(1, "list.cost")]
    assert whys(read("lq003 Breakwater for 60 only")) == [(1, "list.cost")]


def test_a_table_of_a_spreadsheet_is_read_row_by_row() -> None:
    text = "id,name,cost\nlq002,Gull-Wing,75\nlq003;Breakwater;65\nlq005\tHarbour Watch\t40\n| ID | Name | Points |"
    found = read(text)
    assert told(found) == [("lq002", 75, 1), ("lq003", 65, 1), ("lq005", 40, 1)]
    assert whys(found) == []
