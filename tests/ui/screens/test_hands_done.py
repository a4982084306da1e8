"""Errands for the hands stand under the card, which keeps its place; a tap checks them off, a setting hides them."""

from __future__ import annotations

from dataclasses import replace

from companion.core.flow import seat_of
from companion.core.rules import Accepted
from companion.core.session import Session
from companion.games.guardians.sample import sample_setup as guardians_setup
from companion.games.heroclix.commands import MoveFigure
from tests.ui.screens.driver import Driver
from tests.ui.screens.law import faults
from tests.ui.screens.test_layout import bring_about
from tests.ui.screens.window import Opener
from ui.presenters.models import ResultModel


def move_first(session: Session) -> None:
    """The first figure of who acts goes to a square that it can reach."""
    moves = session.system.legal_commands(session.state, session.state.active_seat)
    session.submit(next(move for move in moves if isinstance(move, MoveFigure)))


def errands(screen: Driver) -> list[str]:
    """The words of the buttons that check something off."""
    from ui.tablet.widgets.buttons import CheckButton

    return [button.text for button in screen.buttons() if isinstance(button, CheckButton)]


def test_the_hands_check_off_by_a_tap(open_screen: Opener) -> None:
    """On the smallest tablet with the largest print."""
    screen: Driver = open_screen(lang="fr", font=2.0, size=(1024, 600))
    screen.screen._hands = screen.table.hands
    screen.refresh()
    before, beside = set(faults(screen.screen, screen.window)), [button.pos for button in screen.screen.beside.children]
    assert errands(screen) == []
    move_first(screen.session)
    screen.refresh()
    assert [button.pos for button in screen.screen.beside.children] == beside
    assert set(faults(screen.screen, screen.window)) - before == set()
    screen.screen._asked.scroll_y = 0  # a finger scrolls to it
    screen.frames()
    (errand,) = errands(screen)
    screen.press(errand)
    assert errands(screen) == []


def test_no_button_moves_when_something_is_checked_off(open_screen: Opener) -> None:
    """The sheet above has more to tell than it has room for, and does not take what becomes free."""
    screen: Driver = open_screen(font=1.7, size=(1280, 800))
    screen.screen._hands = screen.table.hands
    screen.refresh()
    move_first(screen.session)
    screen.presenter.tap_piece(next(screen.session.state.on_map(screen.session.state.active_seat)).id)
    screen.refresh()
    screen.frames()
    (errand,) = errands(screen)

    def heights() -> dict[str, int]:
        return {button.text: round(button.to_window(*button.pos)[1]) for button in screen.buttons()}

    before = heights()
    screen.press(errand)
    screen.frames()
    assert heights() == {text: high for text, high in before.items() if text != errand}


def test_what_is_not_listed_of_it_is_counted(open_screen: Opener) -> None:
    """Of three figures that went elsewhere the two newest have a line."""
    screen: Driver = open_screen()
    screen.screen._hands = screen.table.hands
    screen.refresh()
    gone = set[object]()
    for _ in range(3):
        moves = screen.session.system.legal_commands(screen.session.state, screen.session.state.active_seat)
        move = next(move for move in moves if isinstance(move, MoveFigure) and move.piece not in gone)
        screen.session.submit(move)
        gone.add(move.piece)
    screen.refresh()
    assert len(errands(screen)) == 3, "two lines, and everything at once"
    assert "… and 1 more before" in [getattr(one, "text", "") for one in screen.screen.walk(restrict=True)]


def test_what_is_asked_scrolls_where_the_print_is_large(open_screen: Opener) -> None:
    """The column never lies over the header, whatever stands in it."""
    screen: Driver = open_screen(lang="fr", font=2.0, size=(1024, 600))
    for situation in ("chosen", "refused", "asked"):
        bring_about(screen, situation)
        side, asked = screen.screen.ids.side, screen.screen._asked
        assert sum(child.height for child in side.children) <= side.height
        assert asked.do_scroll_y == (asked.children[0].height > asked.height + 1)


def in_its_first_turn(open_screen: Opener) -> Driver:
    """The screen of a clash when its first turn has begun."""
    screen: Driver = open_screen(setup=guardians_setup())
    while screen.session.state.flow.round == 0:
        open_requests = screen.session.state.flow.open
        screen.presenter.press("roll" if open_requests else "do:0")
        screen.presenter.press("result")
    screen.refresh()
    return screen


def test_what_was_scrolled_stays_while_the_same_is_asked(open_screen: Opener) -> None:
    """Two cards are wanted of a hand that is longer than its room: the second is still under the finger."""
    screen = in_its_first_turn(open_screen)
    asked, presenter = screen.screen._asked, screen.presenter
    card = presenter.model().card
    assert card is not None and card.picks > 1 and asked.do_scroll_y
    asked.scroll_y = 0.3
    screen.frames()
    above = (1 - asked.scroll_y) * (asked.children[0].height - asked.height)
    screen.screen.press(card.buttons[-1][0])
    screen.frames(4)
    assert abs((1 - asked.scroll_y) * (asked.children[0].height - asked.height) - above) < 2
    session = screen.session
    other = next(seat_of(one) for one in session.state.flow.open if seat_of(one) not in presenter.seats)
    assert isinstance(session.submit(next(iter(session.system.legal_commands(session.state, other)))), Accepted)
    for _ in range(2):  # off, and on again
        screen.screen.press(card.buttons[-1][0])
        screen.frames(4)
    assert abs((1 - asked.scroll_y) * (asked.children[0].height - asked.height) - above) < 2, "another has answered"
    shown = presenter.model()
    read = ResultModel("HIT", "hit", ("5",), "10 against 8", (), "Continue")
    screen.screen._fill_middle(replace(shown, result=read))
    screen.frames(4)
    assert asked.scroll_y == 1, "what was thrown is read first"
    asked.scroll_y = 0.3
    screen.frames()
    screen.screen._fill_middle(shown)
    screen.frames(4)
    assert asked.scroll_y < 1, "that a result goes moves nothing to the top"
    screen.screen.press("chosen")
    screen.frames(4)
    assert asked.scroll_y == 1 or not asked.do_scroll_y, "another question is read from its top"


def test_what_others_do_meanwhile_moves_no_button_under_a_finger(open_screen: Opener) -> None:
    """A line above the question, of whom the table waits for, goes once they have answered."""
    screen = in_its_first_turn(open_screen)
    asked, shown = screen.screen._asked, screen.presenter.model()
    screen.screen._fill_middle(replace(shown, errands=("Ann chooses as well.",)))
    screen.frames(4)
    asked.scroll_y = 0.3
    screen.frames()
    card = screen.screen._first
    _, before = card.to_window(*card.pos)
    screen.screen._fill_middle(replace(shown, errands=()))
    screen.frames(4)
    card = screen.screen._first
    _, after = card.to_window(*card.pos)
    assert abs(after - before) < 2
