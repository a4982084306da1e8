"""Every value, skill, trait, state and note of a sheet leads by one tap to its words, in every game and language."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest
from companion.core.rules import Accepted
from companion.games.gotham import sample as gotham
from companion.games.guardians import sample as guardians
from companion.games.heroclix import sample as heroclix
from companion.games.heroquest import sample as heroquest
from companion.system import DiceGenerator
from companion.text.wording import Wording
from ui.presenters.models import DialModel
from ui.presenters.rules import CITED, rule_words
from ui.table.bootstrap import Table, open_table
from ui.table.settings import TableConfig

GAMES: dict[str, Callable[[], Any]] = {
    "heroclix": heroclix.sample_setup,
    "heroquest": heroquest.sample_setup,
    "guardians": guardians.sample_setup,
    "gotham": gotham.sample_setup,
}
ORDERS, EVERY = 40, 8  # of a game, and between two looks at its sheets


def sheets(game: str, lang: str, seed: int) -> Iterator[tuple[Table, DialModel]]:
    """Each figure's sheet, now and then in a random game."""
    table, chance, dice = open_table(TableConfig(lang=lang), GAMES[game]()), random.Random(seed), DiceGenerator(seed)
    session, done = table.session, 0
    for _ in range(10 * ORDERS):
        rolls = [one for one in session.state.flow.open if isinstance(one, DiceRequest)]
        if rolls:
            session.submit(ReportDice(rolls[0].roller, dice.roll(rolls[0], session.system.dice_of(session.state))))
            continue
        offers = [one for seat in session.seats for one in session.system.legal_commands(session.state, seat)]
        if not offers or done == ORDERS:
            break
        done += isinstance(session.submit(chance.choice(offers)), Accepted)
        if done % EVERY == 0:
            for figure in table.presenter.model().roster:
                table.presenter.press(f"figure:{figure.piece}")
                if (dial := table.presenter.model().dial) is not None and dial.slots:
                    yield table, dial
    table.close()


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_whatever_a_sheet_names_leads_to_its_words(game: str, lang: str) -> None:
    skills = {word.lower() for key, word in Wording(lang).family("skill").items() if key}
    seen, told_apart = set(), {Wording(lang).say("screen.by_hand")}  # the legend of a star
    for table, dial in sheets(game, lang, seed=1):
        assert not [slot for slot in dial.slots if not slot.opens], "a number that nothing explains"
        assert dial.opens(0) or not dial.line
        for place, note in enumerate(dial.notes, 1):
            named = {skill for skill in skills if game == "gotham" and re.search(rf"{skill} \d", note.lower())}
            assert dial.opens(place) or note in told_apart, note
            assert not named - {skill for skill in named if skill in dial.about[place].lower()}, note
            seen |= named
        lines = {dial.opens(place) for place in range(len(dial.notes) + 1)}
        for opens in (lines | {slot.opens for slot in dial.slots if not slot.drop}) - {""}:
            table.presenter.press(opens)
            card = table.presenter.model().card
            assert card is not None and card.kind == "about" and card.text, opens
            assert all(rule_words(rule, lang) for rule in CITED.findall(card.text))
            table.presenter.press("pick:")
    assert seen or game != "gotham"
