"""A mission at the screen: a tile that acts, a defense without cubes, who lies, and who plays at all."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId, RequestId, RuleId, Seat, SpaceId
from companion.core.session import Session
from companion.games.gotham.commands import ActivateTile, BeginMission, DeclareState, EndTurn, SetAside
from companion.games.gotham.face.board import board_picture
from companion.table.follow import Follower
from companion.text.wording import Wording
from tests.ui.test_gotham_screen import begun, looking, opened
from ui.library import Library
from ui.presenters.gotham.new_game import OpeningDesk
from ui.presenters.gotham.screen import GothamScreen
from ui.presenters.pages import Play
from ui.presenters.questions import ChoiceDesk
from ui.presenters.table import TablePresenter


def activated(tile: str) -> Session:
    """The villains' turn, in the middle of the activation of that tile."""
    session = begun(opened())
    for hero in ("wren", "ferrier", "lamplight", "marshal"):
        session.submit(EndTurn(Seat(hero)))
    session.submit(ActivateTile(Seat("villains"), tile))
    return session


def test_the_only_figure_of_a_tile_acts_at_once_and_ending_its_activation_comes_last() -> None:
    screen = GothamScreen(activated("jack-the-other"))
    menu = screen.menu(replace(looking(screen), seats=(Seat("villains"),)))
    assert menu is not None and menu.title == "What does Jack-o'-Two do?"
    assert menu.entries[-1].label == "End the activation"


def test_of_a_tile_with_several_figures_one_is_chosen_first() -> None:
    screen = GothamScreen(activated("docker"))
    menu = screen.menu(replace(looking(screen), seats=(Seat("villains"),)))
    assert menu is not None
    dockers, besides = ["Docker 1", "Docker 2", "Docker 3"], ["Correct the table …", "End the activation"]
    assert [entry.label for entry in menu.entries] == [*dockers, *besides]


def test_whoever_is_chosen_ends_his_own_turn() -> None:
    screen = GothamScreen(begun(opened()))
    look = replace(looking(screen), seats=tuple(map(Seat, ("ferrier", "marshal", "wren"))))
    ended = {chosen: screen.ending(replace(look, chosen=PieceId(chosen))) for chosen in ("ferrier", "marshal", "wren")}
    assert {name: offer and offer.command for name, offer in ended.items()} == {
        name: EndTurn(Seat(name)) for name in ended
    }


@pytest.mark.rule("GO-BASE-ATK-09")
def test_no_cubes_for_the_defense_is_said_by_one_button() -> None:
    screen, rule = GothamScreen(activated("jack-the-other")), RuleId("GO-BASE-ATK-09")
    asked = ChoiceRequest(RequestId("9"), Seat("wren"), rule, ("0", "1", "2"), optional=True)
    card = ChoiceDesk(None).card(asked, screen, looking(screen))
    assert card.buttons == (("choose:1", "with 1 cube"), ("choose:2", "with 2 cubes"), ("pass", "No"))


def test_a_figure_that_lies_is_drawn_flat() -> None:
    session = opened()
    down = tuple(replace(one, lying=one.id == "wren") for one in session.state.figures)
    view = session.system.view_for(replace(session.state, figures=down), None)
    lying = [token.piece for token in board_picture(GothamScreen(session).drawing, view, {}).tokens if token.lying]
    assert lying == ["wren"]


def test_heroes_come_along_or_stay_at_home_and_one_must_come(tmp_path: Path) -> None:
    desk, wording = OpeningDesk(Library(tmp_path)), Wording("en")
    desk.press("hero:lamplight")
    desk.press("hero:marshal")
    told = [(tile.title, tile.text) for tile in desk.page(wording).tiles[1:-1]]
    assert told == [
        ("The Ferrier", "plays"),
        ("Lamplight", "stays at home"),
        ("The Marshal", "stays at home"),
        ("The Wren", "plays"),
    ]
    play = desk.press("begin")
    assert isinstance(play, Play) and play.setup.seats == ("ferrier", "wren", "villains")
    again = OpeningDesk(Library(tmp_path))  # the last evening is kept
    for hero in ("wren", "ferrier"):
        again.press(f"hero:{hero}")
    page = again.page(wording)
    assert page.notes == ("Take at least one hero along.",) and not page.buttons


def asked_line(session: Session, start: str, end: str) -> tuple[str, str, tuple[str, ...]]:
    """The card's title and text, and the zones that the board marks on the way."""
    presenter = TablePresenter(session, Follower(session, {}), lang="en")
    assert ("line", "Check a line of sight") in presenter.model().beside
    presenter.press("line")
    for space in (start, end):
        presenter.tap_space(SpaceId(space))
    model = presenter.model()
    assert model.card is not None and model.board.line is not None
    crossed = {presenter.game.drawing.space_at(*place) for place in model.board.line.crossed}
    return model.card.title, model.card.text, tuple(sorted(filter(None, crossed)))


@pytest.mark.rule("GO-BASE-ZONE-07")
@pytest.mark.parametrize(
    ("start", "end", "title", "text", "crossed"),
    [
        (
            "west-street",
            "east-street",
            "West street → East street · clear · 3",
            "Crossed: Middle street and Tram stop",
            ("mid-street", "tram-stop"),
        ),
        (
            "dye-hall",
            "lift-shaft",
            "Dye hall → Lift shaft · blocked · 6",
            "No line of sight is printed between these zones. [GO-BASE-ZONE-07]",
            (),
        ),
    ],
)
def test_two_taps_ask_for_the_line_between_two_zones(
    start: str, end: str, title: str, text: str, crossed: tuple[str, ...]
) -> None:
    assert asked_line(begun(opened()), start, end) == (title, text, crossed)


@pytest.mark.rule("GO-BASE-ZONE-07")
def test_a_tile_of_the_river_sees_nothing() -> None:
    assert asked_line(begun(opened()), "river:docker", "office")[0].endswith("blocked · 0")


@pytest.mark.rule("GO-LUCK-01")
def test_one_no_is_enough_where_no_throw_helps() -> None:
    """A red 1 and a Sharpshooter's +1 are all that a Docker can lose; Luck, free re-rolls and a paid one are left.

    Burst, which would strike others with what is left over, is not used.
    """
    session = begun(opened())
    session.submit(SetAside(Seat("lamplight"), PieceId("lamplight"), "burst"))
    table = TablePresenter(session, Follower(session, {}), lang="en")
    table.tap_piece(PieceId("lamplight"))
    table.press("pick:ranged.1")
    shots = table.model().card
    assert shots is not None
    table.press(next(does for does, label in shots.buttons if "Docker 2" in label))
    table.press("confirm")
    table.press("face:1")
    asked = table.model().card
    assert asked is not None and asked.likely == "pass" and "Luck" in asked.title
    table.press("pass")
    shown = table.model()
    assert shown.result is not None and shown.result.title == "HIT"
    assert shown.card is None or "again" not in str(shown.card.buttons)
    log = [line.text for line in shown.log]
    assert any("Docker 2 is Neutralised" in line for line in log), log[-5:]


def test_who_is_put_somewhere_by_hand_is_put_by_its_own_player() -> None:
    session = begun(opened())
    table = TablePresenter(session, Follower(session, {}), lang="en")
    table.chosen = PieceId("warden-2")
    table.press("pick:correct")
    table.tap_space(SpaceId("tram-stop"))
    assert session.state.who(PieceId("warden-2")).zone == "tram-stop"
    assert session.records[-1].by == "marshal"


@pytest.mark.rule("GO-BASE-TURN-01")
def test_while_states_are_declared_only_who_has_not_is_awaited() -> None:
    session = opened()
    session.submit(BeginMission(Seat("wren")))
    while session.state.flow.open:
        request = session.state.flow.open[0]
        session.submit(next(iter(session.system.legal_commands(session.state, request.seat))))
    for hero in ("ferrier", "lamplight", "marshal"):
        session.submit(DeclareState(Seat(hero), PieceId(hero), "active"))
    made = TablePresenter(session, Follower(session, {}), lang="en")
    assert made.model().now.words == "The Wren's turn"
    session.submit(DeclareState(Seat("wren"), PieceId("wren"), "active"))
    assert made.model().now.words == "The heroes' turn"
