"""The adapter of Guardians' Chronicles: spaces as squares, a private hand, odds on buttons, words for everything."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from companion.core.by_hand import Adjust, MoveCard, PutRight, Relocate
from companion.core.commands import Concede
from companion.core.consent import Consents, Matter
from companion.core.dice import Source
from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.phrases import Name
from companion.core.session import Session
from companion.games.guardians.commands import Attack, BeginGame, Move, TakeTest
from companion.games.guardians.content.content import default_content
from companion.games.guardians.face.cards import card_words
from companion.games.guardians.face.roster import standing
from companion.games.guardians.face.view import FigureView
from companion.games.guardians.sample import sample_setup
from companion.table.follow import Follower
from companion.text.wording import Wording
from companion.text.wording import told as said
from tests.games.guardians.walks import opened
from ui.presenters.adapter import ONLOOKERS, Group, Look, Meant
from ui.presenters.by_hand import CORRECT
from ui.presenters.cards import menu_card
from ui.presenters.games import game_of
from ui.presenters.guardians.screen import GuardiansScreen
from ui.presenters.seat_voice import SeatVoice
from ui.presenters.table import TablePresenter


def looking(screen: GuardiansScreen, side: str, lang: str = "en", chosen: str | None = None) -> Look:
    seats = screen.sides.get(side, ())
    return Look(side, seats, Wording(lang, screen.names(side, lang)), chosen=PieceId(chosen) if chosen else None)


def begun(seed: int = 3) -> Session:
    session = opened(sample_setup(), seed)
    session.submit(BeginGame(session.seats[0]))
    return session


def answered(session: Session, rng: random.Random) -> None:
    """Answer what is asked, by chance, until somebody may act."""
    while session.state.flow.open and session.state.flow.outcome is None:
        offers = [one for seat in session.seats for one in session.system.legal_commands(session.state, seat)]
        session.submit(rng.choice(offers))


def test_every_space_has_a_square_of_its_own() -> None:
    session = begun()
    screen, spaces = GuardiansScreen(session), session.state.ground.spaces
    places = {space: screen.drawing.place(space) for space in spaces}
    assert len(spaces) == 71
    assert len(set(places.values())) == 71
    assert {space: screen.drawing.space_at(*place) for space, place in places.items()} == {one: one for one in spaces}


@pytest.mark.rule("GC-CARD-28", "GC-TURN-05")
def test_a_hand_is_on_the_own_screen_alone() -> None:
    screen = GuardiansScreen(begun())
    own = screen.sheet(looking(screen, "dawn", chosen="lantern"))
    other = screen.sheet(looking(screen, "dusk", chosen="lantern"))
    assert own is not None and other is not None
    assert any("Flare" in note for note in own.notes)
    assert not any("Flare" in note for note in other.notes)
    stranger = screen.sheet(looking(screen, ONLOOKERS, chosen="lantern"))
    assert stranger is not None and not any("Hand" in note for note in stranger.notes)


@pytest.mark.rule("GC-TEST-14")
def test_a_tap_moves_the_active_hero_and_buttons_tell_the_odds() -> None:
    session = begun()
    answered(session, random.Random(1))
    screen, hero = GuardiansScreen(session), session.state.who(session.state.active or "")
    look = looking(screen, hero.side)
    reach = [tile.space for tile in screen.picture(look, frozenset()).tiles if tile.reach is not None]
    tap = screen.tap(look, reach[0])
    assert isinstance(tap, Meant)
    assert tap.command == Move(Seat(str(hero.seat)), hero.id, SpaceId(reach[0]))
    assert screen.ending(look) is not None


@pytest.mark.slow
def test_everything_there_is_to_do_has_words() -> None:
    session, rng = opened(sample_setup(players=3, team_up=True), 5), random.Random(5)
    for lang in ("en", "fr") * 25:
        screen = GuardiansScreen(session)
        for side in (*screen.sides, ONLOOKERS):
            look = looking(screen, side, lang)
            menu = screen.menu(look)
            labels = [getattr(entry, "label", "") for entry in (menu.entries if menu else ())]
            assert not [label for label in labels if "command." in label or "{" in label or "screen." in label]
            assert screen.title(look)
            assert screen.picture(look, frozenset()).tokens
            sheets = [screen.sheet(looking(screen, side, lang, str(figure.id))) for figure in session.state.figures]
            assert not [note for sheet in sheets if sheet for note in sheet.notes if "{" in note or "screen." in note]
        offers: list[Any] = [
            one for seat in session.seats for one in session.system.legal_commands(session.state, seat)
        ]
        if not offers:
            break
        session.submit(rng.choice(offers))
        for request in session.state.flow.open:
            if isinstance(request, ChoiceRequest):
                assert all(screen.option(look, request, option) for option in request.options)
                assert "{" not in screen.about(look, request)


def test_the_row_of_the_game() -> None:
    setup = sample_setup()
    assert len(game_of(setup.system).tags(setup)) == 8


@pytest.mark.rule("GC-ATK-14")
def test_a_reaction_says_by_which_power() -> None:
    for seed in range(40):
        session, rng = begun(seed), random.Random(seed)
        for _ in range(200):
            request = next((one for one in session.state.flow.open if isinstance(one, ChoiceRequest)), None)
            if request is not None and request.purpose == "GC-ATK-14":
                screen, hero = GuardiansScreen(session), session.state.who(request.piece or "")
                words = screen.about(looking(screen, hero.side), request)
                held = [session.state.content.cards[card].name["en"] for card in hero.left]
                assert any(words.startswith(f"{name}: ") for name in (*held, "★")), words
                return
            offers = [one for seat in session.seats for one in session.system.legal_commands(session.state, seat)]
            if not offers:
                break
            session.submit(rng.choice(offers))
    raise AssertionError("nobody reacts in any of these games")


def test_a_card_says_what_one_weighs_it_by() -> None:
    """Its numbers, for whom, how far: by hand from the rows of cards.toml, in both languages."""
    content = default_content()
    told = {card: said(card_words(content, card, "left"), Wording("en")) for card in content.cards}
    assert told["lantern-glare"] == "always: Attack -1 (enemies in the zone)"
    assert told["lantern-signal"] == "ACTION: Attack +1 for a turn, for a figure of your choice (within 2 zones)"
    assert told["lantern-beam"] == "SINGLE ACTION: an attack, power dice +2 (shooting)"
    for lang in ("en", "fr"):
        words = "\n".join(said(card_words(content, card), Wording(lang)) for card in (*content.cards, *content.wounds))
        assert "{" not in words and "does." not in words and "whom." not in words


def buttons_of(screen: GuardiansScreen, look: Look) -> dict[str, object]:
    """Every button of the menu, those of its groups too, with its command."""
    menu = screen.menu(look)
    entries = menu.entries if menu else ()
    offers = [offer for one in entries for offer in (one.offers if isinstance(one, Group) else (one,))]
    return {offer.label: offer.command or offer.piece for offer in offers}


@pytest.mark.rule("GC-RANK-11")
def test_the_table_is_put_right_by_touch() -> None:
    """A figure's numbers, its place, its cards; what nobody can tap on the board; and giving up."""
    session = begun()
    answered(session, random.Random(1))
    screen, hero = GuardiansScreen(session), session.state.who(session.state.active or "")
    look = looking(screen, hero.side, chosen=hero.id)
    buttons = buttons_of(screen, look)
    me = hero.seat, hero.id
    assert buttons["damage: 0 → 1"] == Adjust(*me, "damage", 1)
    assert buttons["out of the game"] == Adjust(*me, "out", 1)
    assert buttons["Take it off the board"] == Relocate(*me)
    free = next(space for space in session.state.ground.spaces if session.state.at(space) is None)
    assert screen.tap(replace(look, picked=CORRECT), free) == Meant(Relocate(*me, free))
    held = next(command for command in buttons.values() if isinstance(command, MoveCard) and command.card in hero.hand)
    assert screen.proposal(look, held).entries
    others = buttons_of(screen, looking(screen, hero.side))
    assert PieceId("dusk") in others.values()
    assert session.submit(Adjust(*me, "out", 1)) and session.state.who(hero.id).out
    acting = session.state.who(session.state.active or "")
    assert hero.id in buttons_of(screen, looking(screen, acting.side)).values(), "who is off the board can be chosen"
    assert any(isinstance(offer.command, Concede) for offer in screen.endings(look))
    later = [line for line in session.records if isinstance(line.event, PutRight)]
    assert "out of the game" in Wording("en").event(later[0].event)
    assert "hors de la partie" in Wording("fr").event(later[0].event)


@pytest.mark.rule("TW-HAND-02")
@pytest.mark.parametrize(
    ("lang", "words"), [("en", "one of its cards → discard"), ("fr", "une de ses cartes → défausse")]
)
def test_from_a_device_of_one_seat_the_others_agree_and_no_card_is_named_before(lang: str, words: str) -> None:
    session = begun()
    answered(session, random.Random(1))
    consents, hero = Consents(session), session.state.who(session.state.active or "")
    voices = [SeatVoice(session, consents, str(seat), (seat,)) for seat in session.seats]
    mine = next(voice for voice in voices if hero.seat in voice.seats)
    order, told = (
        MoveCard(hero.seat, hero.id, hero.hand[0], "discard"),
        said(Name(hero.hand[0]), Wording(lang, GuardiansScreen(session).names(hero.side, lang))),
    )
    assert isinstance(mine.give(order, Source.HAND), Matter)
    for other in (voice for voice in voices if voice is not mine):
        card = TablePresenter(session, Follower(session, {}), lang=lang, voice=other).model().card
        assert card is not None and words in card.text and told not in card.text
        assert hero.hand == session.state.who(hero.id).hand
        other.answer(other.seats, agrees=True)
    assert order.card in session.state.who(hero.id).discard and told != order.card


def test_whoever_acts_is_not_said_to_have_acted() -> None:
    session = begun()
    shown: FigureView = replace(session.system.view_for(session.state, None).figures[0], activated=True)
    assert "acting now" in [said(one, Wording("en")) for one in standing(shown, shown.id).states]
    assert "has acted" in [said(one, Wording("en")) for one in standing(shown, None).states]
    assert "has acted" not in [said(one, Wording("en")) for one in standing(shown, shown.id).states]


@pytest.mark.rule("GC-TEST-14")
def test_between_a_blow_and_a_test_the_likelier_one_is_lit() -> None:
    """Mistral stands by the time engine: 12 % to hit, 53 % to pass."""
    compared = 0
    for seed in range(8):
        session, rng = begun(seed), random.Random(seed)
        screen = GuardiansScreen(session)
        while not compared:
            answered(session, rng)
            if session.state.flow.outcome is not None:
                break
            offers = [one for seat in session.seats for one in session.system.legal_commands(session.state, seat)]
            blows, tests = ([one for one in offers if isinstance(one, kind)] for kind in (Attack, TakeTest))
            if blows and tests and max(map(screen.promise, blows)) < max(map(screen.promise, tests)):
                look = looking(screen, session.state.who(session.state.active or "").side)
                menu = screen.menu(look)
                assert menu is not None
                card = menu_card(menu, 0, look, screen)
                assert dict(card.buttons)[card.likely].startswith("Test "), card.buttons
                compared += 1
            session.submit(rng.choice([one for one in offers if isinstance(one, Move)] or offers))
    assert compared


@pytest.mark.rule("GC-CHAR-07")
@pytest.mark.parametrize(
    ("lang", "said"), [("en", "Personal power: attacks at a distance"), ("fr", "Pouvoir personnel : ")]
)
def test_a_sheet_says_what_its_hero_can_do_without_a_card(lang: str, said: str) -> None:
    screen = GuardiansScreen(begun())
    sheet = screen.sheet(looking(screen, "dawn", lang, "lantern"))
    assert sheet is not None and sheet.notes[0].startswith(said)


@pytest.mark.rule("GC-TEST-02", "GC-TEST-11")
@pytest.mark.parametrize(
    ("lang", "says"),
    [
        ("en", "The time engine: its Mental test is taken on its own space [GC-TEST-02]"),
        ("fr", "La machine du temps : son test de Mental se tente sur sa case [GC-TEST-02]"),
    ],
)
def test_who_may_try_one_test_from_afar_reads_why_not_the_other(lang: str, says: str) -> None:
    """Night Lantern strikes at a distance, so the Attack test is open beside the engine, the Mental one upon it."""
    told = 0
    for seed in range(12):
        session, rng = begun(seed), random.Random(seed)
        screen = GuardiansScreen(session)
        while session.state.flow.outcome is None and not told:
            answered(session, rng)
            offers = [one for seat in session.seats for one in session.system.legal_commands(session.state, seat)]
            tests = [one for one in offers if isinstance(one, TakeTest) and one.site == "engine"]
            if tests and session.state.flow.outcome is None:
                is_upon = session.state.who(tests[0].piece).at == "museum-hall.5"
                menu = screen.menu(looking(screen, session.state.who(tests[0].piece).side, lang))
                assert menu is not None and (says in menu.text.splitlines()) == (not is_upon)
                assert ("mental" in {one.stat for one in tests}) == is_upon
                told += not is_upon
            moves = [one for one in offers if isinstance(one, Move) and one.to.startswith("museum")]
            session.submit(rng.choice(moves or offers))
    assert told
