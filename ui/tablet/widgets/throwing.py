"""The cards of a throw: the dice with what they decide and the faces to tap; then the result, large.

question · ? ? · faces · number, chance, what a hit does        HIT · faces · total against number · what happened
clear · roll                                                    continue

The row below each goes on, and stands apart: it is never scrolled away. Nothing that may grow stands above a face.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from kivy.metrics import dp, sp
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from ui.presenters.models import DiceModel, DieModel, ResultModel, RosterFigure
from ui.tablet.theme import SURFACE, TOUCH_DP
from ui.tablet.widgets.buttons import TapButton
from ui.tablet.widgets.plates import Card
from ui.tablet.widgets.text import Cited, Roomy, Words, text_fits

Press = Callable[[str], None]
SIGN = "›"  # more of it is a tap away
LONG = 20  # letters of a row of dice that is written smaller
TITLE, LEAST_TITLE = 40, 18  # sp of a result's word: as large as fits on one line
TONES = {"hit": "good", "miss": "bad", "hurt": "bad", "spared": "good"}


class TapCard(ButtonBehavior, Card):
    """A card that is a button as a whole."""

    def __init__(self, on_tap: Callable[[], None]) -> None:
        super().__init__()
        self.bind(minimum_height=self._grow, on_release=lambda *_: on_tap())

    def _grow(self, *_: object) -> None:
        self.height = max(self.minimum_height, dp(TOUCH_DP))


def dice_card(dice: DiceModel, press: Press) -> Card:
    """The dice that are asked for; of others' dice what they decide alone."""
    box = Card()
    box.add_widget(Words(dice.question, size=18))
    rows = tuple(
        _lying([replace(die, face=die.widest, word=die.widest) for die in dice.dice[:count]], dice.dice[count:])
        for count in range(len(dice.dice) + 1)
    )
    size = 26 if max(map(len, rows)) < LONG else 18
    lying = _lying([die for die in dice.dice if die.face is not None], [die for die in dice.dice if die.face is None])
    box.add_widget(Roomy(lying, rows, size=size, colour=SURFACE["accent"], halign="center", bold=True))
    if dice.faces:
        faces = GridLayout(cols=3, spacing=dp(8), size_hint_y=None, row_default_height=dp(52), row_force_default=True)
        faces.bind(minimum_height=faces.setter("height"), width=_columns)
        for face, word in zip(dice.faces, dice.face_words, strict=True):
            faces.add_widget(_button(f"face:{face}", word, press, "text", dp(52)))
        box.add_widget(faces)
    if dice.under_way:
        box.add_widget(Words(dice.under_way, size=18, colour=SURFACE["accent"], halign="center", bold=True))
    for number, line in enumerate(dice.decides):
        box.add_widget(
            Cited(line, lambda rule: press(f"leave:rule:{rule}"), size=18 if number else 22, bold=not number)
        )
    return box


def dice_row(dice: DiceModel, clear: str, press: Press) -> BoxLayout:
    """Buttons for the dice as a whole: take the faces back, let the machine throw."""
    row = BoxLayout(spacing=dp(8), size_hint_y=None, height=dp(48))
    again = _button("clear_dice", clear, press)
    again.disabled = not dice.entered
    row.add_widget(again)
    if dice.can_roll:
        row.add_widget(_button("roll", dice.roll_label, press, "accent"))
    return row


def result_card(result: ResultModel, figures: Sequence[RosterFigure], width: float, press: Press) -> Card:
    """The result of a throw in a column of that width."""
    box, room, size = Card(), int(width - dp(40)), TITLE
    while size > LEAST_TITLE and not text_fits(result.title, int(sp(size)), room, int(sp(size) * 1.5)):
        size -= 2
    if result.deed:
        box.add_widget(Words(result.deed, size=20, bold=True))
    if result.title:
        box.add_widget(Words(result.title, size=size, bold=True, colour=SURFACE[TONES.get(result.tone, "text")]))
    if result.falls:
        box.add_widget(Words(result.falls, size=28, bold=True, colour=SURFACE[TONES.get(result.tone, "text")]))
    rows = [(what, "  ".join(faces)) for what, faces in result.rows]
    for what, faces in rows:
        size = 18 if len(rows) > 1 else 24
        words = f"{what} · {faces}" if what else faces
        if words and words != result.title:  # of one die that decided nothing yet
            box.add_widget(Words(words, size=size, bold=True, colour=SURFACE["accent"]))
    if result.against:
        box.add_widget(Words(result.against, size=24, bold=True, colour=SURFACE["accent"]))
    if figures:  # with what is left of each
        told = (f"{one.name} {one.count or '×'}" for one in figures)
        box.add_widget(Words(" · ".join(told), size=16, colour=SURFACE["quiet"]))
    if result.lines:
        box.add_widget(Cited("\n".join(result.lines), lambda rule: press(f"leave:rule:{rule}"), size=18))
    for one in result.besides:
        words, colour = "\n".join((one.line, *one.lines)), SURFACE[TONES.get(one.tone, "text")]
        box.add_widget(Cited(words, lambda rule: press(f"leave:rule:{rule}"), size=18, colour=colour))
    return box


def result_line(result: ResultModel, press: Press) -> TapCard:
    """The result beside what is asked or thrown since: what came of it large, with the dice; a tap opens all of it."""
    box = TapCard(lambda: press("result:open"))
    colour = SURFACE[TONES.get(result.tone, "accent")]
    if result.head:
        box.add_widget(Words(result.head, size=26, bold=True, colour=colour))
    box.add_widget(Words(f"{' · '.join(result.details)}  {SIGN}", size=18, bold=True, colour=colour))
    for one in result.besides:
        box.add_widget(Words(one.line, size=16, colour=SURFACE[TONES.get(one.tone, "text")]))
    return box


def result_row(result: ResultModel, press: Press) -> TapButton:
    """The button that takes a result away."""
    return _button("result", result.button, press, "accent")


def _lying(shown: Sequence[DieModel], missing: Sequence[DieModel]) -> str:
    """Return the faces that lie there, and how many dice of each kind are missing."""
    is_one = len({die.kind for die in (*shown, *missing)}) == 1
    kinds = Counter(die.kind for die in missing)
    left = ("  ".join("?" * count) if is_one else f"{count} × {kind} ?" for kind, count in kinds.items())
    return "  ".join((*(die.word for die in shown), *left))


def _columns(grid: GridLayout, width: float) -> None:
    """Six faces in a row where each is wide enough for a finger, else three; five where a die has many."""
    fitting = [count for count in (6, 5) if width >= count * dp(TOUCH_DP) + (count - 1) * dp(8)]
    columns = 6 if 6 in fitting else 5 if fitting and len(grid.children) > 6 else 3
    grid.cols = min(columns, len(grid.children)) or columns


def _button(action: str, label: str, press: Press, tone: str = "line", height: float = 0) -> TapButton:
    return TapButton(label, lambda: press(action), tone=tone, height=height or dp(48))
