"""A page of rulers: millimetres and inches, across and down, to measure after printing."""

from __future__ import annotations

from vision.prints.paper import Paper, Say

_INCH_MM = 25.4


def draw_rulers(paper: Paper, say: Say) -> int:
    """How many pages of rulers were added: one."""
    x, y = paper.new_page(say("print.ruler.note"))
    wide, high = paper.room_mm
    tens, inches = int(wide // 10) - 1, int(wide // _INCH_MM)
    _across(paper, x, y + 12.0, 10.0, tens, 10, (5,))
    paper.text(x, y + 20.0, say("print.ruler.across", length=tens * 10, unit="mm"))
    _across(paper, x, y + 42.0, _INCH_MM, inches, 16, (8, 4))
    paper.text(x, y + 50.0, say("print.ruler.across", length=inches, unit="in"))
    top, down = y + 62.0, int((high - 72.0) // 10)
    pdf = paper.pdf
    pdf.line(x, top, x, top + down * 10.0)
    for mark in range(down * 10 + 1):
        long_mm = 7.0 if mark % 10 == 0 else 5.0 if mark % 5 == 0 else 3.0
        pdf.line(x, top + mark, x + long_mm, top + mark)
        if mark % 10 == 0:
            paper.text(x + 8.0, top + mark + 1.0, str(mark), 7.0)
    for number, line in enumerate(say("print.ruler.steps").split("|")):
        paper.text(x + 24.0, top + 8.0 + number * 7.0, line, 10.0)
    return 1


def _across(paper: Paper, x: float, y: float, unit_mm: float, units: int, parts: int, longer: tuple[int, ...]) -> None:
    pdf = paper.pdf
    pdf.set_draw_color(0)
    pdf.set_line_width(0.15)
    pdf.line(x, y, x + units * unit_mm, y)
    for mark in range(units * parts + 1):
        step = mark % parts
        long_mm = 7.0 if step == 0 else 3.0 + next((2.0 - i for i, one in enumerate(longer) if step % one == 0), 0.0)
        at = x + mark * unit_mm / parts
        pdf.line(at, y - long_mm, at, y)
        if step == 0:
            paper.text(at - 1.0, y + 3.4, str(mark // parts * (10 if unit_mm == 10.0 else 1)), 7.0)
