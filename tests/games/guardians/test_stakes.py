"""A test tells what hangs on it, passed or failed: at a place, of an object, demanded by a villain or on the way."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from companion.core.ids import PieceId, RuleId, Seat, SpaceId
from companion.core.procedure import Undertaken, Work
from companion.core.session import Session
from companion.games.guardians import events as ev
from companion.games.guardians.commands import BeginGame, TakeTest
from companion.games.guardians.face.face import GuardiansFace
from companion.games.guardians.face.stakes import brought
from companion.games.guardians.face.telling import event_words
from companion.games.guardians.sample import sample_setup
from companion.text.wording import Wording, told
from tests.conformance.test_faces import Moment
from tests.games.guardians.walks import SYSTEM, opened
from ui.presenters.adapter import ONLOOKERS
from ui.presenters.guardians.screen import GuardiansScreen
from ui.table.preview import Moments, played_of

PLAIN, DIRECT = RuleId("GC-TEST-05"), RuleId("GC-TEST-13")
ANVIL, STAND, VAN = PieceId("anvil"), PieceId("stand"), PieceId("van")
HIS = (" The failure means – Anvil: Speed -1.", " A failure would have meant – Anvil: Speed -1.")
ENGINE = (
    " The failure means – Anvil: 1 damage, a −1 token there, one die fewer next time. "
    "Passing would have brought: article “The great clock has stopped”.",
    " That brings: article “The great clock has stopped”. "
    "A failure would have meant – Anvil: 1 damage, a −1 token there, one die fewer next time.",
)
ALARM = (" The failure means – Anvil: 1 damage.", " A failure would have meant – Anvil: 1 damage.")


def outcome_of(
    session: Session, site: str, stat: str, *, passed: bool, lang: str = "en", tried: ev.ObjectTried | None = None
) -> str:
    """The line of a test of Anvil's, behind the outcome."""
    rolled = ev.TestRolled(ANVIL, site, stat, 4, 3, 4, passed, DIRECT)
    log = (tried, rolled) if tried else (rolled,)
    state = replace(session.state, work=Work(Undertaken("UseObject", Seat("dusk"), ()), log))
    wording = Wording(lang, GuardiansScreen(session).names("dusk", lang))
    said = told(event_words(state, state, rolled, lang) or "", wording)
    return re.split(r"(?:passed|failed|réussi|raté)\.", said)[1]


@pytest.fixture(scope="module")
def session() -> Session:
    return opened(sample_setup(), 3)


@pytest.mark.rule("GC-TEST-06", "GC-TEST-07", "GC-TEST-15", "GC-VILL-08")
@pytest.mark.parametrize("passed", [False, True])
@pytest.mark.parametrize(("site", "stakes"), [("horologe", HIS), ("engine", ENGINE)])
def test_a_test_tells_what_it_brought_and_what_it_might_have(
    session: Session, site: str, stakes: tuple[str, str], passed: bool
) -> None:
    assert outcome_of(session, site, "mental", passed=passed) == stakes[passed]


@pytest.mark.rule("GC-OBJ-01", "GC-OBJ-03")
@pytest.mark.parametrize(
    ("tried", "stat", "failed", "passed"),
    [
        (
            ev.ObjectTried(ANVIL, VAN, "aggressive"),
            "attack",
            " Passing would have brought: the attack with the Car.",
            " That brings: the attack with the Car.",
        ),
        (
            ev.ObjectTried(ANVIL, STAND, "classic"),
            "mental",
            " Passing would have brought: heals 1.",
            " That brings: heals 1.",
        ),
    ],
)
def test_the_test_of_an_object_tells_what_the_object_does(
    session: Session, tried: ev.ObjectTried, stat: str, failed: str, passed: str
) -> None:
    assert outcome_of(session, "", stat, passed=False, tried=tried) == failed
    assert outcome_of(session, "", stat, passed=True, tried=tried) == passed


@pytest.mark.rule("GC-TEST-15")
@pytest.mark.parametrize("passed", [False, True])
def test_a_test_on_the_way_tells_what_the_zone_does_to_who_fails(passed: bool) -> None:
    """Nobody demands it: the alarm of the depot's house does."""
    session = opened(sample_setup(name="night-ferry", heroes=["anvil", "lantern"], players=1), 3)
    state = session.state.changed(ANVIL, at=SpaceId("depot-house.4"))
    rolled = ev.TestRolled(ANVIL, "", "mental", 3, 3, 4, passed, DIRECT)
    wording = Wording("en", GuardiansScreen(session).names("watch", "en"))
    assert told(event_words(state, state, rolled, "en") or "", wording).endswith(ALARM[passed])


def test_stakes_are_told_in_french(session: Session) -> None:
    assert outcome_of(session, "engine", "mental", passed=False, lang="fr") == (
        " L'échec coûte – Enclume : 1 dégât, un pion −1 sur place, un dé de moins la prochaine fois. "
        "Une réussite aurait apporté : article « La grande horloge s'est tue »."
    )


@pytest.mark.rule("GC-TEST-07", "GC-TEST-15")
@pytest.mark.parametrize("seed", range(3))
def test_no_test_of_a_whole_game_is_without_a_stake(seed: int) -> None:
    made, rng = opened(sample_setup(), seed), random.Random(seed)
    made.submit(BeginGame(made.seats[0]))
    for _ in range(300):
        offers = [one for seat in made.seats for one in made.system.legal_commands(made.state, seat)]
        if not offers:
            break
        made.submit(rng.choice(offers))
    said = [words for _, words, _ in Moments(played_of(made), ONLOOKERS).lines(Wording("en"))]
    tests = [words for words in said if re.search(r"'s test of \w+", words)]
    stakes = re.compile(r"(That brings: |The failure means – |Passing would have brought: |would have meant – ).")
    assert tests and [words for words in tests if not stakes.search(words)] == []


@pytest.mark.rule("GC-TEST-06", "GC-TURN-13")
@pytest.mark.parametrize(
    ("side", "lang", "good"),
    [
        ("dawn", "en", "for Mistral a shorter way to the Horologe"),
        ("dawn", "fr", "pour Mistral un chemin plus court vers l'Horloge"),
        ("dusk", "en", ""),
    ],
)
def test_what_a_door_is_good_for_is_told_before_the_test(side: str, lang: str, good: str) -> None:
    """The gate is north of the hall: who comes from the terrace goes through it, nobody who comes from the gardens."""
    made = opened(sample_setup(), 3)
    state, screen = made.state, GuardiansScreen(made)
    hero = next(one for one in state.heroes(side) if one.id != "mistral")
    state = state.changed(hero.id, at=SpaceId("museum-south.4"))
    said = [
        told(one, Wording(lang, screen.names(side, lang)))
        for one in brought(state, TakeTest(Seat(side), PieceId(hero.id), "gate", "mental"))
    ]
    assert said[1:] == ([good] if good else [])


@pytest.mark.rule("GC-TEST-06")
@pytest.mark.parametrize(("lantern", "is_led"), [("terrace-street.1", True), ("museum-east.3", False)])
def test_a_gate_is_led_to_only_where_it_helps_somebody_once_its_hero_stands_there(
    session: Session, lantern: str, is_led: bool
) -> None:
    """Beside the gate Mistral needs it no more; her companion does from the street, not from beyond it."""
    gate = session.state.scenario.sites["gate"].at
    state = session.state.changed(PieceId("lantern"), at=SpaceId(lantern))
    assert (gate in GuardiansFace(Moment(SYSTEM, state)).beacons(PieceId("mistral"))) == is_led
