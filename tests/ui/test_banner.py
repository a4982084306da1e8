"""One place says what is going on: whose turn, what is left of it, who is asked; by the players' names."""

from __future__ import annotations

import itertools
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from companion.core.flow import seat_of
from companion.games.guardians.play.attack import REACT
from companion.games.guardians.sample import sample_setup as clash
from companion.games.heroclix.commands import CloseAttack
from companion.games.heroquest.attack import reactions
from companion.games.heroquest.deeds.shove import COUNTER as SHOVED
from companion.games.heroquest.windows import OPPORTUNITY
from companion.games.heroquest.windows import STRIKE as AMBUSH
from companion.system import DiceGenerator
from companion.table.follow import Follower
from companion.text.wording import Wording
from tests.games.heroclix.opening import accept
from tests.games.heroclix.scene import RED
from tests.ui.quest.players import Player, quest_session
from tests.ui.scenes import duel, table
from tests.ui.walks import walk
from ui.presenters.banner import Banner, Presence
from ui.presenters.face_screen import round_words
from ui.presenters.models import BannerModel
from ui.presenters.table import TablePresenter
from ui.table.bootstrap import open_table
from ui.table.settings import TableConfig


def test_whose_turn_it_is_stands_there_by_name_with_the_actions_left(clock: Any) -> None:
    made = table(clock)
    assert made.model().now == BannerModel("Red's turn", "Round 1", "red", True, "Actions left: 3", where="Round 1")
    made.session.players = {"red": "Anna"}
    assert made.model().now.line == "Anna's turn · Actions left: 3"
    made.press("language")
    assert made.model().now.line == "Le tour d'Anna · Actions restantes : 3"


def test_the_last_round_is_called_so(clock: Any) -> None:
    look = table(clock).look
    assert [round_words(now, 8, look) for now in (7, 8)] == ["Round 7", "Round 8, the last"]


def test_who_is_asked_stands_before_whose_turn_it_is(clock: Any) -> None:
    made = duel(clock)
    made.session.players = {"red": "Anna"}
    accept(made.session, CloseAttack(RED, "r1", "b1"))  # type: ignore[arg-type]
    shown = made.model()
    assert (shown.now.words, shown.now.more) == ("Anna throws the dice", "Round 2 · Actions left: 2")
    assert shown.dice is not None and shown.dice.question == "Anna: throw 2 dice for r1's attack", "there it is asked"
    onlooker = made.banner.model(made.look, None)
    assert (onlooker.words, onlooker.more) == ("Anna throws the dice", "Throw 2 dice for r1's attack")
    assert onlooker.small.startswith("Throw 2 dice for r1's attack · Round 2"), "what is asked, then where the game is"


@pytest.mark.parametrize(
    ("presence", "who"), [(Presence.FREE, "Round 1 · without a player: Red"), (Presence.AWAY, "Away: Red · Round 1")]
)
def test_a_seat_without_a_player_there_is_named_so(clock: Any, presence: Presence, who: str) -> None:
    made = table(clock)
    made.banner.presence = lambda seat: presence
    now = made.model().now
    assert (now.line, now.more) == ("Red's turn · Actions left: 3", who), "that nobody plays is no headline"


def test_while_heroes_may_go_in_any_order_all_of_them_are_named() -> None:
    heroes = Player(quest_session(), "heroes")
    heroes.button("Begin the quest")
    now = heroes.model.now
    assert (now.words, now.more, now.story) == (
        "The heroes' turn",
        "Round 1 · Now: Brakka, Odrun, Silvane and Wend",
        "The Salt Cellars",
    )
    heroes.button("Play Brakka")
    assert heroes.model.now.words == "Brakka's turn"
    heroes.button("Move: throw the dice")
    assert heroes.model.now.words == "Brakka throws the dice"
    heroes.dice("3", "4")
    assert heroes.model.now.line == "Brakka's turn · 7 steps left"


def test_who_plays_several_is_named_once() -> None:
    heroes = Player(quest_session(), "heroes")
    heroes.button("Begin the quest")
    heroes.screen.session.players = dict.fromkeys(heroes.screen.session.seats[:4], "Léa")
    assert (heroes.model.now.words, heroes.model.now.more) == ("Léa's turn", "Round 1")


def test_at_the_end_the_winner_stands_there(clock: Any) -> None:
    made = table(clock, roller=DiceGenerator(1))
    made.press("pick:ends")
    card = made.model().card
    assert card is not None
    made.press(next(action for action, words in card.buttons if words == "Give up · Red"))
    made.press("confirm")
    why = "A player gave up."
    assert made.model().now == BannerModel("Blue wins.", why, None, place="The game is over.", awaited=why)


def test_the_tablet_is_handed_to_its_players_by_name() -> None:
    """To few by their names, to a side of many by its own; headline and button say the same."""
    session = quest_session()
    screen = TablePresenter(session, Follower(session, {}), lang="en")
    screen.press("do:0")
    session.players = {"master": "Eve"}
    assert ("hand_over", "Hand the tablet to Eve") in screen.model().beside
    screen.press("hand_over")
    covered = screen.model()
    assert covered.card is not None
    assert (covered.now.words, covered.card.title) == ("Hand the tablet to Eve",) * 2
    assert covered.card.buttons == (("uncover", "I am Eve"), ("hand_over", "No, we wait"))
    screen.press("uncover")
    session.players = dict(zip(session.seats, ("Ann", "Bob", "Cleo", "Dan", "Eve"), strict=True))
    screen.press("hand_over")
    assert screen.model().card.buttons[0] == ("uncover", "We are the heroes")  # type: ignore[union-attr]
    screen.press("language")
    assert screen.model().now.words == "La tablette aux héros"


def test_many_who_are_asked_are_named_with_what_for() -> None:
    """Four throw for their missions: a host can call each."""
    table = open_table(TableConfig(lang="en"), clash())
    table.session.players = dict(zip(table.session.seats, ("Ann", "Bob", "Cleo", "Dan"), strict=True))
    while not table.session.state.flow.open:
        orders = (
            one
            for seat in table.session.seats
            for one in table.session.system.legal_commands(table.session.state, seat)
        )
        table.session.submit(next(orders))
    now = table.presenter.model().now
    assert now.words == "Waiting for everybody"
    assert now.more.startswith("Ann, Cleo, Bob and Dan · Ann: roll a combat die")


@pytest.mark.parametrize("side", ["dawn", "dusk"])
def test_a_side_is_told_who_is_asked_what_it_does_not_hear(side: str) -> None:
    """A wound card is drawn in secret: the other side waits for it, and knows for whom."""
    unheard = 0
    for made in walk("guardians", "en", 260, seed=8):
        presenter, asked = made.presenter, {seat_of(one) for one in made.session.state.flow.open}
        looks = replace(presenter.look, side=side, seats=tuple(presenter.game.sides[side]))
        banner = Banner(presenter.game, partial(getattr, presenter, "state"), tuple, tuple)
        if asked and not asked & {*looks.seats} and made.session.state.flow.phase == "end_of_turn":
            unheard += 1
            awaited = (seats for seats in presenter.game.sides.values() if asked & {*seats})
            assert banner.model(looks, None).seat in {*itertools.chain(*awaited)}
    assert unheard


def parts(*lines: str) -> list[str]:
    """Return the parts of the lines, in one list."""
    return sorted(filter(None, (part for line in lines for part in line.casefold().split(" · "))))


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", ["heroclix", "heroquest", "guardians", "gotham"])
def test_what_is_awaited_and_where_the_game_is_stand_apart(game: str, lang: str) -> None:
    """Together they say what the line below the large words says; and of the title nothing is awaited."""
    for moment in walk(game, lang, 40):
        shown = moment.presenter.model()
        now, title = shown.now, parts(shown.title)
        assert parts(now.awaited, now.where) == parts(now.more)
        assert not {*parts(now.awaited)} & {*title}


@pytest.mark.parametrize("game", ["heroclix", "heroquest", "guardians", "gotham"])
def test_a_game_that_waits_to_be_begun_is_nobodys_turn(game: str) -> None:
    """No seat is said to act before the game was begun."""
    opened = next(walk(game, "en", 1))
    for side in opened.presenter.game.sides:
        screen = TablePresenter(opened.session, opened.follower, lang="en", sides=(side,))
        shown = screen.model()
        assert screen.game.is_ready(screen.look)
        assert shown.now.words == "Anybody may begin"
        screen.close()


def test_who_may_act_at_the_tablet_is_named_as_large_as_who_has_a_phone() -> None:
    heroes = Player(quest_session(), "heroes")
    heroes.button("Begin the quest")
    presenter = heroes.screen
    presenter.session.players = {"dwarf": "Anna"}
    presenter.banner.presence = lambda seat: Presence.HERE if seat == "dwarf" else Presence.TABLET
    assert presenter.model().now.words == "Now: Brakka, Anna (Odrun), Silvane and Wend"


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_interruption_says_what_may_come_of_it(lang: str) -> None:
    """That somebody comes first is not enough; in Gotham and HeroClix the skill that interrupts has a name."""
    heroquest = (OPPORTUNITY, AMBUSH, reactions.CASE_A, reactions.CASE_B, reactions.SHOT, reactions.ASSIST, SHOVED)
    assert all(Wording(lang).has(f"window.{rule}") for rule in (*heroquest, REACT))


def test_who_is_away_stands_before_where_the_game_is() -> None:
    """Else it is what has no room on a tablet."""
    heroes = Player(quest_session(), "heroes")
    heroes.button("Begin the quest")
    heroes.button("Play Brakka")
    heroes.button("Move: throw the dice")
    banner = heroes.screen.banner
    banner.presence = lambda seat: Presence.AWAY
    assert heroes.model.now.small.startswith("Away: Brakka"), heroes.model.now.small
