"""What is on the glass can be touched and read: at least 48 dp, text inside its box, nothing outside the window."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.ids import RuleId
from companion.games.heroclix.commands import CloseAttack, MoveFigure
from companion.table.observation import LinkSeen, LinkState
from tests.ui.scenes import dice
from tests.ui.screens.driver import Box, Driver

SITUATIONS = ("start", "chosen", "refused", "asked", "read", "offline", "taken back")


def bring_about(screen: Driver, situation: str) -> None:
    """The table is in this situation."""
    state, follower = screen.session.state, screen.table.follower
    for name in ("camera", "tower"):
        follower.see(LinkSeen(name, 1.0, LinkState.ONLINE))
    piece = next(state.on_map(state.active_seat))
    target = next(one for one in state.on_map() if one.seat != piece.seat)
    attack = CloseAttack(piece.seat, piece.id, target.id)
    if situation != "start":
        screen.presenter.tap_piece(piece.id)
    if situation == "refused":
        screen.presenter.tap_space(state.table.board.spaces[0])
        screen.presenter.press("confirm")
    if situation in ("asked", "read", "offline"):
        rules = [RuleId("HC-ATK-04"), RuleId("HC-TURN-11")]
        screen.session.overrule(attack, rules, screen.session.seats)
    if situation == "read":
        follower.see(dice("4", "6"))
    if situation == "offline":
        for name in ("camera", "tower"):
            follower.see(LinkSeen(name, 2.0, LinkState.OFFLINE, "the MicroPython VM is missing: run `make setup`"))
    if situation == "taken back":
        tile = next(one for one in screen.presenter.model().board.tiles if one.reach == 2)
        screen.session.submit(MoveFigure(piece.seat, piece.id, (tile.space,)))
        screen.presenter.press("undo")
    screen.refresh()


def box_of(widget: Any) -> Box:
    x, y = widget.to_window(widget.x, widget.y)
    return x, y, widget.width, widget.height


def outside(inner: Box, outer: Box, slack: float = 1.0) -> bool:
    (x, y, w, h), (u, v, a, b) = inner, outer
    return x < u - slack or y < v - slack or x + w > u + a + slack or y + h > v + b + slack


def faults(screen: Driver) -> list[str]:
    """What cannot be touched or read."""
    from ui.widgets.buttons import TapButton
    from ui.widgets.dial import DialWidget
    from ui.widgets.plates import Plate
    from ui.widgets.text import Words

    found = []
    window = (0.0, 0.0, float(screen.window.width), float(screen.window.height))
    in_log = set(screen.screen.log.children)
    for widget in screen.walk():
        box = box_of(widget)
        if isinstance(widget, TapButton):
            if min(widget.width, widget.height) < 48:
                found.append(f"{widget.text!r} is {widget.width:.0f} x {widget.height:.0f}")
            if widget.texture_size[0] > widget.width or widget.texture_size[1] > widget.height:
                found.append(f"{widget.text!r} is larger than its button")
        if isinstance(widget, Words) and (
            widget.texture_size[0] > widget.width + 1 or widget.height < widget.texture_size[1]
        ):
            found.append(f"{widget.text!r} is larger than its label")
        if isinstance(widget, Plate):
            found += [f"{widget.text!r}: a line leaves its plate" for line in widget.lines if outside(line, box)]
        if isinstance(widget, DialWidget):
            own = (*widget.pos, *widget.size)  # where it is drawn, within what moves it
            found += ["a text leaves the dial" for line in widget.texts if outside(line, own)]
        if widget not in in_log and widget is not screen.screen.log and outside(box, window):
            found.append(f"{type(widget).__name__} {getattr(widget, 'text', '')!r} leaves the window: {box}")
    return found


@pytest.mark.parametrize(
    ("lang", "font", "map_name", "size"),
    [
        ("en", 1.0, "lantern-vault", (1280, 800)),
        ("fr", 1.0, "lantern-vault", (1280, 800)),
        ("en", 1.3, "lantern-vault", (1280, 800)),
        ("fr", 1.3, "lantern-vault", (1280, 800)),
        ("fr", 1.3, "harbour-market", (1280, 800)),  # the widest map leaves the narrowest column
        ("fr", 1.3, "lantern-vault", (1920, 1200)),
    ],
)
def test_everything_can_be_touched_and_read(
    open_screen: Any, lang: str, font: float, map_name: str, size: tuple[int, int]
) -> None:
    wrong = {}
    for situation in SITUATIONS:
        screen: Driver = open_screen(lang=lang, font=font, map_name=map_name, size=size)
        bring_about(screen, situation)
        wrong[situation] = faults(screen)
    assert {situation: found for situation, found in wrong.items() if found} == {}


@pytest.mark.parametrize("size", [(1024, 768), (1280, 800), (1920, 1200)])
def test_labels_lie_in_the_middle_of_their_figures(open_screen: Any, size: tuple[int, int]) -> None:
    screen: Driver = open_screen(size=size)
    drawn = screen.tokens()
    assert len(drawn) == 8
    for (x, y, w, h), (u, v, a, b) in drawn:
        assert abs(x + w / 2 - (u + a / 2)) <= 1
        assert abs(y + h / 2 - (v + b / 2)) <= 1
        assert a <= w and b <= h


def test_the_log_begins_with_a_whole_line(open_screen: Any) -> None:
    screen: Driver = open_screen()
    bring_about(screen, "asked")
    view = screen.screen._scroll
    top = view.to_window(view.x, view.top)[1]
    tops = [line.to_window(line.x, line.top)[1] for line in screen.screen.log.children]
    assert min(abs(top - one) for one in tops) <= 1.5
