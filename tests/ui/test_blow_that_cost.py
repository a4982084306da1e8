"""A blow that failed and cost whoever struck it health says both, as large as the verdict."""

from __future__ import annotations

import pytest

from tests.conftest import StoppedClock
from tests.games.heroclix.scene import figure
from tests.ui.test_powers import A, B, screen
from ui.presenters.models import ResultModel
from ui.presenters.table import TablePresenter


def struck(clock: StoppedClock, lang: str, *faces: str) -> ResultModel:
    """A strikes B beside it with these faces."""
    made = screen(clock, figure("A", attack=10), ("B", "blue", (1, 0), figure("B", defense=14)))
    table = TablePresenter(made.session, made.follower, lang=lang)
    table.tap_piece(A)
    table.tap_piece(B)
    table.press("confirm")
    for face in faces:
        table.press(f"face:{face}")
    result = table.model().result
    assert result is not None
    return result


@pytest.mark.rule("HC-ATK-08", "HC-ATK-09")
@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", "MISS · but the attacker pays: A -1"), ("fr", "MANQUÉ · mais aux dépens de l'attaquant : A -1")],
)
def test_a_miss_that_hurts_the_attacker_names_both(clock: StoppedClock, lang: str, words: str) -> None:
    result = struck(clock, lang, "1", "1")
    assert f"{result.title} · {result.falls}" == words
    assert result.tone == "miss"


def test_a_hit_names_only_who_was_hit(clock: StoppedClock) -> None:
    result = struck(clock, "en", "6", "5")
    assert (result.title, result.falls.split(" -")[0]) == ("HIT", "B")


def test_a_plain_miss_costs_nobody_anything(clock: StoppedClock) -> None:
    assert struck(clock, "en", "1", "2").falls == ""
