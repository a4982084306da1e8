"""A tap says what is there: every figure, thing, door, token and kind of ground on the boards of all games."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.core.ids import PieceId, Seat
from companion.games.gotham.content.settings import TOKENS
from companion.games.heroclix.commands import MoveFigure
from companion.games.heroclix.face.opening import MAP
from companion.games.heroclix.sample import sample_setup
from companion.painting.ground import ZONES
from companion.system import DiceGenerator
from companion.text.wording import LANGUAGES, Wording
from ui.cli.demo.playable import play_opening
from ui.library import Library
from ui.presenters.games import game_of, names_of_games
from ui.presenters.pages import Play
from ui.presenters.table import TablePresenter
from ui.table.bootstrap import Table, open_table
from ui.table.settings import TableConfig

SIDES: dict[str, Callable[[str], object]] = {  # of games where one plays against all others
    "heroquest": lambda seat: seat == "master",
    "gotham": lambda seat: seat == "villains",
}
CLOSING = ("Concede", "EndMission", "EndQuest", "CallTime")


def begun(system: str, lang: str, folder: Path) -> Table:
    """The first game that is offered, some steps on."""
    config = TableConfig(lang=lang)
    if system == "heroclix":
        table = open_table(config, sample_setup(MAP))
        play_opening(table.session, DiceGenerator(5))
        return table
    turn = game_of(system).opening(Library(folder)).press("begin")  # type: ignore[arg-type]
    assert isinstance(turn, Play)
    table = open_table(config, turn.setup, roller=DiceGenerator(1))
    walk(table, random.Random(1), 60)
    return table


def _league(seat: str) -> object:
    return seat.partition("-")[0]


def walk(table: Table, rng: random.Random, steps: int) -> None:
    """Play on: of every kind of command as likely, so that more happens than steps."""
    session = table.session
    for _ in range(steps):
        found = [one for seat in session.seats for one in session.system.legal_commands(session.state, seat)]
        kinds = sorted({type(one).__name__ for one in found} - set(CLOSING))
        if not kinds:
            table.presenter.press("roll")  # dice are asked for
            continue
        kind = rng.choice(kinds)
        session.submit(rng.choice([one for one in found if type(one).__name__ == kind]))


def facing(table: Table) -> list[tuple[PieceId, PieceId]]:
    """Each figure that may be given orders now, with every enemy."""
    session, look = table.session, table.presenter.look
    acting, side = table.presenter.game.acting(look), SIDES.get(session.system.id, _league)
    board = [(token.piece, Seat(token.seat)) for token in table.presenter.model().board.tokens]
    return [
        (own, enemy)
        for own, seat in board
        if seat in acting
        and seat in look.seats
        and getattr(session.state, "active", None) in (None, own)
        and not session.state.flow.open
        and any(session.system.legal_commands(session.state, seat, piece=own))
        for enemy, other in board
        if side(other) != side(seat)
    ]


def told(presenter: TablePresenter, tap: Callable[[], None]) -> str:
    """What is said of something that nobody chose before."""
    presenter.press("dismiss")
    presenter.chosen = None
    tap()
    model = presenter.model()
    card = f"{model.card.title}\n{model.card.text}" if model.card else ""
    return f"{card}\n{model.dial.name if model.dial else ''}"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("system", names_of_games())
def test_everything_on_the_board_says_what_it_is(system: str, lang: str, tmp_path: Path) -> None:
    table = begun(system, lang, tmp_path)
    presenter = table.presenter
    presenter.press("uncover")
    board, look = presenter.model().board, presenter.look
    at = {(tile.column, tile.row): tile for tile in board.tiles}
    assert board.tokens
    for token in board.tokens:
        assert token.name in told(presenter, lambda piece=token.piece: presenter.tap_piece(piece))  # type: ignore[misc]
    free = {(token.column, token.row) for token in board.tokens}
    for thing in board.objects:
        name = thing.name or look.name(thing.object)
        assert name != thing.object, "its id is no word of the players'"
        place = thing.column, thing.row
        if place not in free:
            said = told(presenter, lambda place=place: presenter.tap_space(at[place].space))  # type: ignore[misc]
            assert name in said
    kinds = {kind: tile for tile in board.tiles for kind in tile.kinds if (tile.column, tile.row) not in free}
    way = "zone" if board.plates else "ground"
    for kind, tile in kinds.items():
        assert look.wording.has(f"{way}.{kind}"), kind
        before = table.session.version
        said = told(presenter, lambda space=tile.space: presenter.tap_space(space))  # type: ignore[misc]
        means = presenter.pending or presenter.refused or presenter.chosen  # a step, or a figure elsewhere in its zone
        did = table.session.version > before or table.session.state.flow.open  # a tile of a row acts at once
        assert means or did or look.wording.say(f"{way}.{kind}") in said
    shut = [door for door in board.doors if door.now != "open"]
    for door in shut:
        (column, row), end = min(door.at), max(door.at)
        beside = (column - 1, row) if end[0] == column else (column, row - 1)
        place = next(place for place in ((column, row), beside) if place in at and place not in free)
        said = told(presenter, lambda place=place: presenter.tap_space(at[place].space))  # type: ignore[misc]
        assert look.wording.word("door", door.now) in said
    table.close()


@pytest.mark.parametrize("system", ["heroclix", "guardians", "gotham"])
def test_an_enemy_that_cannot_be_struck_says_why(system: str, tmp_path: Path) -> None:
    table, tapped = begun(system, "en", tmp_path), set[bool]()
    presenter, rng = table.presenter, random.Random(2)
    for _ in range(60):
        walk(table, rng, 3)
        presenter.press("uncover")
        for own, enemy in facing(table):
            presenter.press("dismiss")
            presenter.chosen = own
            presenter.tap_piece(enemy)
            assert presenter.aimed or presenter.pending or presenter.refused, (own, enemy)
            tapped.add(bool(presenter.refused))
    assert True in tapped
    table.close()


@pytest.mark.rule("HC-ACT-03", "HC-ACT-04")
def test_a_figure_that_may_not_act_says_why(tmp_path: Path) -> None:
    table, rng, said = begun("heroclix", "en", tmp_path), random.Random(5), set[str]()
    presenter = table.presenter
    for _ in range(60):
        walk(table, rng, 1)
        for token in presenter.model().board.tokens:
            presenter.press("dismiss")
            presenter.chosen = token.piece
            card, piece = presenter.model().card, table.session.state.piece(token.piece)
            if card is None or card.kind != "powers" or piece.seat not in table.session.state.flow.active:
                continue
            found = table.session.system.legal_commands(table.session.state, piece.seat, piece=piece.id)
            is_led_on = card.text.startswith("Tap a lit") or "tap the square where it goes" in card.text
            why = "" if is_led_on else card.text
            assert bool(why) != any(isinstance(one, MoveFigure) for one in found), (token.name, card.text)
            said.add(card.text.replace(token.name, "…"))
    assert {
        "… has had its action this turn. Choose another figure.",
        "… has two action tokens and must rest this turn.",
    } < said
    table.close()


def test_an_empty_square_is_told_of_and_the_menu_comes_back(tmp_path: Path) -> None:
    """HeroClix: B4 of the demonstration's map is hindering terrain (drawn in its file); a figure's tap closes it."""
    table = begun("heroclix", "en", tmp_path)
    presenter = table.presenter
    presenter.tap_space("B4")  # type: ignore[arg-type]
    card = presenter.model().card
    assert card is not None
    assert (card.kind, card.title, card.text) == ("spot", "B4", "Hindering terrain. Indoors")
    presenter.press("dismiss")
    assert presenter.model().card is None or presenter.model().card.kind != "spot"  # type: ignore[union-attr]
    presenter.tap_space("B4")  # type: ignore[arg-type]
    presenter.tap_piece(presenter.model().board.tokens[0].piece)
    assert presenter.model().card.kind != "spot"  # type: ignore[union-attr]
    table.close()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whatever_is_strewn_over_a_zone_has_its_words(lang: str) -> None:
    assert {*TOKENS, "rough", "danger"} == {*ZONES}
    assert [kind for kind in ZONES if not Wording(lang).has(f"zone.{kind}")] == []
