"""A clash as its screen is read: chances to be compared, what wins first, who comes in, which dice are still thrown."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest

from companion.core.by_hand import Adjust, Relocate
from companion.core.commands import Concede, ReportDice
from companion.core.dice import DiceRequest, DiceResult
from companion.core.face import WINS
from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.session import Session
from companion.games.guardians.commands import Attack, BeginGame, EndActivation, UseObject
from companion.games.guardians.face.offers import about
from companion.games.guardians.sample import sample_setup
from companion.games.guardians.state import Figure
from companion.table.follow import Follower
from companion.text.wording import told
from tests.games.guardians.walks import opened
from tests.ui.test_guardians_screen import answered, begun, looking
from ui.presenters.cards import menu_card
from ui.presenters.guardians.screen import GuardiansScreen
from ui.presenters.table import TablePresenter

TEST_DIE = (0, 0, 0, 1, 1, 1, 2, 2)  # GC-DICE-04, as shipped


def acting(session: Session) -> tuple[Figure, Seat]:
    answered(session, random.Random(1))
    hero = session.state.who(session.state.active or "")
    assert hero.seat is not None
    return hero, hero.seat


def put(session: Session, **places: str) -> None:
    """Put figures there by hand."""
    seat = session.seats[0]
    for piece, space in places.items():
        assert session.submit(Relocate(seat, PieceId(piece.replace("_", "-")), SpaceId(space)))


def throw(session: Session, *faces: str) -> None:
    """Report the dice that are asked for: these faces, then as many 0."""
    asked = session.state.flow.open[0]
    assert isinstance(asked, DiceRequest)
    shown = (*faces, *("0",) * len(asked.dice))[: len(asked.dice)]
    session.submit(ReportDice(asked.roller, DiceResult(asked.id, shown)))


@pytest.mark.rule("GC-OBJ-03", "GC-TEST-14")
def test_a_weapon_counts_its_test_and_its_attack_together() -> None:
    """So the plain attack, which needs no test, is what is lit."""
    session = begun()
    hero, seat = acting(session)
    put(session, **{hero.id: "terrace-walk.3"})
    near = sorted(session.state.ground.near(SpaceId("terrace-walk.3"), session.state.open_doors))
    free = next(one for one in near if session.state.at(one) is None and one != "terrace-walk.2")
    put(session, clock_1=free)
    screen = GuardiansScreen(session)
    look = looking(screen, hero.side)
    offers = [one for one in session.system.legal_commands(session.state, seat) if about(one)[:1] == ["clock-1"]]
    weapon = next(one for one in offers if isinstance(one, UseObject))
    blow = next(one for one in offers if isinstance(one, Attack) and not one.manner)
    attack = next(one.attack for one in session.system.view_for(session.state, seat).figures if one.id == hero.id)
    throws = [sum(faces) <= attack for faces in product(TEST_DIE, repeat=3)]  # the stand's test, difficulty 3
    passed = Fraction(sum(throws), len(throws))
    assert screen.promise(weapon) == passed * screen.promise(blow) < screen.promise(blow)
    menu = screen.menu(look)
    assert menu is not None
    card = menu_card(menu, 0, look, screen)
    labels = dict(card.buttons)
    label = next(words for words in labels.values() if "Hot Food Stand" in words and "for both" in words)
    assert f"{round(100 * screen.promise(weapon))} % for both" in label
    assert labels[card.likely].startswith("Attack ")


@pytest.mark.rule("GC-TURN-13")
def test_what_wins_the_game_is_lit_before_what_hits_more_likely() -> None:
    session = begun()
    hero, seat = acting(session)
    put(session, **{hero.id: "museum-hall.1", "clock_1": "museum-hall.4"})
    session.submit(Adjust(seat, PieceId("horologe"), "damage", 5))
    screen = GuardiansScreen(session)
    look = looking(screen, hero.side)
    blows = {
        one.target: one
        for one in session.system.legal_commands(session.state, seat)
        if isinstance(one, Attack) and not one.manner
    }
    assert screen.promise(blows[PieceId("clock-1")]) > screen.promise(blows[PieceId("horologe")])
    assert screen.gain(blows[PieceId("horologe")]).worth == WINS
    menu = screen.menu(look)
    assert menu is not None
    card = menu_card(menu, 0, look, screen)
    assert "Horologe" in dict(card.buttons)[card.likely]
    assert screen.advice(look, hero.id)[0].target == "horologe"


@pytest.mark.rule("GC-VILL-06")
@pytest.mark.parametrize(
    ("lang", "words"), [("en", "Tin Hound comes into play. Where?"), ("fr", "e Molosse de fer entre en jeu. Où ?")]
)
def test_who_comes_into_play_is_named(lang: str, words: str) -> None:
    session = opened(sample_setup("night-ferry", players=1), 3)
    session.submit(BeginGame(session.seats[0]))
    hero, seat = acting(session)
    session._automatic = {}
    put(session, **{hero.id: "depot-walk.3"})
    session.submit(Attack(seat, hero.id, PieceId("horologe")))
    while isinstance(session.state.flow.open[0], DiceRequest):
        throw(session, *("2",) * 9)
    asked = session.state.flow.open[0]
    assert isinstance(asked, ChoiceRequest)
    screen = GuardiansScreen(session)
    assert words in looking(screen, hero.side, lang).wording.question(asked)


@pytest.mark.rule("GC-ATK-07", "GC-DICE-06")
def test_dice_that_a_pow_brings_stand_beside_those_that_lie() -> None:
    """Five of a kind are thrown at once, and after another POW the line is another one."""
    session = begun()
    hero, seat = acting(session)
    session._automatic = {}  # from here on dice are thrown by hand
    put(session, **{hero.id: "museum-hall.1"})
    table = TablePresenter(session, Follower(session, {}), lang="fr")
    session.submit(Attack(seat, hero.id, PieceId("horologe")))
    lines = []
    for _ in range(2):
        throw(session, "POW")
        dice = table.model().dice
        assert dice is not None
        lines.append(dice.decides[0])
    assert lines[0].startswith("Encore 1 dé, après POW 0") and "cinq d'une même sorte" in lines[0]
    assert lines[1].count("POW") == lines[0].count("POW") + 1


@pytest.mark.parametrize(("lang", "words"), [("en", "End the activation"), ("fr", "Finir l'activation")])
def test_the_box_of_an_end_is_called_as_its_button(lang: str, words: str) -> None:
    session = begun()
    hero, seat = acting(session)
    screen = GuardiansScreen(session)
    look = looking(screen, hero.side, lang)
    ending = screen.ending(look)
    assert ending is not None
    assert screen.proposal(look, EndActivation(seat, hero.id)).title == ending.label == words


@pytest.mark.rule("GC-ATK-03", "GC-LOS-05")
def test_villains_attack_among_those_they_can_reach_and_deeds_are_one_sentence() -> None:
    screen = GuardiansScreen(begun())
    wording = looking(screen, "dawn", "fr").wording
    lines = [told(one, wording) for one in screen._face.briefing(None, "dawn", "fr").lines]
    end = next(one for one in lines if one.startswith("À la fin de chaque tour"))
    assert "attaque l'ennemi le plus facile à toucher de ceux à sa portée ; l'Horloge attaque" in end
    assert any(one.startswith("Quand on attaque l'Horloge : ") for one in lines)


@pytest.mark.rule("GC-SOLO-04")
def test_a_small_hand_says_that_it_is_the_whole_of_it() -> None:
    session = opened(sample_setup("night-ferry", players=1), 3)
    session.submit(BeginGame(session.seats[0]))
    table = TablePresenter(session, Follower(session, {}), lang="fr")
    card = table.model().card
    assert card is not None and "toute sa main" in card.text


def test_a_question_about_a_hero_lights_that_one_and_leaves_no_other_sheet() -> None:
    """The sheet, the strip and the board show whom the question names, not who was chosen or struck before."""
    session = begun()
    table = TablePresenter(session, Follower(session, {}), lang="en")
    while (asked := table.asked.request(ChoiceRequest)) is None or asked.piece is None:
        answer = next(iter(session.system.legal_commands(session.state, session.state.flow.open[0].seat)))
        session.submit(answer)
    other = next(one.piece for one in table.model().roster if one.piece != asked.piece and one.seat in table.seats)
    table.chosen = other
    table._throwing._asked_of = None  # the question is new
    shown = table.model()
    assert shown.dial is not None and shown.dial.name == table.look.name(asked.piece)
    assert [one.piece for one in shown.roster if one.is_chosen] == [asked.piece]
    assert [one.piece for one in shown.board.tokens if one.chosen] == [asked.piece]


def test_the_sheet_of_whom_the_last_dice_struck_goes_with_their_result() -> None:
    """A side that lays its order has no sheet of the other side's hero beside it, whom a villain struck before."""
    seen = 0
    for seed in range(3):
        session, rng = begun(seed), random.Random(seed)
        table = TablePresenter(session, Follower(session, {}), lang="en")
        for _ in range(150):
            table.press("result")  # it is read
            asked, shown = table.asked.request(ChoiceRequest), table.model()
            if asked is not None and asked.piece is None and shown.result is None and shown.dial is not None:
                assert shown.dial.seat in ("", *table.seats), shown.dial.name
                seen += session.state.flow.round > 1
            offers = [one for seat in session.seats for one in session.system.legal_commands(session.state, seat)]
            if session.state.flow.outcome is not None:
                break
            blows = [one for one in offers if isinstance(one, Attack | EndActivation)]
            session.submit(rng.choice(blows or [one for one in offers if not isinstance(one, Concede)]))
    assert seen
