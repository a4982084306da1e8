"""Finding figures as one types, and one figure whole: every click of its dial, its powers, its texts.

letters ──> the figures that have all the words ──tap──> the whole figure      + 75 ──> into the force
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.core.ids import FigureId
from companion.games.heroclix.face.figures import SLOTS, Figure, power_colour, power_name, teams_of
from companion.interchange.figure_library import ORDERS, FigureLibrary
from companion.painting import SvgCanvas, picture_of
from companion.painting.palette import DIAL_COLOURS, ink_on
from companion.text.wording import Wording
from ui.presenters.pages import Field, Go, Page, PickDesk, Tile, Turn, Untyped
from ui.presenters.rules import words_of

MOST = 40  # rows of a list; more words find fewer
COSTS = {"": None, "0-50": (0, 50), "51-100": (51, 100), "101-200": (101, 200), "201+": (201, 99999)}
_WIDE, _HIGH, _LEFT = 62, 34, 150  # of a click on the drawing of a dial

Add = Callable[[FigureId, int | None], None]


class FindDesk:
    """The figures at hand; ``add`` takes one into a force of which ``left`` points are free, with ``taken`` of one."""

    def __init__(
        self,
        library: Callable[[], FigureLibrary],
        add: Add | None = None,
        left: Callable[[], int] | None = None,
        taken: Callable[[FigureId], int] = lambda figure: 0,
    ) -> None:
        self._open = library
        self._add = add
        self._left = left
        self._taken = taken
        self._words = ""
        self._cost = ""
        self._power = ""
        self._by = "name"
        self._is_affordable = False

    @property
    def _library(self) -> FigureLibrary:
        return self._open()

    def page(self, wording: Wording) -> Page:
        """The first figures that have all the words."""
        bounds = COSTS[self._cost]
        left = self._left() if self._left else None
        if self._is_affordable and left is not None:
            bounds = (bounds[0] if bounds else 0, min(left, bounds[1] if bounds else left))
        entries = self._library.find(self._words.split(), bounds, self._power or None, by=self._by, most=MOST + 1)
        tiles = []
        for entry in entries[:MOST]:
            costs = "/".join(map(str, entry.points))
            teams = _teams(entry.team_abilities, wording)
            number = _number(entry.set, entry.collector_number)
            about = " · ".join(part for part in (values_words(entry.printed, wording), number, teams) if part)
            buttons = [(f"add:{entry.id}:{cost}", f"+ {cost}") for cost in entry.points[:3]] if self._add else []
            taken = self._taken(entry.id)
            badge = f"{taken} ×" if taken else "" if buttons else costs
            tiles.append(Tile(f"figure:{entry.id}", entry.name, about, badge, chosen=taken > 0, extra=tuple(buttons)))
        chips = [Tile(f"cost:{key}", key, chosen=key == self._cost) for key in COSTS if key]
        power = power_name(self._power, wording.lang) if self._power else wording.say("evening.any_power")
        chips.append(Tile("power", power, chosen=bool(self._power)))
        order = wording.say("evening.sorted_by", by=wording.say(f"evening.by_{self._by}"))
        chips.append(Tile("order", order, chosen=self._by != "name"))
        if left is not None:
            chips.append(Tile("left", wording.say("evening.affordable", left=max(0, left)), chosen=self._is_affordable))
        notes = (wording.say("evening.more_words"),) if len(entries) > MOST else ()
        text = wording.say("evening.nothing_found") if not entries else ""
        field = Field("words", wording.say("evening.find"), self._words)
        title = wording.say("evening.figures")
        if left is not None:
            title = wording.say("evening.left", left=left) if left >= 0 else wording.say("evening.spent", over=-left)
        return Page(title, text, (field,), tuple(chips), tuple(tiles), notes)

    def press(self, action: str) -> Turn:
        """Filter, add, or look closer."""
        what, _, argument = action.partition(":")
        match what:
            case "cost":
                self._cost = "" if self._cost == argument else argument
            case "order":
                later = [*ORDERS, "name"]
                self._by = later[later.index(self._by) + 1]
            case "left":
                self._is_affordable = not self._is_affordable
            case "power":
                if self._power:
                    self._power = ""
                else:
                    return Go(PickDesk("evening.any_power", self._powers, self._take_power))
            case "figure":
                return Go(FigureDesk(self._library.figure(argument), self._add))
            case "add":
                figure, _, cost = argument.rpartition(":")
                if self._add:
                    self._add(FigureId(figure), int(cost))
        return None

    def enter(self, field: str, text: str) -> None:
        """Find by these words."""
        self._words = text

    def _powers(self, wording: Wording) -> list[Tile]:
        named = [(power_name(power, wording.lang), power) for power in self._library.powers() if power != "special"]
        return [Tile(power, name) for name, power in sorted(named)]

    def _take_power(self, power: str) -> None:
        self._power = power


class FigureDesk(Untyped):
    """One figure: the whole dial, every power by name, every text of its card."""

    def __init__(self, figure: Figure, add: Add | None = None) -> None:
        self._figure, self._add = figure, add

    def page(self, wording: Wording) -> Page:
        """The dial drawn, then what is on it in words."""
        figure = self._figure
        tiles = []
        for special in figure.specials:
            tiles.append(Tile("", special.name or wording.word("slot", special.slot), special.text))
        for slot in SLOTS:
            for power in dict.fromkeys(getattr(click, slot).power for click in figure.dial):
                if power and power != "special":
                    clicks = tuple(one.number for one in figure.dial if getattr(one, slot).power == power)
                    name = wording.word("slot", slot)
                    about = wording.say("evening.on_clicks", slot=name, clicks=clicks, count=len(clicks))
                    words = words_of("heroclix", f"power.{power}", wording.lang)
                    tiles.append(Tile("", power_name(power, wording.lang), "\n".join(filter(None, (words, about)))))
        base = [_number(figure.set, figure.collector_number), wording.say("evening.range_is", range=figure.range)]
        text = " · ".join(filter(None, [*base, _teams(figure.team_abilities, wording), ", ".join(figure.keywords)]))
        costs = figure.points if self._add else ()
        buttons = tuple((f"add:{cost}", wording.say("evening.add_for", points=cost)) for cost in costs)
        notes = (wording.say("evening.by_card"),)
        return Page(figure.name, text, tiles=tuple(tiles), notes=notes, picture=_dial(figure, wording), buttons=buttons)

    def press(self, action: str) -> Turn:
        """Take it into the force."""
        if self._add:
            self._add(self._figure.id, int(action.partition(":")[2]))
        return None


def _number(set_: str, number: str) -> str:
    """Return a figure's number in its set, as its base has it: LQ 003."""
    return f"{set_.upper()} {number}".strip()


def values_words(printed: Sequence[str], wording: Wording) -> str:
    """The four values and the range in words."""
    names = [wording.word("slot", slot) for slot in SLOTS] + [wording.say("screen.range")]
    return "  ".join(f"{name} {value}" for name, value in zip(names[-len(printed) :], printed, strict=True))


def _teams(keys: Sequence[str], wording: Wording) -> str:
    return ", ".join(teams_of(keys, wording.lang))


def _dial(figure: Figure, wording: Wording) -> bytes:
    """Every click side by side, each value on the colour of its power, starting lines marked (HC-DIAL-07, -10)."""
    if not figure.dial:
        return b""
    canvas, rows = SvgCanvas(), len(SLOTS) + 1
    for column, click in enumerate(figure.dial):
        left = _LEFT + column * _WIDE
        if click.starting_line:
            canvas.rect(left, 0, _WIDE, rows * _HIGH, DIAL_COLOURS.get(click.starting_line, "#3f9b4c"), opacity=0.45)
        canvas.words((left + _WIDE / 2, _HIGH / 2), str(click.number), 16, "#f2f5f9")
        for row, slot in enumerate(SLOTS, 1):
            value = getattr(click, slot)
            colour = DIAL_COLOURS.get(power_colour(value.power) or "", "#ffffff") if value.power else "#2d3542"
            canvas.rect(left + 3, row * _HIGH + 2, _WIDE - 6, _HIGH - 4, colour)
            words = value.raw or "-" if value.value is None else str(value.value)
            canvas.words((left + _WIDE / 2, (row + 0.5) * _HIGH), words, 20, ink_on(colour))
    for row, slot in enumerate(SLOTS, 1):
        canvas.words((6, (row + 0.5) * _HIGH), wording.word("slot", slot), 16, "#f2f5f9", anchor="start")
    return picture_of(canvas.svg(_LEFT + len(figure.dial) * _WIDE, rows * _HIGH + 4, background="#171b22"))
