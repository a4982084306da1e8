"""The tables of all four games at every size of tablet and text: a player's first steps, the law at each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.games.gotham import sample as gotham
from companion.games.guardians import sample as guardians
from companion.games.heroquest import sample as heroquest
from tests.ui.screens.driver import Driver
from tests.ui.screens.law import faults
from tests.ui.screens.window import Opener

SETUPS: dict[str, Callable[[], Any]] = {
    "heroclix": lambda: None,  # the driver's own
    "heroquest": heroquest.sample_setup,
    "guardians": guardians.sample_setup,
    "gotham": gotham.sample_setup,
}
STEPS = 14
# every game with the least room and the largest letters, and one as most have it; the others are long
USUAL = {("fr", 2.0, (1024, 600)): tuple(SETUPS), ("en", 1.0, (1280, 800)): ("guardians",)}
TABLES = [
    pytest.param(game, lang, text, size, marks=() if game in USUAL.get((lang, text, size), ()) else pytest.mark.long)
    for game in SETUPS
    for size in ((1024, 600), (1280, 800), (1920, 1200))
    for text in (1.0, 1.5, 2.0)
    for lang in ("fr", "en")
]


def steps(screen: Driver) -> Iterator[str]:
    """What a finger does first: every figure's card, then whatever the card or the turn offers, each button in turn."""
    for token in list(screen.presenter.model().board.tokens)[:5]:
        yield f"tap {token.label}"
        screen.presenter.tap_piece(token.piece)
        screen.refresh()
    for step in range(STEPS):
        card = screen.presenter.model().card
        offered = [action for action, _ in card.buttons] if card else []
        actions = offered or [action for action, _ in screen.presenter.model().beside]
        if not actions:
            return
        action = actions[step % len(actions)]
        yield f"press {action}"
        screen.presenter.press(action)
        screen.refresh()


@pytest.mark.parametrize(("game", "lang", "text", "size"), TABLES)
def test_every_table_can_be_touched_and_read(
    open_screen: Opener, game: str, lang: str, text: float, size: tuple[int, int]
) -> None:
    screen = open_screen(lang=lang, font=text, size=size, setup=SETUPS[game]())
    wrong = {}
    done = []
    for step in steps(screen):
        done.append(step)
        wrong[f"{len(done)} before {step}"] = faults(screen.screen, screen.window)
    assert len(done) >= 8, done
    assert {step: found for step, found in wrong.items() if found} == {}
