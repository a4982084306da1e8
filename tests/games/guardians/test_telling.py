"""Lines of the log and the papers in both languages: missions, cards, places, totals by name, whose turn, who won."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from companion.core.commands import Pass, ReportDice
from companion.core.dice import DiceRequest
from companion.core.events import GameEnded, Passed
from companion.core.flow import Outcome
from companion.core.ids import PieceId, RuleId, Seat
from companion.core.phrases import Terms
from companion.core.procedure import Undertaken, Work
from companion.core.rules import Accepted
from companion.core.session import Session
from companion.games.guardians import events as ev
from companion.games.guardians import pages
from companion.games.guardians.commands import BeginGame
from companion.games.guardians.content.kinds import DEFENSE
from companion.games.guardians.face.board import SpaceDrawing, board_picture
from companion.games.guardians.face.papers import paper_of
from companion.games.guardians.face.telling import event_words
from companion.games.guardians.face.throwing import TRIAL, awaited
from companion.games.guardians.play.values import current
from companion.games.guardians.sample import sample_setup
from companion.games.guardians.state import State
from companion.painting.palette import seat_colour
from companion.system import DiceGenerator
from companion.text.wording import Wording, told
from tests.games.guardians.walks import SYSTEM, opened
from ui.presenters.guardians.screen import GuardiansScreen
from ui.table.preview import Moments, played_of

RULE = RuleId("GC-INIT-02")
SPEED = (("dawn", 8), ("dusk", 4))
EVEN = (("dawn", 5), ("dusk", 5))
LANTERN, ANVIL = PieceId("lantern"), PieceId("anvil")


@pytest.fixture(scope="module")
def session() -> Session:
    """A game at its first activation."""
    made, rng = opened(sample_setup(), 3), random.Random(1)
    made.submit(BeginGame(made.seats[0]))
    while made.state.flow.open:
        offers = [one for seat in made.seats for one in made.system.legal_commands(made.state, seat)]
        assert isinstance(made.submit(rng.choice(offers)), Accepted)
    return made


def line(session: Session, event: object, lang: str = "en", turn: int = 3) -> str:
    screen = GuardiansScreen(session)
    wording = Wording(lang, screen.names("dawn", lang))
    after = replace(session.state, flow=replace(session.state.flow, round=turn))
    own = screen.words(event, session.state, after, lang)
    return told(own, wording) if own is not None else wording.event(event)


@pytest.mark.parametrize(
    ("event", "english", "french"),
    [
        (
            ev.MissionDrawn(ANVIL, "2"),
            "Anvil's mission, by a roll of 2: Hit three times.",
            "Mission d'Enclume, tirée au dé (2) : Toucher trois fois.",
        ),
        (
            ev.Healed(ANVIL, 2, RuleId("GC-CARD-27")),
            "Anvil plays a Weakness card, Rust, and discards 2 damage tokens: Health 5 of 5.",
            "Enclume joue une carte Faiblesse, « Rouille », et défausse 2 dégâts : Santé 5 sur 5.",
        ),
        (
            ev.ModifierPlaced(ANVIL, "attack", 1),
            "Anvil has +1 on Attack this turn.",
            "Enclume a +1 en Attaque ce tour-ci.",
        ),
        (
            ev.Healed(ANVIL, 1, RuleId("GC-CARD-21")),
            "Anvil heals 1 damage: Health 5 of 5.",
            "Enclume se soigne de 1 dégât : Santé 5 sur 5.",
        ),
        (
            ev.WoundDrawn(ANVIL, "shaken", 5),
            "Anvil turns 5 damage tokens into a wound card, Shaken: Health 5 of 5; 3 wound cards in hand knock out.",
            "Enclume change 5 dégâts en une carte Blessure, « Ébranlé » : "
            "Santé 5 sur 5 ; 3 Blessures en main mettent KO.",
        ),
        (
            ev.WoundDrawn(ANVIL, "", 5),
            "Anvil turns 5 damage tokens into a wound card: Health 5 of 5; 3 wound cards in hand knock out.",
            "Enclume change 5 dégâts en une carte Blessure : Santé 5 sur 5 ; 3 Blessures en main mettent KO.",
        ),
        (
            ev.InitiativeSettled("dawn", SPEED, EVEN, RULE),
            "The Dawn Watch acts first, by the higher Speed: The Dawn Watch 8, The Dusk League 4.",
            "La Garde de l'Aube agit en premier, grâce à la plus grande Vitesse : La Garde de l'Aube 8, "
            "La Ligue du Crépuscule 4.",
        ),
        (
            ev.InitiativeSettled("dusk", EVEN, SPEED[::-1], RuleId("GC-INIT-03")),
            "The Dusk League acts first: Speed is equal (The Dawn Watch 5, The Dusk League 5), so the higher Mental "
            "decides: The Dusk League 4, The Dawn Watch 8.",
            "La Ligue du Crépuscule agit en premier : Vitesse à égalité (La Garde de l'Aube 5, "
            "La Ligue du Crépuscule 5), le plus grand Mental décide donc : La Ligue du Crépuscule 4, "
            "La Garde de l'Aube 8.",
        ),
        (ev.Activated(ANVIL, 3), "Turn 3 · Anvil, 3 actions", "Tour 3 · Enclume, 3 actions"),
        (ev.PhaseBegan("end_of_turn"), "Turn 3 · End of turn", "Tour 3 · Fin de tour"),
        (
            ev.AttackLaunched(ANVIL, LANTERN, "melee", 1, 0, 4),
            "Anvil attacks Night Lantern (hand to hand) with 1 combat die against Defense 4.",
            "Enclume attaque Lanterne de Nuit (corps à corps) avec 1 dé de combat contre Défense 4.",
        ),
        (
            ev.AttackLaunched(ANVIL, LANTERN, "melee", 4, 2, 4),
            "Anvil attacks Night Lantern (hand to hand) with 4 combat dice (Attack 4) + 2 power dice "
            "against Defense 4.",
            "Enclume attaque Lanterne de Nuit (corps à corps) avec 4 dés de combat (Attaque 4) + 2 dés de pouvoir "
            "contre Défense 4.",
        ),
        (
            ev.TestRolled(ANVIL, "horologe", "mental", 4, 3, 4, True, RuleId("GC-TEST-13")),
            "Anvil's test of Mental, demanded by the Horologe: 4 test dice make 3, 4 or less is needed: passed. "
            "A failure would have meant – Anvil: Speed -1.",
            "Test de Mental pour Enclume, exigé par l'Horloge : 3 avec 4 dés de Test, il faut 4 ou moins : réussi. "
            "Un échec aurait coûté – Enclume : Vitesse -1.",
        ),
        (
            ev.TestRolled(ANVIL, "engine", "mental", 5, 6, 4, False, RuleId("GC-TEST-05")),
            "Anvil's test of Mental (The time engine): 5 test dice make 6, 4 or less is needed: failed. "
            "The failure means – Anvil: 1 damage, a −1 token there, one die fewer next time. "
            "Passing would have brought: article “The great clock has stopped”.",
            "Test de Mental pour Enclume (La machine du temps) : 6 avec 5 dés de Test, il faut 4 ou moins : raté. "
            "L'échec coûte – Enclume : 1 dégât, un pion −1 sur place, un dé de moins la prochaine fois. "
            "Une réussite aurait apporté : article « La grande horloge s'est tue ».",
        ),
        (
            pages.HeroArticlePlaced("dusk", ANVIL, "red", RuleId("GC-PRESS-07")),
            "The Dusk League prints an article about Anvil, in disgrace (-1).",
            "La Ligue du Crépuscule publie un article sur Enclume, à sa honte (-1).",
        ),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)
def test_a_line_names_what_it_is_about(session: Session, event: object, english: str, french: str) -> None:
    assert line(session, event) == english
    assert line(session, event, "fr") == french


@pytest.mark.rule("GC-WOUND-02", "GC-WOUND-03", "GC-WOUND-06")
@pytest.mark.parametrize(
    ("piece", "before", "after", "says"),
    [
        (ANVIL, 0, 2, "Anvil takes 2 damage tokens: Health 3 of 5."),
        (
            ANVIL,
            4,
            6,
            "Anvil takes 2 damage tokens: Health 0 of 5. "
            "Anvil acts on until the end of the turn, and draws a wound card then.",
        ),
        (
            ANVIL,
            5,
            7,
            "Anvil takes 2 damage tokens more than Health can bear: these stay when the wound card has come.",
        ),
        (PieceId("horologe"), 4, 6, "The Horologe takes 2 damage tokens: Health 0 of 6."),  # knocked out: the next line
    ],
)
def test_health_at_nought_says_what_comes_of_it(
    session: Session, piece: PieceId, before: int, after: int, says: str
) -> None:
    state, wording = (
        session.state.changed(piece, damage=after),
        Wording("en", GuardiansScreen(session).names("dawn", "en")),
    )
    own = event_words(state, state, ev.Damaged(piece, after - before, None, RuleId("GC-ATK-10")), "en")
    assert told(own, wording) == says


@pytest.mark.rule("GC-MAP-09")
def test_a_closed_door_is_drawn_as_one_and_no_wall(session: Session) -> None:
    drawing, face = SpaceDrawing(session.state.ground), GuardiansScreen(session)
    shut = [door for door in board_picture(drawing, None, {}).doors if door.now == "closed"]
    assert len(shut) == 5, "the museum's gate, three squares wide, and the door from the house to the yard, two"
    changed = line(session, ev.DoorChanged("museum-gate", "open"))
    assert changed == "The museum's gate: the way is free between “museum, hall” and “museum, north side”."
    assert face.names("dawn", "en")["museum-gate"] == "The museum's gate"


@pytest.mark.rule("GC-PRESS-10")
def test_a_side_wins_once(session: Session) -> None:
    """Two seats of a side are one winner, unless their players have names."""
    ended = GameEnded(Outcome((Seat("dawn"), Seat("dawn-2")), RuleId("GC-TURN-13"), ()))
    assert line(session, ended) == "The game is over. The Dawn Watch wins."
    wording = Wording("en")
    wording.players = {"dawn": "Anna", "dawn-2": "Ben"}
    assert wording.event(ended) == "The game is over. Anna and Ben win."


def test_what_is_declined_is_no_line() -> None:
    """A game in which whoever is asked declines where that may be, until somebody did."""
    made, rng = opened(sample_setup(), 5), random.Random(5)
    while not any(isinstance(one.event, Passed) for one in made.records):
        offers = [one for seat in made.seats for one in made.system.legal_commands(made.state, seat)]
        made.submit(next((one for one in offers if isinstance(one, Pass)), None) or rng.choice(offers))
    said = [words for _, words, _ in Moments(played_of(made)).lines(Wording("en"))]
    assert any(" attacks " in words for words in said), said[-3:]
    assert not any("declines" in words or "passes" in words for words in said)


@pytest.mark.rule("GC-PRESS-05")
def test_a_blue_article_is_news_and_no_order(session: Session) -> None:
    hero = replace(session.state.who(ANVIL), mission="2", article="blue", achieved=True)
    state = replace(session.state, figures=tuple(hero if one.id == ANVIL else one for one in session.state.figures))
    texts = [paper_of(state, "dusk", lang).column[0].text for lang in ("en", "fr")]
    assert texts == ["Three hits, and the crowd counted along.", "Trois coups au but, et la foule comptait."]


def test_colours_and_letters_tell_who_is_who(session: Session) -> None:
    """Everybody of a side has its colour; every letter on the board is explained."""
    screen = GuardiansScreen(session)
    assert len({seat_colour(seat) for seats in screen.sides.values() for seat in seats}) == len(screen.sides) == 2
    moments, wording = Moments(played_of(session)), Wording("en")
    now = moments.session_at(moments.last)
    wording.names = dict(screen.names("dawn", "en"))
    legend = moments.legend(now, wording)
    assert ("NL", "Night Lantern") in legend
    assert len({label for label, _ in legend}) == len(legend)


@pytest.mark.rule("GC-CHAR-12", "GC-TEAMUP-08", "GC-SOLO-06")
@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "tokens +1, TEAM-UP +2, difficulty +1"), ("fr", "pions +1, TEAM-UP +2, difficulté +1")],
)
def test_every_term_of_a_characteristic_has_a_word(session: Session, lang: str, said: str) -> None:
    """A figure that has them all beside its cards."""
    anvil = replace(
        session.state.who(ANVIL), left=(), right=(), tokens=((DEFENSE, 1),), team_up=((DEFENSE, 2),), difficulty=1
    )
    terms = current(session.state, anvil, DEFENSE).parts[-3:]
    assert told(Terms(terms), Wording(lang, GuardiansScreen(session).names("dawn", lang))) == said


@pytest.mark.rule("GC-TEST-12")
def test_the_limit_of_a_test_has_its_terms(session: Session) -> None:
    anvil = replace(session.state.who(ANVIL), left=(), right=(), tokens=(("mental", 1),))
    state = replace(session.state, figures=tuple(anvil if one.id == ANVIL else one for one in session.state.figures))
    rolled = ev.TestRolled(ANVIL, "engine", "mental", 5, 6, 3, False, RuleId("GC-TEST-05"))
    words = told(event_words(state, state, rolled, "en") or "", Wording("en"))
    assert "3 (Mental 2, tokens +1) or less is needed" in words


@pytest.mark.rule("GC-ATK-10", "GC-ATK-14")
def test_an_answer_that_takes_all_damage_says_so(session: Session) -> None:
    """A hit takes 1 damage token."""
    struck = ev.AttackLaunched(LANTERN, PieceId("briar"), "ranged", 3, 0, 4)
    state = replace(session.state, work=Work(Undertaken("attack", Seat("dawn"), ()), (struck,)))
    words = event_words(state, state, ev.PowerPlayed(PieceId("briar"), "briar-bark", "absorb"), "en")
    assert told(words or "", Wording("en")).endswith("1 damage less, none is left.")


@pytest.mark.rule("GC-TEST-04", "GC-TEST-05", "GC-TEST-15")
def test_a_test_says_what_it_is_for_before_the_dice_fall() -> None:
    """Which characteristic, where or for whom, and what hangs on it."""
    seen, wording = set(), Wording("en")

    def thrown(state: State, asked: DiceRequest) -> ReportDice:
        if asked.purpose == TRIAL:
            first, about, *brought = (told(line, wording) for line in awaited(SYSTEM, state, asked, "en").lines)
            assert "or less" in first and about.startswith("Test of "), (first, about)
            seen.add((", demanded by " in about, any(one.startswith("failing it brings: ") for one in brought)))
        return ReportDice(asked.roller, dice.roll(asked, SYSTEM.dice_of(state)))

    for seed in range(4):
        made, rng, dice = opened(sample_setup(), seed, thrown), random.Random(seed), DiceGenerator(seed)
        for _ in range(200):
            offers = [one for seat in made.seats for one in made.system.legal_commands(made.state, seat)]
            if offers:
                made.submit(rng.choice(offers))
    assert {(True, True), (False, False)} <= seen, seen
