"""What it is all about, told before anybody chooses: objectives, tests, the villain's turn; things that are tapped."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import pytest

from companion.core.commands import Concede
from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId, RequestId, RuleId, Seat
from companion.core.session import Session
from companion.games.guardians.commands import BeginGame
from companion.games.guardians.content.verbs import DEEDS, MOMENTS
from companion.games.guardians.sample import sample_setup
from companion.system import DiceGenerator
from companion.text.wording import LANGUAGES, Wording
from tests.conformance.test_faces import Moment
from tests.games.guardians.walks import opened
from tests.oracles import pools
from tests.ui.test_guardians_screen import answered, looking
from ui.presenters.adapter import Chosen, Offer
from ui.presenters.guardians.screen import GuardiansScreen
from ui.presenters.questions import ChoiceDesk


def ferry() -> Session:
    return opened(sample_setup("night-ferry"), 3)


@pytest.mark.rule("GC-VILL-05", "GC-PRESS-04", "GC-SOLO-09")
def test_the_scenario_is_told_before_the_first_card() -> None:
    screen = GuardiansScreen(ferry())
    told = screen.sheet(looking(screen, "watch"))
    assert told is not None
    assert told.name == "The Night Ferry"
    assert told.notes == (
        "You win at once with all these articles and objectives, in any order [GC-SOLO-09].",
        "The ferry's engine: pass its test for the article “Every passenger safe” (2 points)",
        "The Horologe defeated: knock out the Horologe (0 of 1)",
        "Against everybody · The turn of the tide: at 6, now at 0; this ends the game",
        "Whoever does it: knock out the Horologe (0 of 1) for the article “The Horologe behind bars” (4 points)",
        "The ferry's engine: Mental test, 5 dice or Attack test, 7 dice",
        "End of each turn: Rooftop Shooter attacks the enemy hurt most of those it can attack; The Horologe goes "
        "towards the canal, quay; The Horologe attacks the enemy easiest to hit of those it can attack; The Horologe "
        "lays a path token; The turn of the tide +1",
        "Whoever enters depot, house: whoever did it takes a Mental test of 3 dice (failed: whoever did it: 1 damage)",
        "When the Horologe is hit: Tin Hound comes into play at the depot, street",
    )


@pytest.mark.rule("GC-PRESS-02")
def test_what_the_test_of_a_place_wins_is_told_with_the_aims() -> None:
    screen = GuardiansScreen(opened(sample_setup("stopped-clock"), 3))
    aims = screen.aims(looking(screen, "dawn"))
    assert "The time engine: pass its test for the article “The great clock has stopped” (4 points)" in aims


@pytest.mark.rule("GC-SETUP-09")
def test_an_own_mission_is_told_beside_and_nobody_elses() -> None:
    session = opened(sample_setup(), 3)
    session.submit(BeginGame(session.seats[0]))
    screen = GuardiansScreen(session)
    told = screen.sheet(looking(screen, "dawn"))
    assert told is not None
    missions = [note for note in told.notes if "mission: " in note]
    assert [note.partition("'s mission")[0] for note in missions] == ["Night Lantern", "Mistral"]


@pytest.mark.rule("GC-PRESS-05", "GC-PRESS-07")
@pytest.mark.parametrize(
    ("lang", "said", "done", "lost"),
    [
        ("en", "So far: 0 of 3.", "It is done.", "Anvil is out of play: nothing comes of it any more."),
        ("fr", "Jusqu'ici : 0 sur 3.", "Elle est réussie.", "Enclume est hors jeu : elle ne rapportera plus rien."),
    ],
)
def test_what_a_mission_brings_is_a_tap_from_its_line(lang: str, said: str, done: str, lost: str) -> None:
    session = opened(sample_setup(), 3)
    session.submit(BeginGame(session.seats[0]))

    def about(**changed: object) -> tuple[str, str]:
        then: Any = Moment(session.system, session.state.changed(PieceId("anvil"), **{"mission": "2", **changed}))
        screen = GuardiansScreen(then)
        sheet = screen.sheet(looking(screen, "dusk", lang, chosen="anvil"))
        assert sheet is not None
        place = next(at for at, note in enumerate(sheet.notes, 1) if "ission" in note)
        assert sheet.opens(place)
        return sheet.notes[place - 1], sheet.about[place].replace("\u00a0", " ")

    line, words = about()
    assert line.replace("\u00a0", " ").endswith("(0/3) · 1 point")
    assert said in words and "+1" in words and "-1" in words
    assert all(f"[{rule}]" in words for rule in ("GC-PRESS-05", "GC-PRESS-07", "GC-SETUP-09"))
    assert done in about(achieved=True)[1] and lost in about(out=True, at=None)[1]
    assert "point" not in about(out=True, at=None)[0]


def test_a_thing_that_is_tapped_says_what_it_is() -> None:
    session = ferry()
    screen, scenario = GuardiansScreen(session), session.state.scenario
    site, radio = scenario.sites["ferry"], scenario.objects[0]
    assert screen.tap(looking(screen, "watch"), site.at) == Chosen(PieceId("ferry"))
    engine = screen.sheet(looking(screen, "watch", chosen="ferry"))
    assert engine is not None
    assert (engine.name, engine.click) == ("The ferry's engine", "canal, quay 4")
    assert engine.notes == ("Mental test, 5 dice or Attack test, 7 dice",)
    lying = screen.sheet(looking(screen, "watch", "fr", chosen=radio.id))
    assert lying is not None
    assert (lying.name, lying.notes) == ("Radio de police", ("L'utiliser : test de Mental, 3 dés",))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_deed_and_moment_has_words(lang: str) -> None:
    wording = Wording(lang)
    assert [verb for verb in DEEDS if not wording.has(f"deed.{verb}")] == []
    assert [moment for moment in MOMENTS if not wording.has(f"briefing.when.{moment}")] == []


@pytest.mark.rule("GC-SOLO-10")
def test_who_stands_together_and_loses_does_not_draw() -> None:
    session = ferry()
    session.submit(BeginGame(session.seats[0]))
    session.submit(Concede(session.seats[1]))
    screen = GuardiansScreen(session)
    assert screen.title(looking(screen, "watch")) == "The game is over. You gave up: nobody wins."
    assert screen.title(looking(screen, "watch", "fr")) == "La partie est finie. Abandon : personne ne gagne."


@pytest.mark.rule("GC-ATK-05", "GC-ATK-09")
def test_an_attack_tells_its_chance() -> None:
    """The chance on the button lies between what an enumeration of every throw bounds."""
    session, rng = opened(sample_setup(), 3), random.Random(3)
    session.submit(BeginGame(session.seats[0]))
    screen = GuardiansScreen(session)
    told: list[str] = []
    while not told:
        answered(session, rng)
        hero = session.state.who(session.state.active or "")
        menu = screen.menu(looking(screen, hero.side))
        told = [one.label for one in (menu.entries if menu else ()) if isinstance(one, Offer) and "needed" in one.label]
        if not told:
            session.submit(rng.choice(list(session.system.legal_commands(session.state, hero.seat))))
    words = re.fullmatch(r".+ · (\d+) combat dic?e(?: \+ (\d+) power dic?e)?, (\d+) needed: (\d+) %", told[0])
    assert words is not None, told[0]
    combat, power, needed, chance = (int(part or 0) for part in words.groups())
    faces = [["0", "0", "1", "1", "2", "POW"]] * combat + [["0", "1", "1", "2", "2", "POW"]] * power
    least, most = pools.at_least(faces, needed, 2)
    assert round(100 * least) <= chance <= round(100 * most)


@pytest.mark.rule("GC-WOUND-02")
def test_a_card_may_be_drawn_by_the_machine_and_copies_are_one() -> None:
    cards = ("dazed", "dazed #2", "shaken")
    asked = ChoiceRequest(RequestId("r1"), Seat("watch"), RuleId("GC-WOUND-02"), cards, drawn=True)
    screen = GuardiansScreen(ferry())
    look = looking(screen, "watch")
    assert [does for does, _ in ChoiceDesk(None).card(asked, screen, look).buttons] == ["choose:dazed", "choose:shaken"]
    machine = ChoiceDesk(DiceGenerator(5))
    assert next(does for does, _ in machine.card(asked, screen, look).buttons) == "draw"
    drawn = [machine.draw(asked) for _ in range(300)]
    told = Counter(option for one in drawn if one is not None for option in one.options)
    assert set(told) == set(asked.options) and min(told.values()) > 60
