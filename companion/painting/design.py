"""The look, as values: themes, letters, spaces, motion. The tablet, the pages and the painter read them here alone.

THEMES, TYPE, SPACE, RADIUS ──> tablet (ui/tablet/theme)      stylesheet() ──> pages, as CSS variables
palette (colours of seats, terrain, verdicts, dials) ──> painter; here: the class of each seat on pages
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.painting.palette import INK, PAPER, RINGS, SEATS, SIDES, ink_on, used

# screen: behind everything; panel and card: the two steps above it; line: buttons and edges
THEMES: Mapping[str, Mapping[str, str]] = {
    "dark": {  # a table at night, a lamp above it
        "screen": "#14161a",
        "panel": "#1d2127",
        "card": "#282d35",
        "line": "#414a57",
        "text": "#f5f1e8",
        "quiet": "#bcc2cc",
        "accent": "#f2b33d",
        "good": "#4cc08c",
        "bad": "#f5857b",
    },
    "light": {  # paper
        "screen": "#f3ecdf",
        "panel": "#e8dfce",
        "card": "#fffdf8",
        "line": "#cbc0ad",
        "text": "#22252a",
        "quiet": "#4b4740",
        "accent": "#754a00",
        "good": "#0b6844",
        "bad": "#a32a14",
    },
    "contrast": {
        "screen": "#000000",
        "panel": "#000000",
        "card": "#161616",
        "line": "#3a3f47",
        "text": "#ffffff",
        "quiet": "#ffffff",
        "accent": "#ffd900",
        "good": "#2fe69c",
        "bad": "#ff9c85",
    },
}
TYPE = {"small": 14, "log": 16, "text": 18, "title": 22, "banner": 28, "value": 40, "result": 64}  # sp, px at 16 a rem
SPACE = (4, 8, 12, 16, 24, 32)  # dp
RADIUS = {"card": 10, "chip": 999}
MOTION_MS = {"answer": 120, "glide": 240, "result": 600}  # to a touch, of a piece or a dial, of what was thrown
EASING = (0.3, 0.0, 0.2, 1.0)  # of every motion: CSS's cubic-bezier, which sets out fast and arrives slowly
FONT = "Lato"
ROOT = ":root:not(:has(.role-screen, .role-overlay, .role-projector, .wall, .stream))"  # of pages held in a hand


def stylesheet(fonts: str = "") -> str:
    """The values as CSS: dark, or as the reader's system wishes; a big screen stays dark.

    ``fonts`` is the folder in which ``Lato-Regular.ttf``, ``Lato-Bold.ttf`` and ``Lato-Black.ttf`` are served; empty:
    the machine's own font.
    """
    weights = (("Regular", 400), ("Bold", 700), ("Black", 900))
    faces = [
        f"@font-face {{ font-family: {FONT}; font-weight: {weight}; font-display: swap; "
        f'src: url("{fonts}/{FONT}-{name}.ttf"); }}'
        for name, weight in weights
        if fonts
    ]
    sizes = [f"--{name}-size: {size / 16:g}rem;" for name, size in TYPE.items()]
    sizes += [f"--gap-{number}: {dp}px;" for number, dp in enumerate(SPACE, 1)]
    sizes += [f"--radius: {RADIUS['card']}px; --ink: {INK};"]
    sizes += [f"--{name}: {ms}ms;" for name, ms in MOTION_MS.items()]
    sizes += [f"--ease: cubic-bezier({', '.join(f'{part:g}' for part in EASING)});"]
    still = " ".join(f"--{name}: 0ms;" for name in MOTION_MS)
    worn = [f":root {{ {_colours('dark')} {' '.join(sizes)} }}"]
    by_day = f"{ROOT} {{ {_colours('light')} }}", f"{ROOT} {{ {_colours('contrast')} }}"
    for wish, rule in zip(("color-scheme: light", "contrast: more"), by_day, strict=True):
        worn.append(f"@media (prefers-{wish}) {{ {rule} }}")
    worn.append(f"@media (prefers-reduced-motion: reduce) {{ :root {{ {still} }} }}")
    return "\n".join((*faces, *worn, *_seats())) + "\n"


def eased(gone: float) -> float:
    """The share of its way that a motion has made when so much of its time is gone, as ``EASING`` has it."""
    x1, y1, x2, y2 = EASING
    low, high = 0.0, 1.0
    for _ in range(24):  # the curve's own parameter, halved until no pixel is left between
        middle = (low + high) / 2
        low, high = (middle, high) if _bezier(x1, x2, middle) < gone else (low, middle)
    return 1.0 if gone >= 1 else _bezier(y1, y2, low)


def _bezier(first: float, second: float, at: float) -> float:
    return 3 * (1 - at) ** 2 * at * first + 3 * (1 - at) * at**2 * second + at**3


def _colours(theme: str) -> str:
    values = THEMES[theme]
    scheme = "light" if theme == "light" else "dark"
    inks = [f"--on-{tone}: {ink_on(values[tone])};" for tone in ("accent", "good", "bad", "line")]
    return f"color-scheme: {scheme}; " + " ".join((*(f"--{name}: {value};" for name, value in values.items()), *inks))


def _seats() -> list[str]:
    """A class for each seat, with its colour, the ink on it, and the style of its ring."""
    rules = []
    for seat, colour in SEATS.items():
        several = f', [class*="seat-{seat}-"]' if seat in SIDES else ""
        style = "dashed" if seat in RINGS else "solid"
        worn = f"--seat: {colour}; --on-seat: {ink_on(colour)}; --used: {used(colour)}; --on-used: {PAPER};"
        rules.append(f".seat-{seat}{several} {{ {worn} --ring: {style}; }}")
    return rules
