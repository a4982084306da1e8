"""``python -m tests.looks FOLDER [NAME…]``: photographs screens of games under way; with names, only those.

``make pictures`` takes those that stand in the READMEs (``python -m tests.looks --documents``), so that they stay
true; ``--halves`` takes the new sides of those before and after (``ui/looks``).

tablet-GAME-LANG-THEME      the table in a real Kivy window, a figure chosen
phone-, desk-, beam-…       the same game as a seat's page on a phone, at a desk, and on the big screen
home, new, figures …        pages between games
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion import painting
from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest
from companion.core.rules import Accepted
from companion.games.gotham import sample as gotham
from companion.games.guardians import sample as guardians
from companion.games.heroclix import sample as heroclix
from companion.games.heroquest import sample as heroquest
from companion.system import DiceGenerator
from tests.ui.screens.window import ENVIRONMENT
from tests.ui.web.browser import DESK, PHONE, Person, browser
from tests.ui.web.hosting import Served
from ui.cli.demo.playable import play_opening
from ui.table.bootstrap import Table, open_table
from ui.table.settings import TableConfig
from ui.web.frames import reached

GAMES: dict[str, Callable[[], Any]] = {
    "heroclix": heroclix.sample_setup,
    "heroquest": heroquest.sample_setup,
    "guardians": guardians.sample_setup,
    "gotham": gotham.sample_setup,
}
UI = Path(__file__).parents[2] / "ui"
STEPS = 60  # accepted orders before the picture
TABLET, LARGE = (1280, 800), (1920, 1080)
HALVES = {
    "home": "home",
    "which-game": "new",
    "figures": "figures",
    "table-heroclix": "tablet-heroclix-en-dark",
    "table-heroclix-light-fr": "tablet-heroclix-fr-light",
    "table-heroquest": "tablet-heroquest-en-dark",
    "table-guardians": "tablet-guardians-en-dark",
    "table-gotham-fr": "tablet-gotham-fr-light",
    "desk-guardians-fr": "desk-guardians-fr",
    "phone-heroclix": "phone-heroclix-en",
    "big-screen": "screen-heroclix-en",
}  # what stands on the right of ``ui/looks``
GAP = 12  # pixels between the halves
WEBP = 90


def played(game: str, lang: str, steps: int = STEPS, seed: int = 3) -> Table:
    """The sample game of that system after so many random orders, nothing open but a choice of the turn."""
    table = open_table(TableConfig(lang=lang), GAMES[game]())
    session, chance, dice = table.session, random.Random(seed), DiceGenerator(seed)
    done = 0
    while (
        done < steps or session.state.flow.open or session.state.is_busy or (done < 2 * steps and not _may_act(table))
    ):
        rolls = [one for one in session.state.flow.open if isinstance(one, DiceRequest)]
        if rolls:
            session.submit(ReportDice(rolls[0].roller, dice.roll(rolls[0], session.system.dice_of(session.state))))
            continue
        offers = [one for seat in session.seats for one in session.system.legal_commands(session.state, seat)]
        if not offers:
            break
        done += isinstance(session.submit(chance.choice(offers)), Accepted)
    return table


def documents() -> None:
    """Take the pictures that stand in the documents again."""
    from tests.looks.tablet import Window

    os.environ.update(ENVIRONMENT)
    with Window(TABLET, "dark") as window:
        table = open_table(TableConfig(lang="en"), GAMES["heroclix"]())
        play_opening(table.session, DiceGenerator(4))
        chosen(table.presenter)
        far = max(reached(table.presenter.model().board), key=lambda tile: tile.reach or 0)
        table.presenter.tap_space(far.space)
        window.table(table, UI / "table-screen.png")
    with Window(TABLET, "dark") as window:
        table = played("heroquest", "en", seed=5)
        for action in ("hand_over", "uncover"):  # to the master
            table.presenter.press(action)
        window.table(table, UI / "quest-screen.png")
    with Window(TABLET, "dark") as window, tempfile.TemporaryDirectory() as kept:
        window.page(Path(kept), (), UI / "home-screen.png")
        begun = ("new", "heroclix", "pick:force:red", "pick:Lamplighters", "pick:force:blue", "pick:Undertow")
        window.page(Path(kept), begun, UI / "new-game-screen.png")
    with tempfile.TemporaryDirectory() as folder:
        pages(Path(folder), lambda name: name == "phone-heroquest-en")
        (UI / "phone-screen.png").write_bytes((Path(folder) / "phone-heroquest-en.png").read_bytes())
    painted = Path(painting.__file__).parent
    position = Path(heroclix.__file__).parent / "data" / "positions" / "harbour-market.json"
    for line in (
        f"sight {position} --from red-1 --all-targets --picture {painted / 'harbour-market.png'}",
        f"areas sluice-ward --from gantry.eye --to west-quay.eye --picture {painted / 'sluice-ward.png'}",
    ):
        subprocess.run([sys.executable, "-m", "companion", *line.split()], check=True, stdout=subprocess.DEVNULL)


def halves() -> None:
    """Take the right halves of the pictures before and after again."""
    with tempfile.TemporaryDirectory() as taken:
        main(Path(taken), list(HALVES.values()))
        for look, name in HALVES.items():
            file = UI / "looks" / f"{look}.webp"
            both, now = (np.array(cv2.imread(path)) for path in (str(file), f"{taken}/{name}.png"))
            high, wide = both.shape[0], (both.shape[1] - GAP) // 2
            now = cv2.resize(now, (wide, now.shape[0] * wide // now.shape[1]), interpolation=cv2.INTER_AREA)[:high]
            both[: len(now), -wide:] = now
            cv2.imwrite(str(file), both, [cv2.IMWRITE_WEBP_QUALITY, WEBP])


def _may_act(table: Table) -> bool:
    """Whether somebody's figure may be moved or act now."""
    return any(token.may_be_lifted for token in table.presenter.model().board.tokens)


def _same(table: Table) -> Table:
    return table


def chosen(presenter: Any) -> None:
    """Choose the first figure that has something to do."""
    for token in presenter.model().board.tokens:
        if token.may_be_lifted:
            presenter.tap_piece(token.piece)
            return


def main(folder: Path, only: Sequence[str]) -> None:
    """Take them all, or those whose names begin so."""
    os.environ.update(ENVIRONMENT)
    folder.mkdir(parents=True, exist_ok=True)

    def wanted(name: str) -> bool:
        return not only or any(name.startswith(one) for one in only)

    tablets(folder, wanted)
    pages(folder, wanted)


def tablets(folder: Path, wanted: Callable[[str], bool]) -> None:
    from tests.looks.tablet import Window

    for game in GAMES:
        for lang, theme, size in (("en", "dark", TABLET), ("fr", "light", TABLET), ("en", "contrast", LARGE)):
            name = f"tablet-{game}-{lang}-{theme}"
            if wanted(name):
                with Window(size, theme) as window:
                    table = played(game, lang)
                    chosen(table.presenter)
                    window.table(table, folder / f"{name}.png")
    for name, ways in {
        "home": (),
        "new": ("new",),
        "figures": ("collection:1",),
        "force": ("collection:0", "pick:Lamplighters"),
    }.items():
        if wanted(name):
            with Window(TABLET, "dark") as window, tempfile.TemporaryDirectory() as kept:
                window.page(Path(kept), ways, folder / f"{name}.png")


def pages(folder: Path, wanted: Callable[[str], bool]) -> None:
    """The same games on pages: a seat's on a phone and at a desk, and the big screen."""
    names = [(kind, game, lang) for game in GAMES for kind, lang in (("phone", "en"), ("desk", "fr"), ("screen", "en"))]
    names = [one for one in names if wanted("-".join(one))]
    if not names:
        return
    with browser() as made:
        for kind, game, lang in names:
            table = played(game, lang)
            served = Served(partial(_same, table))
            try:
                person = Person(made, served, PHONE if kind == "phone" else DESK, lang)
                person.come_in("screen" if kind == "screen" else str(table.session.seats[0]), "Ann")
                own = person.page.locator(".hits .may_be_lifted").first
                if kind == "phone" and own.count():
                    own.click()
                    person.page.wait_for_selector(".sheet h2")
                person.page.wait_for_load_state("networkidle")
                person.page.screenshot(path=str(folder / f"{kind}-{game}-{lang}.png"), full_page=kind == "phone")
                person.close()
            finally:
                served.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="tests.looks", description="photographs screens of games under way")
    parser.add_argument("folder", nargs="?", type=Path, metavar="FOLDER", help="where the pictures go")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these")
    parser.add_argument("--documents", action="store_true", help="take those again that stand in the documents")
    parser.add_argument("--halves", action="store_true", help="take the new sides of ui/looks again")
    asked = parser.parse_args()
    if sum((asked.documents, asked.halves, bool(asked.folder))) != 1:
        parser.error("one of FOLDER, --documents and --halves")
    documents() if asked.documents else halves() if asked.halves else main(asked.folder, asked.names)
