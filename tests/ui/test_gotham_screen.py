"""The adapter of Gotham: zones cut into squares, figures fanned out, tokens with their age, numbers and terms."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest, DiceResult
from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.ledger import Ledger
from companion.core.reckoning import plus
from companion.core.session import Session
from companion.games.gotham.commands import (
    ActivateTile,
    BeginMission,
    DeclareState,
    EndTurn,
    MeleeAttack,
    Move,
    RangedAttack,
    Step,
)
from companion.games.gotham.events import Reckoned
from companion.games.gotham.face.board import ZoneDrawing, spread
from companion.games.gotham.face.view import view_of
from companion.games.gotham.face.words import asks_about_dice
from companion.games.gotham.sample import sample_setup
from companion.games.gotham.system import Gotham
from companion.storage.codec import JsonCodec
from companion.storage.memory import MemoryRecorder
from companion.system import DiceGenerator
from companion.table.follow import Follower
from companion.text.wording import Wording
from tests.conftest import StoppedClock
from ui.presenters.adapter import Look, Meant
from ui.presenters.games import game_of
from ui.presenters.gotham.screen import GothamScreen
from ui.presenters.models import SlotModel
from ui.presenters.table import TablePresenter
from ui.presenters.terms import terms_of
from ui.table.bootstrap import open_table
from ui.table.settings import TableConfig


def opened(seed: int = 1) -> Session:
    """The shipped mission; its dice are thrown by a generator."""
    system, setup, dice = Gotham(), sample_setup(), DiceGenerator(seed)
    return Session(
        system,
        Ledger(MemoryRecorder(), JsonCodec(system.event_types)),
        StoppedClock(),
        setup,
        seats=setup.seats,
        automatic={DiceRequest: lambda state, one: ReportDice(one.roller, dice.roll(one, system.dice_of(state)))},
    )


def looking(screen: GothamScreen, lang: str = "en", chosen: str | None = None) -> Look:
    names = screen.names("table", lang)
    return Look("table", screen.sides["table"], Wording(lang, names), chosen=PieceId(chosen) if chosen else None)


def test_a_zone_is_as_many_squares_as_its_outline_holds() -> None:
    screen = GothamScreen(opened())
    assert (screen.drawing.columns, screen.drawing.rows) == (15, 9)
    assert {len(squares) for squares in screen.drawing.squares.values()} == {9}
    assert screen.drawing.space_at(0, 0) == SpaceId("tank-roof") and screen.drawing.space_at(14, 8) == SpaceId("dock")


def test_figures_of_a_zone_stand_apart_and_walls_are_drawn() -> None:
    screen = GothamScreen(opened())
    picture = screen.unknown(looking(screen))
    places = [(token.column, token.row) for token in picture.tokens]
    assert len(places) == 12 and len(set(places)) == 12
    assert ((6, 3), (6, 4)) in picture.walls  # press-hall | office
    assert any(tile.elevation == 2 for tile in picture.tiles)
    assert any("rough" in tile.kinds for tile in picture.tiles)


def test_a_tap_on_a_zone_is_a_movement_of_who_is_chosen() -> None:
    session = opened()
    session.submit(BeginMission(Seat("wren")))
    while session.state.flow.open:
        request = session.state.flow.open[0]
        assert isinstance(request, ChoiceRequest)
        session.submit(next(iter(session.system.legal_commands(session.state, request.seat))))
    for hero in ("wren", "ferrier", "lamplight", "marshal"):
        session.submit(DeclareState(Seat(hero), PieceId(hero), "active"))
    session.submit(Move(Seat("wren"), PieceId("wren"), (), cubes=2))
    screen = GothamScreen(session)
    tap = screen.tap(looking(screen, chosen="wren"), SpaceId("mid-street"))
    assert isinstance(tap, Meant) and isinstance(tap.command, Step)
    sheet = screen.sheet(looking(screen, chosen="wren"))
    assert sheet is not None
    held = {slot.slot: slot.value for slot in sheet.slots if slot.value != "0"}
    assert held == {"available": "7", "movement": "2"}
    assert any("Martial Arts 1" in note for note in sheet.notes)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_everything_there_is_to_do_has_words(lang: str) -> None:
    session, rng = opened(), random.Random(4)
    for _ in range(40):
        screen = GothamScreen(session)
        for figure in session.state.figures:
            look = looking(screen, lang, figure.id)
            menu = screen.menu(look)
            labels = [getattr(entry, "label", "") for entry in (menu.entries if menu else ())]
            assert not [label for label in labels if "command." in label or "{" in label]
        look = looking(screen, lang)
        assert screen.title(look) and screen.picture(look, frozenset()).tokens
        menu = screen.menu(look)
        assert not session.state.flow.round or menu is None or menu.title != screen.title(look), (
            "the banner says it already"
        )
        offers: list[Any] = [
            one for seat in session.seats for one in session.system.legal_commands(session.state, seat)
        ]
        if not offers:
            break
        strikes = [one for one in offers if isinstance(one, MeleeAttack)]
        session.submit(rng.choice(strikes or offers))
        for request in session.state.flow.open:
            if isinstance(request, ChoiceRequest):
                assert all(screen.option(look, request, option) for option in request.options)
                assert "{" not in (about := screen.about(look, request))
                log = session.state.work.log if session.state.work is not None else ()
                assert not about or asks_about_dice(request) or any(isinstance(one, Reckoned) for one in log), about


def test_the_row_of_the_game() -> None:
    game = game_of(sample_setup().system)
    assert len(game.tags(sample_setup())) == 12


def declaring(session: Session) -> Session:
    """The first round, before any hero has declared a state."""
    session.submit(BeginMission(Seat("wren")))
    while session.state.flow.open:
        request = session.state.flow.open[0]
        session.submit(next(iter(session.system.legal_commands(session.state, request.seat))))
    return session


def begun(session: Session) -> Session:
    """The heroes' turn, everybody Active."""
    declaring(session)
    for hero in ("wren", "ferrier", "lamplight", "marshal"):
        session.submit(DeclareState(Seat(hero), PieceId(hero), "active"))
    return session


def test_cubes_are_laid_on_a_box_one_by_one_and_come_back() -> None:
    session = begun(opened())
    table = TablePresenter(session, Follower(session, {}), lang="en")
    table.tap_piece(PieceId("lamplight"))

    def slots() -> dict[str, SlotModel]:
        sheet = table.model().dial
        assert sheet is not None
        return {slot.slot: slot for slot in sheet.slots}

    table.press(slots()["ranged"].drop)
    assert (slots()["available"].value, slots()["ranged"].value) == ("8", "1")
    card = table.model().card
    assert card is not None and card.title == "Lay 1 cube on Ranged"
    table.press(slots()["ranged"].drop)
    assert (slots()["available"].value, slots()["ranged"].value, slots()["ranged"].power) == ("7", "2", "+2")
    table.press(slots()["available"].drop)
    assert (slots()["available"].value, slots()["ranged"].value) == ("8", "1")
    table.press(slots()["available"].drop)
    assert (slots()["available"].value, slots()["ranged"].value) == ("9", "0")
    assert not slots()["fatigue"].drop and not slots()["wounds"].drop


def test_the_river_is_a_row_below_the_board_and_a_tap_on_a_tile_activates_it() -> None:
    session = begun(opened())
    for hero in ("wren", "ferrier", "lamplight", "marshal"):
        session.submit(EndTurn(Seat(hero)))
    screen = GothamScreen(session)
    look = looking(screen)
    picture = screen.picture(look, frozenset())
    river = [plate.words for plate in picture.plates if plate.row == screen.drawing.rows]
    assert river == ["Docker", "Firebug", "Jack-o'-Two", "The Old Clerk", "Kite", "Jack-the-Other", "Mother-of-Pearl"]
    tile = screen.drawing.space_at(2, screen.drawing.rows)
    assert tile is not None
    tap = screen.tap(look, tile)
    assert isinstance(tap, Meant) and tap.command == ActivateTile(session.state.table.villain_seat, "firebug")


@pytest.mark.rule("GO-BASE-FIG-12")
@pytest.mark.parametrize(
    ("lang", "first", "row"),
    [
        ("en", "It leads Firebug. Place 2 of 7 in the River.", "it goes to the right end. [GO-BASE-FIG-12]"),
        ("fr", "Elle mène Boutefeu. Place 2 sur 7 dans la Rivière.", "elle passe tout à droite. [GO-BASE-FIG-12]"),
    ],
)
def test_a_tile_of_the_river_says_what_it_is_whenever_it_is_tapped(lang: str, first: str, row: str) -> None:
    """Not in the villains' turn alone, when a tap activates it; and there the card says what the row is."""
    table = open_table(TableConfig(lang=lang), sample_setup())
    session, made = table.session, table.presenter
    begun(session)
    made.model()
    tile = made.game.drawing.space_at(2, screen_rows(made))
    assert tile is not None
    made.tap_space(tile)
    card = made.model().card
    assert card is not None and card.kind == "spot"
    assert first in card.text and row in card.text
    for hero in ("wren", "ferrier", "lamplight", "marshal"):
        session.submit(EndTurn(Seat(hero)))
    made.press("dismiss")
    menu = made.model().card
    assert menu is not None and row in menu.text
    table.close()


def screen_rows(made: TablePresenter) -> int:
    """The first row below the zones."""
    drawing = made.game.drawing
    assert isinstance(drawing, ZoneDrawing)
    return drawing.rows


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6, 7, 8, 12])
def test_so_many_figures_of_a_zone_all_lie_in_it_and_apart(count: int) -> None:
    squares = [(column, row) for row in range(3) for column in range(3)]
    places = [spread(squares, number, count) for number in range(count)]
    assert len(set(places)) == count
    assert all(0 <= column <= 2 and 1 <= row <= 2 for column, row in places)


def test_a_number_in_the_log_tells_its_terms_each_with_its_rule() -> None:
    wren = PieceId("wren")
    rules = (("GO-MARTIAL-01", 2), ("GO-BIND-03", -1), ("GO-BASE-ACT-04", -4))
    terms = tuple(plus(amount, rule, wren) for rule, amount in rules)
    event = Reckoned(wren, "melee", 0, 2, terms)
    assert terms_of(event, Wording("en")) == (
        "dice 2",
        "Martial Arts +2 [GO-MARTIAL-01]",
        "Bind -1 [GO-BIND-03]",
        "enemies in the way -4 [GO-BASE-ACT-04]",
        "at least 0",
        "= 0",
    )
    assert terms_of(BeginMission(Seat("wren")), Wording("en")) == ()


def test_ones_own_screen_stays_while_another_hero_moves() -> None:
    """On a phone of one hero; the tablet shows who moves. The dice that lie are named by colour and face."""
    session = begun(opened())
    session.submit(Move(Seat("wren"), PieceId("wren"), (), cubes=2))
    screen = GothamScreen(session)
    names = screen.names("table", "en")
    phone = Look("table", (Seat("lamplight"),), Wording("en", names))
    sheets = [screen.sheet(look) for look in (phone, looking(screen))]
    assert [sheet.seat for sheet in sheets if sheet is not None] == ["lamplight", "wren"]


def test_a_die_that_is_thrown_again_is_named_as_it_lies() -> None:
    """Reported by hand; the question about a re-roll names each die by its colour and face."""
    system, setup = Gotham(), sample_setup()
    ledger = Ledger(MemoryRecorder(), JsonCodec(system.event_types))
    session = begun(Session(system, ledger, StoppedClock(), setup, seats=setup.seats))
    offers = system.legal_commands(session.state, Seat("lamplight"), piece=PieceId("lamplight"))
    session.submit(next(one for one in offers if isinstance(one, RangedAttack) and one.cubes == 2))
    roll = session.state.flow.open[0]
    assert isinstance(roll, DiceRequest)
    faces = tuple("0123"[number % 3] for number in range(len(roll.dice)))
    session.submit(ReportDice(roll.roller, DiceResult(roll.id, faces)))
    request, screen = session.state.flow.open[0], GothamScreen(session)
    assert isinstance(request, ChoiceRequest) and request.options[0] == "die_1"
    look = looking(screen)
    named = [f"{die} die {face}" for die, face in zip(roll.dice, faces, strict=True)]
    assert screen.about(look, request) == "On the table: " + ", ".join(named)
    assert [screen.option(look, request, option).partition(" · ")[0] for option in request.options] == [
        f"Throw {die} again" for die in named
    ]


def test_what_is_to_be_done_stands_on_the_board_until_it_is_done() -> None:
    session = opened()
    screen, tasks = GothamScreen(session), session.state.table.tasks
    look = looking(screen)
    things = {thing.name: thing for thing in screen.picture(look, frozenset()).objects}
    assert {*things} == {look.name(task) for task in tasks}
    for task, row in tasks.items():
        at = things[look.name(task)]
        assert screen.drawing.space_at(at.column, at.row) == row.zone
    done = replace(session.state, done=tuple(tasks))
    assert {task for task, _ in view_of(done, None).tasks} == {one.id for one in tasks.values() if one.again}
