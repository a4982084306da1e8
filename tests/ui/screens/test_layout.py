"""What is on the glass can be touched and read: at least 48 dp, text inside its box, nothing outside the window."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from companion.core.ids import RuleId
from companion.games.heroclix.commands import CloseAttack, MoveFigure
from companion.system import DiceGenerator
from companion.table.observation import LinkSeen, LinkState
from tests.looks.__main__ import played
from tests.ui.scenes import dice
from tests.ui.screens.driver import Driver
from tests.ui.screens.law import box_of, faults, outside
from tests.ui.screens.window import Opener
from tests.ui.walks import SETUPS, next_order
from ui.presenters.models import BannerModel
from ui.tablet.widgets.text import Cited

LETTER = 12  # pixels of a line that can be read
SITUATIONS = ("start", "chosen", "refused", "asked", "read", "offline", "by radio", "in doubt", "taken back")


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
    if situation == "by radio":
        for name in ("tower", "mat", "panel"):
            follower.see(LinkSeen(name, 2.0, LinkState.OFFLINE, "radio-gone"))
    if situation == "in doubt":
        for name, why in (("tower", "wifi-address"), ("mat", "broker-rules"), ("panel", "battery-low")):
            follower.see(LinkSeen(name, 2.0, LinkState.DEGRADED, why))
    if situation == "taken back":
        tile = next(one for one in screen.presenter.model().board.tiles if one.reach == 2)
        screen.session.submit(MoveFigure(piece.seat, piece.id, (tile.space,)))
        screen.presenter.press("undo")
    screen.refresh()


@pytest.mark.parametrize("is_asked", [False, True])
@pytest.mark.parametrize("font", [1.0, 1.3])
def test_the_head_says_which_round_is_the_last(open_screen: Opener, font: float, is_asked: bool) -> None:
    """However many play in it, and whoever is asked for what."""
    screen, late = open_screen(font=font), played("gotham", "fr", 60).presenter.model().now
    asked = BannerModel("Ann lance les dés", "Lancez 2 dés orange pour Défense", None, place="Round 6, le dernier")
    screen.screen.header.show(replace(screen.presenter.model(), now=asked if is_asked else late))
    screen.frames(4)
    from ui.tablet.widgets.plates import BannerPlate

    (plate,) = (one for one in screen.screen.header.walk() if isinstance(one, BannerPlate))
    assert "Round 6, le dernier" in " · ".join(plate._shared())
    assert faults(screen.screen.header, screen.window) == []


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", sorted(SETUPS))
def test_no_line_of_the_banner_is_cut(open_screen: Opener, game: str, lang: str) -> None:
    """Over a walked evening of four at one tablet: whole parts stand there, the most urgent of them always."""
    from ui.tablet.widgets.plates import BannerPlate

    screen: Driver = open_screen(setup=SETUPS[game](), lang=lang)
    screen.session.players = dict(zip(screen.session.seats, ("Ada", "Ben", "Chloé", "David"), strict=False))
    header, chance, dealt, told = screen.screen.header, random.Random(7), DiceGenerator(7), set[BannerModel]()
    header._may_leave = True  # with all its buttons
    for _ in range(150):
        order = next_order(screen.table, chance, dealt)
        if order is None:
            break
        screen.session.submit(order)
        model = screen.presenter.model()
        if model.now in told:
            continue
        told.add(model.now)
        header.show(model)
        screen.frames(1)
        (plate,) = (one for one in header.walk() if isinstance(one, BannerPlate))
        large, small = plate._shared()
        whole = [*filter(None, (model.now.left, model.now.small))]
        parts = " · ".join(whole[large != model.now.words and bool(model.now.left) :]).split(" · ")
        kept = small.split(" · ")
        assert kept == parts[: len(kept)], "a part is cut"
        assert all(not outside((x, y, w, h), box_of(plate)) for x, y, w, h in plate.lines), plate.lines
        assert all(h > LETTER for *_, h in plate.lines)
    assert len(told) > 9


@pytest.mark.parametrize(
    ("lang", "font", "map_name", "size"),
    [
        ("en", 1.0, "lantern-vault", (1280, 800)),
        pytest.param("fr", 1.0, "lantern-vault", (1280, 800), marks=pytest.mark.long),
        pytest.param("en", 1.3, "lantern-vault", (1280, 800), marks=pytest.mark.long),
        pytest.param("fr", 1.3, "lantern-vault", (1280, 800), marks=pytest.mark.long),
        ("fr", 1.3, "harbour-market", (1280, 800)),  # the widest map leaves the narrowest column
        pytest.param("fr", 1.3, "lantern-vault", (1920, 1200), marks=pytest.mark.long),
    ],
)
def test_everything_can_be_touched_and_read(
    open_screen: Opener, lang: str, font: float, map_name: str, size: tuple[int, int]
) -> None:
    wrong = {}
    for situation in SITUATIONS:
        screen: Driver = open_screen(lang=lang, font=font, map_name=map_name, size=size)
        bring_about(screen, situation)
        wrong[situation] = faults(screen.screen, screen.window)
    assert {situation: found for situation, found in wrong.items() if found} == {}


def test_the_log_begins_with_a_whole_line(open_screen: Opener) -> None:
    screen: Driver = open_screen()
    bring_about(screen, "asked")
    view = screen.screen._scroll
    top = view.to_window(view.x, view.top)[1]
    tops = [line.to_window(line.x, line.top)[1] for line in screen.screen.log.children]
    assert min(abs(top - one) for one in tops) <= 1.5


def test_what_narrow_plates_do_not_say_is_said_below_them(open_screen: Opener) -> None:
    screen: Driver = open_screen()
    bring_about(screen, "in doubt")
    said = {line.text for line in screen.screen.middle.children if hasattr(line, "text")}
    assert said >= {"Tower: Wi-Fi: no address", "Mat: it found another table", "Panel: battery low"}


def test_no_bar_runs_over_what_the_end_of_a_turn_brings(open_screen: Opener) -> None:
    screen: Driver = open_screen()
    bring_about(screen, "chosen")
    assert screen.presenter.model().brings
    line = next(one for one in screen.screen.middle.children if isinstance(one, Cited))
    assert line.padding[2] >= screen.screen._asked.bar_width
