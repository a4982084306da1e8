"""Evenings as a host has them: one tablet from its first start, phones that come by its code, and the report on one.

Everything is done by touch in the real window and on real pages. One seat is left to the tablet, one phone is switched
off in the middle and comes back, and half of the screens speak French.
"""

from __future__ import annotations

import itertools
import os
import random
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from companion.text.wording import Wording
from tests.patience import wait_until
from tests.thinned import thinned
from tests.ui.evening import Album, Phones, Player, Tablet, play
from ui.library import Library
from ui.presenters.guardians.campaign import kept_campaign

GAMES = {  # the name on its cover, the tablet's language, and who takes which seat; the others stay at the tablet
    "heroclix": ("HeroClix", "en", {"blue": "Ann"}),
    "heroquest": ("HeroQuest", "fr", {"elf": "Ann", "master": "Eva"}),
    "guardians": ("Guardians", "en", {"dusk": "Ann"}),
    "gotham": ("Gotham", "fr", {"ferrier": "Ann", "villains": "Eva"}),
}
SHORT, LONG = 6, 120  # rounds around the table before somebody says that it is late


@pytest.fixture
def tablet(window: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Tablet]:
    """A tablet that was never started before; its pictures are kept in the folder ``EVENINGS``, where one is named."""
    for name in ("HOME", "XDG_DATA_HOME", "XDG_DOCUMENTS_DIR"):
        monkeypatch.setenv(name, str(tmp_path))
    kept = os.environ.get("EVENINGS")
    made = Tablet(Album(Path(kept) if kept else None))
    yield made
    made.close()


@pytest.fixture
def phones(tablet: Tablet) -> Iterator[Callable[[], Phones]]:
    """Pages, once the table is shared."""
    opened: list[Phones] = []

    def come() -> Phones:
        opened.append(Phones(tablet))
        return opened[-1]

    yield come
    for one in opened:
        one.close()


def evening(game: str, tablet: Tablet, phones: Callable[[], Phones], rounds: int) -> str:
    """The report as it stands on a phone, after so many rounds around the table."""
    cover, lang, seats = GAMES[game]
    words, other = Wording(lang), "fr" if lang == "en" else "en"
    say = words.say
    tablet.press({"en": "English", "fr": "Français"}[lang], cover)
    assert tablet.taps == 2, "and the game stands there"
    tablet.press(say("screen.share"), say("share.now"))
    tablet.keep("code")
    tablet.press(say("evening.back"))
    room = phones()
    people = [room.come(seat, name, each) for (seat, name), each in zip(seats.items(), (other, lang), strict=False)]
    chance, count = random.Random(game), 0

    def late() -> bool:
        nonlocal count
        count += 1
        if count in (rounds // 3, 2 * rounds // 3):
            people[0].switch(off=count == rounds // 3)
        return count > rounds

    hand, others = Player(tablet, chance), [Player(one, chance) for one in people]
    play(hand, others, late)
    tablet.keep("late")
    while not tablet.can_end:  # what is asked is answered first
        play(hand, others, iter((False, True)).__next__)
    _end(tablet, words)
    wait_until(lambda: all(one.offers().over for one in people), tablet.step)
    tablet.keep("over")
    for one in people:
        one.keep("over")
    wait_until(lambda: tablet.app._table is None, lambda: tablet.press(say("screen.keep")))
    wait_until(lambda: say("share.phone") in tablet.written, tablet.step)
    tablet.keep("papers")
    wait_until(lambda: tablet.text.startswith("http"), lambda: tablet.press(say("share.phone")))
    tablet.keep("paper-code")
    return room.read(tablet.text, lang)


def _end(tablet: Tablet, words: Wording) -> None:
    """It is late: somebody gives up, where the game has not ended by itself."""
    while not tablet.offers().over:
        giving = [action for action, label in tablet.offers().card if words.say("screen.concede") in label]
        actions = [action for action, _ in tablet.offers().card]
        if "confirm" in actions and giving == []:
            tablet.act("confirm")
        elif giving:
            tablet.act(giving[0])
        else:
            tablet.press("…", words.say("screen.end_game"))


@pytest.mark.slow
@pytest.mark.parametrize("game", thinned([*GAMES], 4))
def test_first_turns_and_the_report_on_a_phone(game: str, tablet: Tablet, phones: Callable[[], Phones]) -> None:
    assert re.search("Ann|Eva", evening(game, tablet, phones, SHORT))


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_an_evening(game: str, tablet: Tablet, phones: Callable[[], Phones]) -> None:
    assert re.search("Ann|Eva", evening(game, tablet, phones, LONG))
    assert len(Library().stores()) == 1


@pytest.mark.slow
@pytest.mark.rule("GC-RANK-05", "GC-RANK-06")
def test_a_campaign_of_two_adventures(tablet: Tablet, phones: Callable[[], Phones]) -> None:
    """The first one's cards are chosen on a phone, where one is refused; the second one's at the tablet."""
    words = Wording("en")
    say = words.say
    tablet.press("English", say("evening.new_game"), "Guardians", say("evening.campaign"))
    tablet.press(say("evening.campaign_begin"))
    tablet.keep("enlisted")
    tablet.press(say("evening.campaign_first"))
    tablet.keep("adventure")
    tablet.press(say("screen.share"), say("share.now"), say("evening.back"))
    room = phones()
    seats = list(tablet.host.hall.seating.seats)
    anna = room.come(seats[-1], "Ann", "fr")
    hand = Player(tablet, random.Random(1))
    count = itertools.count()
    play(hand, [Player(anna, hand.rng)], lambda: next(count) >= SHORT)
    while not tablet.can_end:
        play(hand, [Player(anna, hand.rng)], iter((False, True)).__next__)
    _end(tablet, words)
    tablet.keep("adventure-over")
    room.do(lambda: anna.person.page.locator(".papers a[href='/aside/campaign']").click())
    anna.keep("campaign")
    refuse, played = (Wording("fr").say(f"evening.campaign_{word}") for word in ("decline", "played"))
    page, which = anna.person.page, Wording("fr").say("evening.campaign_which")
    for _ in range(3):
        room.do(lambda: page.get_by_role("button", name=refuse).first.click())
    anna.keep("refused")
    for sign in "−+":
        room.do(partial(page.get_by_role("button", name=f"{sign} {which}").first.click))
        room.do(lambda: page.locator(".aside li button").first.click())
    room.do(lambda: anna.person.page.get_by_role("button", name=played).click())
    anna.keep("learnt")
    first = kept_campaign(Library())
    assert sorted(career.adventures for career in first.careers.values() if career.adventures) == [1, 1, 1, 1]
    wait_until(lambda: tablet.app._table is None, lambda: tablet.press(say("screen.home")))
    tablet.press(say("evening.new_game"), "Guardians", say("evening.scenario"), "The Stopped Clock")  # the same again
    tablet.press(say("evening.campaign"))
    tablet.keep("between")
    tablet.press(say("evening.campaign_adventure"))
    room.do(lambda: anna.person.page.locator("a[href='/table']").click())  # she comes along
    room.do(anna.person.sees_table)
    play(hand, [Player(anna, hand.rng)], lambda: next(count) >= 3 * SHORT)
    while not tablet.can_end:
        play(hand, [Player(anna, hand.rng)], iter((False, True)).__next__)
    _end(tablet, words)
    wait_until(lambda: tablet.app._table is None, lambda: tablet.press(say("evening.campaign")))
    tablet.press(*[say("evening.campaign_decline")] * 3)
    tablet.keep("second-refused")
    for sign in "−+":
        tablet.press(f"{sign} {say('evening.campaign_which')}")
        tablet.press(tablet.app.navigator.page().tiles[0].title)
    tablet.press(say("evening.campaign_played"))
    tablet.keep("second-learnt")
    second = kept_campaign(Library())
    assert sorted(career.adventures for career in second.careers.values() if career.adventures) == [2, 2, 2, 2]
    before, after = ([one.careers[hero].added for hero in sorted(one.careers)] for one in (first, second))
    assert before != after
