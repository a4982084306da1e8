"""A game once more at the tablet, or another: whoever sat there with a device comes along, and no page asks more."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.core.commands import Concede
from companion.core.rules import Accepted
from tests.patience import PATIENCE_S
from tests.ui.led import GAMES
from tests.ui.web.browser import Come
from ui.library import Library
from ui.tablet.navigation import Navigator
from ui.web import address
from ui.web.host import Host

pytestmark = pytest.mark.slow


class Evening:
    """A tablet without a window, its table shared, in a thread of its own; its host hangs up once in between."""

    def __init__(self, folder: Path, game: str) -> None:
        self.is_closing, self._is_over = True, False
        self._jobs: queue.Queue[tuple[Callable[[], Any], queue.Queue[Any]]] = queue.Queue()
        self._thread = threading.Thread(target=self._run, args=(folder, game), daemon=True)
        self._ready = threading.Event()
        self._thread.start()
        assert self._ready.wait(PATIENCE_S)

    @property
    def host(self) -> Host:
        host: Any = self.tablet.table
        assert isinstance(host, Host)
        return host

    def ask(self, job: Callable[[], Any]) -> Any:
        done: queue.Queue[Any] = queue.Queue()
        self._jobs.put((job, done))
        return done.get(timeout=PATIENCE_S)

    def close(self) -> None:
        self._is_over = True
        self._thread.join(PATIENCE_S)

    def _run(self, folder: Path, game: str) -> None:
        self.tablet = Navigator(Library(folder))
        for action in ("en", f"now:{game}"):
            self.tablet.press(action)
        assert self.tablet.table_session is not None
        self.tablet.table_session.share()
        self._ready.set()
        while not self._is_over:
            table: Any = self.tablet.table
            table.step()
            try:
                job, done = self._jobs.get(timeout=0.01)
            except queue.Empty:
                continue
            done.put(job())
        self.tablet.close()


@pytest.mark.parametrize("game", GAMES)
def test_phones_and_the_big_screen_come_along(
    come: Come, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(address, "own_addresses", lambda: (address.ALONE,))
    evening = Evening(tmp_path, game)
    try:
        served: Any = evening
        seat = evening.ask(lambda: str(evening.host.presenter.seats[0]))
        ann, wall = come(served).come_in(seat, "Ann"), come(served, size=(1280, 720)).come_in("screen", "Wall")
        before = evening.host.code, evening.host.url

        def gives_up() -> None:
            session = evening.host.table.session
            assert isinstance(session.submit(Concede(session.seats[0])), Accepted)

        evening.ask(gives_up)
        ann.until("() => document.querySelector('.card.over:not([hidden])')")
        evening.ask(lambda: evening.tablet.leave_table("again"))
        evening.ask(evening.host.start)  # as the window does with a table that it shows
        assert (evening.host.code, evening.host.url) == before
        for person in (ann, wall):
            person.until(
                "() => document.body.dataset.link === 'on' && !document.querySelector('.card.over:not([hidden])')"
            )
        ann.until("() => document.querySelector('.room').innerText.includes('Ann · ')")
        assert wall.page.locator(".bar h1").inner_text()
    finally:
        evening.close()


@pytest.mark.parametrize(("first", "then"), [("heroquest", "gotham"), ("guardians", "heroclix")])
def test_another_game_at_the_tablet_takes_the_phones_along(
    come: Come, first: str, then: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In between the page says that the table is closed; nobody loads anything by hand, and a seat is taken there."""
    monkeypatch.setattr(address, "own_addresses", lambda: (address.ALONE,))
    evening = Evening(tmp_path, first)
    try:
        served: Any = evening
        seat = evening.ask(lambda: str(evening.host.presenter.seats[0]))
        ann = come(served).come_in(seat, "Ann")
        code = evening.host.code
        ann.page.evaluate(
            "() => { window.said = []; new MutationObserver(() => window.said.push(document.querySelector('.state')"
            "?.textContent ?? document.body.innerText)).observe(document.body, {subtree: true, childList: true}); }"
        )

        def another() -> None:
            evening.tablet.leave_table("home")
            evening.tablet.press(f"now:{then}")
            evening.host.start()

        evening.ask(another)
        assert evening.host.code == code
        assert evening.host.hall.system == then
        ann.until("() => window.said.some((one) => one.startsWith('This table is closed.'))")
        ann.until("() => document.body.dataset.link === 'on'")
        assert ann.page.locator("[data-does^='sit:']").count()
    finally:
        evening.close()
