"""Among several who are awaited everybody is named once, one's own first; a person with whom he plays."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from companion.core.flow import Window
from companion.core.ids import PieceId, RuleId
from tests.ui.web.browser import DESK, Come
from tests.ui.web.hosting import served
from tests.ui.web.listening import Ear, hall_of
from tests.ui.web.tables import opening, quest
from tests.ui.web.test_led_page import led
from tests.ui.web.test_waiting_told import trapped
from ui.presenters.waiting import waiting_lines
from ui.table.bootstrap import Table
from ui.web.shared_table import SharedTable

# A line that cites a rule, as it is read there.
SAID = """async () => {
  const { cited, made } = await import(new URL("made.js", document.querySelector("script[src*='table.js']").src));
  const line = made("p", {}, ...cited("Orc 2 comes first [HQ-COMBAT-ASSIST-01]; the rest waits."));
  document.querySelector(".errands").hidden = false;
  document.querySelector(".errands").append(line);
  return line.innerText;
}"""


def at_tablet(table: Table, seat: str, lang: str) -> tuple[SharedTable, Ear, Ear]:
    """Ann at a phone, everybody else at the tablet, and the big screen."""
    hall = hall_of(table)
    hall.company.has_tablet = True
    ann, screen = Ear(hall, seat), Ear(hall, "screen")
    ann.guest.name = "Ann"
    hall.company.call()
    if lang == "fr":
        ann.tap("press", "language")
    hall.settle()
    return hall, ann, screen


def begun() -> Table:
    """The quest in which any hero may go."""
    table = quest()
    table.presenter.press("do:0")
    return table


OWN = [
    ("heroquest", "dwarf", "en", "Your turn, Ann", "At the tablet: Brakka, Silvane and Wend"),
    ("heroquest", "dwarf", "fr", "À vous, Ann", "À la tablette : Brakka, Silvane et Wend"),
    ("gotham", "ferrier", "en", "Your turn, Ann", "At the tablet: Lamplight, the Marshal and the Wren"),
    ("gotham", "ferrier", "fr", "À vous, Ann", "À la tablette : Réverbère, le Maréchal et le Roitelet"),
]


@pytest.mark.parametrize(("game", "seat", "lang", "words", "others"), OWN)
def test_whose_turn_it_is_among_others_reads_it_first(game: str, seat: str, lang: str, words: str, others: str) -> None:
    table = begun() if game == "heroquest" else led(game)
    _, ann, screen = at_tablet(table, seat, lang)
    now = ann.parts["bar"]["now"]
    assert now["words"] == words
    assert now["more"].startswith(others)
    for shown in (now, screen.parts["bar"]["now"]) if lang == "en" else (now,):
        line = f"{shown['words']} · {shown['more']}"
        for name in ("Ann", "Silvane" if game == "heroquest" else "Lamplight" if lang == "en" else "Réverbère"):
            assert line.count(name) == 1, line


def test_a_person_is_named_with_whom_he_plays() -> None:
    _, _, screen = at_tablet(begun(), "dwarf", "en")
    now = screen.parts["bar"]["now"]
    assert now["words"] == "Now: Brakka, Ann (Odrun), Silvane and Wend"
    assert now["more"] == "Round 1 · The heroes' turn", "each once, whether at a phone or at the tablet"


def test_others_with_phones_of_their_own_are_named_behind() -> None:
    hall, ann, _ = at_tablet(begun(), "dwarf", "en")
    ben = Ear(hall, "elf")
    ben.guest.name = "Ben"
    hall.company.call()
    hall.settle()
    assert "Also: Ben (Silvane)" in ann.parts["bar"]["now"]["more"]


def test_whoever_waits_for_the_master_reads_what_for() -> None:
    """What comes of a search is the master's: the question stays with the master."""
    table = trapped("A4", "B3")
    hall = hall_of(table)
    hall.company.has_tablet = True
    elf, master = (Ear(hall, seat) for seat in ("elf", "master"))
    master.guest.name = "Bruno"
    hall.company.call()
    elf.button("Begin the quest")
    elf.button("Play Silvane")
    elf.button("Search for traps")
    elf.faces("blank")
    now = elf.parts["bar"]["now"]
    assert (now["words"], now["more"].partition(" · ")[0]) == ("Waiting for Bruno", "Bruno settles what comes of this")


def test_who_comes_first_begins_the_line_and_the_banner() -> None:
    """Whoever waits for a monster's blow reads its name as a sentence begins."""
    table = begun()
    window = Window(RuleId("HQ-COMBAT-ASSIST-01"), table.session.seats[-1], PieceId("orc"))
    said = list(
        waiting_lines(
            SimpleNamespace(interruptions=lambda look: (window,)),
            table.presenter.voice,
            table.presenter.judge,
            table.follower,
            table.presenter.look,
        )
    )
    assert said[0].startswith("Orc goes first"), said


@pytest.mark.slow
def test_a_rule_that_nobody_can_tap_leaves_no_gap_before_a_sign(come: Come) -> None:
    with served(quest) as table:
        screen = come(table, size=DESK).come_in("screen", "")
        assert screen.page.evaluate(SAID) == "Orc 2 comes first; the rest waits."


@pytest.mark.parametrize(
    ("lang", "throw", "also"),
    [("en", "Your throw, {}", "Also: Ben"), ("fr", "Lancez, {}", "Aussi : Ben")],
)
def test_who_must_throw_with_others_is_not_told_to_wait(lang: str, throw: str, also: str) -> None:
    hall = hall_of(opening())
    ears = {name: Ear(hall, seat) for seat, name in (("red", "Ann"), ("blue", "Ben"))}
    for name, ear in ears.items():
        ear.guest.name = name
    hall.company.call()
    ears["Ann"].button("Begin")
    for name, ear in ears.items():
        if lang == "fr":
            ear.tap("press", "language")
        assert ear.parts["bar"]["now"]["words"] == throw.format(name)
        assert ear.parts["bar"]["now"]["is_own"]
    assert also in f"{ears['Ann'].parts['bar']['now']}"


@pytest.mark.rule("HC-SETUP-03")
@pytest.mark.rule("HC-SETUP-06")
@pytest.mark.parametrize(
    ("lang", "first", "chooses"),
    [
        ("en", "Ben plays first", "Ann is the first to choose a starting area"),
        ("fr", "Ben joue en premier", "Ann choisit d'abord une zone de départ"),
    ],
)
def test_after_the_throws_every_screen_says_who_plays_first_and_who_chooses(
    lang: str, first: str, chooses: str
) -> None:
    """Ben throws the higher total; the player to the left of the first one chooses an area before him."""
    table = opening()
    hall = hall_of(table)
    ears = {name: Ear(hall, seat) for seat, name in (("red", "Ann"), ("blue", "Ben"))}
    for name, ear in ears.items():
        ear.guest.name = name
    hall.company.call()
    ears["Ann"].button("Begin")
    ears["Ann"].faces("2", "3")
    ears["Ben"].faces("6", "1")
    shown = [ear.parts["result"] for ear in (*ears.values(), Ear(hall, "screen"))]
    if lang == "fr":
        for ear in ears.values():
            ear.tap("press", "language")
        shown = [ear.parts["result"] for ear in ears.values()]
    assert [(one["title"], one["deed"]) for one in shown] == [(first, chooses)] * len(shown)
    assert [one["lines"] for one in shown] == [[]] * len(shown), "said once, and no chance of what is past"
