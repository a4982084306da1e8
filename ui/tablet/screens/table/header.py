"""The header of the table's screen: the banner, and beside it what there is room for; the rest in a row below.

| ‹ | Anna's turn · Actions left: 2          | Undo | End turn | … |
| Red 120 | Blue 80 | 0:42 | camera online | QR | Français |
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kivy.metrics import dp, sp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.core.ids import Seat
from companion.painting.palette import seat_colour
from ui.presenters.models import ClockModel, LinkModel, TableModel
from ui.presenters.open_table import Door
from ui.tablet.theme import SURFACE
from ui.tablet.widgets.buttons import TapButton
from ui.tablet.widgets.doorway import Doorway
from ui.tablet.widgets.plates import BannerPlate, Plate

BANNER = 330  # sp of the width that the banner has at least: what would leave it less goes to the row below
PLATE_DP, PLATES_DP = 168, 352  # width of a device's plate, and of all of them
LETTER = 7.5  # dp of a letter of a plate's second line
SMALL = 30  # letters of a plate's second line: with more they are smaller than can be read
LINK_TONES = {"online": "good", "connecting": "accent", "degraded": "accent", "offline": "bad"}
GAP, HIGH = 8, 56  # dp between the parts of a row, and of its buttons


class Header(BoxLayout):
    """One row, or two; ``press`` is told the action of a button."""

    def __init__(self, press: Callable[[str], None], door: Door | None, *, may_leave: bool) -> None:
        super().__init__(orientation="vertical", size_hint_y=None, spacing=dp(6))
        self._press, self._door, self._may_leave = press, door, may_leave
        self._shown: TableModel | None = None
        self._time: ClockModel | None = None
        self._clock: TapButton | None = None
        self._buttons: dict[str, TapButton] = {}  # by their actions: each is made once
        self._plates: dict[Seat, tuple[Plate, str]] = {}  # of the scores: the plate and its word
        self.bind(width=lambda *_: self._fill())

    def show(self, model: TableModel) -> None:
        """Draw it where it is another one."""
        before, self._shown = self._shown, model
        if before is None or _shown_of(before) != _shown_of(model):
            self._fill()

    def show_time(self, time: ClockModel | None) -> bool:
        """Draw the time where it is another one; whether it was."""
        before, self._time = self._time, time
        if time == before:
            return False
        if (before is None) != (time is None) or (before and time and before.seats.keys() != time.seats.keys()):
            self._fill()
        elif time is not None:
            self._write_time(time)
        return True

    def _fill(self) -> None:
        model = self._shown
        if model is None:
            return
        now = model.now
        colour = seat_colour(now.seat) if now.seat else SURFACE["card"]
        banner = BannerPlate(now.words, colour, size=BannerPlate.WORDS, small=now.small, bold=True, is_left=True)
        banner.left = now.left
        home = [self._button("leave:home", "‹", 56)] if self._may_leave else []
        more = self._button("leave:more" if self._may_leave else "pick:ends", "…", 56)
        more.disabled = not (self._may_leave or model.can_end_game)
        state, orders = self._state(model), self._orders(model)
        language = self._button("language", model.words["language"], 106)
        ends = [*home, more]
        ways: Sequence[tuple[list[Widget], list[Widget]]] = (
            ([*state, *orders, language], []),
            ([*orders], [*state, language]),
            ([], [*state, *orders, language]),
        )
        beside, below = next((way for way in ways if self._has_room([*ends, *way[0]])), ways[-1])
        for row in self.children:
            row.clear_widgets()
        self.clear_widgets()
        self.add_widget(_row([*home, banner, *beside, more], _high()))
        if below:
            self.add_widget(_row(below, dp(HIGH)))
        self.height = _high() + (dp(HIGH) + self.spacing if below else 0)

    def _has_room(self, row: Sequence[Widget]) -> bool:
        """Whether that row leaves the banner enough."""
        return bool(self.width - sum(widget.width + dp(GAP) for widget in row) >= sp(BANNER))

    def _state(self, model: TableModel) -> list[Widget]:
        """The scores, the time, the devices, the way in for others."""
        self._plates = {}
        for seat, word, points in model.scores:
            tone = seat_colour(model.tones.get(seat, seat))
            wide = dp(max(84, min(PLATE_DP, 16 + LETTER * max(len(word), 1.5 * len(points)))))
            plate = Plate(points, tone, size=22, small=word, bold=True, size_hint_x=None, width=wide)
            self._plates[Seat(seat)] = plate, word
        shown: list[Widget] = [plate for plate, _ in self._plates.values()]
        self._clock = None
        if self._time is not None:
            self._clock = self._button("leave:clock", self._time.evening, 92)
            shown.append(self._clock)
            self._write_time(self._time)
        room = plate_dp(model)
        for link in model.links:
            tone = SURFACE[LINK_TONES.get(link.state, "line")]
            shown.append(Plate(link.name, tone, size=18, small=_small(link, room), size_hint_x=None, width=dp(room)))
        if self._may_leave and not self._door:
            shown.append(self._button("leave:share", model.words["share"], 84))
        if self._door:
            shown.append(Doorway(self._door, model.words["share"], height=dp(HIGH), width=dp(84)))
        return shown

    def _orders(self, model: TableModel) -> list[Widget]:
        """The buttons that take back, and end the turn."""
        undo = self._button("undo", model.words["undo"], 100)
        undo.disabled = not model.can_undo
        end = self._button("end_turn", model.words["end_turn"], 136, "accent" if model.ends_next else "line")
        end.disabled = not model.can_end_turn
        return [undo, end]

    def _button(self, action: str, label: str, width: float, tone: str = "line") -> TapButton:
        if action not in self._buttons:
            size = {"size_hint_x": None, "width": dp(width), "height": dp(HIGH)}
            self._buttons[action] = TapButton(label, lambda: self._press(action), tone=tone, **size)
        self._buttons[action].say(label, tone)
        return self._buttons[action]

    def _write_time(self, time: ClockModel) -> None:
        if self._clock is not None:
            shown = time.evening if time.is_running else f"( {time.evening} )"
            self._clock.say(shown, "bad" if time.is_short else "line")
        for seat, (plate, word) in self._plates.items():
            plate.say(small=f"{word} {time.seats[seat]}" if seat in time.seats else word)


def plate_dp(model: TableModel) -> int:
    """Return the width of a device's plate."""
    return min(PLATE_DP, PLATES_DP // max(1, len(model.links)))


def _small(link: LinkModel, wide: int) -> str:
    """The second line of a device's plate: what would be too small to be read there is said below."""
    full = " · ".join(filter(None, (link.words, link.detail)))
    return full if wide == PLATE_DP and len(full) <= SMALL else link.words


def doubts(model: TableModel) -> list[LinkModel]:
    """The devices in doubt whose plates do not say why."""
    wide = plate_dp(model)
    return [
        link for link in model.links if link.state == "degraded" and link.detail and _small(link, wide) == link.words
    ]


def _high() -> float:
    return float(max(dp(BannerPlate.WRAPPED), sp(BannerPlate.HEIGHT)))


def _row(widgets: Sequence[Widget], height: float) -> BoxLayout:
    row = BoxLayout(spacing=dp(GAP), size_hint_y=None, height=height)
    for widget in widgets:
        if isinstance(widget, TapButton):
            widget.height = height
        row.add_widget(widget)
    return row


def _shown_of(model: TableModel) -> tuple[object, ...]:
    return (
        model.now,
        model.scores,
        tuple(model.tones.items()),
        model.links,
        model.words,
        model.can_undo,
        model.can_end_turn,
        model.ends_next,
        model.can_end_game,
    )
