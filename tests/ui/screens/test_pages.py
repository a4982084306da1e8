"""Every page can be touched and read: in both languages, on small and large tablets, at every size of the text."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tests.ui.screens.driver import frames
from tests.ui.screens.law import box_of, faults
from ui.library import Library, Settings
from ui.tablet.navigation import Navigator

BEGUN = ("new", "heroclix", "pick:force:red", "pick:Lamplighters", "pick:force:blue", "pick:Undertow", "begin")
WAYS = {  # a page, and the taps that lead to it
    "home": (),
    "help": ("help",),
    "all maps": ("collection:2",),
    "one map": ("collection:2", "lantern-vault"),
    "which game": ("new",),
    "a new game": ("new", "heroclix"),
    "rules": ("new", "heroclix", "pick:edition"),
    "maps": ("new", "heroclix", "pick:map"),
    "a new quest": ("new", "heroquest"),
    "a new scenario": ("new", "guardians"),
    "its heroes": ("new", "guardians", "heroes"),
    "its dice": ("new", "guardians", "dice"),
    "a campaign": ("new", "guardians", "campaign", "enlist"),
    "a new mission": ("new", "gotham"),
    "forces": ("collection:0",),
    "a force": ("collection:0", "pick:Lamplighters"),
    "sharing": ("collection:0", "pick:Lamplighters", "share"),
    "pasting": ("collection:0", "paste"),
    "figures": ("collection:1",),
    "a figure": ("collection:1", "figure:lq002"),
    "settings": ("settings",),
    "every table shared": ("share",),
    "home after a game": (*BEGUN, "<home"),
    "aside": (*BEGUN, "<more"),
    "a table shared": (*BEGUN, "<share"),
    "who came in": (*BEGUN, "<share", "open"),
    "players": (*BEGUN, "<more", "desk:evening.player_names"),
    "clock": (*BEGUN, "<clock"),
    "devices": (*BEGUN, "<devices"),
    "camera": (*BEGUN, "<devices", "camera"),
    "looks": (*BEGUN, "<more", "desk:looks.title"),
    "which photograph": (*BEGUN, "<more", "desk:looks.title", "ground"),
    "whose portrait": (*BEGUN, "<more", "desk:looks.title", "portraits"),
}


class Screen:
    """Pages of an evening in a window."""

    def __init__(self, folder: Path, lang: str, size: tuple[int, int], text: float) -> None:
        from kivy.base import EventLoop
        from kivy.core.window import Window
        from kivy.metrics import Metrics

        from ui.tablet.app import TabletApp

        library = Library(folder)
        library.keep_settings(Settings(lang, text))
        library.keep_force("Überlang – die lange Nacht der Laternenanzünder", {"format": "?", "figures": []})
        EventLoop.ensure_window()
        self.window: Any = Window
        Metrics.density, Metrics.fontscale = 1.0, 1.0
        Window.size = size
        for child in list(Window.children):
            Window.remove_widget(child)
        self.evening = Navigator(library)
        self.app = TabletApp(self.evening)
        self.root: Any = self.app.build()
        Window.add_widget(self.root)
        self.tap()

    def go(self, *actions: str) -> None:
        """Tap from home on, or from the table where the way leads over it and it is open already; ``<wish`` is one of
        a table's that leads to pages."""
        if self.evening.table is not None and actions[: len(BEGUN)] == BEGUN:
            return self.tap(*actions[len(BEGUN) :])
        if self.evening.table is not None:
            self.app._leave("home")
        for _ in range(4):
            self.evening.press("back")  # home again; what lies between was looked at on the way there
        return self.tap("back", *actions)

    def tap(self, *actions: str) -> None:
        """Tap these, one after the other."""
        for action in actions:
            if action.startswith("<"):
                self.app._leave(action[1:])
            else:
                self.app._press(action)
        frames(5)

    def close(self) -> None:
        """The pages are gone; the window stays for the next one."""
        from kivy.metrics import Metrics

        self.app.on_stop()
        self.window.remove_widget(self.root)
        Metrics.fontscale = 1.0


@pytest.fixture
def pages(window: None, tmp_path: Path) -> Iterator[Any]:
    """Opens the pages: ``pages("fr", (1280, 800), 1.5)``."""
    opened: list[Screen] = []

    def opener(lang: str, size: tuple[int, int], text: float) -> Screen:
        opened.append(Screen(tmp_path, lang, size, text))
        return opened[-1]

    yield opener
    for screen in opened:
        screen.close()


def wrong_with(screen: Screen) -> list[str]:
    """What cannot be touched or read, and what only pages can get wrong: no words, parts over each other, no room."""
    from kivy.uix.image import Image
    from kivy.uix.scrollview import ScrollView

    from ui.tablet.screens.page.page import TileWidget
    from ui.tablet.widgets.frame import FrameWidget
    from ui.tablet.widgets.text import Words

    found = faults(screen.root, screen.window)
    for widget in screen.root.walk():
        text = getattr(widget, "text", "")
        if (isinstance(widget, Words) and "{" in text) or text.startswith("evening."):
            found.append(f"{text!r} are no words")
        if isinstance(widget, TileWidget):
            boxes = [box_of(child) for child in widget.children if child.width and child.height]
            found += [
                f"two parts of {widget.tile.title!r} lie over each other"
                for a, b in combinations(boxes, 2)
                if min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0]) > 1
                and min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1]) > 1
            ]
            small = [image for image in widget.children if isinstance(image, Image) and image.norm_image_size[1] < 48]
            found += [f"the picture of {widget.tile.title!r} is {image.norm_image_size} small" for image in small]
    view = next(widget for widget in screen.root.walk() if isinstance(widget, ScrollView | FrameWidget))
    if view.height < 150:
        found.append(f"only {view.height:.0f} pixels are left for the page")
    return found


# the least room with the longest words and the largest letters; the others are long
USUAL = (("fr", 2.0, (1024, 600)),)
SCREENS = [
    pytest.param(lang, text, size, marks=() if (lang, text, size) in USUAL else pytest.mark.long)
    for size in ((1024, 600), (1280, 800), (1920, 1200))
    for text in (1.0, 1.5, 2.0)
    for lang in ("en", "fr")
]


@pytest.mark.parametrize(("lang", "text", "size"), SCREENS)
def test_every_page_can_be_touched_and_read(pages: Any, lang: str, size: tuple[int, int], text: float) -> None:
    screen: Screen = pages(lang, size, text)
    wrong = {}
    for name, way in WAYS.items():
        screen.go(*way)
        wrong[name] = wrong_with(screen)
    assert {name: found for name, found in wrong.items() if found} == {}


def test_what_is_typed_stays_under_the_finger_while_the_list_changes(pages: Any) -> None:
    from kivy.uix.textinput import TextInput

    screen: Screen = pages("en", (1280, 800), 1.0)
    screen.go("collection:1")
    typing = next(widget for widget in screen.root.walk() if isinstance(widget, TextInput))
    for length in range(1, 6):
        typing.text = "madam"[:length]
    assert next(widget for widget in screen.root.walk() if isinstance(widget, TextInput)) is typing
    titles = [tile.title for tile in screen.evening.page().tiles]
    assert titles == ["Madame Brine"]


@pytest.mark.slow
def test_the_screen_stays_awake_over_a_table(pages: Any) -> None:
    screen: Screen = pages("en", (1280, 800), 1.0)
    assert screen.window.allow_screensaver
    screen.tap("now:heroclix")
    assert screen.evening.table is not None and not screen.window.allow_screensaver
    screen.app._leave("home")
    assert screen.window.allow_screensaver
