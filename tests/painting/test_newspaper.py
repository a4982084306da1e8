"""Front pages: the lead stands first, words stay in their column, bad news is red, adverts come last."""

from __future__ import annotations

import re

import pytest

from companion.painting.canvas import width_of
from companion.painting.newspaper import RED, FrontPage, Story, newspaper_svg, wrapped
from companion.painting.png import png_of

STORIES = (
    Story("Small thing", "small", "Nobody saw it."),
    Story("Great <thing>", "large", "Everybody saw it."),
    Story("Middling thing", "medium"),
)
PAGE = FrontPage("The Paper", "turn 3", STORIES, (Story("Anvil", tone="bad"), Story("Briar", tone="good")), ("Hats!",))


@pytest.mark.rule("GC-PRESS-01", "GC-PRESS-05", "GC-PRESS-07", "GC-PRESS-11")
def test_what_stands_where() -> None:
    drawn = newspaper_svg(PAGE)
    heights = {words: float(y) for y, words in re.findall(r'<text x="[\d.]+" y="([\d.]+)"[^>]*>([^<]+)</text>', drawn)}
    assert heights["THE PAPER"] < heights["turn 3"] < heights["Great &lt;thing&gt;"]
    assert heights["Great &lt;thing&gt;"] < heights["Small thing"] < heights["Hats!"]
    assert re.search(rf'fill="{RED}"[^>]*>Anvil', drawn)
    assert not re.search(rf'fill="{RED}"[^>]*>Briar', drawn)


def test_a_page_without_a_story_says_so() -> None:
    assert "A quiet night" in newspaper_svg(FrontPage("P", "-", (), quiet="A quiet night"))


@pytest.mark.parametrize("room", [60, 120, 300])
def test_words_stay_in_their_column(room: int) -> None:
    lines = list(wrapped("the quick brown fox jumps over a lazy and rather extraordinarily large dog", 14, room, 3))
    assert 1 <= len(lines) <= 3
    assert all(width_of(line, 14) <= room for line in lines)


def test_it_is_a_picture() -> None:
    assert png_of(newspaper_svg(PAGE)).startswith(b"\x89PNG")
