"""A mission at the screen: a tile that acts, a defense without cubes, who lies, and who plays at all."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId, RequestId, RuleId, Seat, SpaceId
from companion.core.session import Session
from companion.games.gotham.commands import ActivateTile, BeginMission, DeclareState, EndTurn, Move, SetAside, Step
from companion.games.gotham.face.board import board_picture
from companion.table.follow import Follower
from companion.text.wording import Wording
from tests.ui.test_gotham_screen import begun, declaring, looking, opened
from ui.library import Library
from ui.presenters.gotham.new_game import OpeningDesk
from ui.presenters.gotham.screen import GothamScreen
from ui.presenters.pages import Play
from ui.presenters.questions import ChoiceDesk
from ui.presenters.table import TablePresenter
from ui.table.papers import report_of
from ui.table.preview import Moments, played_of


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
    assert asked is not None and asked.likely == "pass_all" and "Luck" in asked.title
    table.press("pass_all")
    shown = table.model()
    assert shown.result is not None and shown.result.title == "HIT"
    assert shown.card is None or "again" not in str(shown.card.buttons)
    log = [line.text for line in shown.log]
    assert any("Docker 2" in line and "Neutralised" in line for line in log), log[-5:]


def bursting(lang: str) -> TablePresenter:
    """A shot of Lamplight's that Burst may pass on: Luck, free re-rolls and paid ones are left."""
    session = begun(opened())
    table = TablePresenter(session, Follower(session, {}), lang=lang)
    table.tap_piece(PieceId("lamplight"))
    table.press("pick:ranged.1")
    shots = table.model().card
    assert shots is not None
    table.press(next(does for does, label in shots.buttons if "2" in label and does.startswith("do:")))
    table.press("confirm")
    table.press("face:1")
    return table


def again(table: TablePresenter) -> dict[str, str]:
    """The buttons of a question about dice that may be thrown again."""
    card = table.model().card
    asks = card is not None and any("die_" in does for does, _ in card.buttons)
    return dict(card.buttons) if asks and card is not None else {}


@pytest.mark.rule("GO-LUCK-01", "GO-BURST-01", "GO-BASE-ACT-05")
@pytest.mark.parametrize(
    ("lang", "leave", "other"),
    [
        ("en", "Leave the dice as they lie", "Another way to throw again"),
        ("fr", "Laisser les dés ainsi", "Relancer autrement"),
    ],
)
def test_one_no_leaves_the_dice_of_a_shot_that_burst_may_pass_on(lang: str, leave: str, other: str) -> None:
    """The ways keep their order and each may be taken; who wants none of them says so once."""
    table, ways = bursting(lang), 0
    while buttons := again(table):
        ways += 1
        assert ("pass_all" in buttons) == (buttons["pass"] == other)
        table.press("pass")
    assert ways >= 2, "one after the other"
    table = bursting(lang)
    assert again(table)["pass_all"] == leave
    table.press("pass_all")
    assert not again(table)


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


def resting(*heroes: str) -> Session:
    """The heroes' turn; these rest without a cube, the others are Active."""
    session = opened()
    declaring(session)
    for hero in ("wren", "ferrier", "lamplight", "marshal"):
        state = next(one for one in session.state.settings.states if one != "active") if hero in heroes else "active"
        session.submit(DeclareState(Seat(hero), PieceId(hero), state))
    return session


@pytest.mark.rule("GO-BASE-TURN-01", "GO-BASE-TURN-02")
@pytest.mark.parametrize(
    ("lang", "label", "line"),
    [
        (
            "en",
            "End the turn: 3 heroes",
            "Nothing left to do: The Ferrier, the Marshal and the Wren · Next: Lamplight",
        ),
        (
            "fr",
            "Finir le tour : 3 héros",
            "Plus rien à faire : Le Ferronnier, le Maréchal et le Roitelet · Ensuite : Réverbère",
        ),
    ],
)
def test_one_tap_ends_the_turns_of_all_who_can_do_nothing(lang: str, label: str, line: str) -> None:
    """Nobody is asked of them; who may still act keeps the turn, and its end is confirmed."""
    session = resting("wren", "ferrier", "marshal")
    table = TablePresenter(session, Follower(session, {}), lang=lang)
    shown = table.model()
    assert (shown.words["end_turn"], shown.brings) == (label, line)
    table.press("end_turn")
    assert sorted(session.state.ended) == ["ferrier", "marshal", "wren"]
    table.press("end_turn")
    card = table.model().card
    assert card is not None and card.buttons[0][0] == "confirm", "Lamplight may still act"


def test_the_last_of_them_end_the_heroes_turn_and_nothing_more() -> None:
    session = resting("wren", "ferrier", "lamplight", "marshal")
    table = TablePresenter(session, Follower(session, {}), lang="en")
    table.press("end_turn")
    assert (session.state.flow.phase, sorted(session.state.flow.active)) == ("villains", ["villains"])
    assert not session.state.ended


@pytest.mark.rule("GO-BASE-TURN-01")
def test_a_heros_move_stands_under_its_own_heading() -> None:
    """Two heroes go with their Movement Bonus: no step of one stands in the other's part."""
    session = begun(opened())
    for hero in ("lamplight", "marshal"):
        session.submit(Move(Seat(hero), PieceId(hero), (), cubes=0))
        orders = session.system.legal_commands(session.state, Seat(hero), piece=PieceId(hero))
        session.submit(next(one for one in orders if isinstance(one, Step)))
    parts = report_of(Moments(played_of(session)), Wording("en")).chapters
    told = [(part.title, line.words) for part in parts for line in part.lines if " goes from " in line.words]
    assert [(title.rpartition(" · ")[2], words.partition(" goes ")[0]) for title, words in told] == [
        (name, name) for name in ("Lamplight", "The Marshal")
    ]


@pytest.mark.rule("GO-BASE-TURN-01")
@pytest.mark.parametrize(
    ("lang", "says"), [("en", "Lamplight is on the move: the "), ("fr", "Réverbère est en mouvement")]
)
def test_whoever_ends_a_turn_reads_whose_movement_it_stops(lang: str, says: str) -> None:
    session = begun(opened())
    session.submit(Move(Seat("lamplight"), PieceId("lamplight"), (), cubes=0))
    assert session.state.moving is not None
    table = TablePresenter(session, Follower(session, {}), lang=lang)
    table.chosen = PieceId("marshal")
    table.press("end_turn")
    card = table.model().card
    assert session.state.moving is not None, "it is asked first"
    assert card is not None and says in card.text
