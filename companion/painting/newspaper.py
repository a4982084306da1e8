"""Front pages drawn as newspapers: a masthead, the lead, smaller stories, a column of names, adverts in the gaps.

┌──────────────────────────┐
│       THE PAPER          │     lead      the largest story, across
│ price · date · score     │     stories   two columns below
├────────────────┬─────────┤     column    small ones on the right, bad news in red
│ LEAD           │ column  │     adverts   fill what is left
│ story │ story  │         │
└────────────────┴─────────┘
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from companion.painting.canvas import SvgCanvas, fitted, rows_of, width_of

WIDE, LOW, EDGE, GAP = 720, 560, 36, 18  # units of the page: width, least height, margin, between columns
COLUMN = 186  # the right-hand column
SAFE = 0.86  # of the room is written into: a browser's own letters are wider than ours
INK, GREY, RED, BLUE, SHEET, RULE = "#1c1a17", "#6d675e", "#a3261d", "#1d4f91", "#f6f1e4", "#b9b09c"


@dataclass(frozen=True, slots=True)
class Story:
    """One article: its headline, how much it counts, what it says; ``tone``: good, bad, or plain news."""

    headline: str
    size: str = "small"  # large, medium, small
    text: str = ""
    tone: str = ""


@dataclass(frozen=True, slots=True)
class FrontPage:
    """A newspaper's front page."""

    title: str
    line: str  # below the title: issue, place, score
    stories: tuple[Story, ...]
    column: tuple[Story, ...] = ()
    adverts: tuple[str, ...] = ()
    quiet: str = ""  # what it says without a story


def newspaper_svg(page: FrontPage) -> str:
    canvas = SvgCanvas()
    top = _masthead(canvas, page)
    right = WIDE - EDGE - COLUMN
    foot = max(_stories(canvas, page, top, right - GAP - EDGE), _column(canvas, page.column, right, top), LOW)
    canvas.lines([[(right - GAP / 2, top), (right - GAP / 2, foot)], [(EDGE, foot), (WIDE - EDGE, foot)]], RULE, 1)
    return canvas.svg(WIDE, foot + EDGE, background=SHEET)


def _masthead(canvas: SvgCanvas, page: FrontPage) -> float:
    title, size = fitted(page.title.upper(), 58, WIDE - 2 * EDGE, 24)
    canvas.lines([[(EDGE, 34), (WIDE - EDGE, 34)], [(EDGE, 38), (WIDE - EDGE, 38)]], INK, 1.5)
    canvas.words((WIDE / 2, 76), title, size, INK, bold=True)
    canvas.lines([[(EDGE, 112), (WIDE - EDGE, 112)], [(EDGE, 136), (WIDE - EDGE, 136)]], INK, 1.2)
    canvas.words((WIDE / 2, 124), fitted(page.line, 14, WIDE - 2 * EDGE, 9)[0], 13, GREY)
    return 152


def _stories(canvas: SvgCanvas, page: FrontPage, top: float, room: float) -> float:
    """Draw the stories and return where they end."""
    order = {"large": 0, "medium": 1, "small": 2}
    stories = sorted(page.stories, key=lambda story: order.get(story.size, 3))
    if not stories:
        canvas.words((EDGE + room / 2, top + 60), page.quiet, 22, GREY)
        top += 120
    while stories and (stories[0].size == "large" or len(stories) == 1):
        top = _story(canvas, stories.pop(0), EDGE, top, room) + GAP
    half = (room - GAP) / 2
    for place in range(0, len(stories), 2):
        ends = [
            _story(canvas, story, EDGE + number * (half + GAP), top, half)
            for number, story in enumerate(stories[place : place + 2])
        ]
        top = max(ends) + GAP
    for advert in page.adverts:
        canvas.rect(EDGE, top, room, 66, "none", stroke=INK, line=2)
        words, size = fitted(advert, 24, (room - 30) * SAFE, 10)
        canvas.words((EDGE + room / 2, top + 33), words, size, INK, bold=True)
        top += 84
    return top


def _story(canvas: SvgCanvas, story: Story, left: float, top: float, room: float) -> float:
    """Draw a story from ``top`` down and return where it ends."""
    size = {"large": 40, "medium": 27}.get(story.size, 20)
    for line in wrapped(story.headline, size, room, 4):
        canvas.words(
            (left, top + size * 0.6), line, size, RED if story.tone == "bad" else INK, anchor="start", bold=True
        )
        top += size * 1.15
    picture = {"large": 190, "medium": 96}.get(story.size, 0)
    if picture:
        _picture(canvas, left, top + 6, room, picture)
        top += picture + 12
    for line in wrapped(story.text, 14, room, 6):
        canvas.words((left, top + 10), line, 14, INK, anchor="start")
        top += 19
    for number in range(3):  # the rest of the story, too small to read
        wide = room * (0.62 if number == 2 else 1)
        canvas.lines([[(left, top + 10), (left + wide, top + 10)]], RULE, 4)
        top += 12
    canvas.lines([[(left, top + 12), (left + room, top + 12)]], RULE, 1)
    return top + 14


def _picture(canvas: SvgCanvas, left: float, top: float, room: float, high: float) -> None:
    """A picture in the paper: a skyline in three tones."""
    canvas.rect(left, top, room, high, "#ddd5c2")
    canvas.circle((left + room * 0.78, top + high * 0.34), high * 0.16, "#f6f1e4")
    steps = (0.34, 0.58, 0.44, 0.74, 0.5, 0.66, 0.38, 0.82, 0.56)
    wide = room / len(steps)
    for number, share in enumerate(steps):
        canvas.rect(left + number * wide, top + high * (1 - share), wide + 0.5, high * share, "#8f8675")
        canvas.rect(left + number * wide, top + high * (1 - share * 0.55), wide * 0.7, high * share * 0.55, "#4d473d")
    canvas.rect(left, top, room, high, "none", stroke=INK)


def _column(canvas: SvgCanvas, stories: Sequence[Story], left: float, top: float) -> float:
    """Draw the column and return where it ends."""
    for story in stories:
        colour = RED if story.tone == "bad" else BLUE
        canvas.rect(left, top, COLUMN, 6, colour)
        top += 18
        for line in wrapped(story.headline, 20, COLUMN, 4):
            canvas.words((left, top + 10), line, 20, colour, anchor="start", bold=True)
            top += 24
        for line in wrapped(story.text, 13, COLUMN, 6):
            canvas.words((left, top + 8), line, 13, INK, anchor="start")
            top += 17
        top += GAP
    return top


def wrapped(words: str, size: float, room: float, most: int) -> Iterator[str]:
    """The words in lines that fit the room, no more than so many; the last one is cut."""
    room *= SAFE
    lines = rows_of(words, room, partial(width_of, size=size))
    if len(lines) > most:
        lines = [*lines[: most - 1], f"{lines[most - 1]} …"]
    for line in lines:
        yield fitted(line, size, room, size)[0]
