"""Two evenings through a real window, by nothing but a pointer, from the first start to the rematch.

HeroClix with imported forces on an imported map; a quest and its master at one tablet. Nothing is typed but names.
Both players of HeroClix walk towards each other and strike whatever they reach; the quest follows a plan.
"""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from companion.text.wording import Wording
from tests.cli.command_line import companion
from tests.integration.duel import Album, fight, said, until_over
from tests.integration.pointer import Pointer, screen_of_its_own
from ui.library import Library
from ui.table.bootstrap import game_kept
from ui.table.preview import preview_of

pytestmark = pytest.mark.long

FORCES = {
    "Avengers": (("Captain America", 100), ("Black Panther", 100), ("Cyclops", 100)),
    "Deep": (("Aquaman", 105), ("Captain Boomerang", 61), ("Cable", 124)),
}
MAP = "S.H.I.E.L.D. Helicarrier Bow Map S-1"


@pytest.fixture
def pointer(tmp_path: Path) -> Iterator[Pointer]:
    (tmp_path / "Downloads").mkdir()
    with screen_of_its_own() as display, closing(Pointer(display, tmp_path)) as pointer:
        yield pointer


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_an_evening_of_heroclix(pointer: Pointer, tmp_path: Path, shared: Path, lang: str) -> None:
    data, downloads = shared / "data" / "heroclix", tmp_path / "Downloads"
    shutil.copytree(data / "hcunits" / "xml", downloads / "figures")
    shutil.copytree(data / "hcmaps" / "ca", downloads / "maps")
    album, words = Album(pointer, tmp_path), Wording(lang)
    album.keep("first")
    pointer.press({"en": "English", "fr": "Français"}[lang])
    album.keep("home")
    pointer.press(words.say("evening.bring_in"))
    pointer.press(next(text for text, _ in pointer.seen["buttons"] if re.search(r"\d", text)))
    pointer.until(lambda seen: re.search(r"\d", seen["text"]) is not None and "%" not in seen["text"], "figures")
    album.keep("brought")
    pointer.press(*said(lang, "evening.back", "evening.forces"))
    for name, figures in FORCES.items():
        _build(pointer, name, figures, words)
    album.keep("forces")
    pointer.press(words.say("evening.back"))
    before = pointer.taps
    pointer.press(words.say("evening.new_game"), "HeroClix")
    red, blue = words.word("seat", "red"), words.word("seat", "blue")
    pointer.press(red, "Avengers", blue, "Deep", words.say("evening.map"), MAP)
    album.keep("opening")
    assert MAP in {text for _, text, *_ in pointer.seen["tiles"]}
    pointer.press(words.say("evening.begin"))
    pointer.until(lambda seen: seen["table"], "table")
    assert pointer.taps - before == 9, "eight, and the map is another one"
    fight(pointer, album, words)
    _rematch(pointer, album, words, swapped=True)


def _build(pointer: Pointer, name: str, figures: Sequence[tuple[str, int]], words: Wording) -> None:
    before = pointer.taps
    pointer.press(words.say("evening.build"), words.say("evening.add_figures"))
    for figure, points in figures:
        pointer.tap(pointer.within(figure, f"+ {points}"))
    pointer.press(words.say("evening.back"))
    pointer.typed("name", name)
    pointer.press(words.say("evening.done"))
    assert pointer.taps - before <= 25


def _rematch(pointer: Pointer, album: Album, words: Wording, *, swapped: bool) -> None:
    """The end says who won and by which rule; a rematch says what it does first, and everything is kept."""
    kind, title, text, buttons = pointer.seen["card"]
    assert (kind, bool(title), "[" in text) == ("over", True, True)
    album.keep("over")
    (store,) = Library(pointer.house).stores()
    before = pointer.taps
    time.sleep(1.0)  # whoever taps before has not seen that it is over, and is not heard
    pointer.press(next(label for action, label in buttons if action == f"pick:{'swapped' if swapped else 'again'}"))
    pointer.press(words.say("screen.rematch_begin"))
    assert pointer.taps - before <= 3
    pointer.until(lambda seen: seen["table"] and not seen["over"], "rematch")
    album.keep("rematch")
    pointer.press("‹")
    album.keep("home-after")
    assert len(Library(pointer.house).stores()) == 2
    assert game_kept(store) is not None
    assert preview_of(store, words).is_over
    assert companion("replay", str(store), "--verify").status == 0


PLANS = {  # what is pressed wherever it is offered, the first of them first
    "en": (
        "^Confirm$",
        "^Begin",
        "^Attack",
        "^Yes$",
        "^nothing$",
        "^Play Silvane$",
        "^Play Brakka$",
        "^Listen.*E4",
        "^Open.*(E4|M8)",
        "^Move: throw",
        "^Play (Odrun|Wend)$",
    ),
    "fr": (
        "^Confirmer$",
        "^Commencer",
        "^Attaquer",
        "^Oui$",
        "^rien$",
        "^Jouer Silvane$",
        "^Jouer Brakka$",
        "^Écouter.*E4",
        "^Ouvrir.*(E4|M8)",
        "^Lancer les dés de déplacement",
        "^Jouer (Odrun|Wend)$",
    ),
}
FACES = ("6", "5", "skull", "white_shield", "1")
WAY = ("N8", "M8", "M7", "M6", "K6", "F6", "F4", "E4")  # its last place comes first


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_an_evening_of_a_quest_with_its_master(pointer: Pointer, tmp_path: Path, lang: str) -> None:
    album, words = Album(pointer, tmp_path), Wording(lang)
    pointer.press({"en": "English", "fr": "Français"}[lang], words.say("evening.new_game"), "HeroQuest")
    album.keep("opening")
    pointer.press(words.say("evening.begin"))
    pointer.until(lambda seen: seen["table"], "table")
    _quest(pointer, album, words)
    _rematch(pointer, album, words, swapped=False)


def _quest(pointer: Pointer, album: Album, words: Wording) -> None:
    """Until the quest is over: the side that has nothing to do hands the tablet over."""
    gone: int | None = None
    for seen in until_over(pointer, album, "quest"):
        card, dice = seen["card"], seen["dice"]
        offered = [label for _, label in card[3]] if card else []
        plan = next((label for each in PLANS[words.lang] for label in offered if re.search(each, label)), None)
        goals = {goal["space"]: goal["at"] for goal in seen["goals"]}
        place = next((place for place in WAY[:gone] if place in goals), None)
        if card and card[3] and card[3][0][0] == "uncover":
            album.keep("covered")
            pointer.press(offered[0])
        elif dice:
            face = next((face for face in FACES if face in dice[1]), dice[1][0])
            pointer.press(dice[2][dice[1].index(face)])
        elif plan is not None:
            pointer.press(plan)
        elif place is not None:
            gone = WAY.index(place)
            pointer.tap((goals[place][0], goals[place][1]))
        elif seen["ends"]:
            gone = None
            pointer.press(seen["ends"])
        else:
            buttons = [*seen["beside"], *(card[3] if card else ())]
            pointer.press(next(label for action, label in buttons if action == "hand_over"))
