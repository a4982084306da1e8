"""An evening around one table: a finger at the tablet's window, and people at phones. They know what they see.

Tablet   the app in a real window, from an empty folder; taps widgets, by what is written on them, and lit places
Phones   real pages, in a thread of their own: while one is waited for, the window goes on
Player   a hand that takes what is offered: a throw, an answer, a target, a way towards the others, an end
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar
from unittest.mock import patch

import pytest
from playwright.sync_api import TimeoutError as Late

from companion.text.letters import shown
from tests.patience import PATIENCE_S
from tests.ui.web.browser import PHONE, Person, browser
from ui.library import Library
from ui.tablet.navigation import Navigator

T = TypeVar("T")
# what a browser complains of where a phone is off, the table closed (and a porch says so) or the next one open there,
# which does not know the phone and sends it to its door; and of any page without a certificate
_OF_THE_NETWORK = re.compile(
    "net::ERR_|Cross-Origin-Opener-Policy header has been ignored|status of 503|handshake: .* code: 403"
)
At = tuple[float, float]
# what leads aside, back, or round in a circle: a hand that wants to play leaves it alone
ASIDE = ("page", "leave", "pick", "undo", "redo", "overrule", "dismiss", "clear_dice", "line", "result", "language")


@dataclass(frozen=True)
class Offers:
    """The orders a screen offers at one moment."""

    title: str
    kind: str = ""  # of the card
    card: Sequence[tuple[str, str]] = ()  # action, label
    faces: Sequence[str] = ()
    roll: str = ""
    targets: Sequence[At] = ()
    lifts: Sequence[At] = ()
    others: Sequence[At] = ()  # figures of nobody here
    goals: Sequence[At] = ()
    chosen: bool = False
    ends: str = ""
    hand_over: str = ""
    asks: Sequence[tuple[str, str]] = ()  # about people
    result: str = ""
    over: bool = False

    @property
    def moment(self) -> str:
        """The kind of moment, for the album."""
        return "-".join(
            part
            for part, is_so in (
                (self.kind or "open", True),
                ("dice", self.faces),
                (self.result or "", self.result),
                ("asks", self.asks),
                ("targets", self.targets),
                ("mine", self.ends or self.lifts),
            )
            if is_so
        )


def laid_out(count: int) -> None:
    """So many frames, of which none is drawn: that is done for a picture."""
    from kivy.base import EventLoop
    from kivy.clock import Clock

    with patch.multiple(EventLoop.window, on_draw=lambda: None, on_flip=lambda: None):
        for _ in range(count):
            Clock.tick()
            EventLoop.idle()


class Album:
    """Pictures of every kind of moment, where a folder is given."""

    def __init__(self, folder: Path | None, most: int = 3) -> None:
        self.folder, self._most, self._counts = folder, most, dict[str, int]()

    def wants(self, name: str) -> Path | None:
        """The file for a picture of that name; ``None``: there are enough."""
        self._counts[name] = count = self._counts.get(name, 0) + 1
        if self.folder is None or count > self._most:
            return None
        return self.folder / f"{sum(self._counts.values()):04}-{name}-{count}.png"


class Tablet:
    """The app in the window, as it is first started: its folder is empty."""

    who = "tablet"

    def __init__(self, album: Album, size: tuple[int, int] = (1280, 800)) -> None:
        from kivy.base import EventLoop
        from kivy.core.window import Window
        from kivy.metrics import Metrics

        from tests.ui.screens.driver import frames
        from ui.tablet.app import TabletApp

        EventLoop.ensure_window()
        self.window: Any = Window
        self.album, self.taps = album, 0
        Metrics.density, Metrics.fontscale = 1.0, 1.0
        Window.size = size
        for child in list(Window.children):
            Window.remove_widget(child)
        self.evening = Navigator(Library())
        self.app: Any = TabletApp(self.evening)
        self.root: Any = self.app.build()
        Window.add_widget(self.root)
        self.app._step()
        frames(5)

    @property
    def host(self) -> Any:
        """The door of the table, once it is shared."""
        assert self.evening.table_session is not None
        return self.evening.table_session.table

    def press(self, *labels: str) -> None:
        """Tap what says so, one after the other."""
        for label in labels:
            laid_out(1)  # what came since then may have made it anew
            self.touch(self._middle(label))

    def touch(self, at: At) -> None:
        """A finger there, in window pixels."""
        from kivy.tests.common import UnitTestTouch

        finger = UnitTestTouch(*at)
        finger.touch_down()
        laid_out(1)
        finger.touch_up()
        self.taps += 1
        self.app._step()
        laid_out(3)

    @property
    def can_end(self) -> bool:
        """Whether the game is over, or may be given up now."""
        model = self.app._table._shown
        return bool(model.can_end_game or (model.card and model.card.kind == "over"))

    @property
    def text(self) -> str:
        """The words under the title of a page."""
        return str(self.app._page._shown.text)

    def step(self) -> None:
        """Take in the messages that came over the network."""
        self.app._step()

    @property
    def written(self) -> list[str]:
        """Return the words of everything that can be tapped."""
        return [words for words, _ in self._labels()]

    def _labels(self) -> Iterable[tuple[str, Any]]:
        from ui.tablet.screens.page.page import TileWidget
        from ui.tablet.widgets.buttons import TapButton
        from ui.tablet.widgets.hand_card import CardSideButton

        for widget in self.root.walk():
            if isinstance(widget, TileWidget) and widget.tile.action:
                yield _plain(widget.tile.title), widget
            elif isinstance(widget, TapButton | CardSideButton) and not widget.disabled:
                yield _plain(widget.text), widget

    def _middle(self, label: str) -> At:
        label = _plain(label)
        found = [widget for words, widget in self._labels() if words == label]
        found = found or [widget for words, widget in self._labels() if label in words]
        assert found, f"nothing says {label!r}: {self.written}"
        widget = found[0]
        self._scroll_to(widget)
        x, y = widget.to_window(*widget.center)
        return (x - 0.3 * widget.width if hasattr(widget, "tile") else x), y

    def _scroll_to(self, widget: Any) -> None:
        from kivy.uix.scrollview import ScrollView

        parent = widget.parent
        while parent is not None and parent is not self.window:
            if isinstance(parent, ScrollView):
                bottom = parent.to_window(parent.x, parent.y)[1]
                y = widget.to_window(*widget.center)[1]
                if not bottom + 10 <= y <= bottom + parent.height - 10:
                    parent.scroll_to(widget, animate=False)
                    laid_out(3)
            parent = parent.parent

    def offers(self) -> Offers:
        """What the table's screen offers."""
        table = self.app._table
        self.app._table.refresh()
        model = table._shown
        board = model.board

        def middle(piece: Any) -> At:
            return piece.column + piece.width / 2, piece.row + piece.height / 2

        tokens, card = board.tokens, model.card.buttons if model.card else ()
        buttons = (*model.beside, *card)
        return Offers(
            title=model.now.words,
            kind=model.card.kind if model.card else "",
            card=card,
            faces=[f"face:{face}" for face in model.dice.faces] if model.dice else (),
            roll="roll" if model.dice and model.dice.roll_label else "",
            targets=[middle(one) for one in tokens if one.target],
            lifts=[middle(one) for one in tokens if one.may_be_lifted],
            others=[middle(one) for one in tokens if one.seat not in _own(table.presenter)],
            goals=[(one.column + 0.5, one.row + 0.5) for one in board.tiles if one.reach is not None],
            chosen=table.presenter.chosen is not None,
            ends=model.words["end_turn"] if model.can_end_turn else "",
            hand_over=next((label for action, label in buttons if action == "hand_over"), ""),
            result=model.result.tone or "result" if model.result else "",
            over=bool(model.card and model.card.kind == "over"),
        )

    def act(self, action: str) -> None:
        """Tap the button of the card, of the dice row or beside."""
        model = self.app._table._shown
        shown = dict(model.card.buttons if model.card else ()) | dict(model.beside)
        if model.dice is not None:
            words = model.dice.face_words or model.dice.faces
            shown |= {f"face:{face}": word for face, word in zip(model.dice.faces, words, strict=True)}
            shown["roll"] = model.dice.roll_label
        shown["end_turn"] = model.words["end_turn"]
        self.press(shown[action])

    def board(self, at: At) -> None:
        """Tap the place on the board."""
        self.touch(self.app._table.board.corner(*at))

    def keep(self, name: str) -> None:
        """A picture of this moment."""
        if (file := self.album.wants(f"tablet-{name}")) is not None:
            from tests.ui.screens.driver import frames

            frames(6)
            taken = Path(self.window.screenshot(name=str(file.with_suffix(".shot.png"))))
            taken.replace(file)

    def close(self) -> None:
        from kivy.metrics import Metrics

        self.app.on_stop()
        self.window.remove_widget(self.root)
        Metrics.fontscale = 1.0


def _own(presenter: Any) -> Sequence[str]:
    return [str(seat) for seat in presenter.seats]


LOOK = """() => {
  const shown = (part) => [...document.querySelectorAll(part)].filter((element) => !element.closest("[hidden]"));
  const buttons = (part) => shown(part).map((button) => [button.dataset.does, button.textContent]);
  const own = document.querySelector(".side > .card"), result = document.querySelector(".side > .result");
  const figures = shown(".figures-list button");
  return {
    title: document.querySelector(".bar .now").innerText,
    kind: own.hidden ? "" : own.className.split(" ")[1] ?? "", card: buttons(".side > .card button"),
    faces: buttons(".dice-row .face").map(([does]) => does),
    roll: buttons(".dice-row [data-does=roll]").length ? "roll" : "",
    lifts: shown(".hits .may_be_lifted").map((one) => one.dataset.piece),
    targets: shown(".hits .target").map((one) => one.dataset.piece),
    goals: shown(".goals-list button").map((button) => button.dataset.at.split(",").map(Number)),
    chosen: figures.some((one) => one.ariaPressed === "true"), ends: buttons(".tools [data-does=end_turn]").length > 0,
    asks: buttons(".side > .asks button"), result: result.hidden ? "" : result.className.split(" ")[1] || "result",
    lost: document.body.dataset.link,
    all: document.body.textContent,
  };
}"""


class Phones:
    """The thread in which all pages live; the window's thread goes on meanwhile."""

    def __init__(self, tablet: Tablet) -> None:
        self.tablet, self._thread, self._open = tablet, ThreadPoolExecutor(1), ExitStack()
        self.people: list[Phone] = []
        self._browser = self.do(lambda: self._open.enter_context(browser()))

    def do(self, job: Callable[[], T]) -> T:
        """Do the job in the thread of the pages, and return its result; the tablet goes on meanwhile."""
        done: Future[T] = self._thread.submit(job)
        while not done.done():
            self.tablet.step()
            time.sleep(0.002)
        return done.result()

    def come(self, seat: str, name: str, lang: str) -> Phone:
        """Somebody scans the code, gives a name and takes the seat."""
        served: Any = SimpleNamespace(host=self.tablet.host, is_closing=False)

        def come() -> Person:
            person = Person(self._browser, served, PHONE, lang)
            person.door()
            return person

        person = self.do(come)
        phone = Phone(self, person, name, lang)
        phone.keep("door")
        self.do(lambda: person.come_in(seat, name))
        phone.taps += 2
        self.people.append(phone)
        return phone

    def read(self, url: str, lang: str) -> str:
        """What stands on a phone that comes by another code: a paper's."""
        served: Any = SimpleNamespace(host=self.tablet.host, is_closing=False)

        def read() -> str:
            person = Person(self._browser, served, PHONE, lang)
            person.page.goto(url)
            person.page.wait_for_url("**ready**")  # it is being made until then
            if (file := self.tablet.album.wants("phone-report")) is not None:
                person.page.screenshot(path=str(file), full_page=True)
            text = person.page.inner_text("body")
            person.close()
            return text

        return self.do(read)

    def close(self) -> None:
        for phone in self.people:
            self.do(phone.person.close)
        self.do(self._open.close)
        self._thread.shutdown()
        faults = [fault for phone in self.people for fault in phone.person.faults if not _OF_THE_NETWORK.search(fault)]
        assert not faults, faults


class Phone:
    """Somebody's page."""

    def __init__(self, phones: Phones, person: Person, who: str, lang: str) -> None:
        self.phones, self.person, self.who, self.lang, self.taps = phones, person, who, lang, 0
        self.is_off = False

    def look(self) -> Any:
        return self.phones.do(lambda: self.person.page.evaluate(LOOK))

    def offers(self) -> Offers:
        """What the page offers."""
        seen = self.look()
        self._all = seen.pop("all")
        seen.pop("lost")
        pieces = {key: [(piece, 0.0) for piece in seen.pop(key)] for key in ("lifts", "targets")}
        asks = [(does, label) for does, label in seen.pop("asks") if does]
        ends = "end_turn" if seen.pop("ends") else ""
        over = seen["kind"] == "over"
        card = [(does, label) for does, label in seen.pop("card") if does]
        goals = [(column + 0.5, row + 0.5) for column, row in seen.pop("goals")]
        return Offers(**seen, **pieces, asks=asks, ends=ends, over=over, card=card, goals=goals)  # type: ignore[arg-type]

    def act(self, action: str) -> None:
        """Tap the button."""
        self._tap(lambda: self.person.page.locator(f'[data-does="{action}"]:visible').first.click(timeout=10_000))

    def board(self, at: At) -> None:
        """Tap the figure, or the place."""
        self._tap(lambda: self._touch(at))

    def _touch(self, at: At) -> None:
        if isinstance(at[0], str):
            self.person.page.locator(f'.hits [data-piece="{at[0]}"]').first.click(timeout=10_000)
            return
        self.person.page.evaluate("() => scrollTo(0, 0)")
        x, y = self.person.middle(int(at[0]), int(at[1]))
        self.person.page.mouse.click(x, y)

    def _tap(self, tap: Callable[[], None]) -> None:
        def done() -> None:
            try:
                tap()
                self.person.page.wait_for_function(
                    "(all) => document.body.textContent !== all", arg=self._all, timeout=8_000
                )
            except Late:
                return

        self.phones.do(done)
        self.taps += 1

    def keep(self, name: str) -> None:
        """A picture of this moment."""
        if (file := self.phones.tablet.album.wants(f"{self.who}-{name}")) is not None:
            self.phones.do(lambda: self.person.page.screenshot(path=str(file), full_page=True))

    def switch(self, *, off: bool) -> None:
        """The phone is switched off, or on again."""
        self.is_off = off
        self.phones.do(lambda: self.person.offline(cut=off))


@dataclass
class Player:
    """A hand at a tablet or a phone."""

    at: Any
    rng: random.Random
    tired: dict[str, int] = field(default_factory=dict)  # how often nothing came of the same moment
    idle: int = 0
    led: bool = False

    def acts(self) -> bool:
        """Whether there was anything to do: one tap."""
        offers = self.at.offers()
        self.at.keep(offers.moment)
        wish = self.wish(offers)
        if wish is None:
            return False
        wish()
        return True

    def wish(self, offers: Offers) -> Callable[[], None] | None:
        """The tap that such a hand would do next."""
        act, board, rng = self.at.act, self.at.board, self.rng
        if offers.over:
            return None
        if offers.asks:
            return lambda: act(offers.asks[0][0])
        if offers.roll:
            return lambda: act("roll")
        if offers.faces:
            return lambda: act(rng.choice(list(offers.faces)))
        actions = [action for action, _ in offers.card]
        for likely in ("uncover", "confirm", "agree"):
            if likely in actions:
                return lambda: act(likely)
        if offers.kind in ("refusal", "spot", "about", "line"):
            return lambda: act("dismiss" if "dismiss" in actions else actions[0])
        if "chosen" in actions and rng.random() < 0.7:
            return lambda: act("chosen")
        useful = [action for action in actions if action.partition(":")[0] not in ASIDE]
        if offers.kind == "choice" and useful:
            return lambda: act(rng.choice(useful))
        if offers.targets and rng.random() < 0.9:
            return lambda: board(rng.choice(list(offers.targets)))
        if offers.goals and rng.random() < 0.8:
            return lambda: board(self._near(offers))
        if useful and rng.random() < 0.8:
            return lambda: act(rng.choice(useful))
        if offers.lifts and rng.random() < 0.75:
            return lambda: board(rng.choice(list(offers.lifts)))
        if offers.ends:
            return lambda: act("end_turn")
        if useful:
            return lambda: act(rng.choice(useful))
        return None

    def _near(self, offers: Offers) -> At:
        if not offers.others or self.rng.random() < 0.2:
            return self.rng.choice(list(offers.goals))
        return min(offers.goals, key=lambda at: min((at[0] - x) ** 2 + (at[1] - y) ** 2 for x, y in offers.others))


def play(tablet: Player, people: Sequence[Player], until: Callable[[], bool]) -> None:
    """Everybody takes what is offered; whoever holds the tablet hands it on when nobody has anything to do."""
    stuck, idle_since = 0, time.monotonic()
    while not until():
        acted = [player.acts() for player in (tablet, *people) if not getattr(player.at, "is_off", False)]
        if any(acted):
            stuck, idle_since = 0, time.monotonic()
            continue
        offers = tablet.at.offers()
        if offers.over:
            return
        stuck += 1
        if offers.hand_over and stuck < 6:
            tablet.at.act("hand_over")
        elif time.monotonic() > idle_since + PATIENCE_S:
            pytest.fail(f"nobody knows how to go on: {offers} {[player.at.look() for player in people]}")
        else:
            tablet.at.step()
            time.sleep(0.02)


def _plain(words: str) -> str:
    """Return the words with plain spaces in place of those that keep lines together."""
    return shown(words).replace("\u00a0", " ").replace("\u202f", " ")
