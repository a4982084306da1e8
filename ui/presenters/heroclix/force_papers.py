"""A force on paper: its sheet with what speaks against it, a strip a dial, and tokens to cut out."""

from __future__ import annotations

from collections.abc import Iterator

from companion.board.labels import initials
from companion.core.ids import PieceId
from companion.games.heroclix.face import forces as force_rules
from companion.games.heroclix.face.figures import SLOTS, Figure, power_colour, power_name
from companion.painting import SvgCanvas
from companion.painting.palette import DIAL_COLOURS, INK, PAPER, ink_on
from companion.painting.paper import Paper
from companion.text.letters import shown
from companion.text.wording import Wording

_QUIET, _NOW = "#5c6675", "#e0a100"
TOKEN, ACROSS = 110, 6  # units of a token with its name, and how many stand in a row: 29 mm each on A4


def force_paper(name: str, force: force_rules.Force, points: int, wording: Wording) -> bytes:
    """The force as PDF."""
    check = force_rules.check(force, points)
    paper = Paper(name)
    paper.heading(name, 20)
    total = wording.say("evening.total", total=force.total, points=points)
    paper.line(shown(" · ".join(filter(None, (total, force.theme or "")))))
    for broken in check.violations:
        paper.line(shown(broken_words(broken, wording)))
    for name in (*(item.name for item in force.objects), *(choice.card.name for choice in force.feats)):
        paper.line(shown(f"+ {name}"))
    for member in force.members:
        figure = member.figure
        about = [f"{member.count} × " if member.count > 1 else "", figure.name, f" · {member.cost}"]
        lines = figure.starting_lines
        start = next((line.click for line in lines if line.points == member.cost), lines[0].click if lines else 1)
        paper.strip("".join(about), dial_svg(figure, None, start, wording=wording), width=min(188.0, _wide(figure)))
        paper.line(shown(" · ".join(_lines(figure, wording))))
        paper.gap()
    paper.heading(wording.say("evening.tokens_to_cut"), 13)
    figures = [member.figure for member in force.members for _ in range(member.count)]
    for row in token_rows(figures):
        paper.strip("", row)
    return paper.pdf()


def _lines(figure: Figure, wording: Wording) -> Iterator[str]:
    """Generate the figure's powers by name, its range, its keywords."""
    shown_on = dict.fromkeys(getattr(click, slot).power for click in figure.dial for slot in SLOTS)
    yield ", ".join(power_name(power, wording.lang) for power in shown_on if power)
    if figure.keywords:
        yield ", ".join(figure.keywords)


def _wide(figure: Figure) -> float:
    """Return the width of its strip on paper: a click is as wide on each of them."""
    return 14.0 + 9.6 * (len(figure.dial) + 1)


def token_rows(figures: list[Figure]) -> Iterator[str]:
    """Round tokens with the initials that the table shows, and the names under them, in rows to cut out."""
    labels = list(initials({PieceId(f"{number:03}"): one.name for number, one in enumerate(figures)}).values())
    for first in range(0, len(figures), ACROSS):
        canvas = SvgCanvas()
        for column, figure in enumerate(figures[first : first + ACROSS]):
            middle = (column + 0.5) * TOKEN, TOKEN / 2
            canvas.circle(middle, TOKEN * 0.44, PAPER, stroke=INK, line=1.5)
            canvas.words(middle, labels[first + column], 40, INK, bold=True)
            canvas.words((middle[0], TOKEN + 8), figure.name[:18], 11, INK)
        yield canvas.svg(TOKEN * ACROSS, TOKEN + 20)


def dial_svg(figure: Figure, now: int | None, start: int, *, ko: bool = False, wording: Wording) -> str:
    """The whole dial as a strip, the click it is on framed, where it is on one; the starting line is marked."""
    canvas, width, high, left = SvgCanvas(), 46, 26, 66
    for row, slot in enumerate(SLOTS):
        canvas.words((left - 6, high * (row + 1.5)), wording.word("slot", slot), 12, _QUIET, anchor="end")
    for column, click in enumerate(figure.dial):
        x = left + column * width
        if click.number == start:
            canvas.rect(x + 4, 4, 4, high - 8, _QUIET)
        canvas.words((x + width / 2, high / 2), str(click.number), 12, _QUIET)
        for row, slot in enumerate(SLOTS):
            value, y = getattr(click, slot), high * (row + 1)
            colour = DIAL_COLOURS.get(power_colour(value.power) or "", "#ffffff") if value.power else "#eef0f3"
            canvas.titled(power_name(value.power, wording.lang))
            canvas.rect(x + 1, y + 1, width - 2, high - 2, colour, stroke="#8a93a0", line=0.6, radius=4)
            number = "" if value.value is None else str(value.value)
            canvas.words((x + width / 2, y + high / 2), number, 14, ink_on(colour), bold=True)
            canvas.close()
    x = left + len(figure.dial) * width
    canvas.rect(x + 1, high + 1, width - 2, high * 4 - 2, "#33383f", radius=4)
    canvas.words((x + width / 2, high * 3), "KO", 14, "#ffffff", bold=True)
    if ko or now is not None:
        ended = len(figure.dial) if ko else next(n for n, click in enumerate(figure.dial) if click.number == now)
        canvas.rect(left + ended * width, high, width, high * 4, stroke=_NOW, line=4)
    return canvas.svg(x + width, high * 5, kind="dial")


def broken_words(broken: force_rules.ForceViolation, wording: Wording) -> str:
    """Say what speaks against a force, and by which rule."""
    key = f"force.{broken.rule}"
    words = wording.say(key, **broken.words) if wording.has(key) else broken.message
    return f"{words} [{broken.rule}]"
